/**
 * A character: a kinematic capsule moved by the player, not by forces. It slides along walls, climbs steps,
 * stays on the ground on slopes and stairs, rides on moving platforms, and pushes dynamic bodies.
 *
 *   const character = new Character(world, { position: [0, 1, 0] });
 *   // before every step:
 *   velocity[1] = character.isGrounded ? jumpSpeed : velocity[1] - 9.81 * dt;
 *   character.move([velocity[0] * dt, velocity[1] * dt, velocity[2] * dt], dt);
 *   world.step(dt);
 *
 * A move is a series of shape casts (collide and slide: Fauerby, "Improved collision detection and response",
 * 2003): it never passes through anything, however fast. A displacement upwards is a jump; any other is a
 * walk, a fall and a search for ground. O(casts · nearby colliders), at most eight casts for each of these;
 * nothing is allocated. Same calls, same bits.
 */
import {
  refuse,
  requireBetween,
  requireBoundedArray,
  requireDuration,
  requireInteger,
  requireObject,
  requireOut,
  tellUnknown,
} from '@colide/core';
import { CapsuleShape } from '@colide/geometry';
import { poseCompose, poseInvert } from '@colide/math';
import { bodyChange } from '../bodies/body-change.ts';
import { bodyVelocityAt } from '../bodies/body-motion.ts';
import { readVec3, type Vec3Like } from '../bodies/vector-like.ts';
import type { ContactRules } from '../contacts/contact-rules.ts';
import { requireAmount, requireDivisor } from '../internal/amount-checks.ts';
import { requireWorld } from '../internal/require-world.ts';
import { WorldHitList } from '../queries/world-hit-list.ts';
import type { World } from '../world/world.ts';
import type { CharacterOptions } from './character-options.ts';
import { capsuleOf, groupOf, maskOf, ownCapsule, takeCapsule } from './internal/character-body.ts';
import { CharacterCasts, lookAhead, tiny } from './internal/character-casts.ts';
import { type CharacterMeasures, CharacterMover } from './internal/character-mover.ts';
import { CharacterPush } from './internal/character-push.ts';

const wanted = /* @__PURE__ */ new Float64Array(3);
const level = /* @__PURE__ */ new Float64Array(3);
const carried = /* @__PURE__ */ new Float64Array(3);
const before = /* @__PURE__ */ new Float64Array(3);
const start = /* @__PURE__ */ new Float64Array(3);
const velocity = /* @__PURE__ */ new Float64Array(3);
const bodyPosition = /* @__PURE__ */ new Float64Array(3);
const bodyRotation = /* @__PURE__ */ new Float64Array(4);
const pointRotation = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1);
const unused = /* @__PURE__ */ new Float64Array(4);

/** Motion of the ground in one step that is ignored, in m. */
const tremble = 1e-6;

/** Offsets into the saved state of a character, and its size. */
const positionAt = 0;
const velocityAt = 3;
const normalAt = 6;
const pointAt = 9;
const localAt = 12;
const carryAt = 15;
const groundAt = 18;
const birthAt = 19;
const groundedAt = 20;
const heightAt = 21;
const stateSize = 22;

const optionNames = [
  ...['position', 'radius', 'height', 'up', 'stepHeight', 'snapDistance', 'slopeLimit', 'strength', 'mass'],
  ...['skin', 'group', 'mask', 'rules', 'body'],
];

/** A capsule that walks, jumps and rides on platforms. */
export class Character {
  /** Id of its body in the world: kinematic, placed by {@link move}. */
  readonly body: number;
  /** Velocity of the last move, without that of the ground. */
  readonly velocity: Float64Array = new Float64Array(3);
  /** Velocity of the ground under the character; 0 in the air. */
  readonly groundVelocity: Float64Array = new Float64Array(3);
  /** The hits of the last move; `t` is the fraction of the shape cast at the hit. */
  readonly hits: WorldHitList = new WorldHitList();

  private readonly world: World;
  private readonly birth: number;
  private readonly up = new Float64Array(3);
  private readonly stepHeight: number;
  private readonly snapDistance: number;
  private readonly skin: number;
  private readonly mover: CharacterMover;
  private readonly casts: CharacterCasts;
  private readonly pushes: CharacterPush;
  private readonly measures: CharacterMeasures;
  private tall: number;
  private readonly rules: ContactRules | undefined;
  /** Contact point with the ground in the frame of its body, and the generation of that body. */
  private readonly localPoint = new Float64Array(3);
  private groundBirth = 0;

