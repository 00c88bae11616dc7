/**
 * The particles of all deformable bodies of a planar world, and the constraints that hold them together in a
 * substep.
 */
import type { SoftBody2d } from '../soft-body-2d.ts';
import { areaOf } from './soft-plans-2d.ts';

/**
 * Particles in flat arrays, two numbers each except for the inverse masses. Replaced when bodies are added or
 * removed.
 */
export class SoftParticles2d {
  count = 0;
  positions = new Float64Array(0);
  velocities = new Float64Array(0);
  /** Positions when the substep and when the step began. */
  previous = new Float64Array(0);
  starts = new Float64Array(0);
  /** Inverse masses; 0 for pinned particles. */
  inverseMasses = new Float64Array(0);

  /** Makes room for `count` particles at `first`, or removes as many if it is negative. */
  splice(first: number, count: number): void {
    const total = this.count + count;
    const from = first + Math.max(0, -count);
    const to = first + Math.max(0, count);
    for (const name of ['positions', 'velocities', 'previous', 'starts', 'inverseMasses'] as const) {
      const size = name === 'inverseMasses' ? 1 : 2;
      const array = new Float64Array(size * total);
      array.set(this[name].subarray(0, size * first));
      array.set(this[name].subarray(size * from), size * to);
      this[name] = array;
    }
    this.count = total;
  }

  /** Moves all particles by a substep of `h`: gravity, air, and at most `maxSpeed`. */
  predict(gravity: Float64Array, h: number, damping: number, maxSpeed: number): void {
    const { positions, velocities, previous, inverseMasses } = this;
    const keep = 1 / (1 + damping * h);
    for (let i = 0; i < this.count; i++) {
      const at = 2 * i;
      previous[at] = positions[at];
      previous[at + 1] = positions[at + 1];
      if (inverseMasses[i] === 0) continue;
      let x = keep * (velocities[at] + h * gravity[0]);
      let y = keep * (velocities[at + 1] + h * gravity[1]);
      const speed = Math.sqrt(x * x + y * y);
      if (speed > maxSpeed) {
        x *= maxSpeed / speed;
        y *= maxSpeed / speed;
      }
      positions[at] += h * x;
      positions[at + 1] += h * y;
    }
  }

  /** Computes velocities from displacements. */
  finish(h: number): void {
    const { positions, velocities, previous } = this;
    const rate = 1 / h;
    for (let k = 0; k < 2 * this.count; k++) velocities[k] = rate * (positions[k] - previous[k]);
  }
}

/** One sweep over the constraints of a body. */
export function holdTogether2d(particles: SoftParticles2d, body: SoftBody2d, h: number): void {
  if (body.plan.stiffness > 0) matchShape(particles, body);
  if (body.plan.area > 0) keepArea(particles, body);
  if (body.plan.bending > 0) straighten(particles, body);
  keepLengths(particles, body, h);
}

/**
 * Threads keep their lengths: extended position-based dynamics with one sweep per substep (Macklin et al.
 * 2019).
 */
function keepLengths(
  { positions, inverseMasses }: SoftParticles2d,
  { first, segments, plan }: SoftBody2d,
  h: number,
): void {
  const { restLengths } = plan;
  const yielding = plan.compliance / (h * h);
  for (let s = 0; s < restLengths.length; s++) {
    const i = first + segments[2 * s];
    const j = first + segments[2 * s + 1];
    const wa = inverseMasses[i];
    const wb = inverseMasses[j];
    if (wa + wb === 0) continue;
    const x = positions[2 * j] - positions[2 * i];
    const y = positions[2 * j + 1] - positions[2 * i + 1];
    const length = Math.sqrt(x * x + y * y);
    if (length === 0) continue;
    const push = (length - restLengths[s]) / (length * (wa + wb + yielding));
    positions[2 * i] += wa * push * x;
    positions[2 * i + 1] += wa * push * y;
    positions[2 * j] -= wb * push * x;
    positions[2 * j + 1] -= wb * push * y;
  }
}

/** Moves each particle of a rope towards the middle of its neighbours. */
function straighten({ positions, inverseMasses }: SoftParticles2d, { first, count, plan }: SoftBody2d): void {
  for (let i = first + 1; i < first + count - 1; i++) {
    const wa = inverseMasses[i - 1];
    const wb = inverseMasses[i];
    const wc = inverseMasses[i + 1];
    const sum = 0.25 * wa + wb + 0.25 * wc;
    if (sum === 0) continue;
    for (let k = 0; k < 2; k++) {
      const at = 2 * i + k;
      const bend = positions[at] - 0.5 * (positions[at - 2] + positions[at + 2]);
      const push = (plan.bending * bend) / sum;
      positions[at - 2] += 0.5 * wa * push;
      positions[at] -= wb * push;
      positions[at + 2] += 0.5 * wc * push;
    }
  }
}

