/**
 * Rigid bodies made of particles: four particles with the mass, centre and inertia of the body, held together
 * by the six distances between them (Jakobsen 2001) or by shape matching (Müller et al. 2005). Everything
 * else of a body, such as the corners that collide, is attached to the frame by barycentric coordinates.
 *
 * Translation, rotation and the gyroscopic term follow from the motion of the particles. Contacts move
 * attached vertices: `pushVertex` moves the frame particles by weight, so that the vertex goes where it
 * should, and the next sweep makes the frame rigid again. `projectBehindPlane` is the response of
 * shape-matched bodies to a supporting plane of another body; with a handful of rounds of detection,
 * projection and sweep a pile settles, for reflected and flat states too. The pose is taken from the rotation
 * and centre that fit the particles best.
 *
 * A body with distances needs a solid frame; plates and rods need shape matching.
 *
 * Cost: O(1) per body and sweep, no allocation. Angular momentum: as for every projection of Verlet positions
 * it is conserved up to the order of the step.
 */

import {
  type Quat,
  type ReadonlyMat3,
  type ReadonlyQuat,
  type ReadonlyVec3,
  requireFiniteArray,
  requireInteger,
  requireLength,
  requirePositive,
  tellUnknown,
  type Vec3,
} from '@colide/core';
import { rotationFromUnitQuat } from '@colide/math';
import { type DistanceList, projectDistances } from '../constraints/distance-constraint.ts';
import { solveSymmetric } from '../internal/solve-symmetric.ts';
import { inertiaFrame } from '../rigid/inertia-frame.ts';
import { ShapeMatching } from '../shape-matching/shape-matching.ts';
import { type ParticleConstraint, ParticleSystem } from './particle-system.ts';

/** Mass properties of one body. */
export interface ParticleBody {
  readonly mass: number;
  /** Inertia tensor about the centre of mass, which is the origin of the body's frame. */
  readonly inertia: ReadonlyMat3;
  /** Vertices to attach, three numbers each. Default none. */
  readonly vertices?: ArrayLike<number>;
}

/** Settings of particle bodies. */
export interface ParticleBodiesOptions {
  /** How the four particles are held together. Default `matching`. */
  readonly rigidity?: 'distances' | 'matching';
  /** Acceleration of all bodies; none by default. */
  readonly gravity?: ReadonlyVec3;
  /** Fraction of the velocity lost in every substep. Default 0. */
  readonly damping?: number;
}

const frame = /* @__PURE__ */ new Float64Array(9);
const orientation = /* @__PURE__ */ new Float64Array(4);
const tensor = /* @__PURE__ */ new Float64Array(6);
const vector = /* @__PURE__ */ new Float64Array(3);
/** Particles and edges of a frame, and the numbers of its positions. */
const frameParticles = 4;
const frameEdges = 6;
const positionsSize = 3 * frameParticles;
/** The particles at the ends of each edge. */
const edges = [0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3];

/** A set of rigid bodies with four particles each: those of body `b` are 4b to 4b + 3. */
export class ParticleBodies implements ParticleConstraint {
  /** Number of bodies. */
  readonly count: number;
  /** The particles; step it with this object among the constraints. */
  readonly system: ParticleSystem;
  /** Attached vertices of body `b` are `vertexStarts[b]` to `vertexStarts[b + 1] − 1`. */
  readonly vertexStarts: Uint32Array;
  /** Four barycentric weights per vertex. */
  readonly vertexWeights: Float64Array;
  private readonly restFrames: Float64Array;
  private readonly matching: ShapeMatching;
  private readonly rigid: boolean;
  /** The six edges of each frame. */
  private readonly edges: DistanceList;

