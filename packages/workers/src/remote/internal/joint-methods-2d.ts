/** The joints of a planar world in a worker: the methods of `WorldJoints2d` as promises. */
import type { WorldJoints2d } from '@colide/world2d';
import type { WorkerLink } from './worker-link.ts';

/** Methods that add and remove joints. */
const structural = [
  'revolute',
  'prismatic',
  'weld',
  'wheel',
  'distance',
  'rope',
  'spring',
  'gear',
  'rackAndPinion',
  'pulley',
  'mouse',
  'remove',
] as const;

/** All methods whose arguments and results can be posted. */
const methods = [
  ...structural,
  'has',
  'bodies',
  'setTarget',
  'setLimits',
  'setMotor',
  'setSpring',
  'setFriction',
  'setBreaking',
  'setCollision',
  'value',
  'speed',
] as const;

/** The name of a method of `WorldJoints2d` that can be called from outside a worker. */
export type JointMethod2d = (typeof methods)[number];

/** Adds, changes and reads the joints of a planar world in a worker; see the methods of `WorldJoints2d`. */
export type WorkerJoints2d = {
  readonly [Name in JointMethod2d]: (
    ...args: Parameters<WorldJoints2d[Name]>
  ) => Promise<ReturnType<WorldJoints2d[Name]>>;
};

/** Whether such a call may come from outside. */
export function isJointMethod2d(name: string): name is JointMethod2d {
  return (methods as readonly string[]).includes(name);
}

/** Whether a call adds or removes a joint. */
export function isStructural2d(name: string): boolean {
  return (structural as readonly string[]).includes(name);
}

/** The joints of the world at the other end of a link. */
export function createWorkerJoints2d(link: WorkerLink): WorkerJoints2d {
  const entries = methods.map(name => [
    name,
    (...args: readonly unknown[]) => link.ask('joint', name, ...args),
  ]);
  return Object.fromEntries(entries);
}
