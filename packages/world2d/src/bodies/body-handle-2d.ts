/**
 * A planar body as an object, for those who think in objects: `BodyHandle` in the plane. It remembers the
 * generation of the body as well as its id, so a handle to a removed body says so instead of acting on the
 * next body with that id.
 *
 * A handle holds no state: make as many as you like. Everything it returns is a copy. Loops over many bodies
 * should use the flat arrays of `world.bodies`.
 */

import { bodyTypeOf2d } from '../internal/enter-body-2d.ts';
import { requireWorld2d } from '../internal/require-world-2d.ts';
import type { World2d } from '../world/world-2d.ts';
import { bodyChange2d } from './body-change-2d.ts';
import { bodyMoveTo2d, bodyVelocityAt2d } from './body-motion-2d.ts';
import type { BodyBuild2d, BodyChanges2d, BodyMaterial2d, BodyType2d } from './body-settings-2d.ts';
import type { VectorLike2d } from './vector-like-2d.ts';

/** One body of a planar world. */
export class BodyHandle2d {
  readonly world: World2d;
  /** Its id: the index into the flat arrays of the world. */
  readonly id: number;
  /** The generation of the body; see `World2d.generation`. */
  readonly generation: number;

  /** @param id of a body of `world` */
  constructor(world: World2d, id: number) {
    requireWorld2d(world);
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
    const position = [0, 0];
    this.valid.getPose(position, [1, 0], this.id);
    return position;
  }

  set position(position: VectorLike2d) {
    this.valid.setPose(this.id, position);
  }

  /** Angle of the shape in radians, from −π to π. */
  get angle(): number {
    return this.valid.angleOf(this.id);
  }

  set angle(angle: number) {
    this.valid.setPose(this.id, this.position, angle);
  }

  /** Velocity of the centre of mass. */
  get velocity(): number[] {
    return Array.from(this.valid.bodies.velocities.subarray(2 * this.id, 2 * this.id + 2));
  }

  set velocity(velocity: VectorLike2d) {
    this.valid.setVelocity(this.id, velocity);
  }

  /** Angular velocity, counter-clockwise. */
  get angularVelocity(): number {
    return this.valid.bodies.angularVelocities[this.id];
  }

  set angularVelocity(angularVelocity: number) {
    this.valid.setVelocity(this.id, this.velocity, angularVelocity);
  }

  /** Position of the centre of mass. */
  get centerOfMass(): number[] {
    return Array.from(this.valid.bodies.positions.subarray(2 * this.id, 2 * this.id + 2));
  }

  /** Mass in kg; `Infinity` for bodies that are not dynamic. */
  get mass(): number {
    return 1 / this.valid.bodies.inverseMasses[this.id];
  }

  set mass(mass: number) {
    bodyChange2d(this.valid, this.id, { mass });
  }

  get type(): BodyType2d {
    return bodyTypeOf2d(this.valid, this.id);
  }

  set type(type: BodyType2d) {
    bodyChange2d(this.valid, this.id, { type });
  }

  get shape(): BodyBuild2d['shape'] {
    return this.build.shape;
  }

  set shape(shape: BodyBuild2d['shape']) {
    bodyChange2d(this.valid, this.id, { shape });
  }

  /** Whether it takes part in the world. */
  get enabled(): boolean {
    return this.build.enabled !== false;
  }

  set enabled(enabled: boolean) {
    bodyChange2d(this.valid, this.id, { enabled });
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

  /** Changes several settings at once; see {@link bodyChange2d}. */
  change(changes: BodyChanges2d): void {
    bodyChange2d(this.valid, this.id, changes);
  }

  setMaterial(material: BodyMaterial2d): void {
    this.valid.setMaterial(this.id, material);
  }

  /** See {@link bodyMoveTo2d}. */
  moveTo(position: VectorLike2d, rotation: number | VectorLike2d | undefined, dt: number): void {
    bodyMoveTo2d(this.valid, this.id, position, rotation, dt);
  }

  /** The velocity of the point of the body that is at `point` in world space. */
  velocityAt(point: VectorLike2d): number[] {
    return bodyVelocityAt2d([0, 0], this.valid, this.id, point);
  }

  applyImpulse(impulse: VectorLike2d, point?: VectorLike2d): void {
    this.valid.applyImpulse(this.id, impulse, point);
  }

  applyForce(force: VectorLike2d, point?: VectorLike2d): void {
    this.valid.applyForce(this.id, force, point);
  }

  applyTorque(torque: number): void {
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
  private get valid(): World2d {
    if (!this.exists) throw new Error(`body ${this.id} of generation ${this.generation} was removed`);
    return this.world;
  }

  private get build(): BodyBuild2d {
    return this.valid.table.builds[this.id]!;
  }
}
