/**
 * First impulses of new contacts: the weight that rests on them. Impulses of the last step are a good start
 * for a solver that sweeps over contacts one by one; a stack that has just been built or woken has none, and
 * needs as many sweeps as the square of its height to find them. Meanwhile it sinks into itself.
 *
 * From the ground up, bodies are found that rest on something. Then from the top down each body passes its
 * weight, and what lies on it, to the points below it in equal shares, of which the part along the normal is
 * theirs and the rest is left to friction. For a stack that is exact, for a heap a guess that the solver
 * corrects. Points that bodies meet or leave at speed take no part, nor do bodies that rest on older points
 * as well.
 *
 * O(contacts + n log n) for n bodies on new points; nothing if there are hardly any new points.
 *
 * After the idea of propagating contacts level by level in Guendelman, Bridson & Fedkiw, "Nonconvex rigid
 * bodies with stacking", SIGGRAPH 2003.
 */
import type { Doubles } from '@colide/core';
import { gravityAt, impulseSize, substepAt } from '../../internal/solve-contacts.ts';
import type { RigidBodies } from '../rigid-bodies.ts';
import type { RigidContacts } from '../rigid-contacts.ts';

/** Fewer new points than this are left to the solver. */
const fewPoints = 4;

/**
 * Least cosine between a normal and the vertical of a point that carries weight: on slopes the solver finds
 * better loads.
 */
const leastUp = 0.97;

/** What is known of a body: it has older points; it rests on something. */
const hasOlder = 1;
const isSupported = 2;

/** Speeds and gaps of points that carry weight, in terms of what gravity does in a substep. */
const mostSpeeds = 8;
const mostGaps = 2;

/**
 * What a guess goes by, in an array, since V8 boxes numbers that cross calls: the speed that gravity gives in
 * a substep, its acceleration, and the length of the substeps that impulses belong to.
 */
const fallAt = 0;
const accelerationAt = 1;
const timeAt = 2;

/** Guesses the impulses of new contacts. One object serves one solver. */
export class LoadGuess {
  /**
   * For each body: what is known of it, the weight that lies on it, its height, the first new point below it.
   */
  private marks = new Uint8Array(0);
  private loads = new Float64Array(0);
  private heights = new Float64Array(0);
  private firstPoints = new Int32Array(0);
  /** For each point: the next new point below the same body, and its cosine with the vertical. */
  private nextPoints = new Int32Array(0);
  private ups = new Float64Array(0);
  /** Bodies on new points, from the lowest to the highest. */
  private order = new Int32Array(0);
  private orderCount = 0;
  private readonly numbers = new Float64Array(3);

  /** Writes impulses to the new points of `contacts` that carry weight. */
  guess(bodies: RigidBodies, contacts: RigidContacts, step: Doubles): void {
    const { newPoints, newCount } = contacts;
    // A set may be solved again as it is: by then its points are no longer new.
    contacts.newCount = 0;
    if (newCount < fewPoints) return;
    const x = step[gravityAt];
    const y = step[gravityAt + 1];
    const z = step[gravityAt + 2];
    const fall = Math.sqrt(x * x + y * y + z * z);
    if (fall === 0) return;
    this.reserve(bodies.count, contacts.count);
    this.marks.fill(0, 0, bodies.count);
    this.loads.fill(0, 0, bodies.count);
    this.firstPoints.fill(-1, 0, bodies.count);
    this.orderCount = 0;
    const { numbers } = this;
    const h = step[substepAt];
    numbers[fallAt] = fall;
    numbers[accelerationAt] = fall / h;
    // Impulses in the set may belong to substeps of another length.
    numbers[timeAt] = contacts.impulseTime > 0 ? contacts.impulseTime : h;
    for (let i = 0; i < newCount; i++) this.hang(bodies, contacts, newPoints[i], step);
    this.sort();
    this.findSupported(bodies, contacts);
    this.passDown(bodies, contacts);
  }

