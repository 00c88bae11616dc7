/**
 * The impulse solver with kernels and its JavaScript twin: the solver without kernels, given the same
 * contacts in the order in which the kernels solve them. Without gravity, since first loads are guessed in
 * the order of the contacts.
 */
import { Random } from '@colide/math';
import type { SimdKernels } from '@colide/simd';
import { ImpulseSolver, RigidBodies, RigidContacts, rigidContactsAdd } from '@colide/solvers';
import { inverseMassAt, stateSize } from '../../src/internal/contact-layout.ts';
import { ManifoldOrder } from '../../src/internal/manifold-order.ts';

export const dt = 1 / 60;
function randomVector(random: Random, size: number): [number, number, number] {
  return [random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)];
}

function chance(random: Random, share: number): boolean {
  return random.uniform(0, 1) < share;
}

/** Bodies of all kinds: cubes and others, static, asleep, locked, at rest or fast. */
export function randomBodies(random: Random, count: number): RigidBodies {
  const bodies = new RigidBodies({ count });
  for (let i = 0; i < count; i++) {
    const [x, y, z] = chance(random, 0.3) ? [0, 0, 0] : randomVector(random, 0.9);
    bodies.setBox(i, 10 ** random.uniform(-2, 2), 1 + x, 1 + y, 1 + z);
    bodies.setPose(i, randomVector(random, 2));
    const speed = chance(random, 0.5) ? 0.05 : 5;
    bodies.setVelocity(i, randomVector(random, speed), randomVector(random, 2 * speed));
    const kind = random.uniform(0, 1);
    if (kind < 0.2) bodies.setStatic(i);
    else if (kind < 0.3) bodies.asleep[i] = 1;
    else if (kind < 0.4) bodies.setLocks(i, Math.floor(random.uniform(0, 64)));
  }
  return bodies;
}

/** A contact point as `RigidContacts` takes it. */
interface Point {
  readonly pair: readonly [number, number];
  readonly point: readonly number[];
  readonly normal: readonly number[];
  readonly separation: number;
  readonly id: number;
  readonly radii: readonly [number, number];
  readonly axis: readonly number[];
}

/**
 * Manifolds of one to eight points between random pairs, with gaps and overlap: faces, lines, balls, round
 * bodies.
 */
export function randomPoints(random: Random, bodyCount: number, manifolds: number): Point[] {
  const points: Point[] = [];
  const seen = new Set<number>();
  for (let m = 0; m < manifolds; m++) {
    const a = Math.floor(random.uniform(0, bodyCount));
    const b = (a + 1 + Math.floor(random.uniform(0, bodyCount - 1))) % bodyCount;
    const normal: [number, number, number] = [0, 0, 0];
    random.unitVector(normal);
    const center = randomVector(random, 2);
    const count = chance(random, 0.5) ? 4 : 1 + Math.floor(random.uniform(0, 8));
    const size = chance(random, 0.1) ? 1e-9 : 0.5;
    const isLine = chance(random, 0.2);
    const line = randomVector(random, size);
    // Crowds are counted in the order of the contacts, so a pair that has been seen has no deep points.
    const most = seen.has(a * bodyCount + b) || seen.has(b * bodyCount + a) ? 0.005 : 0.02;
    seen.add(a * bodyCount + b);
    const depth = random.uniform(-0.01, 0.01);
    const radii = [0, 0].map(() => [0, 0.5, 1, Infinity, -Infinity][Math.floor(random.uniform(0, 5))]);
    const axis: [number, number, number] = [0, 0, 0];
    if (chance(random, 0.1)) random.unitVector(axis);
    for (let p = 0; p < count; p++) {
      const offset = isLine ? line.map(x => (p - 1.3) * x) : randomVector(random, size);
      const along = offset[0] * normal[0] + offset[1] * normal[1] + offset[2] * normal[2];
      points.push({
        pair: [a, b],
        point: center.map((x, k) => x + offset[k] - along * normal[k]),
        normal,
        separation: Math.max(-most, depth + (chance(random, 0.3) ? random.uniform(-0.01, 0.01) : 0)),
        id: 16 * m + p,
        radii: radii as [number, number],
        axis,
      });
    }
  }
  return points;
}

