/**
 * First impulses of new contacts: the weight that rests on them. Impulses of the last step are a good start
 * for a solver that sweeps over contacts one by one; a stack that has just been built or woken has none, and
 * needs as many sweeps as the square of its height to find them. In the meantime it would sink into itself.
 *
 * From the ground up, bodies are found that rest on something. Then from the top down each body passes its
 * weight, and what lies on it, to the points below it, in shares as equal as balance allows: if four points
 * represent a face of five corners, equal shares would tip the body over. A point takes the part of its share
 * along the normal; friction takes the rest. For a stack that is exact, for a heap a guess that the solver
 * corrects. Points at which bodies approach or separate at speed take no part, nor do bodies that also rest
 * on older points.
 *
 * O(contacts + n log n) for n bodies on new points; nothing if there are hardly any new points.
 *
 * After the idea of propagating contacts level by level in Guendelman, Bridson & Fedkiw, "Nonconvex rigid
 * bodies with stacking", SIGGRAPH 2003.
 */
import { type Doubles, plainDoubles } from '@colide/core';
import { setTangents } from '../../internal/pair-motion.ts';
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

/** Marks of a body: it has older points; it rests on something. */
const hasOlder = 1;
const isSupported = 2;

/**
 * Largest speeds and gaps of points that carry weight, as multiples of those that gravity causes in a
 * substep.
 */
const mostSpeeds = 8;
const mostGaps = 2;

/**
 * The numbers on which a guess is based, in an array, since V8 boxes numbers that cross calls: the speed that
 * gravity gives in a substep, its acceleration, and the length of the substeps that impulses belong to.
 */
const fallAt = 0;
const accelerationAt = 1;
const timeAt = 2;

/** Numbers per body in {@link LoadGuess.loads}. */
const loadSize = 3;

/** The assumed width of points on a line, as a share of their extent. */
const leastWidth = 1e-9;

