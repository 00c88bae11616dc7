/**
 * Collisions of cloth and ropes by sphere trees. The leaves of a tree are the triangles of a cloth and the
 * particles that are torn off all triangles, or the segments of a rope. Leaves of one body or of two that
 * come near each other are kept apart at their nearest points. Balls at the particles, which are the default,
 * close the gaps between particles only with radii of about half their distance; triangles and segments have
 * no gaps, however thin they are. This is how the engine of Ponce Atencio ("Collision detection and response
 * for simplified physical animation", 2005) handles cloth and rope.
 *
 * Contacts are found ahead of the motion of a step, before layers cross. Layers that have crossed all the
 * same have no side to go back to and are left alone. Elements of one body that are nearer at rest than their
 * thickness do not collide. Bodies with a volume still collide with others as balls, so that particles that
 * have got inside come out.
 *
 * Cost: an update of each tree of n elements, O(n) if it is layered, O(n log n) at the most if it is wrapped,
 * the distance of two triangles or segments for each pair whose boxes are near, and one comparison per pair
 * of bodies. Both kinds give the same contacts. Nothing is allocated but one boxed number per pair whose
 * boxes are near, the distance.
 */
import { PairList, PairOrder } from '@colide/core';
import { barycentricTriangle } from '@colide/math';
import {
  closestPointsSegmentSegment,
  closestPointsTriangleTriangle,
  createClosestPoints,
} from '@colide/narrowphase';
import type { ParticleContacts } from '@colide/solvers';
import { type QueryCounters, SphereTree, type SphereTreeOptions } from '@colide/spatial';
import type { SelfCollision } from './self-collision.ts';
import type { SoftBody } from './soft-body.ts';

/**
 * Fraction of the thickness by which contacts are found early, for displacements by constraints in a step.
 */
const early = 0.5;
/** Fraction of the thickness by which elements that are too near separate in a step. */
const recovery = 0.05;
/** Elements collide only if they are farther apart at rest than this times their thickness. */
const restRoom = 1.05;

/** Numbers per body in the spreads of motions. */
const spreadSize = 4;
const longestAt = 3;

/**
 * The tree of a body, the number of triangles for which it was built, and the elements that do not collide.
 */
interface BodyTree {
  readonly body: SoftBody;
  readonly tree: SphereTree;
  readonly triangleCount: number;
  /** Pairs that are too near at rest, as `first · elements + second`. */
  readonly neighbours: ReadonlySet<number>;
  /** Whether the tree has the positions of the current step. */
  isFresh: boolean;
}

/** Scratch: corners of two elements, nearest points, particles and their weights, normal, distance. */
const first = /* @__PURE__ */ new Float64Array(9);
const second = /* @__PURE__ */ new Float64Array(9);
const near = /* @__PURE__ */ createClosestPoints();
const idsA = /* @__PURE__ */ new Int32Array(3);
const idsB = /* @__PURE__ */ new Int32Array(3);
const weightsA = /* @__PURE__ */ new Float64Array(3);
const weightsB = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
const distance = /* @__PURE__ */ new Float64Array(1);
/** The distance that the elements of the current bodies keep; as an argument it would be boxed. */
const thickness = /* @__PURE__ */ new Float64Array(1);
const p0 = /* @__PURE__ */ new Float64Array(3);
const p1 = /* @__PURE__ */ new Float64Array(3);
const q0 = /* @__PURE__ */ new Float64Array(3);
const q1 = /* @__PURE__ */ new Float64Array(3);

/**
 * Triangles and segments that pass neither through their own body nor through another, for `new SoftBodies({
 * selfCollision })`.
 */
export class SphereTreeSelfCollision implements SelfCollision {
  /** Options of the trees. */
  readonly options: SphereTreeOptions;
  private readonly trees = new Map<SoftBody, BodyTree>();
  private readonly pairs = new PairList();
  private readonly order = new PairOrder();
  /** How far apart elements may be, one number: V8 would box it as an argument. */
  private readonly margin = new Float64Array(1);
  /** Per body: its mean motion in the step, then the longest motion of a particle relative to that. */
  private spreads = new Float64Array(0);

