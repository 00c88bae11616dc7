/**
 * A body as an object, for object-oriented code: `body.position`, `body.velocity = …`. It stores the
 * generation of the body as well as its id, so a handle to a removed body throws an error instead of acting
 * on the next body with that id.
 *
 * A handle holds no state: make as many as you like. Everything it returns is a copy. Loops over many bodies
 * should use the flat arrays of `world.bodies`.
 */

import { requireWorld } from '../internal/require-world.ts';
import type { World } from '../world/world.ts';
import { bodyChange } from './body-change.ts';
import { bodyMoveTo, bodyVelocityAt } from './body-motion.ts';
import type { BodyBuild, BodyChanges, BodyMaterial, BodyType } from './body-settings.ts';
import type { QuatLike, Vec3Like } from './vector-like.ts';

/** One body of a world. */
export class BodyHandle {
  readonly world: World;
  /** Its id: the index into the flat arrays of the world. */
  readonly id: number;
  /** The generation of the body; see `World.generation`. */
  readonly generation: number;

  /** @param id of a body of `world` */
  constructor(world: World, id: number) {
    requireWorld(world);
    world.table.requireBody(id, 'id');
    this.world = world;
    this.id = id;
    this.generation = world.generation(id);
  }

  /** Whether the body still exists. */
  get exists(): boolean {
    return this.world.generation(this.id) === this.generation;
  }

  /** Position of the shape. */
  get position(): number[] {
    const position = [0, 0, 0];
    this.valid.getPose(position, [0, 0, 0, 1], this.id);
    return position;
  }

  set position(position: Vec3Like) {
    this.valid.setPose(this.id, position);
  }

  /** Rotation of the shape, a quaternion x, y, z, w. */
  get rotation(): number[] {
    const rotation = [0, 0, 0, 1];
    this.valid.getPose([0, 0, 0], rotation, this.id);
    return rotation;
  }

  set rotation(rotation: QuatLike) {
    this.valid.setPose(this.id, this.position, rotation);
  }

  /** Velocity of the centre of mass. */
  get velocity(): number[] {
    const { velocities } = this.valid.bodies;
    return Array.from(velocities.subarray(3 * this.id, 3 * this.id + 3));
  }

  set velocity(velocity: Vec3Like) {
    this.valid.setVelocity(this.id, velocity);
  }

  /** Angular velocity in world axes. */
  get angularVelocity(): number[] {
    const { angularVelocities } = this.valid.bodies;
    return Array.from(angularVelocities.subarray(3 * this.id, 3 * this.id + 3));
  }

  set angularVelocity(angularVelocity: Vec3Like) {
    this.valid.setVelocity(this.id, this.velocity, angularVelocity);
  }

  /** Position of the centre of mass. */
  get centerOfMass(): number[] {
    return Array.from(this.valid.bodies.positions.subarray(3 * this.id, 3 * this.id + 3));
  }

  /** Mass in kg; `Infinity` for bodies that are not dynamic. */
  get mass(): number {
    return 1 / this.valid.bodies.inverseMasses[this.id];
  }

  set mass(mass: number) {
    bodyChange(this.valid, this.id, { mass });
  }

  get type(): BodyType {
    return this.build.type!;
  }

  set type(type: BodyType) {
    bodyChange(this.valid, this.id, { type });
  }

  get shape(): BodyBuild['shape'] {
    return this.build.shape;
  }

  set shape(shape: BodyBuild['shape']) {
    bodyChange(this.valid, this.id, { shape });
  }

  /** Whether it takes part in the world. */
  get enabled(): boolean {
    return this.build.enabled!;
  }

  set enabled(enabled: boolean) {
    bodyChange(this.valid, this.id, { enabled });
  }

  get isAsleep(): boolean {
    return this.valid.bodies.asleep[this.id] === 1;
  }

  /** Your own data. */
  get userData(): unknown {
    return this.valid.userData[this.id];
  }

  set userData(data: unknown) {
    this.valid.userData[this.id] = data;
  }

  /** Changes several settings at once; see {@link bodyChange}. */
  change(changes: BodyChanges): void {
    bodyChange(this.valid, this.id, changes);
  }

  setMaterial(material: BodyMaterial): void {
    this.valid.setMaterial(this.id, material);
  }

  /** See {@link bodyMoveTo}. */
  moveTo(position: Vec3Like, rotation: QuatLike | undefined, dt: number): void {
    bodyMoveTo(this.valid, this.id, position, rotation, dt);
  }

  /** The velocity of the point of the body that is at `point` in world space. */
  velocityAt(point: Vec3Like): number[] {
    return bodyVelocityAt([0, 0, 0], this.valid, this.id, point);
  }

  applyImpulse(impulse: Vec3Like, point?: Vec3Like): void {
    this.valid.applyImpulse(this.id, impulse, point);
  }

  applyForce(force: Vec3Like, point?: Vec3Like): void {
    this.valid.applyForce(this.id, force, point);
  }

  applyTorque(torque: Vec3Like): void {
    this.valid.applyTorque(this.id, torque);
  }

  wake(): void {
    this.valid.wake(this.id);
  }

  /** Removes the body from its world. */
  remove(): void {
    this.valid.remove(this.id);
  }

  /** The world, as long as the body is in it. */
  private get valid(): World {
    if (!this.exists) throw new Error(`body ${this.id} of generation ${this.generation} was removed`);
    return this.world;
  }

  private get build(): BodyBuild {
    return this.valid.table.builds[this.id]!;
  }
}
