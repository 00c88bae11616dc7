/**
 * What a planar world is made of, without the state of a snapshot: bodies with their ids, generations,
 * shapes, masses and materials, which collider has which part, and the joints.
 */
import { grown } from '@colide/core';
import { type ContactShape2d, createPosedShapes2d, PosedShape2d } from '@colide/narrowphase';
import { type JointStructure, RigidJoints2d } from '@colide/solvers';
import { bodyTypes2d } from '../../bodies/body-checks-2d.ts';
import type { BodyMaterial2d, BodyType2d } from '../../bodies/body-settings-2d.ts';
import type { World2d } from '../world-2d.ts';

/** A body of a structure. */
export interface BodyRecord2d {
  readonly id: number;
  readonly birth: number;
  readonly type: BodyType2d;
  /** Index of its shape. */
  readonly shape: number;
  readonly colliders: readonly number[];
  readonly center: Float64Array;
  readonly inverseMass: number;
  readonly moment: number;
  readonly material: Required<BodyMaterial2d>;
}

/** What a planar world is made of. */
export interface WorldStructure2d {
  readonly idCount: number;
  readonly birthCount: number;
  readonly colliderCount: number;
  /** Where the searches for free ids begin. */
  readonly nextId: number;
  readonly nextCollider: number;
  /** Colliders that are half-planes, in the order in which they are tested. */
  readonly planes: readonly number[];
  readonly bodies: readonly BodyRecord2d[];
  readonly joints: JointStructure | undefined;
}

/** Reads the structure of a world; `indexOf` gives the indices of shapes. */
export function readStructure2d(
  world: World2d,
  indexOf: (shape: ContactShape2d) => number,
): WorldStructure2d {
  const { table, boxes } = world;
  const { state } = table;
  const bodies = Array.from(
    world.ids(),
    (id): BodyRecord2d => ({
      id,
      birth: table.births[id],
      type: bodyTypes2d[table.slots[id] - 1],
      shape: indexOf(table.shapes[id]!),
      colliders: table.collidersOf[id],
      center: table.centers.slice(2 * id, 2 * id + 2),
      inverseMass: state.inverseMasses[id],
      moment: table.moments[id],
      material: materialOf(world, id),
    }),
  );
  return {
    idCount: table.idCount,
    birthCount: table.birthCount,
    colliderCount: table.parts.length,
    nextId: table.nextId,
    nextCollider: table.nextCollider,
    planes: boxes.planes,
    bodies,
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

/** Builds a structure in an empty world. Poses and velocities are restored by a snapshot. */
export function applyStructure2d(
  world: World2d,
  structure: WorldStructure2d,
  shapes: readonly ContactShape2d[],
): void {
  const { table, boxes } = world;
  while (table.slots.length < structure.idCount) table.grow();
  while (table.partBodies.length < structure.colliderCount) table.partBodies = grown(table.partBodies);
  // What no body has is a point that belongs to none.
  const none = new PosedShape2d(new Float64Array(2));
  for (let collider = 0; collider < structure.colliderCount; collider++) table.parts[collider] = none;
  table.partBodies.fill(-1, 0, structure.colliderCount);
  table.idCount = structure.idCount;
  for (const record of structure.bodies) {
    const { id, birth, type, colliders, center, inverseMass, moment, material } = record;
    const shape = shapes[record.shape];
    table.nextId = id;
    // The last is given out first.
    table.reserved.push(...[...colliders].reverse());
    table.add(
      { shape, ...material },
      {
        parts: createPosedShapes2d(shape, center[0], center[1]),
        type,
        position: new Float64Array(2),
        rotation: Float64Array.of(1, 0),
        velocity: new Float64Array(2),
        angularVelocity: 0,
        center,
        mass: 1 / inverseMass,
        moment,
      },
    );
    table.state.inverseMasses[id] = inverseMass;
    table.births[id] = birth;
    boxes.enter(id);
  }
  table.nextId = structure.nextId;
  table.nextCollider = structure.nextCollider;
  table.birthCount = structure.birthCount;
  boxes.planes.length = 0;
  boxes.planes.push(...structure.planes);
  if (!structure.joints) return;
  table.joints = new RigidJoints2d();
  table.joints.loadStructure(structure.joints);
}