  /** @param options the kind of trees, which changes the cost of a step but not its result */
  constructor(options: SphereTreeOptions = {}) {
    this.options = options;
    // Rejects invalid options now rather than in the first step.
    new SphereTree(new Float64Array(0), [], options);
  }

  /** Work done by the searches for a body; `undefined` before its first step. */
  counters(body: SoftBody): QueryCounters | undefined {
    return this.trees.get(body)?.tree.counters;
  }

  collide(contacts: ParticleContacts, body: SoftBody, motions: Float64Array): void {
    const { pairs, margin } = this;
    const known = this.treeOf(body);
    const { tree, neighbours } = known;
    const elements = tree.indices.length / 3;
    thickness[0] = 2 * body.thickness;
    let squared = 0;
    for (let k = 3 * body.first; k < 3 * (body.first + body.count); k += 3)
      squared = Math.max(squared, motions[k] ** 2 + motions[k + 1] ** 2 + motions[k + 2] ** 2);
    // Two elements approach each other by at most twice the longest motion, but rarely by more than once.
    margin[0] = (1 + early) * thickness[0] + Math.min(2 * Math.sqrt(squared), thickness[0]);
    pairs.clear();
    tree.update(true);
    known.isFresh = true;
    tree.findSelfPairs(pairs, false, margin[0]);
    this.order.sort(pairs, elements);
    contacts.friction = body.friction;
    contacts.restitution = body.restitution;
    for (let p = 0; p < pairs.count; p++) {
      const a = pairs.first(p);
      const b = pairs.second(p);
      if (neighbours.size > 0 && neighbours.has(a * elements + b)) continue;
      if (this.findContact(known, a, known, b) && willMeet(motions)) meet(contacts);
    }
  }

  separates(a: SoftBody, b: SoftBody): boolean {
    return hasElements(a) && hasElements(b);
  }

  collideOthers(contacts: ParticleContacts, bodies: readonly SoftBody[], motions: Float64Array): void {
    if (this.spreads.length < spreadSize * bodies.length)
      this.spreads = new Float64Array(2 * spreadSize * bodies.length);
    const { spreads } = this;
    for (let i = 0; i < bodies.length; i++) measureSpread(spreads, i, bodies[i], motions);
    for (let i = 0; i < bodies.length; i++)
      for (let j = i + 1; j < bodies.length; j++) {
        const a = bodies[i];
        const b = bodies[j];
        if ((a.asleep && b.asleep) || !this.separates(a, b)) continue;
        if ((a.group & b.mask) === 0 || (b.group & a.mask) === 0) continue;
        const room = (1 + early) * (a.thickness + b.thickness);
        this.margin[0] = room;
        addSpreads(this.margin, spreads, i, j);
        if (areApart(a.box, b.box, this.margin)) continue;
        this.margin[0] = room;
        addMotion(this.margin, a, b, motions);
        if (areApart(a.box, b.box, this.margin)) continue;
        this.collideTwo(contacts, this.treeOf(a), this.treeOf(b), motions);
      }
    for (let b = 0; b < bodies.length; b++) {
      const known = this.trees.get(bodies[b]);
      if (known) known.isFresh = false;
    }
  }

  forget(body: SoftBody): void {
    this.trees.delete(body);
  }

  /** Adds the contacts of two bodies. */
  private collideTwo(
    contacts: ParticleContacts,
    one: BodyTree,
    other: BodyTree,
    motions: Float64Array,
  ): void {
    const { pairs, margin } = this;
    thickness[0] = one.body.thickness + other.body.thickness;
    refresh(one);
    refresh(other);
    pairs.clear();
    one.tree.findPairs(pairs, other.tree, false, margin[0]);
    this.order.sort(pairs, Math.max(one.tree.indices.length, other.tree.indices.length) / 3);
    contacts.friction = Math.sqrt(one.body.friction * other.body.friction);
    contacts.restitution = Math.max(one.body.restitution, other.body.restitution);
    for (let p = 0; p < pairs.count; p++) {
      const a = pairs.first(p);
      const b = pairs.second(p);
      if (this.findContact(one, a, other, b) && willMeet(motions)) meet(contacts);
    }
  }

