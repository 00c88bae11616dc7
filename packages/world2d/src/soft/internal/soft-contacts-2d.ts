/**
 * Contacts and attachments between particles and rigid bodies of a planar world. Rigid bodies have made their
 * step; in the substeps of the particles, those that are touched move once more from their poses at the start
 * of the step, and pushes between particles and bodies change that motion. In the end the difference is
 * applied to the bodies: the momentum that one side gains, the other loses.
 */
import { grown, IdList } from '@colide/core';
import type { RigidBodies2d } from '@colide/solvers';
import type { SoftBody2d } from '../soft-body-2d.ts';
import type { SoftParticles2d } from './soft-particles-2d.ts';

/**
 * Contact of a thread with a body:
 *
 * | at | numbers | what                                                      |
 * | -- | ------- | --------------------------------------------------------- |
 * |  0 | 2       | unit normal from the body to the thread                   |
 * |  2 | 2       | arm from the centre of the body                           |
 * |  4 | 1       | weight of the second particle; that of the first is the rest |
 * |  5 | 1       | gap when the step began                                   |
 * |  6 | 1       | friction                                                  |
 * |  7 | 1       | push of this substep                                      |
 */
const armAt = 2;
const weightAt = 4;
const gapAt = 5;
const frictionAt = 6;
const pushAt = 7;
const contactSize = 8;
/** Two particles and a body. */
const entrySize = 3;

/**
 * A contact as it is found, in world space:
 *
 * | at | numbers | what                                    |
 * | -- | ------- | --------------------------------------- |
 * |  0 | 2       | unit normal from the body to the thread |
 * |  2 | 2       | point on the surface of the body        |
 * |  4 | 1       | weight of the second particle           |
 * |  5 | 1       | gap                                     |
 * |  6 | 1       | friction                                |
 */
export const foundPointAt = 2;
export const foundWeightAt = 4;
export const foundGapAt = 5;
export const foundFrictionAt = 6;
export const foundSize = 7;

/** Speed at which overlap is undone, in m/s. */
const pushSpeed = 1;

/**
 * Four vectors of three numbers per body: its displacement, that at the start of the substep, its velocity,
 * that of its own step.
 */
const shiftSize = 3;

/** Relative motion of the current contact; the unit vector along which it is pushed, and the distance. */
const present = /* @__PURE__ */ new Float64Array(2);
const push = /* @__PURE__ */ new Float64Array(3);

/** Contacts and attachments of a step. */
export class SoftContacts2d {
  count = 0;
  entries = new Int32Array(entrySize * 16);
  records = new Float64Array(contactSize * 16);
  /** Attachments: particle and body; anchors in the frames of the bodies, and arms. */
  readonly attached: number[] = [];
  anchors: number[] = [];
  /** The bodies that are touched; marks by body, 1 for these, 2 for those that were pushed. */
  private readonly touched = new IdList();
  private states = new Uint8Array(0);
  private shifts = new Float64Array(0);
  private before = new Float64Array(0);
  private motions = new Float64Array(0);
  private steps = new Float64Array(0);
  private bodies!: RigidBodies2d;
  /** Seconds since the step began. */
  private readonly time = new Float64Array(1);

  /** Begins a step of `dt` that `bodies` have just made. */
  begin(bodies: RigidBodies2d, dt: number): void {
    this.bodies = bodies;
    this.count = 0;
    this.touched.clear();
    this.time[0] = 0;
    if (this.states.length < bodies.count) {
      this.states = new Uint8Array(bodies.count);
      for (const name of ['shifts', 'before', 'motions', 'steps'] as const)
        this[name] = new Float64Array(shiftSize * bodies.count);
    }
    this.states.fill(0);
    for (let a = 0; a < this.attached.length; a += 2) {
      const body = this.attached[a + 1];
      if (bodies.inverseMasses[body] > 0) bodies.wake(body);
      this.touch(body, dt);
    }
  }