  constructor(bodies: readonly ParticleBody[], options: ParticleBodiesOptions = {}) {
    requireLength('bodies', bodies, 0);
    tellUnknown('options', options, ['rigidity', 'gravity', 'damping']);
    const { rigidity = 'matching', gravity, damping } = options;
    const count = bodies.length;
    this.count = count;
    this.system = new ParticleSystem({
      count: frameParticles * count,
      ...(gravity ? { gravity } : {}),
      ...(damping === undefined ? {} : { damping }),
    });
    this.rigid = rigidity === 'distances';
    this.restFrames = new Float64Array(positionsSize * count);
    const ids = new Uint32Array(2 * frameEdges * count);
    const restLengths = new Float64Array(frameEdges * count);
    this.edges = { ids, restLengths };
    this.vertexStarts = new Uint32Array(count + 1);
    const masses = new Float64Array(frameParticles * count);
    const corners = new Float64Array(positionsSize);
    const weights: number[] = [];
    bodies.forEach(({ mass, inertia, vertices = [] }, b) => {
      const solidity = inertiaFrame(corners, mass, [0, 0, 0], inertia);
      if (!(solidity > 1e-6) && (this.rigid || vertices.length > 0))
        throw new RangeError(`body ${b} is flat: distances and attached vertices need a solid frame`);
      this.restFrames.set(corners, positionsSize * b);
      const first = frameParticles * b;
      for (let i = first; i < first + frameParticles; i++) {
        masses[i] = mass / frameParticles;
        this.system.setMass(i, mass / frameParticles);
      }
      for (let e = 0; e < frameEdges; e++) {
        const [i, j] = [edges[2 * e], edges[2 * e + 1]];
        ids[2 * (frameEdges * b + e)] = first + i;
        ids[2 * (frameEdges * b + e) + 1] = first + j;
        const [x, y, z] = [0, 1, 2].map(k => corners[3 * i + k] - corners[3 * j + k]);
        restLengths[frameEdges * b + e] = Math.sqrt(x * x + y * y + z * z);
      }
      requireFiniteArray('vertices', vertices);
      for (let v = 0; v + 2 < vertices.length; v += 3)
        weights.push(...frameWeights(corners, vertices[v], vertices[v + 1], vertices[v + 2]));
      this.vertexStarts[b + 1] = weights.length / frameParticles;
    });
    this.vertexWeights = Float64Array.from(weights);
    this.matching = new ShapeMatching(
      this.restFrames,
      masses,
      Uint32Array.from({ length: count + 1 }, (_, b) => frameParticles * b),
      Uint32Array.from({ length: frameParticles * count }, (_, i) => i),
    );
    this.system.placeAll(this.restFrames);
  }

  /** One sweep: makes all frames rigid, or more nearly rigid. */
  project(system: ParticleSystem): void {
    if (this.rigid) projectDistances(system.positions, system.inverseMasses, this.edges);
    else this.matching.project(system);
  }

  /** Puts body `b` at rest at `position` with the unit quaternion `rotation`. */
  setPose(b: number, position: ReadonlyVec3, rotation: ReadonlyQuat = [0, 0, 0, 1]): void {
    requireInteger('b', b, 0, this.count - 1);
    requireFiniteArray('position', position, 3);
    requireFiniteArray('rotation', rotation, 4);
    for (let k = 0; k < 4; k++) orientation[k] = rotation[k];
    rotationFromUnitQuat(frame, orientation, 0);
    const rest = this.restFrames;
    for (let i = frameParticles * b; i < frameParticles * (b + 1); i++) {
      const [x, y, z] = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
      this.system.place(
        i,
        position[0] + frame[0] * x + frame[3] * y + frame[6] * z,
        position[1] + frame[1] * x + frame[4] * y + frame[7] * z,
        position[2] + frame[2] * x + frame[5] * y + frame[8] * z,
      );
    }
    for (let k = 0; k < 4; k++) this.matching.rotations[4 * b + k] = orientation[k];
  }

