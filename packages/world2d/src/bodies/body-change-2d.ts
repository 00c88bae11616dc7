/**
 * Changes what a body is while a planar world runs: its shape, its mass or its type, or whether it takes
 * part; the planar counterpart of `bodyChange`. Not a method of `World2d`, so that programs that never do
 * this do not carry the code.
 *
 * O(colliders of the body). The body keeps its id, its pose and its velocities; bodies that touched it wake
 * up.
 */
import { requireBoolean, requireKnown, requireObject, touchEventsEnd } from '@colide/core';
import { enterBody2d } from '../internal/enter-body-2d.ts';
import type { World2d } from '../world/world-2d.ts';
import {
  type BodyPlan2d,
  defaultMaterial2d,
  requireMaterial2d,
  requireSettings2d,
} from './body-checks-2d.ts';
import type { BodyBuild2d, BodyChanges2d, BodySettings2d } from './body-settings-2d.ts';

const buildNames: readonly (keyof BodyBuild2d)[] = ['shape', 'type', 'density', 'mass', 'inertia', 'enabled'];

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
  if (changes.enabled !== undefined) requireBoolean('enabled', changes.enabled);
  world.requireBounces(changes);
  if (buildNames.some(name => changes[name] !== undefined)) {
    const { enabled, ...settings } = changedSettings(world, body, changes);
    replace(world, body, settings, requireSettings2d(settings), enabled);
  }
  world.wakeNeighbours(body);
  table.setMaterial(body, changes);
  if (table.builds[body]!.enabled === false) endTouches(world, body, () => true);
  // Two static bodies do not touch.
  else if (table.isStatic(body)) endTouches(world, body, other => table.isStatic(other));
}

/** Ends the pairs of a body and other ones, and drops their contact points. */
function endTouches(world: World2d, body: number, ends: (other: number) => boolean): void {
  const { contacts, events, table } = world;
  touchEventsEnd(events, body, ends);
  // Points of others share the first bit, those of the body and ones that it still touches the second.
  const kept = table.slots.map((_, other) => (ends(other) ? 1 : 3));
  kept[body] = 2;
  contacts.begin();
  contacts.keepResting(kept);
}

/** The settings of a body after the changes, in its present pose. */
function changedSettings(world: World2d, body: number, changes: BodyChanges2d): BodySettings2d & BodyBuild2d {
  const { table, bodies } = world;
  const old = table.builds[body]!;
  const next: Record<string, unknown> = { ...old };
  if (changes.shape !== undefined) next.inertia = undefined;
  if (changes.density !== undefined) next.mass = next.inertia = undefined;
  if (changes.mass !== undefined) next.density = undefined;
  for (const name of buildNames) if (changes[name] !== undefined) next[name] = changes[name];
  const settings = next as unknown as BodySettings2d & BodyBuild2d;
  const { shape, type } = settings;
  requireObject('shape', shape);
  const isHalfPlane = old.shape.kind === 'halfPlane';
  if (isHalfPlane !== (shape.kind === 'halfPlane'))
    throw new RangeError('shape must not become a half-plane, nor cease to be one');
  if (isHalfPlane) return settings;
  const position = [0, 0];
  const rotation = [1, 0];
  world.getPose(position, rotation, body);
  Object.assign(next, { position, rotation });
  if (type !== 'static') {
    next.velocity = bodies.velocities.slice(2 * body, 2 * body + 2);
    next.angularVelocity = bodies.angularVelocities[body];
  }
  return settings;
}

/** Takes the colliders of a body away and builds it again. */
function replace(
  world: World2d,
  body: number,
  settings: BodySettings2d,
  plan: BodyPlan2d,
  enabled: boolean | undefined,
): void {
  const { table, boxes, bodies } = world;
  const { positions, rotations } = bodies;
  const [x, y] = positions.slice(2 * body, 2 * body + 2);
  world.wakeNeighbours(body);
  boxes.leave(body);
  table.removeColliders(body);
  table.margins[body] = 0;
  // Forces do not wait for a body to be enabled.
  if (table.builds[body]!.enabled === false) table.forces.fill(0, 3 * body, 3 * body + 3);
  table.build(body, settings, plan);
  enterBody2d(world, body, enabled);
  // Joints and attachments are stored in axes through the centre of mass.
  const [cosine, sine] = rotations.slice(2 * body, 2 * body + 2);
  const dx = x - positions[2 * body];
  const dy = y - positions[2 * body + 1];
  if (dx === 0 && dy === 0) return;
  const shift = [cosine * dx + sine * dy, cosine * dy - sine * dx] as const;
  world.joints?.moveFrames(body, ...shift);
  for (const part of world.parts) part.reframed?.(body, ...shift);
}
