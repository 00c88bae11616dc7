/**
 * Continuous detection in the plane: a body that moves far in a step must not pass through others. A body is
 * fast if a point of it may have moved by more than half its thickness, by translation or rotation. It is
 * swept with its rotation, from the pose before the step to that after it, and put back to the pose at which
 * it first hit a static or kinematic body; the next step finds the contact. What hits a kinematic body is
 * pushed by it in the rest of the step. Bullets are then swept against moving bodies in the same way, and
 * both are put back to the moment of the hit.
 *
 * A body that ends on the same side of the obstacle, and not deep in it, is left to the solver, so that
 * bodies that slide or roll are not held up. One that touches an obstacle from the start is stopped when it
 * is half its thickness deep. The velocity that gravity added to a body in the time that was not simulated is
 * removed.
 *
 * The search is conservative advancement: for a time of distance over largest closing speed, the shapes
 * cannot touch. Cost: one query and a few distances for each fast body.
 *
 * Mirtich, "Impulse-based dynamic simulation of rigid body systems", PhD thesis, Berkeley 1996.
 */
import { IdList } from '@colide/core';
import {
  createContactManifold2d,
  manifoldConvex2d,
  manifoldPlane2d,
  manifoldSeam2d,
  type PosedShape2d,
  posedKind2d,
} from '@colide/narrowphase';
import type { BodyTable2d } from './body-table-2d.ts';
import type { ColliderBoxes2d } from './collider-boxes-2d.ts';
import { dynamicSlot, freeSlot, kinematicSlot, staticSlot } from './planar-constants.ts';

/** Share of its thickness by which a body may move unchecked, and sink into others. */
const share = 0.5;
/** Cosine above which two normals count as being on the same side. */
const sameSide = 0.7;
/** The gap at which bodies stop, as a share of the margin of contacts and of their thickness. */
const gapOfMargin = 0.25;
const gapOfThickness = 0.1;
/** The largest number of distance queries per pair. */
const mostSteps = 40;
/**
 * The largest tangent of half a rotation that is followed, and a number that keeps the tangent of a rotation
 * by 180° from being 0/0.
 */
const mostTangent = 20.5;
const leastCosine = 1e-12;

/**
 * Numbers of the current search, in an array since V8 would box them as arguments: time of the first impact,
 * gap to stop at, largest motion of all bodies, time of poses, distance found, time of the impact in
 * question, depth that is allowed, normal of the side it came from, largest motion of the kinematic bodies,
 * normal of the first impact.
 */
const timeAt = 0;
const gapAt = 1;
const motionAt = 2;
const nowAt = 3;
const distanceAt = 4;
const impactAt = 5;
const allowanceAt = 6;
const sideAt = 7;
const kinematicAt = 9;
const normalAt = 10;
const numbersSize = 12;
const numbers = /* @__PURE__ */ new Float64Array(numbersSize);
/**
 * Pose of the current body, box of a part along its motion, the colliders near it, the manifold with an
 * obstacle.
 */
const position = /* @__PURE__ */ new Float64Array(2);
const rotation = /* @__PURE__ */ new Float64Array(2);
const box = /* @__PURE__ */ new Float64Array(4);
const found = /* @__PURE__ */ new IdList();
const manifold = /* @__PURE__ */ createContactManifold2d();

/** Keeps fast bodies from passing through others. */
export class ContinuousStage2d {
  private readonly table: BodyTable2d;
  private readonly boxes: ColliderBoxes2d;
  private readonly margin: number;
  private startPositions = new Float64Array(0);
  private startRotations = new Float64Array(0);
  /** Tangent of half the rotation of each body in the step, and how far any point of it can have moved. */
  private tangents = new Float64Array(0);
  private motions = new Float64Array(0);
  /** The time at which each body was stopped, as a share of the step; 1 for most. */
  private stops = new Float64Array(0);
  /** How far what a body met pushed it in the rest of the step. */
  private pushes = new Float64Array(0);
  /** Obstacles near the one at hand. */
  private readonly near: PosedShape2d[] = [];
  /** What the body at hand met first; −1 for nothing. */
  private met = -1;

  constructor(table: BodyTable2d, boxes: ColliderBoxes2d, margin: number) {
    this.table = table;
    this.boxes = boxes;
    this.margin = margin;
  }

