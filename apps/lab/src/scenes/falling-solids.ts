/**
 * The sources' scene of falling bodies, on the CPU: 512 equal hulls of 24 vertices dropped from (0, 10 i, 0)
 * at random orientations onto a ground plane, moved by Verlet integration with damping and kept apart by
 * shape matching. As on the GPU (`GpuShapeMatching`): contacts push the particles beyond the contact plane
 * back to it, those below the ground up to it, and each body takes the pose that fits its particles best.
 *
 * The effect of the response on velocities can be interpreted in two ways. With position Verlet the
 * displacement of a particle in a frame is its velocity, so a push is also a kick. With velocity Verlet
 * velocities are kept beside the positions, and a push is only a push: bodies press on with the speed of
 * their fall, are put back in every frame, and do not fly apart.
 */
import { HullShape, Posed } from '@colide/geometry';
import { extractRotation, Random } from '@colide/math';
import { createPenetrationResult, penetration } from '@colide/narrowphase';

/** How a scene is set up. */
export interface FallingSolidsOptions {
  readonly count: number;
  /** Vertices of the one shape, its centroid at the origin. */
  readonly vertices: Float64Array;
  /** Rounds of contacts and shape matching in a frame. */
  readonly rounds: number;
  /** Acceleration, units a frame². */
  readonly gravity: number;
  /** What is left of velocities after a frame. */
  readonly damping: number;
  /** Whether velocities follow from positions, pushes included, or are kept beside them. */
  readonly velocities: 'implied' | 'kept';
  readonly seed: number;
}

/** Bodies that fall and heap up. */
export class FallingSolids {
  readonly count: number;
  /** Position and quaternion of each body, seven numbers each. */
  readonly poses: Float64Array;
  /** Vertices in the world, x y z each. */
  readonly particles: Float64Array;
  /** Pairs that truly overlapped at the start of the last frame's response. */
  colliding = 0;
  private readonly options: FallingSolidsOptions;
  private readonly perBody: number;
  /** Where particles were before the frame. */
  private readonly last: Float64Array;
  /**
   * Where they are kept: velocities in units per frame; one for all particles of a body, as nothing rotates
   * them.
   */
  private readonly velocities: Float64Array;
  private readonly shifts: Float64Array;
  private readonly pushes: Float64Array;
  private readonly bodies: Posed<HullShape>[];
  private readonly order: Int32Array;
  private readonly moved: Uint8Array;
  private readonly lows: Float64Array;
  private readonly highs: Float64Array;
  private readonly result = createPenetrationResult();
  private readonly matrix = new Float64Array(9);
  private readonly rotation = new Float64Array(4);

  constructor(options: FallingSolidsOptions) {
    this.options = options;
    const { count, vertices, seed } = options;
    this.count = count;
    this.perBody = vertices.length / 3;
    const shape = HullShape.fromPoints(vertices);
    const random = new Random(seed);
    const rotation: [number, number, number, number] = [0, 0, 0, 1];
    this.poses = new Float64Array(7 * count);
    for (let i = 0; i < count; i++) {
      random.quaternion(rotation);
      this.poses.set([0, 10 * (i + 1), 0, ...rotation], 7 * i);
    }
    this.bodies = Array.from({ length: count }, () => new Posed(shape));
    this.particles = new Float64Array(vertices.length * count);
    this.shifts = new Float64Array(vertices.length * count);
    this.pushes = new Float64Array(this.perBody * count);
    this.order = Int32Array.from({ length: count }, (_, i) => i);
    this.moved = new Uint8Array(count);
    this.lows = new Float64Array(3 * count);
    this.highs = new Float64Array(3 * count);
    for (let i = 0; i < count; i++) this.place(i);
    this.last = this.particles.slice();
    this.velocities = new Float64Array(3 * count);
  }

  /** The first half of a frame: bodies move on. Here the broad phase sees them. */
  integrate(): void {
    if (this.options.velocities === 'kept') this.moveBodies();
    else this.moveParticles();
  }

  private moveBodies(): void {
    const { gravity, damping } = this.options;
    const { particles, poses } = this;
    const velocities = this.velocities;
    const width = 3 * this.perBody;
    for (let body = 0; body < this.count; body++) {
      let lowest = Infinity;
      for (let axis = 0; axis < 3; axis++) {
        const acceleration = axis === 1 ? -gravity : 0;
        const way = velocities[3 * body + axis] + 0.5 * acceleration;
        velocities[3 * body + axis] = damping * (velocities[3 * body + axis] + acceleration);
        poses[7 * body + axis] += way;
        for (let p = width * body + axis; p < width * (body + 1); p += 3) {
          particles[p] += way;
          if (axis === 1 && particles[p] < lowest) lowest = particles[p];
        }
      }
      if (lowest < 0) this.match(body);
      else this.place(body);
    }
  }

  private moveParticles(): void {
    const { gravity, damping } = this.options;
    const { particles } = this;
    const last = this.last;
    for (let i = 0; i < particles.length; i++) {
      const x = particles[i];
      particles[i] = x + damping * (x - last[i]) - (i % 3 === 1 ? gravity : 0);
      last[i] = x;
    }
    for (let i = 0; i < this.count; i++) this.match(i);
  }

