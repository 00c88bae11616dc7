/**
 * Changes a body while the world runs: its shape, its mass, its type, or whether it takes part in the world.
 * This is not a method of `World`, so that programs that never call it do not include the code.
 *
 * O(colliders of the body). The body keeps its id, its pose and its velocities; bodies that touched it wake
 * up.
 */
import { requireKnown, requireObject, touchEventsEnd } from '@colide/core';
import { poseCompose, poseInvert } from '@colide/math';
import { requireWorld } from '../internal/require-world.ts';
import type { World } from '../world/world.ts';
import { type CompleteSettings, defaultMaterial, requireMaterial } from './body-checks.ts';
import type { BodyBuild, BodyChanges, BodySettings } from './body-settings.ts';

const buildNames: readonly (keyof BodyBuild)[] = [
  'shape',
  'type',
  'density',
  'mass',
  'inertia',
  'centerOfMass',
  'enabled',
];

/**
 * Changes the shape, mass and type of a body, and its material. Settings that are not given stay as they are,
 * except that inertia and centre of mass follow a new shape, and that density and mass replace each other.
 * Throws before anything has changed.
 */
export function bodyChange(world: World, body: number, changes: BodyChanges): void {
  requireWorld(world);
  const { table } = world;
  table.requireBody(body);
  requireObject('changes', changes);
  requireKnown('changes', changes, [...buildNames, ...Object.keys(defaultMaterial)]);
  requireMaterial(changes, true);
  if (buildNames.some(name => changes[name] !== undefined)) rebuild(world, body, changes);
  world.wakeNeighbours(body);
  table.setMaterial(body, changes);
  const { enabled, type } = table.builds[body]!;
  if (!enabled) touchEventsEnd(world.events, body);
  // Two static bodies do not touch.
  else if (type === 'static')
    touchEventsEnd(world.events, body, other => table.builds[other]?.type === 'static');
}

/** The settings of a body after the changes, in its present pose. */
function changedSettings(world: World, body: number, changes: BodyChanges): BodySettings {
  const { table, bodies } = world;
  const old = table.builds[body]!;
  const isHalfSpace = table.isHalfSpace(body);
  const next: Record<string, unknown> = { ...old };
  if (changes.shape !== undefined) next.inertia = next.centerOfMass = undefined;
  if (changes.density !== undefined) next.mass = next.inertia = undefined;
  if (changes.mass !== undefined) next.density = undefined;
  for (const name of buildNames) if (changes[name] !== undefined) next[name] = changes[name];
  const settings = next as unknown as BodySettings;
  const { shape } = settings;
  requireObject('shape', shape);
  if (isHalfSpace !== (shape.kind === 'halfSpace'))
    throw new RangeError('shape must not become a half-space, nor cease to be one');
  if (isHalfSpace) return settings;
  const position = [0, 0, 0];
  const rotation = [0, 0, 0, 1];
  table.getPose(position, rotation, body);
  Object.assign(next, { position, rotation });
  if (next.type !== 'static') {
    next.velocity = bodies.velocities.slice(3 * body, 3 * body + 3);
    next.angularVelocity = bodies.angularVelocities.slice(3 * body, 3 * body + 3);
  }
  return settings;
}

function rebuild(world: World, body: number, changes: BodyChanges): void {
  const before = changedSettings(world, body, {});
  const settings = changedSettings(world, body, changes);
  const { table } = world;
  const complete = table.prepare(settings);
  try {
    replace(world, body, settings, complete);
  } catch (error) {
    // A user-defined shape has thrown after all.
    replace(world, body, before, table.prepare(before));
    throw error;
  }
  world.wakeNeighbours(body);
}

/** Removes the colliders of a body and builds it again. */
function replace(world: World, body: number, settings: BodySettings, complete: CompleteSettings): void {
  const { table, volumes, bodies } = world;
  const position = bodies.positions.slice(3 * body, 3 * body + 3);
  const rotation = bodies.rotations.slice(4 * body, 4 * body + 4);
  volumes.leave(body);
  table.removeColliders(body);
  table.build(body, settings, complete);
  volumes.enter(body);
  reframe(world, body, position, rotation);
}

/**
 * Keeps joints and attachments of a body where they are: they are stored in axes through its centre of mass,
 * which had the pose (`position`, `rotation`) before.
 */
function reframe(world: World, body: number, position: Float64Array, rotation: Float64Array): void {
  const { positions, rotations } = world.bodies;
  const p = positions.slice(3 * body, 3 * body + 3);
  const q = rotations.slice(4 * body, 4 * body + 4);
  if (p.every((x, k) => x === position[k]) && q.every((x, k) => x === rotation[k])) return;
  poseInvert(p, q, p, q);
  poseCompose(position, rotation, p, q, position, rotation);
  world.joints?.moveFrames(body, position, rotation);
  for (const part of world.parts) part.reframed?.(body, position, rotation);
}