  /** Whether two elements are near each other; writes {@link normal}, the distance and the particles. */
  private findContact(one: BodyTree, a: number, other: BodyTree, b: number): boolean {
    if (!findNearest(one.tree, a, other.tree, b, this.margin)) return false;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = near.pointB[k] - near.pointA[k];
      squared += normal[k] * normal[k];
    }
    if (squared === 0) return false;
    distance[0] = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) {
      normal[k] /= distance[0];
      idsA[k] = one.body.first + one.tree.indices[3 * a + k];
      idsB[k] = other.body.first + other.tree.indices[3 * b + k];
    }
    return true;
  }

  /** The tree of a body, built again when the body has other particles or fewer triangles. */
  private treeOf(body: SoftBody): BodyTree {
    const { positions } = body.view;
    const known = this.trees.get(body);
    if (known && known.tree.particles === positions && known.triangleCount === body.triangleCount)
      return known;
    const indices = elementsOf(body);
    const built = {
      body,
      tree: new SphereTree(positions, indices, this.options),
      triangleCount: body.triangleCount,
      neighbours: findNeighbours(body, indices),
      isFresh: false,
    };
    this.trees.set(body, built);
    return built;
  }
}

/** Adds the contact of the elements found last. */
function meet(contacts: ParticleContacts): void {
  writeWeights(weightsA, near.pointA, first);
  writeWeights(weightsB, near.pointB, second);
  const at = contacts.add(idsA, weightsA, idsB, weightsB, normal);
  // Not as an argument, which would be boxed.
  contacts.separations[at] = Math.min(thickness[0], distance[0] + recovery * thickness[0]);
}

/**
 * Three particles per element of a body. Segments have their second end twice; a particle that is torn off
 * all triangles is an element of its own, with the same particle three times.
 */
function elementsOf({ segments, triangles, triangleCount, wholeTriangles }: SoftBody): number[] {
  const indices = [...triangles.subarray(0, 3 * triangleCount)];
  const loose = new Set(wholeTriangles);
  for (const particle of indices) loose.delete(particle);
  for (const particle of loose) indices.push(particle, particle, particle);
  for (let s = 0; s < segments.length; s += 2) indices.push(segments[s], segments[s + 1], segments[s + 1]);
  return indices;
}

/** Whether a body consists of its surface alone. */
function hasElements(body: SoftBody): boolean {
  return body.kind !== 'soft' && body.segments.length + body.triangleCount > 0;
}

/** Updates the tree of a body to the positions of its particles, once per step. */
function refresh(known: BodyTree): void {
  if (!known.isFresh) known.tree.update(true);
  known.isFresh = true;
}

/** Measures how particles of body `i` move in the step. */
function measureSpread(spreads: Float64Array, i: number, body: SoftBody, motions: Float64Array): void {
  const at = spreadSize * i;
  const start = 3 * body.first;
  const end = start + 3 * body.count;
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let k = start + axis; k < end; k += 3) sum += motions[k];
    spreads[at + axis] = sum / body.count;
  }
  let squared = 0;
  for (let k = start; k < end; k += 3)
    squared = Math.max(
      squared,
      (motions[k] - spreads[at]) ** 2 +
        (motions[k + 1] - spreads[at + 1]) ** 2 +
        (motions[k + 2] - spreads[at + 2]) ** 2,
    );
  spreads[at + longestAt] = Math.sqrt(squared);
}

/**
 * Adds a bound on how far particles of bodies `i` and `j` may approach each other in the step, from the
 * spreads of both; a little more for rounding.
 */
function addSpreads(margin: Float64Array, spreads: Float64Array, i: number, j: number): void {
  const a = spreadSize * i;
  const b = spreadSize * j;
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) squared += (spreads[a + axis] - spreads[b + axis]) ** 2;
  margin[0] += 1.000001 * (spreads[a + longestAt] + spreads[b + longestAt] + Math.sqrt(squared));
}

/**
 * Adds how far particles of two bodies may approach each other in the step: their longest motions relative to
 * the mean motion of the first body.
 */