  /** Remembers the poses before a step. */
  begin(): void {
    const { positions, rotations, count } = this.table.state;
    if (this.stops.length < count) {
      this.startPositions = new Float64Array(2 * count);
      this.startRotations = new Float64Array(2 * count);
      this.tangents = new Float64Array(count);
      this.motions = new Float64Array(count);
      this.stops = new Float64Array(count);
      this.pushes = new Float64Array(2 * count);
    }
    this.startPositions.set(positions);
    this.startRotations.set(rotations);
  }

  /** Stops the fast bodies of a step of `dt`. */
  sweep(gravity: Float64Array, dt: number): void {
    const { slots, bullets, state, idCount } = this.table;
    const { stops } = this;
    if (!this.measure()) return;
    for (let body = 0; body < idCount; body++)
      if (slots[body] === dynamicSlot && this.isFast(body)) this.stop(body, false);
    for (let body = 0; body < idCount; body++)
      if (bullets[body] === 1 && slots[body] === dynamicSlot && state.asleep[body] === 0)
        this.stop(body, true);
    for (let body = 0; body < idCount; body++) {
      if (!(stops[body] < 1)) continue;
      numbers[nowAt] = stops[body];
      this.findPose(body);
      const lost = (1 - stops[body]) * dt * state.gravityScales[body];
      for (let k = 0; k < 2; k++) {
        state.positions[2 * body + k] = position[k] + this.pushes[2 * body + k];
        state.rotations[2 * body + k] = rotation[k];
        state.velocities[2 * body + k] -= lost * gravity[k];
      }
    }
  }

  /** Measures the motions of all bodies; false if none is fast. */
  private measure(): boolean {
    const { state, slots, reaches, idCount } = this.table;
    const { positions, rotations } = state;
    const { startPositions, startRotations, tangents, motions, stops } = this;
    let isAnyFast = false;
    numbers[motionAt] = numbers[kinematicAt] = 0;
    for (let body = 0; body < idCount; body++) {
      stops[body] = 1;
      tangents[body] = motions[body] = this.pushes[2 * body] = this.pushes[2 * body + 1] = 0;
      if (slots[body] === freeSlot || slots[body] === staticSlot || state.asleep[body] === 1) continue;
      const i = 2 * body;
      const x = positions[i] - startPositions[i];
      const y = positions[i + 1] - startPositions[i + 1];
      const cosine = startRotations[i] * rotations[i] + startRotations[i + 1] * rotations[i + 1];
      const sine = startRotations[i] * rotations[i + 1] - startRotations[i + 1] * rotations[i];
      tangents[body] = Math.min(Math.max(sine / (1 + cosine + leastCosine), -mostTangent), mostTangent);
      motions[body] = Math.sqrt(x * x + y * y) + 2 * Math.abs(tangents[body]) * reaches[body];
      numbers[motionAt] = Math.max(numbers[motionAt], motions[body]);
      if (slots[body] === kinematicSlot) numbers[kinematicAt] = Math.max(numbers[kinematicAt], motions[body]);
      isAnyFast ||= slots[body] === dynamicSlot && this.isFast(body);
      isAnyFast ||= this.table.bullets[body] === 1;
    }
    return isAnyFast;
  }

  private isFast(body: number): boolean {
    return this.motions[body] > Math.max(share * this.table.thicknesses[body], 0.5 * this.margin);
  }

  /** Finds the pose of a body at the current time, 0 to 1. */
  private findPose(body: number): void {
    const { startPositions, startRotations, tangents } = this;
    const { positions } = this.table.state;
    const t = Math.min(numbers[nowAt], this.stops[body]);
    const i = 2 * body;
    position[0] = startPositions[i] + t * (positions[i] - startPositions[i]);
    position[1] = startPositions[i + 1] + t * (positions[i + 1] - startPositions[i + 1]);
    const tangent = t * tangents[body];
    const scale = 1 / (1 + tangent * tangent);
    const cosine = (1 - tangent * tangent) * scale;
    const sine = 2 * tangent * scale;
    rotation[0] = startRotations[i] * cosine - startRotations[i + 1] * sine;
    rotation[1] = startRotations[i + 1] * cosine + startRotations[i] * sine;
  }

  /** Moves a part of a body to its pose at the current time. */
  private place(part: PosedShape2d, body: number): void {
    this.findPose(body);
    part.follow(position, rotation, 0);
  }

  /** Moves a part back to its pose before the step, at which the parts of the world expect it. */
  private rewind(collider: number): void {
    numbers[nowAt] = 0;
    this.place(this.table.parts[collider], this.table.partBodies[collider]);
  }

