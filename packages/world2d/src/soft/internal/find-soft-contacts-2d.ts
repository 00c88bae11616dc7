/**
 * Finds the contacts of the threads of deformable bodies with the rigid bodies of a planar world, once per
 * step.
 */
import { BoxedNumber, IdList } from '@colide/core';
import { collide2d, createContactManifold2d } from '@colide/narrowphase';
import type { World2d } from '../../world/world-2d.ts';
import type { SoftBody2d } from '../soft-body-2d.ts';
import {
  foundFrictionAt,
  foundGapAt,
  foundPointAt,
  foundSize,
  foundWeightAt,
  type SoftContacts2d,
} from './soft-contacts-2d.ts';
import type { SoftParticles2d } from './soft-particles-2d.ts';

/** The number of margins for increasingly fast motions, and the least of them. */
const marginCount = 12;
const leastMargin = 0.02;
/** Approach speed of a thread that wakes a body, in m/s. */
const wakingSpeed = 0.2;

/** Offsets into {@link SoftContactSearch2d.reaches}. */
const particlesAt = 0;
const boxAt = 1;
const rigidAt = 2;

/** The search for contacts. Numbers that cross calls are in arrays, since V8 would box them. */
export class SoftContactSearch2d {
  private readonly manifold = createContactManifold2d();
  private readonly found = new IdList();
  private readonly box = new Float64Array(4);
  private readonly numbers = new Float64Array(foundSize);
  /**
   * How far the particles of a body may move in the step, the width of its box around them, how far any rigid
   * body may move.
   */
  private readonly reaches = new Float64Array(3);
  /** How far a point of each rigid body may move in the step. */
  private travels = new Float64Array(0);
  private readonly margins = Array.from(
    { length: marginCount },
    (_, level) => new BoxedNumber(leastMargin * 2 ** level),
  );

  /** Begins a step of `dt`. */
  begin({ table }: World2d, dt: number): void {
    const { state, radii, idCount } = table;
    const { velocities, angularVelocities, asleep } = state;
    const { reaches } = this;
    if (this.travels.length < state.count) this.travels = new Float64Array(state.count);
    const { travels } = this;
    reaches[rigidAt] = 0;
    for (let body = 0; body < idCount; body++) {
      travels[body] = 0;
      if (table.isStatic(body) || asleep[body] === 1) continue;
      const x = velocities[2 * body];
      const y = velocities[2 * body + 1];
      travels[body] = dt * (Math.sqrt(x * x + y * y) + Math.abs(angularVelocities[body]) * radii[body]);
      reaches[rigidAt] = Math.max(reaches[rigidAt], travels[body]);
    }
  }

  /** Adds the contacts of `body` to `contacts`. */
  find(
    world: World2d,
    contacts: SoftContacts2d,
    particles: SoftParticles2d,
    body: SoftBody2d,
    dt: number,
  ): void {
    const { found, box, reaches } = this;
    const { boxes, table } = world;
    this.fitBox(particles, body, dt);
    found.clear();
    widen(box, reaches, rigidAt, 1);
    world.broadPhase.queryBox(found, box);
    widen(box, reaches, rigidAt, -1);
    let count = 0;
    for (let i = 0; i < found.count; i++) {
      const collider = boxes.ids.ownerAt(found.data[i]);
      if (this.isNear(boxes.tight, 4 * collider, table.partBodies[collider])) found.data[count++] = collider;
    }
    found.count = count;
    for (let p = 0; p < boxes.planes.length; p++) found.push(boxes.planes[p]);
    // The order must not depend on the structure.
    for (let i = 1; i < found.count; i++) {
      const collider = found.data[i];
      let j = i;
      for (; j > 0 && found.data[j - 1] > collider; j--) found.data[j] = found.data[j - 1];
      found.data[j] = collider;
    }
    for (let i = 0; i < found.count; i++) {
      const collider = found.data[i];
      const rigid = table.partBodies[collider];
      if (table.sensors[rigid] === 1 || contacts.isAttached(body, rigid)) continue;
      if ((table.groups[rigid] & body.mask) === 0 || (body.group & table.masks[rigid]) === 0) continue;
      this.findOn(world, contacts, particles, body, collider, dt);
    }
  }

