/**
 * The structure of a planar world, without the state of a snapshot: bodies with their ids, generations,
 * shapes, masses and materials, the parts of the colliders, and the joints. Together with a snapshot it is
 * the whole state of a world.
 */
import { grown } from '@colide/core';
import { PosedShape2d } from '@colide/narrowphase';
import type { JointStructure } from '@colide/solvers';
import { defaultMaterial2d, requireSettings2d } from '../../bodies/body-checks-2d.ts';
import type { BodyBuild2d, BodyMaterial2d } from '../../bodies/body-settings-2d.ts';
import { enterBody2d } from '../../internal/enter-body-2d.ts';
import type { World2d } from '../world-2d.ts';

/** A body of a structure. */
export interface BodyRecord2d {
  readonly id: number;
  readonly birth: number;
  readonly build: BodyBuild2d;
  readonly colliders: readonly number[];
  readonly material: Required<BodyMaterial2d>;
}

/** The structure of a planar world. */
export interface WorldStructure2d {
  readonly idCount: number;
  readonly birthCount: number;
  readonly colliderCount: number;
  /** Ids at which the searches for free ids begin. */
  readonly nextId: number;
  readonly nextCollider: number;
  /** Colliders that are half-planes, in the order in which they are tested. */
  readonly planes: readonly number[];
  readonly bodies: readonly BodyRecord2d[];
  readonly joints: JointStructure | undefined;
}

/** The structure of an empty set of joints. */
const noJoints = {
  count: 0,
  couplings: 0,
  removals: 0,
  slots: /* @__PURE__ */ new Int32Array(0),
} as JointStructure;

/** The current structure of a world. Shapes are shared, everything else is copied. */
export function readStructure2d(world: World2d): WorldStructure2d {
  const { table, boxes } = world;
  return {
    idCount: table.idCount,
    birthCount: table.birthCount,
    colliderCount: table.parts.length,
    nextId: table.nextId,
    nextCollider: table.nextCollider,
    planes: [...boxes.planes],
    bodies: Array.from(world.ids(), id => ({
      id,
      birth: table.births[id],
      build: table.builds[id]!,
      colliders: [...table.collidersOf[id]],
      material: materialOf(world, id),
    })),
    joints: table.joints?.saveStructure(),
  };
}

function materialOf({ table }: World2d, id: number): Required<BodyMaterial2d> {
  const { gravityScales, speedLimits, sleepless } = table.state;
  return {
    friction: table.frictions[id],
    restitution: table.restitutions[id],
    rollingFriction: table.rollingFrictions[id],
    linearDamping: table.linearDampings[id],
    angularDamping: table.angularDampings[id],
    gravityScale: gravityScales[id],
    maxSpeed: speedLimits[2 * id],
    maxAngularSpeed: speedLimits[2 * id + 1],
    lockedRotation: table.lockedRotations[id] === 1,
    canSleep: sleepless[id] === 0,
    group: table.groups[id],
    mask: table.masks[id],
    bullet: table.bullets[id] === 1,
    sensor: table.sensors[id] === 1,
  };
}

/**
 * Gives a world another structure: bodies that are not in it are removed, and those that are missing or have
 * changed are built with their old ids. If there are joints, the world must already have a set of them. Poses
 * and velocities are restored by a snapshot.
 */
export function applyStructure2d(world: World2d, structure: WorldStructure2d): void {
  const { table, boxes } = world;
  const wanted = new Map(structure.bodies.map(record => [record.id, record]));
  for (const id of [...world.ids()]) if (!isSame(world, id, wanted.get(id))) world.remove(id);
  while (table.slots.length < structure.idCount) table.grow();
  layOutColliders(world, structure.colliderCount);
  table.idCount = structure.idCount;
  for (const { id, birth, build, colliders, material } of structure.bodies) {
    if (world.has(id)) table.setMaterial(id, { ...defaultMaterial2d, ...material });
    else {
      table.nextId = id;
      // The last is assigned first.
      table.reserved.push(...[...colliders].reverse());
      const { enabled, ...settings } = { ...build, ...material };
      table.add(settings, requireSettings2d(settings));
      enterBody2d(world, id, enabled);
    }
    table.births[id] = birth;
  }
  // Disabled bodies had some while they were built.
  table.parts.length = structure.colliderCount;
  table.nextId = structure.nextId;
  table.nextCollider = structure.nextCollider;
  table.birthCount = structure.birthCount;
  boxes.planes.length = 0;
  boxes.planes.push(...structure.planes);
  table.joints?.loadStructure(structure.joints ?? noJoints);
}

/** Whether a body is the one in a record and has not been changed. */
function isSame({ table }: World2d, id: number, record: BodyRecord2d | undefined): boolean {
  return (
    record !== undefined &&
    record.birth === table.births[id] &&
    record.build === table.builds[id] &&
    record.colliders.every((collider, i) => table.collidersOf[id][i] === collider)
  );
}

/** Makes room for colliders; those of no body are points that belong to none. */
function layOutColliders({ table }: World2d, count: number): void {
  const { parts } = table;
  while (table.partBodies.length < count) table.partBodies = grown(table.partBodies);
  const none = new PosedShape2d(new Float64Array(2));
  for (let collider = 0; collider < count; collider++) {
    const isFree = collider >= parts.length || table.partBodies[collider] < 0;
    if (!isFree) continue;
    parts[collider] = none;
    table.partBodies[collider] = -1;
  }
  parts.length = count;
}
