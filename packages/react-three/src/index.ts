/** colide for react-three-fiber: a world, bodies and joints as components, and hooks to access them. */

// Components: the world, its bodies and its joints.
export * from './components/joint.ts';
export * from './components/physics.ts';
export * from './components/rigid-body.ts';

// Hooks to access the world and the body, and to act in every step.
export * from './hooks/use-body.ts';
export * from './hooks/use-steps.ts';
export * from './hooks/use-world.ts';