/** Guesses the impulses of new contacts. One object serves one solver. */
export class LoadGuess {
  /**
   * For each body: its marks; the load on it and its moments along both axes perpendicular to gravity; the
   * first new point below it.
   */
  private marks = new Uint8Array(0);
  private loads = new Float64Array(0);
  private firstPoints = new Int32Array(0);
  /** For each point: the next new point below the same body, and its cosine with the vertical. */
  private nextPoints = new Int32Array(0);
  private ups = new Float64Array(0);
  /** Bodies on new points, from the lowest to the highest. */
  private order = new Int32Array(0);
  private orderCount = 0;
  private readonly numbers = new Float64Array(3);
  /** The direction of gravity and two axes perpendicular to it. */
  private readonly frame = plainDoubles(9);

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
    this.loads.fill(0, 0, loadSize * bodies.count);
    this.firstPoints.fill(-1, 0, bodies.count);
    this.orderCount = 0;
    const { numbers, frame } = this;
    const h = step[substepAt];
    numbers[fallAt] = fall;
    numbers[accelerationAt] = fall / h;
    // Impulses in the set may belong to substeps of another length.
    numbers[timeAt] = contacts.impulseTime > 0 ? contacts.impulseTime : h;
    for (let k = 0; k < 3; k++) frame[k] = step[gravityAt + k] / fall;
    setTangents(frame, 0);
    for (let i = 0; i < newCount; i++) this.hang(bodies, contacts, newPoints[i], step);
    this.sort(bodies.positions);
    this.findSupported(bodies, contacts);
    this.passDown(bodies, contacts);
  }

  /** The component of the vector at `vectors[3 i …]` along gravity (axis 0) or perpendicular to it (1, 2). */
  private along(vectors: Float64Array, i: number, axis: number): number {
    const { frame } = this;
    const at = 3 * axis;
    return (
      vectors[3 * i] * frame[at] + vectors[3 * i + 1] * frame[at + 1] + vectors[3 * i + 2] * frame[at + 2]
    );
  }

  /** Notes new point `c` with the body above it, if it may carry weight. */
  private hang(bodies: RigidBodies, contacts: RigidContacts, c: number, step: Doubles): void {
    const fall = this.numbers[fallAt];
    const { inverseMasses, gravityScales, asleep, velocities } = bodies;
    const { normals } = contacts;
    if (contacts.separations[c] > mostGaps * fall * step[substepAt]) return;
    const a = contacts.bodies[2 * c];
    const b = contacts.bodies[2 * c + 1];
    const down = this.along(normals, c, 0);
    let speed = 0;
    for (let k = 0; k < 3; k++) speed += normals[3 * c + k] * (velocities[3 * b + k] - velocities[3 * a + k]);
    if (Math.abs(down) < leastUp || Math.abs(speed) > mostSpeeds * fall) return;
    const body = down < 0 ? b : a;
    if (inverseMasses[body] === 0 || asleep[body] === 1 || !(gravityScales[body] > 0)) return;
    if (this.firstPoints[body] < 0) this.order[this.orderCount++] = body;
    this.ups[c] = Math.abs(down);
    this.nextPoints[c] = this.firstPoints[body];
    this.firstPoints[body] = c;
  }

  /** Sorts the bodies by height, then by index: Shell's method, in place. */
  private sort(positions: Float64Array): void {
    const { order, orderCount } = this;
    let gap = 1;
    while (gap < orderCount / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap = (gap - 1) / 3)
      for (let i = gap; i < orderCount; i++) {
        const body = order[i];
        let j = i;
        for (; j >= gap; j -= gap) {
          const other = order[j - gap];
          const lower = this.along(positions, other, 0) - this.along(positions, body, 0);
          if (lower > 0 || (lower === 0 && other < body)) break;
          order[j] = other;
        }
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
    const { marks, order, firstPoints, nextPoints, ups } = this;
    const { inverseMasses, gravityScales, asleep, positions } = bodies;
    const { firstLoads, impulses, points } = contacts;
    for (let i = this.orderCount - 1; i >= 0; i--) {
      const body = order[i];
      if (marks[body] !== isSupported) continue;
      const weight = (this.numbers[accelerationAt] * gravityScales[body]) / inverseMasses[body];
      this.addLoad(body, weight, positions, body);
      for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
        const below = otherBody(contacts, c, body);
        if (inverseMasses[below] > 0 && asleep[below] === 0 && marks[below] === 0) ups[c] = 0;
      }
      this.divide(contacts, body);
      for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
        if (ups[c] === 0) continue;
        this.addLoad(otherBody(contacts, c, body), firstLoads[c], points, c);
        firstLoads[c] *= ups[c];
        impulses[impulseSize * c] = this.numbers[timeAt] * firstLoads[c];
      }
    }
  }

  /** Adds a load on a body at the point at `points[3 c …]`. */
  private addLoad(body: number, load: number, points: Float64Array, c: number): void {
    const { loads } = this;
    loads[loadSize * body] += load;
    for (let k = 1; k < loadSize; k++) loads[loadSize * body + k] += load * this.along(points, c, k);
  }

  /**
   * Divides the load of a body among the points that carry it: in shares a + b x + d y, of which the sum is
   * the load and the moments about its centre are 0. Of all such shares they have the least sum of squares.
   * Where a point would have to pull, the shares are equal.
   */
  private divide({ points, firstLoads }: RigidContacts, body: number): void {
    const { firstPoints, nextPoints, ups, loads } = this;
    const at = loadSize * body;
    const load = loads[at];
    let count = 0;
    let sumX = 0;
    let sumY = 0;
    let xx = 0;
    let xy = 0;
    let yy = 0;
    for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
      if (ups[c] === 0) continue;
      const x = this.along(points, c, 1) - loads[at + 1] / load;
      const y = this.along(points, c, 2) - loads[at + 2] / load;
      count++;
      sumX += x;
      sumY += y;
      xx += x * x;
      xy += x * y;
      yy += y * y;
    }
    // Points on a line count as if they had some width.
    const width = leastWidth * (xx + yy);
    xx += width;
    yy += width;
    const a = xx * yy - xy * xy;
    const b = xy * sumY - sumX * yy;
    const d = xy * sumX - sumY * xx;
    let isEven = false;
    for (let pass = 0; pass < 2; pass++)
      for (let c = firstPoints[body]; c >= 0; c = nextPoints[c]) {
        if (ups[c] === 0) continue;
        const x = this.along(points, c, 1) - loads[at + 1] / load;
        const y = this.along(points, c, 2) - loads[at + 2] / load;
        const share = (a + b * x + d * y) / (count * a + b * sumX + d * sumY);
        isEven ||= !(share >= 0);
        firstLoads[c] = load * (isEven ? 1 / count : share);
      }
  }

  private reserve(bodies: number, points: number): void {
    if (this.marks.length < bodies) {
      this.marks = new Uint8Array(bodies);
      this.loads = new Float64Array(loadSize * bodies);
      this.firstPoints = new Int32Array(bodies);
      this.order = new Int32Array(bodies);
    }
    if (this.ups.length >= points) return;
    this.nextPoints = new Int32Array(1.25 * points);
    this.ups = new Float64Array(this.nextPoints.length);
  }
}

function otherBody({ bodies }: RigidContacts, c: number, body: number): number {
  return bodies[2 * c] === body ? bodies[2 * c + 1] : bodies[2 * c];
}