  /** Notes new point `c` with the body above it, if it may carry weight. */
  private hang(bodies: RigidBodies, contacts: RigidContacts, c: number, step: Doubles): void {
    const fall = this.numbers[fallAt];
    const { inverseMasses, gravityScales, asleep, positions, velocities } = bodies;
    const { normals } = contacts;
    if (contacts.separations[c] > mostGaps * fall * step[substepAt]) return;
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    let up = 0;
    let speed = 0;
    for (let k = 0; k < 3; k++) {
      up -= (normals[3 * c + k] * step[gravityAt + k]) / fall;
      speed += normals[3 * c + k] * (velocities[3 * b + k] - velocities[3 * a + k]);
    }
    if (Math.abs(up) < leastUp || Math.abs(speed) > mostSpeeds * fall) return;
    const body = up > 0 ? b : a;
    if (inverseMasses[body] === 0 || asleep[body] === 1 || !(gravityScales[body] > 0)) return;
    if (this.firstPoints[body] < 0) {
      let height = 0;
      for (let k = 0; k < 3; k++) height -= (positions[3 * body + k] * step[gravityAt + k]) / fall;
      this.heights[body] = height;
      this.order[this.orderCount++] = body;
    }
    this.ups[c] = Math.abs(up);
    this.nextPoints[c] = this.firstPoints[body];
    this.firstPoints[body] = c;
  }

  /** Sorts the bodies by height: Shell's method, in place. */
  private sort(): void {
    const { order, orderCount, heights } = this;
    let gap = 1;
    while (gap < orderCount / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap = (gap - 1) / 3)
      for (let i = gap; i < orderCount; i++) {
        const body = order[i];
        let j = i;
        for (; j >= gap && isHigher(heights, order[j - gap], body); j -= gap) order[j] = order[j - gap];
        order[j] = body;
      }
  }

  /** Marks bodies with older points, and from the ground up those that rest on something. */
  private findSupported(bodies: RigidBodies, contacts: RigidContacts): void {
    const { marks, order, orderCount, firstPoints, nextPoints } = this;
    for (let c = 0; c < contacts.count; c++) {
      if (!(contacts.impulses[impulseSize * c] > 0)) continue;
      marks[contacts.bodies[2 * c]] = marks[contacts.bodies[2 * c + 1]] = hasOlder;
    }
    for (let i = 0; i < orderCount; i++) {
      const body = order[i];
      for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
        const below = otherBody(contacts, c, body);
        if (bodies.inverseMasses[below] === 0 || bodies.asleep[below] === 1 || marks[below] !== 0)
          marks[body] |= isSupported;
      }
    }
  }

  /** Lets bodies pass their weight on, from the highest to the lowest. */
  private passDown(bodies: RigidBodies, contacts: RigidContacts): void {
    const g = this.numbers[accelerationAt];
    const time = this.numbers[timeAt];
    const { marks, loads, order, firstPoints, nextPoints, ups } = this;
    const { inverseMasses, gravityScales, asleep } = bodies;
    for (let i = this.orderCount - 1; i >= 0; i--) {
      const body = order[i];
      if (marks[body] !== isSupported) continue;
      let supports = 0;
      for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
        const below = otherBody(contacts, c, body);
        if (inverseMasses[below] > 0 && asleep[below] === 0 && marks[below] === 0) ups[c] = 0;
        else supports++;
      }
      const share = (loads[body] + (g * gravityScales[body]) / inverseMasses[body]) / supports;
      for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
        if (ups[c] === 0) continue;
        contacts.firstLoads[c] = share * ups[c];
        contacts.impulses[impulseSize * c] = time * share * ups[c];
        loads[otherBody(contacts, c, body)] += share;
      }
    }
  }

  private reserve(bodies: number, points: number): void {
    if (this.marks.length < bodies) {
      this.marks = new Uint8Array(2 * bodies);
      this.loads = new Float64Array(2 * bodies);
      this.heights = new Float64Array(2 * bodies);
      this.firstPoints = new Int32Array(2 * bodies);
      this.order = new Int32Array(2 * bodies);
    }
    if (this.ups.length >= points) return;
    this.ups = new Float64Array(2 * points);
    this.nextPoints = new Int32Array(2 * points);
  }
}

/** Whether body `a` is higher than `b`; of two at the same height, the one with the larger index is. */
function isHigher(heights: Float64Array, a: number, b: number): boolean {
  return heights[a] > heights[b] || (heights[a] === heights[b] && a > b);
}

function otherBody({ bodies }: RigidContacts, c: number, body: number): number {
  return bodies[2 * c] === body ? bodies[2 * c + 1] : bodies[2 * c];
}
