/** Random volumes and slow, independent answers to compare with. */
import { createObb, obbCorners, obbFromBox } from '@colide/bounds';
import type { Random } from '@colide/math';

export type V = [number, number, number];

export function randomPoint(random: Random, extent: number): V {
  return [random.uniform(-extent, extent), random.uniform(-extent, extent), random.uniform(-extent, extent)];
}

export function randomQuat(random: Random): [number, number, number, number] {
  const q: [number, number, number, number] = [0, 0, 0, 1];
  random.rotation(q);
  return q;
}

export function randomObb(random: Random, extent: number, size = 1): Float64Array {
  const half: V = [0, 0, 0].map(() => random.uniform(0.1 * size, size)) as V;
  return obbFromBox(createObb(), randomPoint(random, extent), half, randomQuat(random)) as Float64Array;
}

/** A point rotated by a quaternion and translated, in plain formulas: v + 2w(u × v) + 2u × (u × v). */
export function posePoint(p: ArrayLike<number>, position: ArrayLike<number>, q: ArrayLike<number>): V {
  const cross = (a: ArrayLike<number>, b: ArrayLike<number>): V => [
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  ];
  const t = cross(q, p).map(x => 2 * x);
  const s = cross(q, t);
  return [0, 1, 2].map(i => p[i] + q[3] * t[i] + s[i] + position[i]) as V;
}

/**
 * Largest gap between two convex polytopes over face normals and crossed edges, from vertices alone; < 0 =
 * depth.
 */
export function boxSeparation(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const va = obbCorners(new Float64Array(24), a);
  const vb = obbCorners(new Float64Array(24), b);
  const edges = (v: ArrayLike<number>): V[] =>
    [1, 2, 4].map(c => [v[3 * c] - v[0], v[3 * c + 1] - v[1], v[3 * c + 2] - v[2]]);
  const cross = (p: V, q: V): V => [
    p[1] * q[2] - p[2] * q[1],
    p[2] * q[0] - p[0] * q[2],
    p[0] * q[1] - p[1] * q[0],
  ];
  const ea = edges(va);
  const eb = edges(vb);
  const axes: V[] = [];
  for (const e of [ea, eb]) axes.push(cross(e[0], e[1]), cross(e[1], e[2]), cross(e[2], e[0]));
  for (const p of ea) for (const q of eb) axes.push(cross(p, q));
  let gap = -Infinity;
  for (const [x, y, z] of axes) {
    const length = Math.hypot(x, y, z);
    if (length < 1e-9) continue;
    const range = (v: ArrayLike<number>): V => {
      let low = Infinity;
      let high = -Infinity;
      for (let i = 0; i < 24; i += 3) {
        const s = (v[i] * x + v[i + 1] * y + v[i + 2] * z) / length;
        low = Math.min(low, s);
        high = Math.max(high, s);
      }
      return [low, high, 0];
    };
    const [la, ha] = range(va);
    const [lb, hb] = range(vb);
    gap = Math.max(gap, lb - ha, la - hb);
  }
  return gap;
}

/** Minimum of a convex function on [0, 1], by ternary search. */
export function minimizeConvex(f: (t: number) => number): number {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 50; i++) {
    const a = low + (high - low) / 3;
    const b = high - (high - low) / 3;
    if (f(a) <= f(b)) high = b;
    else low = a;
  }
  return Math.min(f(0), f(1), f(0.5 * (low + high)));
}

export function along(s: ArrayLike<number>, at: number, t: number): V {
  return [0, 1, 2].map(i => s[at + i] + t * (s[at + 3 + i] - s[at + i])) as V;
}

export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Runs an overlap test on seeded cases whose true gap is known, and returns how many hits there were. */
export function compareVerdicts(
  cases: number,
  make: () => { gap: number; hit: boolean },
  tolerance = 1e-9,
): number {
  let hits = 0;
  for (let i = 0; i < cases; i++) {
    const { gap, hit } = make();
    if (hit) hits++;
    if (gap > tolerance && hit) throw new Error(`case ${i}: reported as overlapping, apart by ${gap}`);
    if (gap <= 0 && !hit) throw new Error(`case ${i}: missed, depth ${-gap}`);
  }
  return hits;
}