  /** Stops a body at its first obstacle: among moving bodies if `isBullet`, otherwise among the others. */
  private stop(body: number, isBullet: boolean): void {
    const { table, boxes } = this;
    const { collidersOf, slots, partBodies, thicknesses } = table;
    numbers[timeAt] = this.stops[body];
    this.met = -1;
    for (let c = 0; c < collidersOf[body].length; c++) {
      const collider = collidersOf[body][c];
      const gap = Math.min(gapOfMargin * this.margin, gapOfThickness * thicknesses[body]);
      numbers[gapAt] = Math.max(gap, 1e-6 * table.radii[body]);
      this.writeSweptBox(collider, body, isBullet);
      found.clear();
      boxes.findAround(found, box, !isBullet);
      for (let i = 0; i < found.count; i++) {
        const other = found.data[i];
        const owner = partBodies[other];
        if (owner !== body && (slots[owner] === dynamicSlot) === isBullet && this.collides(body, owner)) {
          this.meet(collider, body, other, owner);
          this.rewind(other);
        }
      }
      for (let i = 0; i < boxes.planes.length && !isBullet; i++) {
        const other = boxes.planes[i];
        const owner = partBodies[other];
        if (this.collides(body, owner)) this.meet(collider, body, other, owner);
      }
      this.rewind(collider);
    }
    if (this.met < 0) return;
    this.stops[body] = numbers[timeAt];
    if (isBullet) this.stops[this.met] = Math.min(this.stops[this.met], numbers[timeAt]);
    else if (slots[this.met] === kinematicSlot) this.push(body, this.met);
  }

  /** Lets a kinematic body push, along the normal of their impact, a body that it has stopped. */
  private push(body: number, by: number): void {
    const { positions, rotations } = this.table.state;
    const { pushes } = this;
    numbers[nowAt] = numbers[timeAt];
    this.findPose(body);
    const bodyX = position[0];
    const bodyY = position[1];
    this.findPose(by);
    const x = bodyX - position[0];
    const y = bodyY - position[1];
    // From the pose of the impact to that after the step.
    const cosine = rotation[0] * rotations[2 * by] + rotation[1] * rotations[2 * by + 1];
    const sine = rotation[0] * rotations[2 * by + 1] - rotation[1] * rotations[2 * by];
    const dx = positions[2 * by] - position[0] + cosine * x - sine * y - x;
    const dy = positions[2 * by + 1] - position[1] + sine * x + cosine * y - y;
    const along = Math.min(0, numbers[normalAt] * dx + numbers[normalAt + 1] * dy);
    for (let k = 0; k < 2; k++) pushes[2 * body + k] = along * numbers[normalAt + k];
  }

  private collides(a: number, b: number): boolean {
    const { sensors } = this.table;
    return sensors[a] + sensors[b] === 0 && this.table.mayCollide(a, b);
  }

  /**
   * Writes a box around a part along its whole path; an obstacle can be as far from its box as any obstacle
   * of that kind has moved.
   */
  private writeSweptBox(collider: number, body: number, isBullet: boolean): void {
    const part = this.table.parts[collider];
    numbers[nowAt] = 0;
    this.place(part, body);
    part.writeBox(box, 0);
    const extension = this.motions[body] + numbers[gapAt] + numbers[isBullet ? motionAt : kinematicAt];
    for (let k = 0; k < 4; k++) box[k] += k < 2 ? -extension : extension;
  }

  /** Records the impact of a part with part `other` of body `owner`, if it is the first. */
  private meet(collider: number, body: number, other: number, owner: number): void {
    const { parts } = this.table;
    const part = parts[collider];
    const obstacle = parts[other];
    // Links of chains stop only parts that come from their front.
    numbers[nowAt] = 0;
    this.measureAt(part, body, obstacle, owner);
    if (obstacle.kernel && isBehind(obstacle, part)) return;
    const start = numbers[distanceAt];
    this.keepSide();
    const isTouching = start <= 2 * numbers[gapAt];
    numbers[allowanceAt] = isTouching ? Math.max(share * this.table.thicknesses[body], -start) : 0;
    // A part that touches from the start may sink by half its thickness; one that ends on the side where it
    // began needs no more tests.
    if (isTouching && this.endsBefore(part, body, obstacle, owner)) return;
    this.advance(part, body, obstacle, owner);
    if (!(numbers[impactAt] < numbers[timeAt])) return;
    this.keepSide();
    // What slides over a chain or over tiles meets their edges, which contacts ignore, and is stopped only
    // where it sinks between them.
    const isPassable = obstacle.kernel
      ? obstacle.kernel(manifold, obstacle, part, Infinity) === 0
      : this.isSeam(part, body, obstacle, owner);
    if (isPassable) {
      numbers[allowanceAt] = share * this.table.thicknesses[body];
      this.advance(part, body, obstacle, owner);
      if (!(numbers[impactAt] < numbers[timeAt])) return;
      this.keepSide();
    }
    if (!isTouching) {
      // If it ends on the side it came from, and hardly inside the obstacle, it is left to the solver.
      numbers[allowanceAt] = share * this.table.thicknesses[body];
      if (this.endsBefore(part, body, obstacle, owner)) return;
    }
    numbers[timeAt] = numbers[impactAt];
    numbers.copyWithin(normalAt, sideAt, sideAt + 2);
    this.met = owner;
  }

