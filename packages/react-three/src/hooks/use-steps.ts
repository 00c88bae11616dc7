/**
 * Functions of a component that are called in every step of the world. A frame takes one step, several or
 * none: what acts in `useFrame` depends on the frame rate, and misses events of all steps but the last.
 */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type PhysicsState, type StepAction, usePhysics } from '../internal/contexts.ts';

export type { StepAction } from '../internal/contexts.ts';

/** Calls `act(dt, world)` before every step: to apply forces, drive, walk and move platforms. */
export function useBeforeStep(act: StepAction): void {
  useAction(usePhysics('useBeforeStep'), 'before', act);
}

/** Calls `act(dt, world)` after every step: to read events, impacts and broken joints. */
export function useAfterStep(act: StepAction): void {
  useAction(usePhysics('useAfterStep'), 'after', act);
}

function useAction(state: PhysicsState, when: 'before' | 'after', act: StepAction): void {
  const latest: RefObject<StepAction> = useRef(act);
  // Effects run only for what is rendered in the end.
  useLayoutEffect(() => {
    latest.current = act;
  });
  useLayoutEffect(() => {
    const actions = state[when];
    actions.add(latest);
    return () => {
      actions.delete(latest);
    };
  }, [state, when]);
}
