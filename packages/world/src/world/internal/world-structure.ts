/**
 * The structure of a world, that is, everything that does not change from step to step: its bodies with their
 * shapes and masses, their colliders, and joints. Together with a snapshot it is the whole state of a world.
 *
 * Ids of bodies and colliders are part of it, and so is which free id is reused next, so that a restored
 * world continues with the same bits, whatever is added later.
 */
import type { JointStructure } from '@colide/solvers';
import { defaultMaterial } from '../../bodies/body-checks.ts';
import type { BodyBuild, BodyMaterial } from '../../bodies/body-settings.ts';
import type { World } from '../world.ts';

/** A body: its shape, mass and type, and the ids of its colliders. */
export interface BodyRecord {
  readonly id: number;
  readonly birth: number;
  readonly build: BodyBuild;
  readonly material: Required<BodyMaterial>;
  readonly colliders: readonly number[];
}

/** The structure of a world. */
export interface WorldStructure {
  readonly idCount: number;
  readonly nextId: number;
  readonly birthCount: number;
  readonly colliderCount: number;
  readonly nextCollider: number;
  readonly bodies: readonly BodyRecord[];
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
export function readStructure(world: World): WorldStructure {
  const { table, colliders, joints } = world;
  return {
    idCount: table.idCount,
    nextId: table.nextId,
    birthCount: table.birthCount,
    colliderCount: colliders.count,
    nextCollider: colliders.nextId,
    bodies: Array.from(world.ids(), id => recordOf(world, id)),
    joints: joints?.saveStructure(),
  };
}

function recordOf({ table }: World, id: number): BodyRecord {
  return {
    id,
    birth: table.births[id],
    build: table.builds[id]!,
    material: materialOf(table, id),
    colliders: [...table.collidersOf[id]],
  };
}

/** The material of a body, complete. */
function materialOf(table: World['table'], id: number): Required<BodyMaterial> {
  const { gravityScales, speedLimits, locks, sleepless } = table.state;
  const axes = (bits: number) => [...'xyz'].filter((_, k) => (bits >> k) & 1).join('');
  return {
    friction: table.frictions[id],
    restitution: table.restitutions[id],
    linearDamping: table.linearDampings[id],
    angularDamping: table.angularDampings[id],
    gravityScale: gravityScales[id],
    maxSpeed: speedLimits[2 * id],
    maxAngularSpeed: speedLimits[2 * id + 1],
    lockedTranslation: axes(locks[id] & 7) as BodyMaterial['lockedTranslation'] & string,
    lockedRotation: axes(locks[id] >> 3) as BodyMaterial['lockedRotation'] & string,
    canSleep: sleepless[id] === 0,
    group: table.groups[id],
    mask: table.masks[id],
    bullet: table.bullets[id] === 1,
    sensor: table.sensors[id] === 1,
  };
}

/**
 * Gives a world another structure: bodies that are not in it are removed, and those that are missing or have
 * changed are rebuilt with their old ids. Poses and velocities are restored by a snapshot.
 */
export function applyStructure(world: World, structure: WorldStructure): void {
  const { table, colliders, volumes } = world;
  const wanted = new Map(structure.bodies.map(record => [record.id, record]));
  for (const id of [...world.ids()]) if (!isSame(world, id, wanted.get(id))) world.remove(id);
  const missing = structure.bodies.filter(({ id }) => !world.has(id));
  while (table.slots.length < structure.idCount) table.grow();
  while (colliders.bodies.length < structure.colliderCount) colliders.grow();
  table.idCount = Math.max(table.idCount, structure.idCount);
  for (const { id, birth, build, material, colliders: ids } of missing) {
    table.nextId = id;
    // The last is assigned first.
    colliders.reserved.push(...[...ids].reverse());
    const still = build.shape.kind === 'halfSpace' ? {} : { position: [0, 0, 0] };
    table.add({ ...defined(build), ...material, ...still });
    table.births[id] = birth;
    volumes.enter(id);
  }
  for (const { id, material } of structure.bodies) table.setMaterial(id, { ...defaultMaterial, ...material });
  table.idCount = structure.idCount;
  table.birthCount = structure.birthCount;
  table.nextId = structure.nextId;
  colliders.count = structure.colliderCount;
  colliders.nextId = structure.nextCollider;
  world.joints?.loadStructure(structure.joints ?? noJoints);
}

/** Whether a body is the one in a record and has not been changed. */
function isSame({ table }: World, id: number, record: BodyRecord | undefined): boolean {
  return (
    record !== undefined &&
    record.birth === table.births[id] &&
    record.build === table.builds[id] &&
    record.colliders.every((collider, i) => table.collidersOf[id][i] === collider)
  );
}

/** The settings that are given. */
function defined(build: BodyBuild): BodyBuild {
  return Object.fromEntries(Object.entries(build).filter(([, value]) => value !== undefined)) as never;
}