  /** Writes the pose of body `b` that fits its particles best; call {@link match} before. */
  getPose(outPosition: Vec3, outQuaternion: Quat, b: number): void {
    const { centers, rotations } = this.matching;
    for (let k = 0; k < 3; k++) outPosition[k] = centers[3 * b + k];
    for (let k = 0; k < 4; k++) outQuaternion[k] = rotations[4 * b + k];
  }

  /** Finds the poses of all bodies from the current positions of their particles. */
  match(): void {
    this.matching.match(this.system.positions);
  }

  /** Gives body `b` a velocity and an angular velocity; `dt` is the step that follows. */
  setVelocity(b: number, velocity: ReadonlyVec3, angularVelocity: ReadonlyVec3, dt: number): void {
    requireInteger('b', b, 0, this.count - 1);
    requireFiniteArray('velocity', velocity, 3);
    requireFiniteArray('angularVelocity', angularVelocity, 3);
    requirePositive('dt', dt);
    const { positions, previousPositions } = this.system;
    this.center(b);
    const [cx, cy, cz] = vector;
    const [wx, wy, wz] = angularVelocity;
    for (let i = positionsSize * b; i < positionsSize * (b + 1); i += 3) {
      const x = positions[i] - cx;
      const y = positions[i + 1] - cy;
      const z = positions[i + 2] - cz;
      previousPositions[i] = positions[i] - dt * (velocity[0] + wy * z - wz * y);
      previousPositions[i + 1] = positions[i + 1] - dt * (velocity[1] + wz * x - wx * z);
      previousPositions[i + 2] = positions[i + 2] - dt * (velocity[2] + wx * y - wy * x);
    }
  }

  /**
   * Writes velocity and angular velocity of body `b`: its momentum over its mass, its angular momentum over
   * its inertia.
   */
  getVelocity(outVelocity: Vec3, outAngularVelocity: Vec3, b: number): void {
    requireInteger('b', b, 0, this.count - 1);
    const { positions, previousPositions, previousDt } = this.system;
    const h = previousDt || 1;
    this.center(b);
    const [cx, cy, cz] = vector;
    tensor.fill(0);
    let [vx, vy, vz, lx, ly, lz] = [0, 0, 0, 0, 0, 0];
    for (let i = positionsSize * b; i < positionsSize * (b + 1); i += 3) {
      const x = positions[i] - cx;
      const y = positions[i + 1] - cy;
      const z = positions[i + 2] - cz;
      const u = (positions[i] - previousPositions[i]) / h;
      const v = (positions[i + 1] - previousPositions[i + 1]) / h;
      const w = (positions[i + 2] - previousPositions[i + 2]) / h;
      vx += u / 4;
      vy += v / 4;
      vz += w / 4;
      lx += y * w - z * v;
      ly += z * u - x * w;
      lz += x * v - y * u;
      tensor[0] += y * y + z * z;
      tensor[1] += x * x + z * z;
      tensor[2] += x * x + y * y;
      tensor[3] -= x * y;
      tensor[4] -= x * z;
      tensor[5] -= y * z;
    }
    vector[0] = lx;
    vector[1] = ly;
    vector[2] = lz;
    solveSymmetric(vector, tensor);
    outVelocity[0] = vx;
    outVelocity[1] = vy;
    outVelocity[2] = vz;
    for (let k = 0; k < 3; k++) outAngularVelocity[k] = vector[k];
  }

  /** Writes the world positions of all attached vertices, three numbers each. */
  getVertices(out: Float64Array): Float64Array {
    const { vertexStarts, vertexWeights } = this;
    const { positions } = this.system;
    for (let b = 0; b < this.count; b++)
      for (let v = vertexStarts[b]; v < vertexStarts[b + 1]; v++)
        for (let axis = 0; axis < 3; axis++) {
          let sum = 0;
          for (let k = 0; k < frameParticles; k++)
            sum += vertexWeights[frameParticles * v + k] * positions[positionsSize * b + 3 * k + axis];
          out[3 * v + axis] = sum;
        }
    return out;
  }

