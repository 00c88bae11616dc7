/**
 * Sphere trees over the faces of a body made of particles, for collisions between bodies and of a body with
 * itself (Ponce Atencio, "Collision detection and response for simplified physical animation", 2005; after
 * Quinlan 1994 and Hubbard 1996).
 *
 * *Wrapped*: the sphere of a node encloses the particles below it and is determined by at most four of them.
 * The centre is stored as a weighted sum of these, so after a rigid motion it is computed from their new
 * positions in O(1), and only for nodes that a query visits: moving a body costs nothing. Use it for rigid
 * bodies. If the body was deformed, the radius of a visited node is also measured from the particles below
 * it, in O(n) for n of them: this is slower, but the spheres are smaller than layered ones. *Layered*: the
 * sphere of a node encloses those of its children; one pass from the leaves up, O(n), recomputes all of them.
 * Use it for deformable bodies.
 *
 * Particles are a flat array, three numbers each, as `ParticleSystem` of @colide/solvers has them; the tree
 * keeps a reference and reads it. Call {@link SphereTree.update} when they have moved. Trees are traversed
 * against each other, the larger sphere first; at a pair of leaves the triangles are compared exactly.
 * Self-collision ignores pairs of faces that share a vertex.
 */

import { createMinimalSphere, sphereMinimal } from '@colide/bounds';
import {
  grown,
  type IdList,
  type PairList,
  type ReadonlyAabb,
  type ReadonlyVec3,
  refuse,
  requireFiniteArray,
  requireIdList,
  requireInteger,
  requireMultiple,
  requireNonNegative,
  requirePairList,
  tellUnknown,
} from '@colide/core';
import { triangleTriangle } from '@colide/narrowphase';
import { readBoxQuery, readSphereQuery } from '../internal/box-tests.ts';
import { triangleSize } from '../internal/mesh-layout.ts';
import { packArrays, unpackArrays } from '../internal/pack.ts';
import { rayStateSize, readRay } from '../internal/ray-state.ts';
import { QueryCounters } from '../pairs/query-counters.ts';
import {
  faceMeetsRay,
  faceTouchesBall,
  faceTouchesBox,
  sphereMeetsRay,
  sphereTouchesBall,
  sphereTouchesBox,
} from './internal/sphere-queries.ts';
import { surroundSpheres, surroundTriangle, widening } from './internal/sphere-surround.ts';
import { buildSphereTree, type SphereTreeSplit } from './internal/sphere-tree-build.ts';
import { centerWeights } from './internal/sphere-weights.ts';

export type { SphereTreeSplit } from './internal/sphere-tree-build.ts';

const tag = 'sphe';
/** A sphere: centre, then radius. */
const sphereSize = 4;
const radiusAt = 3;
/** Particles that determine a sphere, at most. */
const supportSize = 4;
const first = /* @__PURE__ */ new Float64Array(triangleSize);
const second = /* @__PURE__ */ new Float64Array(triangleSize);
/** The current box, ball or ray. */
const query = /* @__PURE__ */ new Float64Array(rayStateSize);

/** Options of {@link SphereTree}. */
export interface SphereTreeOptions {
  /** `'wrapped'` for rigid, `'layered'` for deformable bodies. Default `'layered'`. */
  readonly kind?: 'wrapped' | 'layered';
  /** The rule by which the faces of a node are divided. Default `'median'`. */
  readonly split?: SphereTreeSplit;
}

/** A tree of spheres over the faces of a body. */
export class SphereTree {
  /** Positions of the particles, three numbers each; not copied. */
  readonly particles: Float64Array;
  /** Three particles per face. */
  indices: Uint32Array;
  readonly kind: 'wrapped' | 'layered';
  /**
   * Centre and radius of each node, in preorder: the first child of a node is the next one. Those of a
   * wrapped tree may be out of date.
   */
  spheres: Float64Array;
  /** The second child of each node, −1 for leaves. */
  second: Int32Array;
  /** The face of each leaf, −1 for inner nodes. */
  faces: Int32Array;
  /** Work done by queries: pairs of spheres count as nodes, pairs of faces as triangles. */
  readonly counters = new QueryCounters();

  /**
   * The at most four particles that determine each sphere of a wrapped tree, and their weights in its centre.
   */
  private support: Int32Array;
  private weights: Float64Array;
  /** The stamp of the time at which each sphere of a wrapped tree was last computed. */
  private stamps: Uint32Array;
  private stamp = 1;
  /** The stamp of the last deformation; radii of a wrapped tree that are older are not valid. */
  private deformed = 0;
  private stack: Int32Array = new Int32Array(256);
  /** How far apart spheres may be in the current search for pairs. */
  private readonly margin = new Float64Array(1);