  constructor(world: World, options: CharacterOptions = {}) {
    requireWorld(world);
    requireObject('options', options);
    tellUnknown('options', options, optionNames);
    const { radius = 0.3, stepHeight = 0.3, snapDistance = stepHeight } = options;
    const { position = [0, 0, 0], up: upward = [0, 1, 0] } = options;
    const { slopeLimit, strength = 500, mass = 75, rules, body } = options;
    const { height = body === undefined ? 1.8 : undefined } = options;
    if (body !== undefined) world.table.requireBody(body);
    const { group = groupOf(world, body), mask = maskOf(world, body) } = options;
    requireDivisor('radius', radius);
    const { skin = Math.min(0.02, 0.5 * radius) } = options;
    const shape = capsuleOf(world, body, radius, height);
    requireAmount('stepHeight', stepHeight);
    requireAmount('snapDistance', snapDistance);
    if (slopeLimit !== undefined) requireBetween('slopeLimit', slopeLimit, 0, 1.57);
    requireAmount('strength', strength);
    requireAmount('mass', mass);
    requireBetween('skin', skin, Number.MIN_VALUE, 0.99 * radius);
    requireInteger('group', group, 0, 0xffffffff);
    requireInteger('mask', mask, 0, 0xffffffff);
    if (rules !== undefined && typeof rules?.stops !== 'function')
      refuse('rules', 'be a ContactRules', rules);
    readVec3(wanted, 'position', position);
    const rotation = readUp(this.up, upward);
    const { up } = this;
    const { halfHeight } = shape;
    if (body !== undefined) takeCapsule(wanted, world, body, shape, up);
    this.body = body ?? world.add({ shape, type: 'kinematic', position: wanted, rotation, group, mask });
    this.birth = world.generation(this.body);
    this.world = world;
    this.stepHeight = stepHeight;
    this.snapDistance = snapDistance;
    this.skin = skin;
    this.rules = rules;
    this.casts = new CharacterCasts(world, { group, mask, except: this.body }, shape, rotation, skin);
    this.pushes = new CharacterPush(world, up, strength, mass);
    const groundSlope = slopeLimit === undefined ? Math.SQRT1_2 : Math.cos(slopeLimit);
    // A slope exactly at the limit is allowed in spite of rounding.
    this.measures = { up, radius, halfHeight, stepHeight, groundSlope: groundSlope - 1e-6 };
    this.tall = height ?? 2 * (halfHeight + radius);
    this.mover = new CharacterMover(this.casts, this.pushes, this.hits, this.measures);
    this.mover.position.set(wanted);
  }

  /** The centre of the capsule after the last move. Read only; use {@link teleport} to change it. */
  get position(): Float64Array {
    return this.mover.position;
  }

  /** Its overall height. */
  get height(): number {
    return this.tall;
  }

  /** Whether it stands on something that is not too steep. */
  get isGrounded(): boolean {
    return this.mover.isGrounded;
  }

  /** The body it stands on; −1 in the air. */
  get groundBody(): number {
    return this.mover.groundBody;
  }

  /** Normal of the contact with the ground, if there is one. */
  get groundNormal(): Float64Array {
    return this.mover.groundNormal;
  }

  /**
   * Moves by `displacement` within `dt` seconds, after the ground has carried it along. Call it once before
   * every step of the world. A displacement with an upward component is a jump and lifts it off the ground.
   */
  move(displacement: Vec3Like, dt: number): void {
    const { world, mover, up } = this;
    this.requireBody();
    readVec3(wanted, 'displacement', displacement);
    requireDuration('dt', dt);
    const wasGrounded = mover.isGrounded;
    const { groundBody } = mover;
    before.set(mover.position);
    // The world has already moved the body with the ground.
    const wasCarried = lengthOf(this.groundVelocity) > 0;
    this.hits.clear();
    this.findCarry(dt);
    const margin = (lookAhead + 2) * this.skin + this.stepHeight + this.snapDistance;
    this.casts.gather(mover.position, lengthOf(wanted) + lengthOf(carried) + margin);
    if (this.rules) this.applyRules(this.rules, dt);
    this.pushes.begin(wanted, dt);
    if (lengthOf(carried) > tiny) mover.slide(carried, groundBody, true);
    mover.recover(0.1 * this.skin);
    const moved = wasCarried || lengthBetween(before, mover.position) > 0;
    carried.set(mover.position);
    this.go(wasGrounded, dot(wanted, up));
    for (let k = 0; k < 3; k++) this.velocity[k] = (mover.position[k] - carried[k]) / dt;
    const isNew = moved || lengthOf(this.velocity) > 0 || mover.groundBody !== groundBody;
    this.holdGround(isNew, dt);
    if (isNew) world.setPose(this.body, mover.position);
    world.setVelocity(this.body, this.groundVelocity);
  }

