/**
 * One side of a contact between bodies of particles: the vertex, edge or face that touches, the contact point
 * on it, the displacement of that point in this substep, and its inverse mass. A body without particles has
 * an element that nothing moves.
 */
import type { ReadonlyVec3 } from '@colide/core';
import { barycentricSegment, barycentricTriangle } from '@colide/math';
import { moveEdgeTo, moveFaceTo, moveVertexTo, type RigidBodies } from '@colide/solvers';
import type { VertexBody } from './vertex-body.ts';

const a = /* @__PURE__ */ new Float64Array(3);
const b = /* @__PURE__ */ new Float64Array(3);
const c = /* @__PURE__ */ new Float64Array(3);

/** How often elements of each kind have moved. */
export interface ElementCounters {
  /** Vertices moved. */
  vertices: number;
  /** Edges moved. */
  edges: number;
  /** Faces moved. */
  faces: number;
}

/** An element and its point in contact. */
export class ContactElement {
  body: VertexBody | undefined;
  /** The particles: one, two or three. */
  readonly ids = new Int32Array(3);
  count = 0;
  /** Their weights at the point. */
  readonly weights = new Float64Array(3);
  /** The point. */
  readonly point = new Float64Array(3);
  /** Displacement of the point in this substep. */
  readonly displacement = new Float64Array(3);
  /** Displacement that it would have had without contacts. */
  readonly motion = new Float64Array(3);
  /**
   * Inverse mass of the element at the point, Σ w² / m, then its mass; one array, since V8 would box them.
   */
  readonly masses = new Float64Array(2);

  /**
   * An element of particles and its point nearest to `point`. Witness points of surfaces that all but touch
   * may lie beside the element; the point of the element always lies on it.
   */
  setParticles(body: VertexBody, ids: ArrayLike<number>, count: number, point: ReadonlyVec3): void {
    const { weights } = this;
    this.body = body;
    this.count = count;
    for (let k = 0; k < count; k++) this.ids[k] = ids[k];
    weights.fill(0);
    weights[0] = 1;
    if (count > 1) {
      body.vertex(a, ids[0]);
      body.vertex(b, ids[1]);
      if (count === 2) barycentricSegment(weights, point, a, b);
      else barycentricTriangle(weights, point, a, b, body.vertex(c, ids[2]));
    }
    clampWeights(weights);
    const { particles, previous, motions, inverseMasses } = body;
    const { displacement, motion, masses } = this;
    displacement.fill(0);
    motion.fill(0);
    this.point.fill(0);
    masses[0] = 0;
    for (let n = 0; n < count; n++) {
      const w = weights[n];
      masses[0] += w * w * inverseMasses[ids[n]];
      for (let k = 0; k < 3; k++) {
        const at = 3 * ids[n] + k;
        this.point[k] += w * particles[at];
        displacement[k] += w * (particles[at] - previous[at]);
        motion[k] += w * motions[at];
      }
    }
    masses[1] = 1 / masses[0];
  }

  /** A point of body `i`, which no contact moves, but which may have velocities. */
  setFixed(state: RigidBodies, i: number, point: ReadonlyVec3, h: Float64Array): void {
    const { displacement: d, masses } = this;
    const { positions: p, velocities: v, angularVelocities: w } = state;
    this.body = undefined;
    this.count = 0;
    for (let k = 0; k < 3; k++) this.point[k] = point[k];
    const at = 3 * i;
    const x = point[0] - p[at];
    const y = point[1] - p[at + 1];
    const z = point[2] - p[at + 2];
    d[0] = h[0] * (v[at] + w[at + 1] * z - w[at + 2] * y);
    d[1] = h[0] * (v[at + 1] + w[at + 2] * x - w[at] * z);
    d[2] = h[0] * (v[at + 2] + w[at] * y - w[at + 1] * x);
    if (state.asleep[i] === 1) d.fill(0);
    for (let k = 0; k < 3; k++) this.motion[k] = d[k];
    masses[0] = 0;
    masses[1] = Infinity;
  }

  /**
   * Moves the element so that its point lands on `q`. Its previous positions move by the fraction `past` of
   * that.
   */
  moveTo(q: Float64Array, past: Float64Array, counters: ElementCounters): void {
    const { body, count, point, ids } = this;
    if (!body) return;
    const { particles, previous, inverseMasses } = body;
    if (past[0] > 0) {
      for (let k = 0; k < 3; k++) a[k] = point[k] - this.displacement[k] + past[0] * (q[k] - point[k]);
      this.move(previous, inverseMasses, a);
    }
    this.move(particles, inverseMasses, q);
    if (count === 1) counters.vertices++;
    else if (count === 2) counters.edges++;
    else counters.faces++;
    for (let n = 0; n < count; n++) body.markMoved(ids[n]);
  }

  private move(positions: Float64Array, inverseMasses: Float64Array, q: Float64Array): void {
    const { ids, weights, count } = this;
    if (count === 1) moveVertexTo(positions, inverseMasses, ids[0], q);
    else if (count === 2) moveEdgeTo(positions, inverseMasses, ids[0], ids[1], weights[1], q);
    else moveFaceTo(positions, inverseMasses, ids, weights, q);
  }
}

/** Weights of a point of the element: none negative, their sum 1. */
function clampWeights(weights: Float64Array): void {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    weights[k] = Math.max(0, weights[k]);
    sum += weights[k];
  }
  for (let k = 0; k < 3; k++) weights[k] /= sum;
}