  /** Whether an obstacle, which does not move, is met only since others beside it are not looked at. */
  private isSeam(part: PosedShape2d, body: number, obstacle: PosedShape2d, owner: number): boolean {
    const { table, near, motions } = this;
    if (obstacle.kind !== posedKind2d.convex || motions[owner] > 0) return false;
    let count = 0;
    for (let i = 0; i < found.count; i++) {
      const other = found.data[i];
      const its = table.partBodies[other];
      if (table.slots[its] !== dynamicSlot && motions[its] === 0 && this.collides(body, its))
        near[count++] = table.parts[other];
    }
    return manifoldSeam2d(manifold, part, obstacle, near, count, Infinity) === 0;
  }

  /** Finds the time at which the two meet; 1 if they do not. */
  private advance(part: PosedShape2d, body: number, obstacle: PosedShape2d, owner: number): void {
    const { tangents, startPositions } = this;
    const { positions } = this.table.state;
    const { reaches } = this.table;
    const turning =
      2 * (Math.abs(tangents[body]) * reaches[body] + Math.abs(tangents[owner]) * reaches[owner]);
    const i = 2 * body;
    const j = 2 * owner;
    const x = positions[i] - startPositions[i] - (positions[j] - startPositions[j]);
    const y = positions[i + 1] - startPositions[i + 1] - (positions[j + 1] - startPositions[j + 1]);
    numbers[nowAt] = 0;
    numbers[impactAt] = 1;
    for (let n = 0; n < mostSteps; n++) {
      this.measureAt(part, body, obstacle, owner);
      const left = numbers[distanceAt] + numbers[allowanceAt] - numbers[gapAt];
      if (left <= 0.5 * numbers[gapAt]) break;
      // Along the normal, unless they overlap and turn; and one may have been stopped, so that the other
      // one's motion is left.
      const closing =
        ((numbers[allowanceAt] > 0 && turning > numbers[gapAt]) || this.stops[body] + this.stops[owner] < 2
          ? this.motions[body] + this.motions[owner]
          : Math.max(0, manifold.normal[0] * x + manifold.normal[1] * y)) + turning;
      if (!(left < closing * (1 - numbers[nowAt]))) return;
      numbers[nowAt] += left / closing;
    }
    numbers[impactAt] = numbers[nowAt];
  }

  /**
   * Moves a part and an obstacle to their poses at the current time and finds their distance; the normal from
   * the first to the second is in the manifold.
   */
  private measureAt(part: PosedShape2d, body: number, obstacle: PosedShape2d, owner: number): void {
    this.place(part, body);
    this.place(obstacle, owner);
    // However far apart they are.
    if (obstacle.kind === posedKind2d.plane) manifoldPlane2d(manifold, part, obstacle, Infinity);
    else manifoldConvex2d(manifold, part, obstacle, Infinity);
    const { count, depths } = manifold;
    numbers[distanceAt] = count > 1 ? -Math.max(depths[0], depths[1]) : -depths[0];
  }

  /** Stores the normal that was found last. */
  private keepSide(): void {
    numbers.set(manifold.normal, sideAt);
  }

  /** Whether a part ends no deeper in an obstacle than allowed, and on the side it came from. */
  private endsBefore(part: PosedShape2d, body: number, obstacle: PosedShape2d, owner: number): boolean {
    numbers[nowAt] = 1;
    this.measureAt(part, body, obstacle, owner);
    const cosine = manifold.normal[0] * numbers[sideAt] + manifold.normal[1] * numbers[sideAt + 1];
    return numbers[distanceAt] >= -numbers[allowanceAt] && cosine > sameSide;
  }
}

/** Whether the centre of a part is behind a link. */
function isBehind({ points, normals }: PosedShape2d, { center }: PosedShape2d): boolean {
  return normals[0] * (center[0] - points[0]) + normals[1] * (center[1] - points[1]) < 0;
}