  /** Moves the character to another position; it counts as being in the air. */
  teleport(position: Vec3Like): void {
    this.requireBody();
    readVec3(wanted, 'position', position);
    const { mover } = this;
    mover.position.set(wanted);
    mover.isGrounded = false;
    mover.groundBody = -1;
    this.groundVelocity.fill(0);
    this.velocity.fill(0);
    this.world.setPose(this.body, wanted);
    this.world.setVelocity(this.body, this.groundVelocity);
  }

  /**
   * Changes its overall height, to crouch or to stand up; its feet stay where they are. Returns whether there
   * was room above: if not, nothing has changed.
   */
  setHeight(height: number): boolean {
    this.requireBody();
    const { world, mover, measures, up } = this;
    requireBetween('height', height, 2 * measures.radius, 1e30);
    if (height === this.tall) return true;
    const rise = 0.5 * height - measures.radius - measures.halfHeight;
    // The world may have moved the body since the last move.
    world.getPose(bodyPosition, bodyRotation, this.body);
    if (rise > 0 && !this.hasRoom(bodyPosition, 2 * rise)) return false;
    this.setCapsule(height);
    for (let k = 0; k < 3; k++) {
      mover.position[k] += rise * up[k];
      bodyPosition[k] += rise * up[k];
    }
    world.setPose(this.body, bodyPosition);
    return true;
  }

  /** Removes the body of the character from the world. */
  remove(): void {
    this.requireBody();
    this.world.remove(this.body);
  }

  /** Number of doubles that {@link save} writes. */
  get stateLength(): number {
    return stateSize;
  }

  /** Writes the state that a snapshot of the world does not contain. */
  save(out: Float64Array): void {
    requireOut('out', out, stateSize);
    const { mover } = this;
    out.set(mover.position, positionAt);
    out.set(this.velocity, velocityAt);
    out.set(mover.groundNormal, normalAt);
    out.set(mover.groundPoint, pointAt);
    out.set(this.localPoint, localAt);
    out.set(this.groundVelocity, carryAt);
    out[groundAt] = mover.groundBody;
    out[birthAt] = this.groundBirth;
    out[groundedAt] = Number(mover.isGrounded);
    out[heightAt] = this.tall;
  }

  /** Restores what {@link save} wrote; restore the matching snapshot of the world as well. */
  load(from: Float64Array): void {
    requireBoundedArray('from', from, stateSize);
    requireInteger(`from[${groundAt}]`, from[groundAt], -1);
    requireBetween(`from[${heightAt}]`, from[heightAt], 2 * this.measures.radius, 1e30);
    this.setCapsule(from[heightAt]);
    const { mover, velocity, groundVelocity, localPoint } = this;
    for (let k = 0; k < 3; k++) {
      mover.position[k] = from[positionAt + k];
      velocity[k] = from[velocityAt + k];
      mover.groundNormal[k] = from[normalAt + k];
      mover.groundPoint[k] = from[pointAt + k];
      localPoint[k] = from[localAt + k];
      groundVelocity[k] = from[carryAt + k];
    }
    mover.groundBody = from[groundAt];
    this.groundBirth = from[birthAt];
    mover.isGrounded = from[groundedAt] === 1;
  }

  /** Whether there is nothing within a distance above the character at a position. */
  private hasRoom(position: Float64Array, distance: number): boolean {
    const { casts, up, rules } = this;
    for (let k = 0; k < 3; k++) wanted[k] = distance * up[k];
    carried.fill(0);
    casts.gather(position, distance + (lookAhead + 2) * this.skin);
    if (rules) this.applyRules(rules, 1);
    return casts.cast(position, wanted) >= distance;
  }

  /** Gives the casts and the body the capsule of a height. */
  private setCapsule(height: number): void {
    const { world, body, measures } = this;
    const { radius } = measures;
    const halfHeight = 0.5 * height - radius;
    this.tall = height;
    measures.halfHeight = halfHeight;
    this.casts.resize(halfHeight);
    if (!this.isRemoved && ownCapsule(world, body)?.halfHeight !== halfHeight)
      bodyChange(world, body, { shape: new CapsuleShape(radius, halfHeight) });
  }

  /** Jumps, or walks, falls and looks for ground. */
  private go(wasGrounded: boolean, rise: number): void {
    const { mover, up } = this;
    mover.isGrounded = false;
    mover.groundBody = -1;
    if (rise > tiny) {
      mover.slide(wanted);
      return;
    }
    for (let k = 0; k < 3; k++) level[k] = wanted[k] - rise * up[k];
    mover.walk(level, wasGrounded);
    if (rise < -tiny) mover.fall(-rise);
    if (!mover.isGrounded) mover.settle(wasGrounded ? this.snapDistance + this.skin : 2 * this.skin);
  }