  /** Moves attached vertex `v` of body `b` by (x, y, z); its particles share the move by weight. */
  pushVertex(b: number, v: number, x: number, y: number, z: number): void {
    const { vertexWeights } = this;
    const { positions, inverseMasses } = this.system;
    let square = 0;
    for (let k = 0; k < frameParticles; k++) square += vertexWeights[frameParticles * v + k] ** 2;
    for (let k = 0; k < frameParticles; k++) {
      if (inverseMasses[frameParticles * b + k] === 0) continue;
      const s = vertexWeights[frameParticles * v + k] / square;
      positions[positionsSize * b + 3 * k] += s * x;
      positions[positionsSize * b + 3 * k + 1] += s * y;
      positions[positionsSize * b + 3 * k + 2] += s * z;
    }
  }

  /**
   * Moves every attached vertex of body `b` with `normal · x < offset` onto the plane, and undoes its sliding
   * along the plane in this step by up to `friction` times that move. Returns how many there were.
   */
  projectBehindPlane(b: number, normal: ReadonlyVec3, offset: number, friction = 0): number {
    const { vertexStarts, vertexWeights } = this;
    const { positions, previousPositions } = this.system;
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    let found = 0;
    for (let v = vertexStarts[b]; v < vertexStarts[b + 1]; v++) {
      let x = 0;
      let y = 0;
      let z = 0;
      let u = 0;
      let t = 0;
      let w = 0;
      for (let k = 0; k < frameParticles; k++) {
        const weight = vertexWeights[frameParticles * v + k];
        const i = positionsSize * b + 3 * k;
        x += weight * positions[i];
        y += weight * positions[i + 1];
        z += weight * positions[i + 2];
        u += weight * (positions[i] - previousPositions[i]);
        t += weight * (positions[i + 1] - previousPositions[i + 1]);
        w += weight * (positions[i + 2] - previousPositions[i + 2]);
      }
      const depth = offset - (nx * x + ny * y + nz * z);
      if (!(depth > 0)) continue;
      found++;
      const along = nx * u + ny * t + nz * w;
      u -= along * nx;
      t -= along * ny;
      w -= along * nz;
      const slip = Math.sqrt(u * u + t * t + w * w);
      const hold = slip === 0 ? 0 : Math.min(1, (friction * depth) / slip);
      this.pushVertex(b, v, depth * nx - hold * u, depth * ny - hold * t, depth * nz - hold * w);
    }
    return found;
  }

  private center(b: number): void {
    const { positions } = this.system;
    for (let axis = 0; axis < 3; axis++)
      vector[axis] =
        0.25 *
        (positions[positionsSize * b + axis] +
          positions[positionsSize * b + 3 + axis] +
          positions[positionsSize * b + 6 + axis] +
          positions[positionsSize * b + 9 + axis]);
  }
}

/** Barycentric weights of a point in the tetrahedron of `corners`, which is centred on the origin. */
function frameWeights(corners: Float64Array, x: number, y: number, z: number): number[] {
  // The frame is V D t with Σ ttᵀ = 4·1, so weights are ¼ (1 + tₖ·(V D)⁻¹p), and tₖ·(V D)⁻¹p = vₖᵀ M⁻¹ p with
  // M = Σ v vᵀ / 4.
  tensor.fill(0);
  for (let k = 0; k < positionsSize; k += 3) {
    const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
    tensor[0] += (a * a) / 4;
    tensor[1] += (b * b) / 4;
    tensor[2] += (c * c) / 4;
    tensor[3] += (a * b) / 4;
    tensor[4] += (a * c) / 4;
    tensor[5] += (b * c) / 4;
  }
  vector[0] = x;
  vector[1] = y;
  vector[2] = z;
  solveSymmetric(vector, tensor);
  return [0, 3, 6, 9].map(
    k => 0.25 * (1 + corners[k] * vector[0] + corners[k + 1] * vector[1] + corners[k + 2] * vector[2]),
  );
}