  /**
   * Restores a tree from the buffer of {@link serialize}, over particles that have not moved or, if wrapped,
   * have moved rigidly since.
   */
  static deserialize(buffer: ArrayBufferLike, particles: Float64Array): SphereTree {
    const [head, indices, spheres, second, faces, support, weights] = unpackArrays<
      [Int32Array, Uint32Array, Float64Array, Int32Array, Int32Array, Int32Array, Float64Array]
    >(tag, buffer);
    const tree = new SphereTree(particles, [], { kind: head[0] === 1 ? 'wrapped' : 'layered' });
    for (const particle of indices)
      requireInteger('particles.length / 3', particles.length / 3, particle + 1);
    tree.indices = indices;
    tree.spheres = spheres;
    tree.second = second;
    tree.faces = faces;
    tree.support = support;
    tree.weights = weights;
    tree.stamps = new Uint32Array(tree.support.length / supportSize);
    tree.update();
    return tree;
  }

  /**
   * @param particles x, y, z of the particles, all finite; kept, not copied
   * @param indices three particles per face; copied
   */
  constructor(particles: Float64Array, indices: ArrayLike<number>, options: SphereTreeOptions = {}) {
    tellUnknown('options', options, ['kind', 'split']);
    const { kind = 'layered', split = 'median' } = options;
    requireMultiple('particles', particles, 3);
    requireFiniteArray('particles', particles);
    requireMultiple('indices', indices, 3);
    for (let i = 0; i < indices.length; i++)
      requireInteger(`indices[${i}]`, indices[i], 0, particles.length / 3 - 1);
    if (kind !== 'wrapped' && kind !== 'layered')
      throw new RangeError(`kind must be 'wrapped' or 'layered', got ${String(kind)}`);
    if (!['middle', 'sorting', 'median'].includes(split))
      throw new RangeError(`split must be 'middle', 'sorting' or 'median', got ${String(split)}`);
    this.particles = particles;
    this.indices = Uint32Array.from(indices);
    this.kind = kind;
    const centroids = new Float64Array(indices.length);
    for (let i = 0; i < indices.length; i++)
      for (let k = 0; k < 3; k++) centroids[3 * Math.floor(i / 3) + k] += particles[3 * indices[i] + k] / 3;
    const shape = buildSphereTree(centroids, split);
    const nodeCount = shape.faces.length;
    this.second = shape.second;
    this.faces = shape.faces;
    this.spheres = new Float64Array(sphereSize * nodeCount);
    const wrapped = kind === 'wrapped' ? nodeCount : 0;
    this.support = new Int32Array(supportSize * wrapped);
    this.weights = new Float64Array(supportSize * wrapped);
    this.stamps = new Uint32Array(wrapped);
    if (kind === 'wrapped')
      for (let node = 0; node < nodeCount; node++)
        this.wrap(node, shape.order.subarray(shape.begins[node], shape.ends[node]));
    this.update();
  }

  /** Memory in bytes that the tree's own arrays take. */
  get byteLength(): number {
    const { indices, spheres, second: children, faces, support, weights, stamps } = this;
    return [indices, spheres, children, faces, support, weights, stamps].reduce(
      (sum, array) => sum + array.byteLength,
      0,
    );
  }

  /**
   * Tells the tree that particles have moved. Those of a layered tree may have moved in any way. For a
   * wrapped tree this takes no time, and the particles must have moved rigidly unless `isDeformed`.
   */
  update(isDeformed = false): void {
    if (this.kind === 'wrapped') {
      this.stamp = (this.stamp + 1) >>> 0;
      if (this.stamp === 0) {
        for (let node = 0; node < this.stamps.length; node++)
          this.stamps[node] = this.stamps[node] < this.deformed ? 0 : 1;
        if (this.deformed > 0) this.deformed = 1;
        this.stamp = 2;
      }
      if (isDeformed) this.deformed = this.stamp;
      return;
    }
    // Children come after their parents, so a backward pass visits them first.
    for (let node = this.faces.length - 1; node >= 0; node--) {
      if (this.faces[node] < 0)
        surroundSpheres(
          this.spheres,
          sphereSize * node,
          sphereSize * (node + 1),
          sphereSize * this.second[node],
        );
      else {
        this.readFace(first, this.faces[node]);
        surroundTriangle(this.spheres, sphereSize * node, first);
      }
    }
  }

