/**
 * A world for the components below it. It is made when the component mounts and advances with the frames of
 * react-three-fiber, in steps of fixed length; bodies are drawn between the last two steps, so that motion is
 * smooth at any frame rate.
 */
import { forgetShared } from '@colide/core';
import { BodyObjects, PoseHistory } from '@colide/three';
import { World, type WorldOptions } from '@colide/world';
import { useFrame } from '@react-three/fiber';
import { createElement, type ReactElement, type ReactNode, useLayoutEffect, useState } from 'react';
import { PhysicsContext, type PhysicsState } from '../internal/contexts.ts';

/** Props of {@link Physics}. */
export interface PhysicsProps {
  /** Acceleration of all bodies; may change at any time. Default 9.81 m/s² down the y axis. */
  readonly gravity?: readonly [x: number, y: number, z: number];
  /** Whether the world is paused. Default false. */
  readonly paused?: boolean;
  /** Other settings of the world, read once, when the component mounts. */
  readonly options?: Omit<WorldOptions<World>, 'gravity'>;
  readonly children?: ReactNode;
}

const earth = [0, -9.81, 0] as const;

/** A world: bodies and joints below it are part of it. */
export function Physics(props: PhysicsProps): ReactElement {
  const { gravity = earth, paused = false, options, children } = props;
  const [state] = useState(() => createState(options));
  const { world, objects, history } = state;
  const [x, y, z] = gravity;
  useLayoutEffect(() => {
    if (world.gravity[0] === x && world.gravity[1] === y && world.gravity[2] === z) return;
    world.gravity.set([x, y, z]);
    // Sleeping bodies would not react.
    for (const body of world.ids()) world.wake(body);
  }, [world, x, y, z]);
  useFrame((_, seconds) => {
    const factor = world.advance(paused ? 0 : seconds, dt => takeStep(state, dt));
    objects.update(world.bodies, factor, history);
  });
  return createElement(PhysicsContext.Provider, { value: state }, children);
}

function createState(options: PhysicsProps['options'] = {}): PhysicsState {
  const history = new PoseHistory();
  // In strict mode React makes two states from the same options, and drops one.
  forgetShared(options);
  const world = new World({ ...options, parts: [...(options.parts ?? []), history] });
  return { world, objects: new BodyObjects(), history, before: new Set(), after: new Set() };
}

function takeStep({ world, before, after }: PhysicsState, dt: number): void {
  for (const { current } of before) current(dt, world);
  world.step(dt);
  for (const { current } of after) current(dt, world);
}