  /** Lets a body take part. */
  touch(body: number, dt: number): void {
    if (this.states[body] > 0) return;
    const { velocities, angularVelocities } = this.bodies;
    const at = shiftSize * body;
    this.states[body] = 1;
    this.touched.push(body);
    this.motions[at] = velocities[2 * body];
    this.motions[at + 1] = velocities[2 * body + 1];
    this.motions[at + 2] = angularVelocities[body];
    for (let k = at; k < at + shiftSize; k++) {
      this.shifts[k] = 0;
      this.steps[k] = dt * this.motions[k];
    }
  }

  /**
   * Adds a contact between a body and a thread; returns the offset of its record, which the caller fills by
   * {@link setContact}.
   */
  add(body: number, first: number, second: number): number {
    if (entrySize * (this.count + 1) > this.entries.length) {
      this.entries = grown(this.entries);
      this.records = grown(this.records);
    }
    const entry = entrySize * this.count;
    this.entries[entry] = first;
    this.entries[entry + 1] = second;
    this.entries[entry + 2] = body;
    return contactSize * this.count++;
  }

  /** Whether a particle of a deformable body is attached to a rigid one. */
  isAttached({ first, count }: SoftBody2d, rigid: number): boolean {
    const { attached } = this;
    for (let a = 0; a < attached.length; a += 2)
      if (attached[a + 1] === rigid && attached[a] >= first && attached[a] < first + count) return true;
    return false;
  }

  /** Coordinate of the centre of a body when the step began: k is 0 for x, 1 for y. */
  startOf(body: number, k: number): number {
    return this.bodies.positions[2 * body + k] - this.steps[shiftSize * body + k];
  }

  /** Moves the touched bodies by a substep. */
  predict(h: number): void {
    this.time[0] += h;
    for (let t = 0; t < this.touched.count; t++) {
      const at = shiftSize * this.touched.data[t];
      for (let k = at; k < at + shiftSize; k++) {
        this.before[k] = this.shifts[k];
        this.shifts[k] += h * this.motions[k];
      }
    }
  }

  /** One sweep over attachments and contacts. */
  project(particles: SoftParticles2d): void {
    const time = this.time[0];
    for (let a = 0; a < this.attached.length; a += 2) this.holdAttached(particles, a);
    const { records } = this;
    for (let c = 0; c < this.count; c++) {
      const at = contactSize * c;
      const gap = records[at + gapAt];
      records[at + pushAt] = 0;
      this.measure(particles, c, particles.starts, true);
      const along = present[0] * records[at] + present[1] * records[at + 1];
      // Overlap is undone gradually; a gap may close.
      const missing = Math.min(0, gap + pushSpeed * time) - gap - along;
      if (!(missing > 0)) continue;
      push[0] = records[at];
      push[1] = records[at + 1];
      push[2] = missing;
      this.pushApart(particles, c);
      records[at + pushAt] = missing;
      this.measure(particles, c, particles.previous, false);
      const slip = present[1] * records[at] - present[0] * records[at + 1];
      const most = records[at + frictionAt] * missing;
      const back = Math.max(-most, Math.min(most, slip));
      if (back === 0) continue;
      push[0] = records[at + 1];
      push[1] = -records[at];
      push[2] = back;
      this.pushApart(particles, c);
    }
  }

  /** Sets {@link present} to the displacement of the thread's point relative to the body's since `from`. */
  private measure(particles: SoftParticles2d, c: number, from: Float64Array, isWhole: boolean): void {
    const { entries, records, shifts, before } = this;
    const { positions } = particles;
    const i = 2 * entries[entrySize * c];
    const j = 2 * entries[entrySize * c + 1];
    const body = shiftSize * entries[entrySize * c + 2];
    const at = contactSize * c;
    const weight = records[at + weightAt];
    const x = shifts[body] - (isWhole ? 0 : before[body]);
    const y = shifts[body + 1] - (isWhole ? 0 : before[body + 1]);
    const angle = shifts[body + 2] - (isWhole ? 0 : before[body + 2]);
    present[0] =
      (1 - weight) * (positions[i] - from[i]) +
      weight * (positions[j] - from[j]) -
      (x - angle * records[at + armAt + 1]);
    present[1] =
      (1 - weight) * (positions[i + 1] - from[i + 1]) +
      weight * (positions[j + 1] - from[j + 1]) -
      (y + angle * records[at + armAt]);
  }

