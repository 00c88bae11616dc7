/**
 * Pairs of colliders without contact points that may meet within the step. Solvers of vertices look for
 * overlaps while bodies move; without these pairs, a body that comes by more than the contact margin would
 * sink in for a step, and undoing that in the next one would throw it back.
 *
 * Two colliders may meet if their boxes overlap, widened by their motion. Only bodies that move farther than
 * half the margin ask for others, by a query of the broad phase for each collider. A sleeper that may be hit
 * wakes, and asks for what it rests on, whose contacts were left out. Boxes are compared exactly and pairs
 * sorted, so they depend on nothing but the state. No allocation in steady state.
 */
import { grown, IdList, PairList, PairOrder } from '@colide/core';
import type { World } from '../../world/world.ts';
import { colliderSize, planeOffsetAt } from './vertex-set.ts';

const found = /* @__PURE__ */ new IdList();
const box = /* @__PURE__ */ new Float64Array(6);
const otherBox = /* @__PURE__ */ new Float64Array(6);

/** Layout of {@link ComingPairs.numbers}. */
const dtAt = 0;
const fallAt = 1;
const fastestAt = 2;
const quickAt = 3;
const numbersSize = 4;

/** Finds the pairs that may meet. */
export class ComingPairs {
  /** Colliders of the last search, the one of the lower body first. */
  readonly pairs = new PairList();
  private readonly order = new PairOrder();
  private world!: World;
  /** How far points of each body come in the step, at most; and how far by rotation and gravity alone. */
  private reaches = new Float64Array(0);
  private turns = new Float64Array(0);
  /** Bodies that woke in this search. */
  private readonly woken = new IdList();
  /** Fractions that V8 would box in fields, see the layout above. */
  private readonly numbers = new Float64Array(numbersSize);

  /** Fills {@link pairs} for a step of `substeps` times `substep[0]` seconds. */
  find(world: World, gravity: Float64Array, substep: Float64Array, substeps: number): void {
    const { pairs, numbers, woken } = this;
    const { colliders, idCount } = world.table;
    this.world = world;
    pairs.clear();
    woken.clear();
    if (!this.measure(gravity, substep, substeps)) return;
    for (let i = 0; i < idCount; i++) if (this.reaches[i] > numbers[quickAt]) this.findAll(i);
    for (let n = 0; n < woken.count; n++) this.findAll(woken.data[n]);
    this.order.sort(pairs, colliders.count);
  }

  /** Measures how far each body comes; returns whether any is quick. */
  private measure(gravity: Float64Array, substep: Float64Array, substeps: number): boolean {
    const { numbers } = this;
    const { state, idCount, radii, colliders } = this.world.table;
    const { velocities: v, angularVelocities: w, inverseMasses, gravityScales, asleep } = state;
    if (this.reaches.length < idCount) {
      this.reaches = grown(this.reaches, 2 * idCount);
      this.turns = grown(this.turns, 2 * idCount);
    }
    const { reaches, turns } = this;
    const x = gravity[0];
    const y = gravity[1];
    const z = gravity[2];
    numbers[dtAt] = substeps * substep[0];
    numbers[fallAt] = Math.sqrt(x * x + y * y + z * z) * numbers[dtAt] * numbers[dtAt];
    numbers[quickAt] = 0.5 * colliders.contactMargin;
    numbers[fastestAt] = 0;
    for (let i = 0, k = 0; i < idCount; i++, k += 3) {
      turns[i] = reaches[i] = 0;
      if (asleep[i] === 1 || radii[i] === Infinity) continue;
      if (inverseMasses[i] > 0) turns[i] = Math.abs(gravityScales[i]) * numbers[fallAt];
      turns[i] +=
        numbers[dtAt] * radii[i] * Math.sqrt(w[k] * w[k] + w[k + 1] * w[k + 1] + w[k + 2] * w[k + 2]);
      reaches[i] = turns[i];
      reaches[i] += numbers[dtAt] * Math.sqrt(v[k] * v[k] + v[k + 1] * v[k + 1] + v[k + 2] * v[k + 2]);
      if (reaches[i] > numbers[fastestAt]) numbers[fastestAt] = reaches[i];
    }
    return numbers[fastestAt] > numbers[quickAt];
  }

  private findAll(i: number): void {
    const list = this.world.table.collidersOf[i];
    for (let c = 0; c < list.length; c++) this.findAround(list[c], i);
  }

  /** Adds the pairs of a collider of body `i` with those that it may meet, and wakes these. */
  private findAround(collider: number, i: number): void {
    const { numbers, reaches } = this;
    const { broad, broadPhase, planes } = this.world;
    const { colliders, meshes } = this.world.table;
    // Half-spaces do not move.
    if (meshes[collider] || colliders.convexes[collider] === undefined) return;
    this.fit(box, collider, i);
    for (let p = 0; p < planes.length; p++) {
      const j = colliders.bodies[planes[p]];
      if (this.mayMeet(i, j) && this.isBelow(planes[p])) this.add(collider, i, planes[p], j);
    }
    // The other bodies may come as far as the fastest one.
    for (let k = 0; k < 3; k++) {
      otherBox[k] = box[k] - numbers[fastestAt];
      otherBox[3 + k] = box[3 + k] + numbers[fastestAt];
    }
    found.clear();
    broadPhase.queryBox(found, otherBox);
    for (let f = 0; f < found.count; f++) {
      const other = broad.colliderAt(found.data[f]);
      const j = colliders.bodies[other];
      // A pair of quick bodies is found twice.
      if (reaches[j] > numbers[quickAt] && j < i) continue;
      if (meshes[other] || !this.mayMeet(i, j)) continue;
      this.fit(otherBox, other, j);
      if (!overlap(box, otherBox)) continue;
      this.add(collider, i, other, j);
      this.wake(j);
    }
  }

  private wake(i: number): void {
    const { state } = this.world.table;
    if (state.asleep[i] === 0 || !(state.inverseMasses[i] > 0)) return;
    state.wake(i);
    this.turns[i] = Math.abs(state.gravityScales[i]) * this.numbers[fallAt];
    this.woken.push(i);
  }

  private add(c: number, i: number, d: number, j: number): void {
    if (i < j) this.pairs.push(c, d);
    else this.pairs.push(d, c);
  }

  /** Whether two bodies can push each other. */
  private mayMeet(i: number, j: number): boolean {
    const { table } = this.world;
    const { inverseMasses } = table.state;
    if (i === j || !(inverseMasses[i] + inverseMasses[j] > 0)) return false;
    return (table.sensors[i] | table.sensors[j]) === 0 && table.mayCollide(i, j);
  }

  /** Writes the box around the motion of a collider, wider by half the margin. */
  private fit(out: Float64Array, collider: number, body: number): void {
    const { colliders, state } = this.world.table;
    colliders.aabb(out, collider);
    for (let k = 0; k < 3; k++) {
      const way = state.asleep[body] === 1 ? 0 : this.numbers[dtAt] * state.velocities[3 * body + k];
      out[k] += Math.min(0, way) - this.turns[body];
      out[3 + k] += Math.max(0, way) + this.turns[body];
    }
  }

  /** Whether {@link box} reaches into a half-space. */
  private isBelow(plane: number): boolean {
    const { data } = this.world.table.colliders;
    const at = colliderSize * plane;
    let height = -data[at + planeOffsetAt];
    for (let k = 0; k < 3; k++) height += data[at + k] * (data[at + k] > 0 ? box[k] : box[3 + k]);
    return height <= 0;
  }
}

function overlap(a: Float64Array, b: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (!(a[k] <= b[3 + k] && b[k] <= a[3 + k])) return false;
  return true;
}
