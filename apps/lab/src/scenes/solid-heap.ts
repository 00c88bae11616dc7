/**
 * The scene of S0, chapter 5, with its pipeline: equal hulls of 24 vertices dropped from (0, 10 i, 0) at
 * random orientations onto a ground plane. A frame is velocity Verlet with damping, a broad phase, and ten
 * rounds over its pairs, one after the other: GJK and EPA, planes through support vertices, shape matching
 * (§3.7 with the signs put right, see erratum 17). `SupportPlaneSolver` does the same in a world.
 *
 * The text says that the response updates position and orientation, not velocity (§3.7), and that the
 * velocity is (v + g) d (§3.8): *kept* velocities are those. Bodies at rest then keep the speed of their fall
 * forever, and bodies rotate only by the response. With *implied* velocities, a body leaves the frame with
 * the motion that it has made in it, as in `SupportPlaneSolver`.
 */
import type { PairList } from '@colide/core';
import { HullShape, Posed, solidRhombicuboctahedron, solidTruncatedOctahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import { rigidFitPose } from '@colide/solvers';

/** The options of a scene. */
export interface SolidHeapOptions {
  readonly count: number;
  /** Vertices of the one shape, its centroid at the origin. */
  readonly vertices: Float64Array;
  /** Whether velocities are kept beside the positions or follow from them. */
  readonly velocities: 'kept' | 'implied';
  /** Rounds of response per frame. Default 10, as in the source. */
  readonly rounds?: number;
  /** Planes as in the source, or one in the middle for both bodies. Default `support`. */
  readonly planes?: 'support' | 'middle';
  /**
   * Whether pairs that are apart and have not moved are tested again in every round, as in the source: the
   * same motion in more time. Default false.
   */
  readonly retests?: boolean;
}

/** Their sizes: 2 × 2 × 2 and 2 × 6 × 2. */
export const scaleNames = ['unscaled', 'stretched'] as const;
/** The two solids of 24 vertices: S0 names the first and counts the faces of the second. */
export type SolidName = 'truncated octahedron' | 'rhombicuboctahedron';
export type ScaleName = (typeof scaleNames)[number];

/**
 * Acceleration in units per frame²: with it the last of 512 bodies lands at about frame 5500, as in the
 * source.
 */
export const gravity = 0.0465;
/** The factor by which velocities decrease in a frame. */
export const damping = 0.95;

/** Vertices of a body of the source, 2 units wide. */
export function solidVertices(solid: SolidName, scale: ScaleName): Float64Array {
  const { positions } =
    solid === 'truncated octahedron' ? solidTruncatedOctahedron() : solidRhombicuboctahedron();
  const widest = positions.reduce((most, x) => Math.max(most, x), 0);
  return Float64Array.from(
    positions,
    (x, k) => (x / widest) * (scale === 'stretched' && k % 3 === 1 ? 3 : 1),
  );
}

/** Iterations of a search, over all calls. */
export interface StepTally {
  calls: number;
  sum: number;
  most: number;
  /** How often each number of iterations was seen. */
  readonly histogram: Uint32Array;
}

const longest = 256;

function createTally(): StepTally {
  return { calls: 0, sum: 0, most: 0, histogram: new Uint32Array(longest) };
}

function count(tally: StepTally, steps: number): void {
  tally.calls++;
  tally.sum += steps;
  tally.most = Math.max(tally.most, steps);
  tally.histogram[Math.min(steps, longest - 1)]++;
}

/** Bodies that fall and heap up. */
export class SolidHeap {
  readonly count: number;
  /** Position and quaternion of each body, seven numbers each. */
  readonly poses: Float64Array;
  /** Vertices in the world, x y z each. */
  readonly particles: Float64Array;
  readonly perBody: number;
  /** Pairs that overlapped in the first round of the last response. */
  colliding = 0;
  /** Iterations of GJK and EPA so far. */
  readonly gjk = createTally();
  readonly epa = createTally();
  /** Searches that did not converge. */
  open = 0;
  /** In units per frame. */
  private readonly velocities: Float64Array;
  private readonly before: Float64Array;
  private readonly options: Required<SolidHeapOptions>;
  private readonly bodies: Posed<HullShape>[];
  /** When a body was last moved, by a clock that each push advances. */
  private readonly movedAt: Uint32Array;
  private clock = 0;
  private readonly result = createPenetrationResult();
  private readonly position = new Float64Array(3);
  private readonly rotation = new Float64Array(4);
  private readonly own: Float64Array;
  /** Of the bodies: farther from the ground than this, they do not touch it. */
  private readonly radius: number = 0;

  constructor(options: SolidHeapOptions) {
    this.options = { rounds: 10, planes: 'support', retests: false, ...options };
    const { count: bodyCount, vertices } = options;
    this.count = bodyCount;
    this.perBody = vertices.length / 3;
    const shape = HullShape.fromPoints(vertices);
    const random = new Random(2021);
    this.poses = new Float64Array(7 * bodyCount);
    for (let i = 0; i < bodyCount; i++)
      this.poses.set([0, 10 * (i + 1), 0, ...random.rotation([0, 0, 0, 1])], 7 * i);
    this.bodies = Array.from({ length: bodyCount }, () => new Posed(shape));
    this.particles = new Float64Array(vertices.length * bodyCount);
    this.own = new Float64Array(vertices.length);
    this.movedAt = new Uint32Array(bodyCount);
    for (let k = 0; k < vertices.length; k += 3)
      this.radius = Math.max(this.radius, Math.hypot(vertices[k], vertices[k + 1], vertices[k + 2]));
    this.velocities = new Float64Array(3 * bodyCount);
    this.before = this.poses.slice();
    this.placeAll();
  }

  /** Puts all particles where the poses say. */
  placeAll(): void {
    for (let i = 0; i < this.count; i++) this.place(i);
  }

  /** The state that a frame starts from. */
  save(): Float64Array {
    return Float64Array.of(...this.poses, ...this.velocities);
  }

  /** Goes back to it. */
  restore(state: Float64Array): void {
    this.poses.set(state.subarray(0, this.poses.length));
    this.velocities.set(state.subarray(this.poses.length));
    this.placeAll();
  }

  /** The first part of a frame: bodies move on. Here the broad phase sees them. */
  integrate(): void {
    const { poses, velocities, before } = this;
    before.set(poses);
    for (let i = 0; i < this.count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const acceleration = axis === 1 ? -gravity : 0;
        const v = velocities[3 * i + axis];
        poses[7 * i + axis] += v + 0.5 * acceleration;
        velocities[3 * i + axis] = damping * (v + acceleration);
      }
      this.place(i);
    }
  }

  /** The rest of a frame: rounds of response to the pairs and to the ground. */
  respond(pairs: PairList): void {
    const { rounds, velocities, retests } = this.options;
    const { data, count: pairCount } = pairs;
    const testedAt = new Int32Array(pairCount).fill(-1);
    const steps = new Uint32Array(pairCount);
    for (let round = 0; round < rounds; round++) {
      let hits = 0;
      for (let i = 0; i < this.count; i++) if (this.poses[7 * i + 1] < this.radius) this.push(i, 0, -1, 0, 0);
      for (let p = 0; p < pairCount; p++) {
        const a = data[2 * p];
        const b = data[2 * p + 1];
        // Two bodies that were apart and have not moved are still apart after as many iterations.
        if (!retests && Math.max(this.movedAt[a], this.movedAt[b]) <= testedAt[p]) {
          count(this.gjk, steps[p]);
          continue;
        }
        testedAt[p] = this.clock;
        if (this.solve(a, b)) hits++;
        steps[p] = this.result.gjk.steps;
      }
      if (round === 0) this.colliding = hits;
    }
    if (velocities === 'implied') this.takeVelocities();
  }

  /** Separates two bodies if they overlap. */
  private solve(a: number, b: number): boolean {
    const { result, bodies, options } = this;
    const overlaps = penetration(result, bodies[a], bodies[b], undefined, 1e-8, 100);
    count(this.gjk, result.gjk.steps);
    if (result.expanded) count(this.epa, result.epa!.steps);
    if (!result.converged) this.open++;
    if (!overlaps || !result.converged || !(result.depth > 0)) return false;
    const [x, y, z] = result.normal;
    // The plane through the support vertex of B, and the one through that of A.
    let ofB = Infinity;
    let ofA = -Infinity;
    const { particles, perBody } = this;
    for (let k = 0; k < 3 * perBody; k += 3) {
      const pa = 3 * perBody * a + k;
      const pb = 3 * perBody * b + k;
      ofA = Math.max(ofA, x * particles[pa] + y * particles[pa + 1] + z * particles[pa + 2]);
      ofB = Math.min(ofB, x * particles[pb] + y * particles[pb + 1] + z * particles[pb + 2]);
    }
    if (options.planes === 'middle') ofA = ofB = 0.5 * (ofA + ofB);
    this.push(a, x, y, z, ofB);
    this.push(b, -x, -y, -z, -ofA);
    return true;
  }

  /** Moves the particles of a body with n · p > offset back to that plane, and matches the shape. */
  private push(body: number, x: number, y: number, z: number, offset: number): void {
    const { particles, own, position, rotation, poses } = this;
    const from = own.length * body;
    let moved = false;
    for (let k = 0; k < own.length; k += 3) {
      const p = from + k;
      const beyond = x * particles[p] + y * particles[p + 1] + z * particles[p + 2] - offset;
      if (!(beyond > 0)) continue;
      moved = true;
      particles[p] -= beyond * x;
      particles[p + 1] -= beyond * y;
      particles[p + 2] -= beyond * z;
    }
    if (!moved) return;
    for (let k = 0; k < own.length; k++) own[k] = particles[from + k];
    for (let k = 0; k < 4; k++) rotation[k] = poses[7 * body + 3 + k];
    rigidFitPose(position, rotation, this.options.vertices, own);
    poses.set(position, 7 * body);
    poses.set(rotation, 7 * body + 3);
    this.place(body);
    this.movedAt[body] = ++this.clock;
  }

  /** Puts the particles where the pose says. */
  private place(body: number): void {
    const { poses, particles, position, rotation } = this;
    const at = 7 * body;
    const posed = this.bodies[body];
    for (let k = 0; k < 3; k++) position[k] = poses[at + k];
    for (let k = 0; k < 4; k++) rotation[k] = poses[at + 3 + k];
    posed.setPose(position, rotation);
    const { matrix: r } = posed;
    const { vertices } = this.options;
    const to = body * vertices.length;
    for (let k = 0; k < vertices.length; k += 3) {
      const x = vertices[k];
      const y = vertices[k + 1];
      const z = vertices[k + 2];
      particles[to + k] = r[0] * x + r[3] * y + r[6] * z + position[0];
      particles[to + k + 1] = r[1] * x + r[4] * y + r[7] * z + position[1];
      particles[to + k + 2] = r[2] * x + r[5] * y + r[8] * z + position[2];
    }
  }

  /**
   * Velocities from the displacement of the frame; spin is left out, as the integrator of the source has
   * none.
   */
  private takeVelocities(): void {
    for (let i = 0; i < this.count; i++)
      for (let axis = 0; axis < 3; axis++) {
        const at = 7 * i + axis;
        this.velocities[3 * i + axis] = damping * (this.poses[at] - this.before[at]);
      }
  }
}