  /** Moves a thread and a body apart by {@link push}. */
  private pushApart(particles: SoftParticles2d, c: number): void {
    const x = push[0];
    const y = push[1];
    const { entries, records } = this;
    const { positions, inverseMasses } = particles;
    const i = entries[entrySize * c];
    const j = entries[entrySize * c + 1];
    const body = entries[entrySize * c + 2];
    const at = contactSize * c;
    const b = records[at + weightAt];
    const a = 1 - b;
    const lever = records[at + armAt] * y - records[at + armAt + 1] * x;
    const mass = this.isPushable(body) ? this.bodies.inverseMasses[body] : 0;
    const moment = this.isPushable(body) ? this.bodies.inverseMoments[body] : 0;
    const mobility = a * a * inverseMasses[i] + b * b * inverseMasses[j] + mass + moment * lever * lever;
    if (mobility === 0) return;
    const size = push[2] / mobility;
    positions[2 * i] += a * inverseMasses[i] * size * x;
    positions[2 * i + 1] += a * inverseMasses[i] * size * y;
    positions[2 * j] += b * inverseMasses[j] * size * x;
    positions[2 * j + 1] += b * inverseMasses[j] * size * y;
    if (mass + moment === 0) return;
    this.states[body] = 2;
    this.shifts[shiftSize * body] -= mass * size * x;
    this.shifts[shiftSize * body + 1] -= mass * size * y;
    this.shifts[shiftSize * body + 2] -= moment * size * lever;
  }

  private isPushable(body: number): boolean {
    return this.bodies.asleep[body] === 0 && this.bodies.inverseMasses[body] > 0;
  }

  /** Brings an attached particle and its anchor together. */
  private holdAttached({ positions, inverseMasses }: SoftParticles2d, a: number): void {
    const { bodies, anchors, shifts, steps } = this;
    const particle = this.attached[a];
    const body = this.attached[a + 1];
    const at = shiftSize * body;
    const c = bodies.rotations[2 * body];
    const s = bodies.rotations[2 * body + 1];
    const armX = c * anchors[a] - s * anchors[a + 1];
    const armY = s * anchors[a] + c * anchors[a + 1];
    const angle = shifts[at + 2] - steps[at + 2];
    const x =
      bodies.positions[2 * body] + shifts[at] - steps[at] + armX - angle * armY - positions[2 * particle];
    const y =
      bodies.positions[2 * body + 1] +
      shifts[at + 1] -
      steps[at + 1] +
      armY +
      angle * armX -
      positions[2 * particle + 1];
    const square = x * x + y * y;
    if (square === 0) return;
    const lever = armX * y - armY * x;
    const mass = this.isPushable(body) ? bodies.inverseMasses[body] : 0;
    const moment = this.isPushable(body) ? bodies.inverseMoments[body] : 0;
    const mobility = inverseMasses[particle] + mass + (moment * lever * lever) / square;
    if (mobility === 0) return;
    const size = 1 / mobility;
    positions[2 * particle] += inverseMasses[particle] * size * x;
    positions[2 * particle + 1] += inverseMasses[particle] * size * y;
    if (mass + moment === 0) return;
    this.states[body] = 2;
    shifts[at] -= mass * size * x;
    shifts[at + 1] -= mass * size * y;
    shifts[at + 2] -= moment * size * lever;
  }

