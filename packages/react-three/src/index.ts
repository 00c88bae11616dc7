/** colide for react-three-fiber: a world, bodies and joints as components, and hooks to reach them. */

// Components: the world, its bodies and its joints.
export * from './components/joint.ts';
export * from './components/physics.ts';
export * from './components/rigid-body.ts';

// Hooks to reach the world and the body.
export * from './hooks/use-body.ts';
export * from './hooks/use-world.ts';