export function fill(contacts: RigidContacts, points: readonly Point[]): void {
  contacts.begin();
  for (const { pair, point, normal, separation, id, radii, axis } of points) {
    const at = rigidContactsAdd(contacts, pair, point, normal, separation, id);
    contacts.radii.set(radii, 2 * at);
    contacts.axes.set(axis, 3 * at);
  }
}

/**
 * The order in which kernels and solver visit `points`, as indices, and how many of them the kernels visit.
 */
export function visits(bodies: RigidBodies, points: readonly Point[]): { order: number[]; taken: number } {
  const contacts = new RigidContacts();
  fill(contacts, points);
  const states = new Float64Array(stateSize * bodies.count);
  for (let i = 0; i < bodies.count; i++)
    states[stateSize * i + inverseMassAt] = bodies.asleep[i] === 1 ? 0 : bodies.inverseMasses[i];
  const order = new ManifoldOrder(bodies.count, contacts.count);
  order.arrange(bodies, states, contacts);
  const [first, second, left]: number[][] = [[], [], []];
  const end = order.starts[2 * order.partSize];
  for (let m = 0; m < end; m++) {
    const c = order.sorted[m];
    const part = m < order.starts[order.partSize] ? first : second;
    for (let p = 0; p < order.taken[c]; p++) part.push(c + p);
  }
  const taken = new Set([...first, ...second]);
  for (let c = 0; c < contacts.count; c++) if (!taken.has(c)) left.push(c);
  return { order: [...first, ...left, ...second], taken: taken.size };
}

/** Numbers as they are, except that −0 is 0. */
export function valuesOf(numbers: ArrayLike<number>): number[] {
  return Array.from(numbers, x => x + 0);
}

/** The results of both solvers. */
export interface TwinResult {
  readonly simd: number[];
  readonly plain: number[];
  /** Share of the contacts that kernels have solved. */
  readonly takenShare: number;
}

/** Six steps of random bodies with random manifolds by both twins. */
export function stepTwins(
  kernels: SimdKernels,
  seed: number,
  bodyCount: number,
  manifolds: number,
  restitution: number,
): TwinResult {
  const options = { iterations: 1 + (seed % 2), substeps: 2 + (seed % 3) };
  const [plain, simd] = [0, 0].map(() => randomBodies(new Random(seed), bodyCount));
  const settings = { friction: seed % 5 === 0 ? 0 : 0.5, restitution };
  const [plainContacts, simdContacts] = [0, 0].map(() => new RigidContacts(settings));
  const plainSolver = new ImpulseSolver(options);
  const simdSolver = new ImpulseSolver(options, kernels);
  const result = { simd: [] as number[], plain: [] as number[], takenShare: 0 };
  for (let n = 0; n < 6; n++) {
    const points = randomPoints(new Random(100 + seed + (n >> 1)), bodyCount, manifolds);
    const { order, taken } = visits(plain, points);
    // Impacts are left to the solver, which keeps to the order of the contacts.
    if (restitution > 0) order.sort((a, b) => a - b);
    fill(
      plainContacts,
      order.map(i => points[i]),
    );
    fill(simdContacts, points);
    for (const [to, from] of order.entries())
      if (n === 0) plainContacts.firstLoads[to] = simdContacts.firstLoads[from] = from % 3;
    plainSolver.step(plain, plainContacts, dt);
    simdSolver.step(simd, simdContacts, dt);
    for (const i of order) result.simd.push(...valuesOf(simdContacts.impulses.subarray(5 * i, 5 * i + 5)));
    result.plain.push(...valuesOf(plainContacts.impulses.subarray(0, 5 * points.length)));
    for (const key of ['positions', 'rotations', 'velocities', 'angularVelocities'] as const) {
      result.simd.push(...valuesOf(simd[key]));
      result.plain.push(...valuesOf(plain[key]));
    }
    result.takenShare += taken / points.length / 6;
  }
  return result;
}
