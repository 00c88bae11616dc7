/**
 * Self-collision of cloth and ropes by sphere trees: the leaves of a layered tree are the triangles of a
 * cloth or the segments of a rope, and those that come near each other are kept apart at their nearest
 * points. The particles as balls, which are the default, close the gaps between them only with radii of about
 * half their distance; triangles and segments have no gaps, however thin they are. This is how the engine of
 * Ponce Atencio ("Collision detection and response for simplified physical animation", 2005) handles cloth
 * and rope.
 *
 * Contacts are found ahead of the motion of a step, so that layers meet before they cross. What crosses all
 * the same has no side to go back to and is left alone. Elements that are nearer at rest than their thickness
 * do not collide.
 *
 * Cost: O(n) to update a tree of n elements, and the distance of two triangles or segments for each pair
 * whose boxes are near. The trees are layered; wrapped ones are for rigid bodies. Nothing is allocated but
 * one boxed number per such pair, the distance.
 */
import { PairList, PairOrder } from '@colide/core';
import { barycentricTriangle } from '@colide/math';
import {
  closestPointsSegmentSegment,
  closestPointsTriangleTriangle,
  createClosestPoints,
} from '@colide/narrowphase';
import type { ParticleContacts } from '@colide/solvers';
import { type QueryCounters, SphereTree } from '@colide/spatial';
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

/** The tree of a body, for how many triangles it was built, and the elements that do not collide. */
interface BodyTree {
  readonly tree: SphereTree;
  readonly triangleCount: number;
  /** Pairs that are too near at rest, as `first · elements + second`. */
  readonly neighbours: ReadonlySet<number>;
}

/** Scratch: the corners of two elements, their nearest points, their particles and weights, the normal. */
const first = /* @__PURE__ */ new Float64Array(9);
const second = /* @__PURE__ */ new Float64Array(9);
const near = /* @__PURE__ */ createClosestPoints();
const idsA = /* @__PURE__ */ new Int32Array(3);
const idsB = /* @__PURE__ */ new Int32Array(3);
const weightsA = /* @__PURE__ */ new Float64Array(3);
const weightsB = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);
const p0 = /* @__PURE__ */ new Float64Array(3);
const p1 = /* @__PURE__ */ new Float64Array(3);
const q0 = /* @__PURE__ */ new Float64Array(3);
const q1 = /* @__PURE__ */ new Float64Array(3);

/**
 * Triangles and segments that do not pass through their own body, for `new SoftBodies({ selfCollision })`.
 */
export class SphereTreeSelfCollision implements SelfCollision {
  private readonly trees = new Map<SoftBody, BodyTree>();
  private readonly pairs = new PairList();
  private readonly order = new PairOrder();
  /** How far apart elements may be, one number: V8 would box it as an argument. */
  private readonly margin = new Float64Array(1);

  /** Work done by the searches for a body; `undefined` before its first step. */
  counters(body: SoftBody): QueryCounters | undefined {
    return this.trees.get(body)?.tree.counters;
  }

  collide(contacts: ParticleContacts, body: SoftBody, motions: Float64Array): void {
    const { pairs, margin } = this;
    const known = this.treeOf(body);
    const { tree, neighbours } = known;
    const elements = tree.indices.length / 3;
    const thickness = 2 * body.thickness;
    let squared = 0;
    for (let k = 3 * body.first; k < 3 * (body.first + body.count); k += 3)
      squared = Math.max(squared, motions[k] ** 2 + motions[k + 1] ** 2 + motions[k + 2] ** 2);
    // Two elements approach each other by twice the longest motion at the most, but rarely by more than it.
    margin[0] = (1 + early) * thickness + Math.min(2 * Math.sqrt(squared), thickness);
    pairs.clear();
    tree.update();
    tree.findSelfPairs(pairs, false, margin[0]);
    this.order.sort(pairs, elements);
    contacts.friction = body.friction;
    contacts.restitution = body.restitution;
    for (let p = 0; p < pairs.count; p++) {
      const a = pairs.first(p);
      const b = pairs.second(p);
      if (neighbours.size === 0 || !neighbours.has(a * elements + b))
        this.meet(contacts, body, tree.indices, a, b);
    }
  }

  forget(body: SoftBody): void {
    this.trees.delete(body);
  }

  /** Adds the contact of two elements if they are near each other. */
  private meet(
    contacts: ParticleContacts,
    body: SoftBody,
    indices: ArrayLike<number>,
    a: number,
    b: number,
  ): void {
    const thickness = 2 * body.thickness;
    if (!findNearest(body.view.positions, indices, a, b, this.margin)) return;
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = near.pointB[k] - near.pointA[k];
      squared += normal[k] * normal[k];
    }
    if (squared === 0) return;
    const length = Math.sqrt(squared);
    for (let k = 0; k < 3; k++) {
      normal[k] /= length;
      idsA[k] = body.first + indices[3 * a + k];
      idsB[k] = body.first + indices[3 * b + k];
    }
    writeWeights(weightsA, near.pointA, first);
    writeWeights(weightsB, near.pointB, second);
    contacts.add(idsA, weightsA, idsB, weightsB, normal, Math.min(thickness, length + recovery * thickness));
  }

  /** The tree of a body, built again when the body has other particles or fewer triangles. */
  private treeOf(body: SoftBody): BodyTree {
    const { positions } = body.view;
    const known = this.trees.get(body);
    if (known && known.tree.particles === positions && known.triangleCount === body.triangleCount)
      return known;
    const indices: number[] = [];
    if (body.segments.length > 0)
      for (let s = 0; s < body.segments.length; s += 2)
        indices.push(body.segments[s], body.segments[s + 1], body.segments[s + 1]);
    else for (let i = 0; i < 3 * body.triangleCount; i++) indices.push(body.triangles[i]);
    const built = {
      tree: new SphereTree(positions, indices),
      triangleCount: body.triangleCount,
      neighbours: findNeighbours(body, indices),
    };
    this.trees.set(body, built);
    return built;
  }
}

/** Pairs of elements that are nearer at rest than they may be when they collide. */
function findNeighbours(body: SoftBody, indices: readonly number[]): Set<number> {
  const room = Float64Array.of(2 * restRoom * body.thickness);
  const rest = new SphereTree(body.restPositions, indices);
  const pairs = new PairList();
  const neighbours = new Set<number>();
  rest.findSelfPairs(pairs, false, room[0]);
  for (let p = 0; p < pairs.count; p++)
    if (findNearest(body.restPositions, indices, pairs.first(p), pairs.second(p), room))
      neighbours.add((pairs.first(p) * indices.length) / 3 + pairs.second(p));
  return neighbours;
}

/**
 * Finds the nearest points of two elements, in {@link near}; returns whether they are within the margin. A
 * segment has its second end twice.
 */
function findNearest(
  positions: Float64Array,
  indices: ArrayLike<number>,
  a: number,
  b: number,
  margin: Float64Array,
): boolean {
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 3; k++) {
      first[3 * i + k] = positions[3 * indices[3 * a + i] + k];
      second[3 * i + k] = positions[3 * indices[3 * b + i] + k];
    }
  for (let k = 0; k < 3; k++) {
    const gapA =
      Math.min(first[k], first[3 + k], first[6 + k]) - Math.max(second[k], second[3 + k], second[6 + k]);
    const gapB =
      Math.min(second[k], second[3 + k], second[6 + k]) - Math.max(first[k], first[3 + k], first[6 + k]);
    if (Math.max(gapA, gapB) > margin[0]) return false;
  }
  if (indices[3 * a + 1] !== indices[3 * a + 2])
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
