/**
 * Boxes under impulses, soft bodies of all kinds and particle bodies, for the test that all engines compute
 * the same bits.
 */
import {
  hashState,
  ImpulseSolver,
  Islands,
  LatticeShapeMatching,
  ParticleBodies,
  ParticleSystem,
  RigidBodies,
  RigidContacts,
  ShapeMatching,
  Sleeping,
} from '@colide/solvers';
import { findContacts } from './box-contacts.ts';

const dt = 1 / 60;

function runBoxes(steps: number): number {
  const bodies = new RigidBodies({ count: 7 });
  bodies.setStatic(0);
  const halfEdges = new Float64Array(21).fill(0.5);
  for (let i = 1; i < 7; i++) {
    bodies.setBox(i, i, 0.5, 0.5, 0.5);
    bodies.setPose(i, [0.07 * i, 1.03 * i - 0.4, 0.05 * i], [0, 0.1 * i, 0, 1]);
    bodies.setVelocity(i, [0, 0, 0.1 * i], [0, 0.3, 0]);
  }
  const contacts = new RigidContacts({ friction: 0.5, restitution: 0.2 });
  const scene = { bodies, contacts, halfEdges, margin: 0.02 };
  const solver = new ImpulseSolver({ gravity: [0, -9.81, 0], substeps: 4 });
  const islands = new Islands(7);
  const sleeping = new Sleeping();
  for (let n = 0; n < steps; n++) {
    findContacts(scene);
    islands.begin(bodies.inverseMasses);
    islands.linkAll(contacts.bodies, contacts.count);
    islands.finish();
    sleeping.update(bodies, islands, dt);
    solver.step(bodies, contacts, dt);
    if (n % 200 === 100) bodies.applyImpulse(6, [3, 1, -2], [0, 6, 0]);
  }
  return hashState(bodies.rotations, hashState(bodies.positions));
}

function runSoftBodies(steps: number): number {
  const rest = Float64Array.from({ length: 81 }, (_, k) => {
    const i = Math.floor(k / 3);
    return [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)][k % 3];
  });
  const masses = Float64Array.from({ length: 27 }, (_, i) => 1 + 0.1 * (i % 4));
  const ids = Uint32Array.from({ length: 27 }, (_, i) => i);
  const constraints = [
    new ShapeMatching(rest, masses, [0, 27], ids, { kind: 'linear', stiffness: 0.3, rotation: 'polar' }),
    new ShapeMatching(rest, masses, [0, 27], ids, {
      kind: 'quadratic',
      stiffness: 0.3,
      plasticity: { yieldStrain: 0.1, creep: 2, maxStrain: 0.5 },
    }),
    new ShapeMatching(rest, masses, [0, 18, 36], [...ids.slice(0, 18), ...ids.slice(9)], { stiffness: 0.2 }),
    new LatticeShapeMatching(ids, rest, masses, { size: [3, 3, 3], stiffness: 0.2 }),
  ];
  const system = new ParticleSystem({ count: 27, gravity: [0, -9.81, 0] });
  system.placeAll(rest.map((value, k) => value * (1 + 0.05 * (k % 7)) + 1));
  const floor = {
    project({ positions }: ParticleSystem) {
      for (let k = 1; k < 81; k += 3) if (positions[k] < 0) positions[k] = 0;
    },
  };
  for (let n = 0; n < steps; n++) {
    system.step(dt, [...constraints, floor], 2);
    if (n % 100 === 50) system.forces.fill(700);
  }
  return hashState(system.positions);
}

function runParticleBodies(steps: number): number {
  const inertia = new Float64Array([1, 0.1, 0, 0.1, 0.8, 0, 0, 0, 0.6]);
  const vertices = [-1, -1, 0, 1, -1, 0.5, 0, 1, 1, 0.3, 0.2, -1];
  let hash = 0;
  for (const rigidity of ['distances', 'matching'] as const) {
    const bodies = new ParticleBodies([{ mass: 1.3, inertia, vertices }], {
      rigidity,
      gravity: [0.5, -9.81, 0],
      damping: 0.001,
    });
    bodies.setPose(0, [0, 3, 0], [0.5, 0.5, 0.5, 0.5]);
    bodies.setVelocity(0, [1, 0, 0], [2, 3, 1], dt);
    for (let n = 0; n < steps; n++) {
      bodies.system.step(dt, [], 0);
      for (let round = 0; round < 5; round++) {
        bodies.projectBehindPlane(0, [0, 1, 0], 0, 0.4);
        bodies.project(bodies.system);
      }
    }
    hash = hashState(bodies.system.positions, hash);
  }
  return hash;
}

/** Runs the scenes for `steps` steps of 1/60 s and returns the fingerprint of their state. */
export function runBodyScene(steps: number): number {
  return (
    (runBoxes(steps) ^ Math.imul(runSoftBodies(steps), 3) ^ Math.imul(runParticleBodies(steps), 5)) >>> 0
  );
}