  /**
   * Appends the pairs of a face of this body and a face of `other` that meet, and returns how many. With
   * `exact` false, appends the pairs whose leaf spheres are no farther apart than `margin`.
   */
  findPairs(out: PairList, other: SphereTree, exact = true, margin = 0): number {
    requirePairList('out', out);
    requireNonNegative('margin', margin);
    this.margin[0] = exact ? 0 : margin;
    if (!(other instanceof SphereTree)) refuse('other', 'be a SphereTree', other);
    const before = out.count;
    if (this.faces.length > 0 && other.faces.length > 0) this.descend(out, other, 0, 0, exact, false);
    return out.count - before;
  }

  /**
   * Appends the pairs of faces of this body that meet and share no particle, the smaller number first;
   * returns how many. With `exact` false, appends the pairs whose leaf spheres are no farther apart than
   * `margin`: all pairs of faces that are so near are among them.
   */
  findSelfPairs(out: PairList, exact = true, margin = 0): number {
    requirePairList('out', out);
    requireNonNegative('margin', margin);
    const before = out.count;
    this.margin[0] = exact ? 0 : margin;
    // For every inner node, its two sides are compared with each other.
    for (let node = 0; node < this.faces.length; node++)
      if (this.faces[node] < 0) this.descend(out, this, node + 1, this.second[node], exact, true);
    return out.count - before;
  }

  /** Appends the faces that overlap or touch the box; returns how many. */
  queryBox(out: IdList, box: ReadonlyAabb): number {
    requireIdList('out', out);
    readBoxQuery(query, box);
    return this.gather(out, sphereTouchesBox, faceTouchesBox);
  }

  /** Appends the faces that overlap or touch the ball; returns how many. */
  querySphere(out: IdList, center: ReadonlyVec3, radius: number): number {
    requireIdList('out', out);
    readSphereQuery(query, center, radius);
    return this.gather(out, sphereTouchesBall, faceTouchesBall);
  }

  /**
   * Appends the faces that the ray meets at a parameter in [0, `maxT`], from either side; returns how many.
   */
  queryRay(out: IdList, origin: ReadonlyVec3, direction: ReadonlyVec3, maxT = Infinity): number {
    requireIdList('out', out);
    readRay(query, origin, direction, 0, maxT, false);
    return this.gather(out, sphereMeetsRay, faceMeetsRay);
  }

  /** The tree in one buffer, which can be transferred; the particles are not in it. */
  serialize(): ArrayBuffer {
    const { indices, spheres, second: children, faces, support, weights } = this;
    for (let node = 0; node < this.stamps.length; node++) this.refresh(node);
    const head = Uint32Array.of(this.kind === 'wrapped' ? 1 : 0);
    return packArrays(tag, [head, indices, spheres, children, faces, support, weights]);
  }

  /** Appends the faces that pass the second test, reached through spheres that pass the first. */
  private gather(
    out: IdList,
    isNear: (query: Float64Array, spheres: Float64Array, at: number) => boolean,
    isMet: (query: Float64Array, face: Float64Array) => boolean,
  ): number {
    const before = out.count;
    const { spheres, faces, second: children } = this;
    let visited = 0;
    let tested = 0;
    let top = 0;
    if (faces.length > 0) this.stack[top++] = 0;
    while (top > 0) {
      const node = this.stack[--top];
      if (this.kind === 'wrapped') this.refresh(node);
      visited++;
      if (!isNear(query, spheres, sphereSize * node)) continue;
      const face = faces[node];
      if (face < 0) {
        if (top + 2 > this.stack.length) this.growStack();
        this.stack[top++] = children[node];
        this.stack[top++] = node + 1;
        continue;
      }
      tested++;
      this.readFace(first, face);
      if (isMet(query, first)) out.push(face);
    }
    this.counters.add(visited, 0, tested);
    return out.count - before;
  }