  private fitBox(particles: SoftParticles2d, { first, count, radius }: SoftBody2d, dt: number): void {
    const { box } = this;
    const { positions, velocities } = particles;
    let fastest = 0;
    box[0] = box[1] = Infinity;
    box[2] = box[3] = -Infinity;
    for (let at = 2 * first; at < 2 * (first + count); at += 2) {
      for (let k = 0; k < 2; k++) {
        box[k] = Math.min(box[k], positions[at + k]);
        box[2 + k] = Math.max(box[2 + k], positions[at + k]);
      }
      const square = velocities[at] * velocities[at] + velocities[at + 1] * velocities[at + 1];
      if (square > fastest) fastest = square;
    }
    this.reaches[particlesAt] = dt * Math.sqrt(fastest);
    this.reaches[boxAt] = radius + leastMargin + this.reaches[particlesAt];
    widen(box, this.reaches, boxAt, 1);
  }

  /** Whether the box at `boxes[at…]`, of a part of `rigid`, may reach the current one. */
  private isNear(boxes: Float64Array, at: number, rigid: number): boolean {
    const { box } = this;
    const travel = this.travels[rigid];
    return (
      boxes[at] - travel <= box[2] &&
      boxes[at + 1] - travel <= box[3] &&
      boxes[at + 2] + travel >= box[0] &&
      boxes[at + 3] + travel >= box[1]
    );
  }

  /** The contacts of all threads with one collider. */
  private findOn(
    world: World2d,
    contacts: SoftContacts2d,
    particles: SoftParticles2d,
    body: SoftBody2d,
    collider: number,
    dt: number,
  ): void {
    const { manifold, margins } = this;
    const { table } = world;
    const { thread, segments, first } = body;
    const { positions } = particles;
    const part = table.parts[collider];
    const rigid = table.partBodies[collider];
    const reach = leastMargin + this.reaches[particlesAt] + this.travels[rigid];
    let level = 0;
    while (level < marginCount - 1 && margins[level].value < reach) level++;
    for (let s = 0; s < segments.length; s += 2) {
      const i = 2 * (first + segments[s]);
      const j = 2 * (first + segments[s + 1]);
      thread.local[0] = positions[i];
      thread.local[1] = positions[i + 1];
      thread.local[2] = positions[j];
      thread.local[3] = positions[j + 1];
      thread.place(0, 0, 1, 0);
      if (collide2d(manifold, thread, part, margins[level].value) === 0) continue;
      contacts.touch(rigid, dt);
      for (let p = 0; p < manifold.count; p++)
        this.add(world, contacts, particles, body, s, pointOf(rigid, p));
    }
  }

  /** Adds a point of the manifold, `which` as {@link pointOf} gives it. */
  private add(
    world: World2d,
    contacts: SoftContacts2d,
    particles: SoftParticles2d,
    body: SoftBody2d,
    s: number,
    which: number,
  ): void {
    const { manifold, numbers } = this;
    const { normal, pointsA, pointsB, depths } = manifold;
    const { positions, velocities } = particles;
    const { frictions, state } = world.table;
    const rigid = bodyOf(which);
    const p = which & 1;
    const i = body.first + body.segments[s];
    const j = body.first + body.segments[s + 1];
    const x = positions[2 * j] - positions[2 * i];
    const y = positions[2 * j + 1] - positions[2 * i + 1];
    const along = x * (pointsA[2 * p] - positions[2 * i]) + y * (pointsA[2 * p + 1] - positions[2 * i + 1]);
    const square = x * x + y * y;
    const weight = square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
    numbers[0] = -normal[0];
    numbers[1] = -normal[1];
    numbers[foundPointAt] = pointsB[2 * p];
    numbers[foundPointAt + 1] = pointsB[2 * p + 1];
    numbers[foundWeightAt] = weight;
    numbers[foundGapAt] = -depths[p];
    numbers[foundFrictionAt] = Math.sqrt(body.friction * frictions[rigid]);
    contacts.setContact(contacts.add(rigid, i, j), rigid, numbers);
    if (state.asleep[rigid] === 0 || world.table.isStatic(rigid)) return;
    const approach =
      normal[0] * ((1 - weight) * velocities[2 * i] + weight * velocities[2 * j]) +
      normal[1] * ((1 - weight) * velocities[2 * i + 1] + weight * velocities[2 * j + 1]);
    if (Math.abs(approach) > wakingSpeed) state.wake(rigid);
  }
}

/** A body and which of the two points of a manifold, in one number. */
function pointOf(rigid: number, p: number): number {
  return 2 * rigid + p;
}

function bodyOf(which: number): number {
  return which >> 1;
}

/** Widens a box by `margins[at]`, or narrows it if `sign` is −1. */
function widen(box: Float64Array, margins: Float64Array, at: number, sign: number): void {
  const margin = sign * margins[at];
  for (let k = 0; k < 2; k++) {
    box[k] -= margin;
    box[2 + k] += margin;
  }
}
