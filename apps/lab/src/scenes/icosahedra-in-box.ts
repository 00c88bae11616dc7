/**
 * The scene of Ponce Atencio 2005, figs. 5.1–5.3: icosahedra made of particles are dropped into a cubical
 * container. A step is position Verlet under gravity, then separation by projection (vertex against wall;
 * elements of two bodies to their projection point), then a relaxation of every body that the caller supplies
 * and counts.
 *
 * From the thesis: particles of equal mass at the vertices, contact points found on the bodies' surfaces,
 * edges and faces moved by barycentric weights, one separation a step before the relaxation. It gives neither
 * sizes, speeds nor the step; these are options. Pairs are found by bounding spheres, all against all.
 */
import { type Convex, IdList, type Vec3 } from '@colide/core';
import { solidIcosahedron } from '@colide/geometry';
import { closestPointTriangle, createClosestPoint, Random } from '@colide/math';
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import { moveFaceTo, projectionPoint } from '@colide/solvers';

/** The parameters of a scene; lengths in m. */
export interface IcosahedraOptions {
  count: number;
  /** Circumradius of a body. */
  radius: number;
  /** Inner edge of the container, which has its floor at y = 0 and is open above. */
  side: number;
  /** Speed at which the bodies are thrown, m/s; their direction is random. */
  speed: number;
  /** Step, s. */
  dt: number;
  seed: number;
}

const vertexCount = 12;
const gravity = 9.81;

/** Vertex pairs of the icosahedron, its edges in the order in which a walk over the faces meets them. */
export function icosahedronEdges(): number[] {
  const { faceOffsets, faceVertices } = solidIcosahedron();
  const seen = new Set<number>();
  const edges: number[] = [];
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let k = 0; k < 3; k++) {
      const a = faceVertices[faceOffsets[f] + k];
      const b = faceVertices[faceOffsets[f] + ((k + 1) % 3)];
      const key = Math.min(a, b) * vertexCount + Math.max(a, b);
      if (seen.has(key)) continue;
      seen.add(key);
      edges.push(a, b);
    }
  return edges;
}

/** Vertex pairs that are no edges: the 30 short and the 6 main diagonals, or the main ones only. */
export function icosahedronDiagonals(mainOnly: boolean): number[] {
  const { positions } = solidIcosahedron();
  const diagonals: number[] = [];
  for (let i = 0; i < vertexCount; i++)
    for (let j = i + 1; j < vertexCount; j++) {
      const squared = [0, 1, 2].reduce((s, k) => s + (positions[3 * i + k] - positions[3 * j + k]) ** 2, 0);
      if (squared > (mainOnly ? 3.9 : 1.2)) diagonals.push(i, j);
    }
  return diagonals;
}

/** A body: a cloud of twelve particles, convex as long as its constraints hold. */
class ParticleHull implements Convex {
  readonly positions = new Float64Array(3 * vertexCount);
  readonly previous = new Float64Array(3 * vertexCount);
  /** The particles that the separation of this step has moved. */
  readonly moved = new IdList();

  support(out: Vec3, direction: ArrayLike<number>): Vec3 {
    const { positions: x } = this;
    let best = 0;
    let farthest = -Infinity;
    for (let i = 0; i < x.length; i += 3) {
      const along = x[i] * direction[0] + x[i + 1] * direction[1] + x[i + 2] * direction[2];
      if (along > farthest) {
        farthest = along;
        best = i;
      }
    }
    out[0] = x[best];
    out[1] = x[best + 1];
    out[2] = x[best + 2];
    return out;
  }

  markMoved(particle: number): void {
    if (!this.moved.has(particle)) this.moved.push(particle);
  }
}

/** Icosahedra in their container. */
export class IcosahedraInBox {
  readonly bodies: ParticleHull[] = [];
  readonly inverseMasses = new Float64Array(vertexCount).fill(1);
  /** The vertices of a body at rest. */
  readonly restPositions: Float64Array;
  private readonly options: IcosahedraOptions;
  private readonly triangles: Uint32Array;
  private readonly contact = createPenetrationResult();
  private readonly closest = createClosestPoint();
  private readonly nearest = createClosestPoint();