  /** Descends from node `a` of this tree and node `b` of the other while their spheres overlap. */
  private descend(
    out: PairList,
    other: SphereTree,
    a: number,
    b: number,
    exact: boolean,
    self: boolean,
  ): void {
    const { margin } = this;
    let visited = 0;
    let tested = 0;
    let top = 0;
    this.stack[top++] = a;
    this.stack[top++] = b;
    while (top > 0) {
      const right = this.stack[--top];
      const left = this.stack[--top];
      if (this.kind === 'wrapped') this.refresh(left);
      if (other.kind === 'wrapped') other.refresh(right);
      visited++;
      const p = this.spheres;
      const q = other.spheres;
      const x = p[sphereSize * left] - q[sphereSize * right];
      const y = p[sphereSize * left + 1] - q[sphereSize * right + 1];
      const z = p[sphereSize * left + 2] - q[sphereSize * right + 2];
      const sum = (p[sphereSize * left + radiusAt] + q[sphereSize * right + radiusAt]) * widening + margin[0];
      if (x * x + y * y + z * z > sum * sum) continue;
      const leftFace = this.faces[left];
      const rightFace = other.faces[right];
      if (leftFace >= 0 && rightFace >= 0) {
        if (self && this.areNeighbours(leftFace, rightFace)) continue;
        tested++;
        if (exact && !this.facesMeet(other, leftFace, rightFace)) continue;
        if (self) out.pushOrdered(leftFace, rightFace);
        else out.push(leftFace, rightFace);
        continue;
      }
      if (top + 4 > this.stack.length) this.growStack();
      if (
        rightFace >= 0 ||
        (leftFace < 0 && p[sphereSize * left + radiusAt] >= q[sphereSize * right + radiusAt])
      ) {
        this.stack[top++] = this.second[left];
        this.stack[top++] = right;
        this.stack[top++] = left + 1;
        this.stack[top++] = right;
      } else {
        this.stack[top++] = left;
        this.stack[top++] = other.second[right];
        this.stack[top++] = left;
        this.stack[top++] = right + 1;
      }
    }
    this.counters.add(visited, 0, tested);
  }

  private facesMeet(other: SphereTree, face: number, otherFace: number): boolean {
    this.readFace(first, face);
    other.readFace(second, otherFace);
    return triangleTriangle(first, second);
  }

  private areNeighbours(f: number, g: number): boolean {
    const { indices } = this;
    for (let i = 3 * f; i < 3 * f + 3; i++)
      for (let j = 3 * g; j < 3 * g + 3; j++) if (indices[i] === indices[j]) return true;
    return false;
  }

  private readFace(out: Float64Array, face: number): void {
    const { particles, indices } = this;
    for (let j = 0; j < 3; j++) {
      const at = 3 * indices[3 * face + j];
      out[3 * j] = particles[at];
      out[3 * j + 1] = particles[at + 1];
      out[3 * j + 2] = particles[at + 2];
    }
  }

  /** Wrapped: the sphere of a node over some faces, by its supporting particles. */
  private wrap(node: number, faces: Uint32Array): void {
    const { particles, indices, support, weights } = this;
    const members = [
      ...new Set(Array.from(faces, face => [...indices.subarray(3 * face, 3 * face + 3)]).flat()),
    ];
    const points = Float64Array.from(members.flatMap(id => [...particles.subarray(3 * id, 3 * id + 3)]));
    const minimal = sphereMinimal(createMinimalSphere(), points);
    for (let i = 0; i < supportSize; i++)
      support[supportSize * node + i] = members[minimal.support[i < minimal.supportCount ? i : 0]];
    centerWeights(weights, supportSize * node, points, minimal);
    this.place(node);
    this.measure(node);
  }

  /** Wrapped: computes the sphere of a node unless that has been done since the last motion. */
  private refresh(node: number): void {
    const stamp = this.stamps[node];
    if (stamp === this.stamp) return;
    this.stamps[node] = this.stamp;
    this.place(node);
    if (stamp < this.deformed) this.measure(node);
  }

  /** Wrapped: the radius that reaches all particles below a node, from the centre as it is computed. */
  private measure(node: number): void {
    const { particles, indices, faces, spheres } = this;
    const at = sphereSize * node;
    // In preorder, the subtree of a node ends with the last leaf on the side of second children.
    let last = node;
    while (faces[last] < 0) last = this.second[last];
    let squared = 0;
    for (let n = node; n <= last; n++)
      for (let i = faces[n] < 0 ? 3 : 0; i < 3; i++) {
        const p = 3 * indices[3 * faces[n] + i];
        const x = particles[p] - spheres[at];
        const y = particles[p + 1] - spheres[at + 1];
        const z = particles[p + 2] - spheres[at + 2];
        squared = Math.max(squared, x * x + y * y + z * z);
      }
    spheres[at + radiusAt] = Math.sqrt(squared) * (1 + 1e-9);
  }

  private place(node: number): void {
    const { particles, support, weights, spheres } = this;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let i = supportSize * node; i < supportSize * (node + 1); i++)
        sum += weights[i] * particles[3 * support[i] + k];
      spheres[sphereSize * node + k] = sum;
    }
  }

  private growStack(): void {
    this.stack = grown(this.stack);
  }
}
