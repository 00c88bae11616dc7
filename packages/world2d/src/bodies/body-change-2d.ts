/**
 * Changes a body while a planar world runs: its shape, its mass or its type; the planar counterpart of
 * `bodyChange`. This is not a method of `World2d`, so that programs that never call it do not include the
 * code.
 *
 * O(colliders of the body). The body keeps its id, its pose and its velocities; bodies that touched it wake
 * up.
 */
import { requireKnown, requireObject } from '@colide/core';
import type { World2d } from '../world/world-2d.ts';
import {
  type BodyPlan2d,
  defaultMaterial2d,
  requireMaterial2d,
  requireSettings2d,
} from './body-checks-2d.ts';
import type { BodyBuild2d, BodyChanges2d, BodySettings2d } from './body-settings-2d.ts';

const buildNames: readonly (keyof BodyBuild2d)[] = ['shape', 'type', 'density', 'mass', 'inertia'];

/**
 * Changes the shape, mass and type of a body, and its material. Settings that are not given stay as they are,
 * except that the inertia follows a new shape, and that density and mass replace each other. Throws before
 * anything has changed.
 */
export function bodyChange2d(world: World2d, body: number, changes: BodyChanges2d): void {
  requireObject('world', world);
  const { table } = world;
  table.requireBody(body);
  requireObject('changes', changes);
  requireKnown('changes', changes, [...buildNames, ...Object.keys(defaultMaterial2d)]);
  requireMaterial2d(changes, true);
  world.requireBounces(changes);
  if (buildNames.some(name => changes[name] !== undefined)) {
    const settings = changedSettings(world, body, changes);
    replace(world, body, settings, requireSettings2d(settings));
  }
  world.wakeNeighbours(body);
  table.setMaterial(body, changes);
}

/** The settings of a body after the changes, at its current pose. */
function changedSettings(world: World2d, body: number, changes: BodyChanges2d): BodySettings2d {
  const { table, bodies } = world;
  const old = table.builds[body]!;
  const next: Record<string, unknown> = { ...old };
  if (changes.shape !== undefined) next.inertia = undefined;
  if (changes.density !== undefined) next.mass = next.inertia = undefined;
  if (changes.mass !== undefined) next.density = undefined;
  for (const name of buildNames) if (changes[name] !== undefined) next[name] = changes[name];
  const { shape, type } = next as unknown as BodySettings2d;
  requireObject('shape', shape);
  const isHalfPlane = old.shape.kind === 'halfPlane';
  if (isHalfPlane !== (shape.kind === 'halfPlane'))
    throw new RangeError('shape must not become a half-plane, nor cease to be one');
  if (isHalfPlane) return next as unknown as BodySettings2d;
  const position = [0, 0];
  const rotation = [1, 0];
  world.getPose(position, rotation, body);
  Object.assign(next, { position, rotation });
  if (type !== 'static') {
    next.velocity = bodies.velocities.slice(2 * body, 2 * body + 2);
    next.angularVelocity = bodies.angularVelocities[body];
  }
  return next as unknown as BodySettings2d;
}

/** Removes the colliders of a body and builds it again. */
function replace(world: World2d, body: number, settings: BodySettings2d, plan: BodyPlan2d): void {
  const { table, boxes } = world;
  world.wakeNeighbours(body);
  boxes.leave(body);
  table.removeColliders(body);
  table.margins[body] = 0;
  table.build(body, settings, plan);
  boxes.enter(body);
}