  /** Leaves out of the casts what the rules let the character pass. */
  private applyRules(rules: ContactRules, dt: number): void {
    const { position, isGrounded, groundBody } = this.mover;
    let rise = 0;
    for (let k = 0; k < 3; k++) {
      start[k] = position[k] + carried[k];
      velocity[k] = (wanted[k] + carried[k]) / dt;
      rise += wanted[k] * this.up[k];
    }
    const support = isGrounded && rise <= tiny ? groundBody : -1;
    this.casts.sift(rules, this.body, support, start, velocity);
  }

  /** Sets {@link carried} to the displacement of the ground since the last move, `dt` ago. */
  private findCarry(dt: number): void {
    const { groundBody } = this.mover;
    carried.fill(0);
    if (groundBody < 0 || this.world.generation(groundBody) !== this.groundBirth) return;
    this.followGround();
    this.addBelt(carried, dt);
  }

  /** Adds the velocity of the ground's surface, times a factor, if it is a belt. */
  private addBelt(out: Float64Array, factor: number): void {
    const { groundBody } = this.mover;
    if (this.world.bodies.inverseMasses[groundBody] === 0)
      this.rules?.addSurfaceVelocity(out, groundBody, factor);
  }

  /** Sets {@link carried} to the displacement of the body under the character. */
  private followGround(): void {
    const { mover, world } = this;
    const { groundBody, groundPoint } = mover;
    if (world.table.isHalfSpace(groundBody)) return;
    world.table.getPose(bodyPosition, bodyRotation, groundBody);
    poseCompose(carried, unused, bodyPosition, bodyRotation, this.localPoint, pointRotation);
    for (let k = 0; k < 3; k++) carried[k] -= groundPoint[k];
    // A dynamic body at rest still moves a little; a character that followed it would keep it awake.
    if (world.bodies.inverseMasses[groundBody] > 0 && lengthOf(carried) < tremble) carried.fill(0);
  }

  /** Stores the contact point with the ground, and applies the character's weight to it. */
  private holdGround(isNew: boolean, dt: number): void {
    const { mover, world, groundVelocity, localPoint } = this;
    const { groundBody, groundPoint } = mover;
    groundVelocity.fill(0);
    if (groundBody < 0) return;
    this.groundBirth = world.generation(groundBody);
    this.addBelt(groundVelocity, 1);
    if (world.table.isHalfSpace(groundBody)) return;
    world.table.getPose(bodyPosition, bodyRotation, groundBody);
    poseInvert(bodyPosition, bodyRotation, bodyPosition, bodyRotation);
    poseCompose(localPoint, unused, bodyPosition, bodyRotation, groundPoint, pointRotation);
    bodyVelocityAt(velocity, world, groundBody, groundPoint);
    for (let k = 0; k < 3; k++) groundVelocity[k] += velocity[k];
    if (lengthOf(groundVelocity) * dt < tremble) groundVelocity.fill(0);
    if (isNew || world.bodies.asleep[groundBody] === 0) this.pushes.press(groundBody, groundPoint, !isNew);
  }

  /** Whether its body is no longer in the world; it may come back by a rollback, with its shape. */
  private get isRemoved(): boolean {
    return this.world.generation(this.body) !== this.birth;
  }

  private requireBody(): void {
    if (this.isRemoved) throw new Error('the character was removed');
  }
}

/** Reads the upward direction; returns the rotation that takes the y axis to it. */
function readUp(out: Float64Array, up: Vec3Like): Float64Array {
  readVec3(out, 'up', up);
  const length = lengthOf(out);
  if (!(length > 1e-9)) refuse('up', 'have a length', 0);
  for (let k = 0; k < 3; k++) out[k] /= length;
  // The quaternion (y × up, 1 + y · up); a rotation by 180° about x if `up` is down.
  const rotation =
    out[1] > -1 + 1e-12 ? Float64Array.of(out[2], 0, -out[0], 1 + out[1]) : Float64Array.of(1, 0, 0, 0);
  const norm = Math.sqrt(rotation[0] ** 2 + rotation[2] ** 2 + rotation[3] ** 2);
  return rotation.map(x => x / norm);
}

function lengthOf(v: Float64Array): number {
  return Math.sqrt(dot(v, v));
}

function lengthBetween(a: Float64Array, b: Float64Array): number {
  return Math.sqrt((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2);
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