  /** The second half of a frame: rounds of contacts and shape matching. */
  respond(): void {
    const { rounds } = this.options;
    const moved = this.moved;
    const pairs = this.candidates();
    for (let round = 0; round < rounds; round++) {
      let hits = 0;
      for (let i = 0; i < this.count; i++) moved[i] = this.lows[3 * i + 1] < 0 ? 1 : 0;
      for (let k = 0; k < pairs.length; k += 2) {
        if (!this.push(pairs[k], pairs[k + 1])) continue;
        hits++;
        moved[pairs[k]] = moved[pairs[k + 1]] = 1;
      }
      if (round === 0) this.colliding = hits;
      for (let i = 0; i < this.count; i++) if (moved[i]) this.match(i);
    }
  }

  /** Pairs of overlapping boxes, by a sweep along the height and then along x. */
  private candidates(): number[] {
    const lows = this.lows;
    const highs = this.highs;
    const width = 3 * this.perBody;
    lows.fill(Infinity);
    highs.fill(-Infinity);
    for (let p = 0; p < this.particles.length; p++) {
      const at = 3 * Math.floor(p / width) + (p % 3);
      const x = this.particles[p];
      if (x < lows[at]) lows[at] = x;
      if (x > highs[at]) highs[at] = x;
    }
    const order = this.order;
    for (let i = 1; i < order.length; i++) {
      const body = order[i];
      let k = i - 1;
      for (; k >= 0 && lows[3 * order[k]] > lows[3 * body]; k--) order[k + 1] = order[k];
      order[k + 1] = body;
    }
    const pairs: number[] = [];
    for (let i = 0; i < order.length; i++) {
      const a = 3 * order[i];
      for (let k = i + 1; k < order.length && lows[3 * order[k]] <= highs[a]; k++) {
        const b = 3 * order[k];
        if (lows[a + 1] <= highs[b + 1] && lows[b + 1] <= highs[a + 1])
          if (lows[a + 2] <= highs[b + 2] && lows[b + 2] <= highs[a + 2]) pairs.push(a / 3, b / 3);
      }
    }
    return pairs;
  }

  private push(i: number, j: number): boolean {
    const result = this.result;
    if (!penetration(result, this.bodies[i], this.bodies[j], undefined, 1e-6, 60)) return false;
    const { normal, pointA, depth } = result;
    const plane = normal[0] * pointA[0] + normal[1] * pointA[1] + normal[2] * pointA[2] - 0.5 * depth;
    this.pushBack(i, 1, plane);
    this.pushBack(j, -1, -plane);
    return depth > 0;
  }

  /** Pushes the particles of a body that are beyond the plane, along the normal or against it, back to it. */
  private pushBack(body: number, side: number, plane: number): void {
    const { normal } = this.result;
    const nx = side * normal[0];
    const ny = side * normal[1];
    const nz = side * normal[2];
    for (let k = body * this.perBody; k < (body + 1) * this.perBody; k++) {
      const beyond =
        nx * this.particles[3 * k] + ny * this.particles[3 * k + 1] + nz * this.particles[3 * k + 2] - plane;
      if (beyond <= 0) continue;
      this.shifts[3 * k] -= beyond * nx;
      this.shifts[3 * k + 1] -= beyond * ny;
      this.shifts[3 * k + 2] -= beyond * nz;
      this.pushes[k]++;
    }
  }

  /** Applies the pushes and the ground, and finds the pose that fits. */
  private match(body: number): void {
    const { vertices } = this.options;
    const n = this.perBody;
    const center = [0, 0, 0];
    for (let k = 0; k < n; k++) {
      const p = body * n + k;
      const pushes = this.pushes[p];
      for (let axis = 0; axis < 3; axis++) {
        let x = this.particles[3 * p + axis];
        if (pushes > 0) x += this.shifts[3 * p + axis] / pushes;
        this.shifts[3 * p + axis] = 0;
        if (axis === 1 && x < 0) x = 0;
        this.particles[3 * p + axis] = x;
        center[axis] += x / n;
      }
      this.pushes[p] = 0;
    }
    const m = this.matrix.fill(0);
    for (let k = 0; k < n; k++)
      for (let column = 0; column < 3; column++)
        for (let row = 0; row < 3; row++)
          m[3 * column + row] +=
            (this.particles[3 * (body * n + k) + row] - center[row]) * vertices[3 * k + column];
    const rotation = this.rotation;
    for (let k = 0; k < 4; k++) rotation[k] = this.poses[7 * body + 3 + k];
    extractRotation(rotation, m, 10, 1e-6);
    this.poses.set(center, 7 * body);
    this.poses.set(rotation, 7 * body + 3);
    this.place(body);
  }

  /** Puts the particles where the pose says. */
  private place(body: number): void {
    const { poses, particles } = this;
    const at = 7 * body;
    const posed = this.bodies[body];
    posed.setPose(
      [poses[at], poses[at + 1], poses[at + 2]],
      [poses[at + 3], poses[at + 4], poses[at + 5], poses[at + 6]],
    );
    const { matrix: r, position: p } = posed;
    const { vertices } = this.options;
    for (let k = 0; k < vertices.length; k += 3)
      for (let axis = 0; axis < 3; axis++)
        particles[body * vertices.length + k + axis] =
          r[axis] * vertices[k] + r[3 + axis] * vertices[k + 1] + r[6 + axis] * vertices[k + 2] + p[axis];
  }
}
