/**
 * Contacts of deformable bodies with rigid ones: the world's broad phase finds colliders near a body, the
 * narrow phase finds the distances of its particles from them.
 *
 * Rigid bodies are at the end of their step, particles at its beginning. So each particle is tested where it
 * would be if the rigid body had carried it along: in that frame both are at the beginning, and nothing can
 * pass through in between, whichever of the two is fast. Every particle that may arrive within the step gives
 * a contact.
 *
 * Particles are enough for anything that is flat at their scale. Triangles and segments are also tested if
 * their corners do not lie on one plane: over edges and corners of boxes, and against bodies that would fit
 * between the particles.
 */
import { aabbExpand, aabbFromPoints } from '@colide/bounds';
import { IdList } from '@colide/core';
import { PointShape, Posed } from '@colide/geometry';
import { insertionSort } from '@colide/math';
import { colliderKind, colliderPoint, createColliderPoint, type TriangleContacts } from '@colide/narrowphase';
import type { RigidParticleContacts } from '@colide/solvers';
import type { World } from '../../world/world.ts';
import type { SoftBody } from '../soft-body.ts';
import { CarriedPoints } from './carried-points.ts';
import { type ElementPair, SoftElements } from './soft-elements.ts';
import type { SoftParticles } from './soft-particles.ts';
import type { SoftStep } from './soft-step.ts';

const box = /* @__PURE__ */ new Float64Array(6);
const near = /* @__PURE__ */ createColliderPoint();
const position = /* @__PURE__ */ new Float64Array(3);
const upright = /* @__PURE__ */ Float64Array.of(0, 0, 0, 1);
/** Approach speed above which a particle wakes the body it hits, in m/s. */
const wakeSpeed = 0.5;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Finds contacts between particles and colliders. */
export class SoftRigidStage {
  /** Colliders near the body of the last {@link findColliders}, sorted. */
  readonly colliders = new IdList();
  private payload = new Uint32Array(0);
  private readonly points = new CarriedPoints();
  private readonly elements = new SoftElements();
  /** The body and the collider whose elements are tested; one record for all. */
  private readonly pair: Writable<Partial<ElementPair>> = { points: this.points };
  private readonly ball = new Posed(new PointShape());
  private triangles: TriangleContacts | undefined;

  /**
   * Fills {@link colliders} with those that a body may touch and whose boxes are within `step.reach` of its
   * box.
   */
  findColliders(world: World, body: SoftBody, step: SoftStep): void {
    const { colliders } = this;
    const { bodies } = world.colliders;
    const { groups, masks, sensors } = world.materials;
    colliders.clear();
    world.broadPhase.queryBox(colliders, aabbExpand(box, body.box, step.reach));
    for (let i = 0; i < colliders.count; i++) colliders.data[i] = world.colliderOfBox(colliders.data[i]);
    for (let p = 0; p < world.planes.length; p++) colliders.push(world.planes[p]);
    let kept = 0;
    for (let i = 0; i < colliders.count; i++) {
      const rigid = bodies[colliders.data[i]];
      if (sensors[rigid] === 1 || (groups[rigid] & body.mask) === 0 || (masks[rigid] & body.group) === 0)
        continue;
      colliders.data[kept++] = colliders.data[i];
    }
    colliders.count = kept;
    if (this.payload.length < kept) this.payload = new Uint32Array(2 * kept);
    insertionSort(colliders.data, this.payload, kept);
  }

  /** Adds the contacts of a body with the colliders of the last {@link findColliders}. */
  collide(
    contacts: RigidParticleContacts,
    world: World,
    body: SoftBody,
    particles: SoftParticles,
    step: SoftStep,
  ): void {
    const { colliders, points } = this;
    for (let c = 0; c < colliders.count; c++) {
      const collider = colliders.data[c];
      const rigid = world.colliders.bodies[collider];
      points.carry(body, particles.motions, world.bodies, rigid, step);
      points.leaveOut(body, particles.attached, rigid);
      if (world.colliders.kinds[collider] === colliderKind.plane) box.fill(-Infinity, 0, 3).fill(Infinity, 3);
      else world.colliders.aabb(box, collider);
      points.classify(box);
      if (world.meshOf(collider) === undefined)
        this.collideConvex(contacts, world, body, collider, rigid, step);
      else this.collideMesh(contacts, world, body, collider, rigid);
    }
  }

  private collideConvex(
    contacts: RigidParticleContacts,
    world: World,
    body: SoftBody,
    collider: number,
    rigid: number,
    step: SoftStep,
  ): void {
    const { points, elements } = this;
    const { positions, reaches } = points;
    const asleep = world.bodies.asleep[rigid] === 1;
    elements.begin(body);
    for (let i = 0; i < body.count; i++) {
      if (points.sides[i] !== 0) continue;
      colliderPoint(near, world.colliders, collider, positions, 3 * i);
      const distance = near.distance[0] - body.thickness;
      if (!(distance < reaches[i])) continue;
      if (asleep && reaches[i] > wakeSpeed * step.dt + points.slack) world.wake(rigid);
      elements.note(i, near);
      const at = contacts.append(rigid, body.first + i);
      for (let k = 0; k < 3; k++) {
        contacts.points[3 * at + k] = near.point[k];
        contacts.normals[3 * at + k] = near.normal[k];
      }
      this.setMaterial(contacts, world, body, rigid, at);
    }
    if (world.colliders.kinds[collider] === colliderKind.plane) return;
    const before = contacts.count;
    const { pair } = this;
    pair.contacts = contacts;
    pair.convex = world.colliders.convexes[collider]!;
    pair.rigid = rigid;
    pair.body = body;
    elements.collide(pair as ElementPair);
    for (let at = before; at < contacts.count; at++) this.setMaterial(contacts, world, body, rigid, at);
  }

  private collideMesh(
    contacts: RigidParticleContacts,
    world: World,
    body: SoftBody,
    collider: number,
    rigid: number,
  ): void {
    const mesh = world.meshOf(collider)!;
    const placed = world.colliders.convexes[collider]!;
    const { points, ball } = this;
    this.triangles ??= mesh.createContacts();
    const { manifolds } = this.triangles;
    for (let i = 0; i < body.count; i++) {
      if (points.sides[i] !== 0) continue;
      for (let k = 0; k < 3; k++) position[k] = points.positions[3 * i + k];
      ball.setPose(position, upright);
      const count = mesh.contacts(this.triangles, placed, ball, points.reaches[i] + body.thickness);
      for (let m = 0; m < count; m++) {
        const { normal, pointsB } = manifolds[m];
        const at = contacts.append(rigid, body.first + i);
        for (let k = 0; k < 3; k++) {
          contacts.points[3 * at + k] = pointsB[k];
          contacts.normals[3 * at + k] = -normal[k];
        }
        this.setMaterial(contacts, world, body, rigid, at);
      }
    }
  }

  private setMaterial(
    contacts: RigidParticleContacts,
    world: World,
    body: SoftBody,
    rigid: number,
    at: number,
  ): void {
    const { frictions, restitutions } = world.materials;
    contacts.separations[at] = body.thickness;
    contacts.frictions[at] = Math.sqrt(frictions[rigid] * body.friction);
    contacts.restitutions[at] = Math.max(restitutions[rigid], body.restitution);
  }
}

/** Fits the box of a body to its particles. */
export function fitSoftBox(body: SoftBody): void {
  aabbFromPoints(body.box, body.view.positions);
}