/** Makes the particles of an outline keep the area inside it. */
function keepArea({ positions, inverseMasses }: SoftParticles2d, { first, count, plan }: SoftBody2d): void {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const a = 2 * (first + (i === 0 ? count - 1 : i - 1));
    const b = 2 * (first + (i + 1 === count ? 0 : i + 1));
    const x = positions[b] - positions[a];
    const y = positions[b + 1] - positions[a + 1];
    sum += 0.25 * inverseMasses[first + i] * (x * x + y * y);
  }
  if (sum === 0) return;
  const push = (0.5 * (plan.area - areaOf(positions, first, count))) / sum;
  // Gradients of the old shape: each neighbour is read before it moves, the first ones again at the end.
  const last = 2 * (first + count - 1);
  let beforeX = positions[last];
  let beforeY = positions[last + 1];
  const firstX = positions[2 * first];
  const firstY = positions[2 * first + 1];
  for (let i = 0; i < count; i++) {
    const at = 2 * (first + i);
    const isLast = i + 1 === count;
    const x = (isLast ? firstX : positions[at + 2]) - beforeX;
    const y = (isLast ? firstY : positions[at + 3]) - beforeY;
    beforeX = positions[at];
    beforeY = positions[at + 1];
    const w = push * inverseMasses[first + i];
    positions[at] += w * y;
    positions[at + 1] -= w * x;
  }
}

/**
 * Moves particles towards their rest shape at the pose that fits them best: shape matching (Müller et al.
 * 2005) in closed form.
 */
function matchShape({ positions, inverseMasses }: SoftParticles2d, { first, count, plan }: SoftBody2d): void {
  const rest = plan.positions;
  let x = 0;
  let y = 0;
  let restX = 0;
  let restY = 0;
  for (let i = 0; i < count; i++) {
    x += positions[2 * (first + i)] / count;
    y += positions[2 * (first + i) + 1] / count;
    restX += rest[2 * i] / count;
    restY += rest[2 * i + 1] / count;
  }
  let cosine = 0;
  let sine = 0;
  for (let i = 0; i < count; i++) {
    const px = positions[2 * (first + i)] - x;
    const py = positions[2 * (first + i) + 1] - y;
    const qx = rest[2 * i] - restX;
    const qy = rest[2 * i + 1] - restY;
    cosine += qx * px + qy * py;
    sine += qx * py - qy * px;
  }
  const length = Math.sqrt(cosine * cosine + sine * sine);
  if (!(length > 0)) return;
  cosine /= length;
  sine /= length;
  for (let i = 0; i < count; i++) {
    if (inverseMasses[first + i] === 0) continue;
    const at = 2 * (first + i);
    const qx = rest[2 * i] - restX;
    const qy = rest[2 * i + 1] - restY;
    positions[at] += plan.stiffness * (x + cosine * qx - sine * qy - positions[at]);
    positions[at + 1] += plan.stiffness * (y + sine * qx + cosine * qy - positions[at + 1]);
  }
}

/**
 * Damps the deformation of a soft body: velocities approach those of the rigid motion with the same momentum
 * and spin (Müller et al. 2007).
 */
export function calmDeformation2d(
  { positions, velocities, inverseMasses }: SoftParticles2d,
  { first, count, plan }: SoftBody2d,
): void {
  if (plan.viscosity === 0) return;
  let x = 0;
  let y = 0;
  let u = 0;
  let v = 0;
  for (let at = 2 * first; at < 2 * (first + count); at += 2) {
    x += positions[at] / count;
    y += positions[at + 1] / count;
    u += velocities[at] / count;
    v += velocities[at + 1] / count;
  }
  let momentum = 0;
  let moment = 0;
  for (let at = 2 * first; at < 2 * (first + count); at += 2) {
    const dx = positions[at] - x;
    const dy = positions[at + 1] - y;
    momentum += dx * velocities[at + 1] - dy * velocities[at];
    moment += dx * dx + dy * dy;
  }
  const spin = moment > 0 ? momentum / moment : 0;
  for (let i = first; i < first + count; i++) {
    if (inverseMasses[i] === 0) continue;
    const at = 2 * i;
    const dx = positions[at] - x;
    const dy = positions[at + 1] - y;
    velocities[at] += plan.viscosity * (u - spin * dy - velocities[at]);
    velocities[at + 1] += plan.viscosity * (v + spin * dx - velocities[at + 1]);
  }
}