  constructor(options: IcosahedraOptions) {
    this.options = options;
    const { count, radius, side, speed, dt, seed } = options;
    const solid = solidIcosahedron(radius);
    this.restPositions = Float64Array.from(solid.positions);
    this.triangles = Uint32Array.from(solid.faceVertices);
    const random = new Random(seed);
    const columns = Math.max(1, Math.floor(side / (2.2 * radius)));
    const turn = new Float64Array(9);
    const throwing: Vec3 = [0, 0, 0];
    for (let n = 0; n < count; n++) {
      const body = new ParticleHull();
      random.rotationMatrix(turn);
      random.unitVector(throwing);
      const cell = side / columns;
      const x = (n % columns) + 0.5;
      const z = (Math.floor(n / columns) % columns) + 0.5;
      const layer = Math.floor(n / columns ** 2);
      const center = [x * cell, side / 2 + (2.2 * layer + 1.1) * radius, z * cell];
      for (let i = 0; i < vertexCount; i++)
        for (let k = 0; k < 3; k++) {
          let value = center[k];
          for (let j = 0; j < 3; j++) value += turn[3 * j + k] * this.restPositions[3 * i + j];
          body.positions[3 * i + k] = value;
          body.previous[3 * i + k] = value - throwing[k] * speed * dt;
        }
      this.bodies.push(body);
    }
  }

  /** Integrates and separates; `moved` of every body then lists the particles to relax around. */
  advance(): void {
    const { dt } = this.options;
    for (const { positions, previous, moved } of this.bodies) {
      moved.clear();
      for (let k = 0; k < positions.length; k++) {
        const now = positions[k];
        positions[k] = 2 * now - previous[k] - (k % 3 === 1 ? gravity * dt * dt : 0);
        previous[k] = now;
      }
    }
    for (let a = 0; a < this.bodies.length; a++)
      for (let b = a + 1; b < this.bodies.length; b++) this.separate(this.bodies[a], this.bodies[b]);
    for (const body of this.bodies) this.keepInside(body);
  }

  private keepInside(body: ParticleHull): void {
    const { side } = this.options;
    const { positions: x } = body;
    for (let k = 0; k < x.length; k++) {
      const highest = k % 3 === 1 ? Infinity : side;
      if (x[k] >= 0 && x[k] <= highest) continue;
      x[k] = x[k] < 0 ? 0 : highest;
      body.markMoved(Math.floor(k / 3));
    }
  }

  private separate(a: ParticleHull, b: ParticleHull): void {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      let difference = 0;
      for (let i = 0; i < vertexCount; i++) difference += a.positions[3 * i + k] - b.positions[3 * i + k];
      squared += (difference / vertexCount) ** 2;
    }
    if (squared > (2.1 * this.options.radius) ** 2) return;
    const { contact } = this;
    if (!penetration(contact, a, b) || contact.depth === 0) return;
    const q = projectionPoint([0, 0, 0], contact.pointA, 1, contact.pointB, 1);
    this.moveTo(a, contact.pointA, q);
    this.moveTo(b, contact.pointB, q);
  }

  /** Moves the vertex, edge or face of `body` that `point` lies on, so that the point moves to `q`. */
  private moveTo(body: ParticleHull, point: Float64Array, q: Vec3): void {
    const { triangles, closest, nearest } = this;
    const { positions: x } = body;
    const corner = (i: number) => x.subarray(3 * i, 3 * i + 3);
    let best = Infinity;
    let at = 0;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
      const squared = closestPointTriangle(closest, point, corner(a), corner(b), corner(c));
      if (squared >= best) continue;
      best = squared;
      at = t;
      nearest.barycentric.set(closest.barycentric);
    }
    const face = [triangles[at], triangles[at + 1], triangles[at + 2]];
    moveFaceTo(x, this.inverseMasses, face, nearest.barycentric, q);
    for (let k = 0; k < 3; k++) if (nearest.barycentric[k] > 1e-6) body.markMoved(triangles[at + k]);
  }
}