  /** Ends a substep: pushed bodies have the velocities of their displacements. */
  finish(h: number): void {
    const { shifts, before, motions, touched } = this;
    const rate = 1 / h;
    for (let t = 0; t < touched.count; t++) {
      if (this.states[touched.data[t]] < 2) continue;
      const at = shiftSize * touched.data[t];
      for (let k = at; k < at + shiftSize; k++) motions[k] = rate * (shifts[k] - before[k]);
    }
  }

  /** Removes the speed at which bodies and threads part only because overlap was undone. */
  calm(particles: SoftParticles2d): void {
    const { records, entries, motions, bodies } = this;
    const { velocities, inverseMasses } = particles;
    for (let c = 0; c < this.count; c++) {
      const at = contactSize * c;
      if (!(records[at + pushAt] > 0 && records[at + gapAt] < 0)) continue;
      const i = entries[entrySize * c];
      const j = entries[entrySize * c + 1];
      const body = entries[entrySize * c + 2];
      const m = shiftSize * body;
      const nx = records[at];
      const ny = records[at + 1];
      const b = records[at + weightAt];
      const a = 1 - b;
      const lever = records[at + armAt] * ny - records[at + armAt + 1] * nx;
      const speed =
        nx * (a * velocities[2 * i] + b * velocities[2 * j] - motions[m]) +
        ny * (a * velocities[2 * i + 1] + b * velocities[2 * j + 1] - motions[m + 1]) -
        lever * motions[m + 2];
      if (!(speed > 0)) continue;
      const mass = this.isPushable(body) ? bodies.inverseMasses[body] : 0;
      const moment = this.isPushable(body) ? bodies.inverseMoments[body] : 0;
      const wi = a * inverseMasses[i];
      const wj = b * inverseMasses[j];
      const size = speed / (a * wi + b * wj + mass + moment * lever * lever || Infinity);
      velocities[2 * i] -= wi * size * nx;
      velocities[2 * i + 1] -= wi * size * ny;
      velocities[2 * j] -= wj * size * nx;
      velocities[2 * j + 1] -= wj * size * ny;
      motions[m] += mass * size * nx;
      motions[m + 1] += mass * size * ny;
      motions[m + 2] += moment * size * lever;
    }
  }

  /**
   * Applies to pushed bodies the difference from the step that they had made, and keeps them awake, since
   * their support may vanish.
   */
  give(): void {
    const { shifts, steps, motions, touched } = this;
    const { positions, rotations, velocities, angularVelocities } = this.bodies;
    for (let t = 0; t < touched.count; t++) {
      const body = touched.data[t];
      if (this.states[body] < 2) continue;
      const at = shiftSize * body;
      this.bodies.wake(body);
      for (let k = 0; k < 2; k++) {
        positions[2 * body + k] += shifts[at + k] - steps[at + k];
        velocities[2 * body + k] = motions[at + k];
      }
      angularVelocities[body] = motions[at + 2];
      const tangent = 0.5 * (shifts[at + 2] - steps[at + 2]);
      const c = rotations[2 * body] - tangent * rotations[2 * body + 1];
      const s = rotations[2 * body + 1] + tangent * rotations[2 * body];
      const x = c - tangent * s;
      const y = s + tangent * c;
      const scale = 1 / Math.sqrt(x * x + y * y);
      rotations[2 * body] = scale * x;
      rotations[2 * body + 1] = scale * y;
    }
  }

  /** Writes a contact, given in the layout of {@link foundSize}. */
  setContact(at: number, body: number, numbers: Float64Array): void {
    const { records } = this;
    records[at] = numbers[0];
    records[at + 1] = numbers[1];
    records[at + armAt] = numbers[foundPointAt] - this.startOf(body, 0);
    records[at + armAt + 1] = numbers[foundPointAt + 1] - this.startOf(body, 1);
    records[at + weightAt] = numbers[foundWeightAt];
    records[at + gapAt] = numbers[foundGapAt];
    records[at + frictionAt] = numbers[foundFrictionAt];
    records[at + pushAt] = 0;
  }
}
