/** The contexts of components inside a world and inside a body. */
import type { BodyObjects, PoseHistory } from '@colide/three';
import type { World } from '@colide/world';
import { createContext, type RefObject, useContext } from 'react';

/** A function that is called in every step of a world. */
export type StepAction = (dt: number, world: World) => void;

/** A world, the objects that follow its bodies, and what is called before and after its steps. */
export interface PhysicsState {
  readonly world: World;
  readonly objects: BodyObjects;
  readonly history: PoseHistory;
  readonly before: Set<RefObject<StepAction>>;
  readonly after: Set<RefObject<StepAction>>;
}

/** The world of the nearest `Physics`. */
export const PhysicsContext = /* @__PURE__ */ createContext<PhysicsState | null>(null);

/** The id of the body of the nearest `RigidBody`, once it is in the world. */
export const BodyContext = /* @__PURE__ */ createContext<RefObject<number | null> | null>(null);

/** The state of the nearest `Physics`; `user` is the name in errors. */
export function usePhysics(user: string): PhysicsState {
  const state = useContext(PhysicsContext);
  if (state === null) throw new Error(`${user} must be used inside <Physics>`);
  return state;
}
