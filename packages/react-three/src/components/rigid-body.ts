/**
 * A rigid body of the world that its children follow. The body is added when the component mounts, removed
 * when it unmounts, and changed when its props change; it keeps its id in between.
 */
import { HalfSpace } from '@colide/geometry';
import { bodyFromObject } from '@colide/three';
import { type BodyChanges, type BodySettings, bodyChange, type World } from '@colide/world';
import {
  createElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { Euler, type Group, Matrix4, Plane, Quaternion, Vector3 } from 'three';
import { BodyContext, usePhysics } from '../internal/contexts.ts';

/** Props of {@link RigidBody}: settings of a body, and its pose. */
export interface RigidBodyProps extends Omit<BodySettings, 'shape' | 'position' | 'rotation'> {
  /** The shape of the body. Default that of its children, by `bodyFromObject`, read when it mounts. */
  readonly shape?: BodySettings['shape'];
  /** Initial position in the space of its parent. A change moves the body there. Default the origin. */
  readonly position?: readonly [x: number, y: number, z: number];
  /** Euler angles, as on a group. A change rotates the body. Default none. */
  readonly rotation?: readonly [x: number, y: number, z: number];
  /** Receives the id of the body. */
  readonly ref?: RefObject<number | null>;
  readonly children?: ReactNode;
}

/** Settings that a running world can change. */
type Changeable = BodyChanges & Pick<BodySettings, 'velocity' | 'angularVelocity'>;

const nowhere = [0, 0, 0] as const;

/**
 * A body. Removing a prop leaves the body as it is; give another value to change it. Children that come later
 * do not change the shape; change the `key` to create the body again.
 */
export function RigidBody(props: RigidBodyProps): ReactElement {
  const { position = nowhere, rotation = nowhere, ref, children, ...settings } = props;
  const { world, objects } = usePhysics('RigidBody');
  const group = useRef<Group>(null);
  const own = useRef<number | null>(null);
  const body = ref ?? own;
  /** The settings of the body, and the last pose given to it. */
  const known = useRef<{ settings: Changeable; pose: string }>({ settings: {}, pose: '' });
  const pose = [...position, ...rotation].join();

  // biome-ignore lint/correctness/useExhaustiveDependencies: later props are applied by the effect below
  useLayoutEffect(() => {
    const object = group.current!;
    object.updateWorldMatrix(true, false);
    const id = addBody(world, object, settings);
    body.current = id;
    known.current = { settings: changeable(settings), pose };
    // A half-space has no pose: its object stays where React puts it.
    if (settings.shape?.kind !== 'halfSpace') objects.add(world, id, object);
    objects.update(world.bodies);
    return () => {
      body.current = null;
      objects.remove(object);
      if (world.has(id)) world.remove(id);
    };
  }, [world, objects, body]);

  useLayoutEffect(() => {
    const id = body.current;
    if (id === null) return;
    const object = group.current!;
    const { settings: old, pose: oldPose } = known.current;
    const next = changeable(settings);
    const isMoved = oldPose !== pose;
    const { shape } = next;
    if (shape?.kind === 'halfSpace') {
      if (isMoved) setPlace(object, position, rotation);
      applyChanges(world, id, { ...old, shape }, next);
      if (isMoved || old.shape !== shape) bodyChange(world, id, { shape: placedPlane(object, shape) });
    } else {
      applyChanges(world, id, old, next);
      if (isMoved) movePose(world, id, object, position, rotation);
    }
    known.current = { settings: next, pose };
  });

  const content = createElement(BodyContext.Provider, { value: body }, children);
  // The pose of the first render: later ones come from the world.
  const initialPose = useRef({ position, rotation }).current;
  return createElement('group', { ref: group, ...initialPose }, content);
}

/** Adds the body of an object at its pose in the scene. */
function addBody(world: World, object: Group, settings: Omit<BodySettings, 'shape'> & Partial<BodySettings>) {
  const { shape } = settings;
  if (shape === undefined) return world.add({ ...settings, ...bodyFromObject(object) });
  if (shape.kind === 'halfSpace') return world.add({ ...settings, shape: placedPlane(object, shape) });
  return world.add({ ...settings, shape, ...poseOf(object.matrixWorld) });
}

/** The half-space of an object, which is given in the space of that object. */
function placedPlane(object: Group, { normal, offset }: HalfSpace): HalfSpace {
  object.updateWorldMatrix(true, false);
  const plane = new Plane(new Vector3().fromArray(normal), -offset).applyMatrix4(object.matrixWorld);
  return new HalfSpace(plane.normal, -plane.constant);
}

function setPlace(object: Group, position: readonly number[], rotation: readonly number[]): void {
  object.position.fromArray(position);
  object.rotation.set(rotation[0], rotation[1], rotation[2]);
}

function poseOf(matrix: Matrix4): { position: number[]; rotation: number[] } {
  const position = new Vector3();
  const rotation = new Quaternion();
  matrix.decompose(position, rotation, new Vector3());
  return { position: position.toArray(), rotation: rotation.toArray() };
}

/** Moves a body to a pose in the space of the parent of its object. */
function movePose(
  world: World,
  body: number,
  object: Group,
  position: readonly number[],
  rotation: readonly number[],
): void {
  const quaternion = new Quaternion().setFromEuler(new Euler(rotation[0], rotation[1], rotation[2]));
  const matrix = new Matrix4().compose(new Vector3().fromArray(position), quaternion, new Vector3(1, 1, 1));
  object.parent?.updateWorldMatrix(true, false);
  if (object.parent) matrix.premultiply(object.parent.matrixWorld);
  const pose = poseOf(matrix);
  world.setPose(body, pose.position, pose.rotation);
  world.wake(body);
}

/** The settings that may change, without those that are read once. */
function changeable({ userData: _, ...settings }: Partial<BodySettings>): Changeable {
  return settings;
}

/** Applies the settings that are given and differ. */
function applyChanges(world: World, body: number, before: Changeable, after: Changeable): void {
  const changes: Record<string, unknown> = {};
  for (const name of Object.keys(after) as (keyof Changeable)[])
    if (after[name] !== undefined && !isSame(before[name], after[name])) changes[name] = after[name];
  const { velocity, angularVelocity, ...others }: Changeable = changes;
  if (Object.keys(others).length > 0) bodyChange(world, body, others);
  if (velocity !== undefined || angularVelocity !== undefined) {
    const { velocities } = world.bodies;
    world.setVelocity(body, velocity ?? velocities.slice(3 * body, 3 * body + 3), angularVelocity);
  }
}

/** Whether two settings are equal; vectors by their numbers, as they are often created in every render. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b)) return false;
  return a.length === b.length && a.every((x, i) => x === b[i]);
}