function addMotion(margin: Float64Array, a: SoftBody, b: SoftBody, motions: Float64Array): void {
  let [x, y, z] = [0, 0, 0];
  for (let k = 3 * a.first; k < 3 * (a.first + a.count); k += 3) {
    x += motions[k] / a.count;
    y += motions[k + 1] / a.count;
    z += motions[k + 2] / a.count;
  }
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    let squared = 0;
    for (let k = 3 * body.first; k < 3 * (body.first + body.count); k += 3)
      squared = Math.max(
        squared,
        (motions[k] - x) ** 2 + (motions[k + 1] - y) ** 2 + (motions[k + 2] - z) ** 2,
      );
    margin[0] += Math.sqrt(squared);
  }
}

/** Whether two boxes are farther apart than the margin. */
function areApart(a: Float64Array, b: Float64Array, margin: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (Math.max(a[k] - b[3 + k], b[k] - a[3 + k]) > margin[0]) return true;
  return false;
}

/** Whether the elements found last come as near as their thickness in this step, or a little less. */
function willMeet(motions: Float64Array): boolean {
  let away = -Infinity;
  let back = Infinity;
  for (let i = 0; i < 3; i++) {
    let a = 0;
    let b = 0;
    for (let k = 0; k < 3; k++) {
      a += motions[3 * idsA[i] + k] * normal[k];
      b += motions[3 * idsB[i] + k] * normal[k];
    }
    away = Math.max(away, a);
    back = Math.min(back, b);
  }
  return distance[0] < (1 + early) * thickness[0] + Math.max(0, away - back);
}

/** Pairs of elements that are nearer at rest than they may be when they collide. */
function findNeighbours(body: SoftBody, indices: readonly number[]): Set<number> {
  const room = Float64Array.of(2 * restRoom * body.thickness);
  const rest = new SphereTree(body.restPositions, indices);
  const pairs = new PairList();
  const neighbours = new Set<number>();
  rest.findSelfPairs(pairs, false, room[0]);
  for (let p = 0; p < pairs.count; p++)
    if (findNearest(rest, pairs.first(p), rest, pairs.second(p), room))
      neighbours.add((pairs.first(p) * indices.length) / 3 + pairs.second(p));
  return neighbours;
}

/**
 * Finds the nearest points of two elements, in {@link near}; returns whether they are within the margin. A
 * segment has its second end twice.
 */
function findNearest(
  one: SphereTree,
  a: number,
  other: SphereTree,
  b: number,
  margin: Float64Array,
): boolean {
  const { particles: p, indices: ofOne } = one;
  const { particles: q, indices: ofOther } = other;
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) {
      first[3 * i + k] = p[3 * ofOne[3 * a + i] + k];
      second[3 * i + k] = q[3 * ofOther[3 * b + i] + k];
    }
  for (let k = 0; k < 3; k++) {
    const gapA =
      Math.min(first[k], first[3 + k], first[6 + k]) - Math.max(second[k], second[3 + k], second[6 + k]);
    const gapB =
      Math.min(second[k], second[3 + k], second[6 + k]) - Math.max(first[k], first[3 + k], first[6 + k]);
    if (Math.max(gapA, gapB) > margin[0]) return false;
  }
  if (ofOne[3 * a + 1] !== ofOne[3 * a + 2] || ofOther[3 * b + 1] !== ofOther[3 * b + 2])
    return closestPointsTriangleTriangle(near, first, second) < margin[0] * margin[0];
  for (let k = 0; k < 3; k++) {
    p0[k] = first[k];
    p1[k] = first[3 + k];
    q0[k] = second[k];
    q1[k] = second[3 + k];
  }
  return closestPointsSegmentSegment(near, p0, p1, q0, q1) < margin[0] * margin[0];
}

/** The weights of a point in a triangle, or in a segment whose second end is given twice. */
function writeWeights(out: Float64Array, point: Float64Array, corners: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    p0[k] = corners[k];
    p1[k] = corners[3 + k];
    q0[k] = corners[6 + k];
  }
  barycentricTriangle(out, point, p0, p1, q0);
}
