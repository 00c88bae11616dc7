/**
 * The chains and cloths of E4.1 with springs for links: the same particles, weights and integrators, and no
 * constraint that is projected. This shows the behaviour of an integrator alone.
 */
import { integrateExplicitEuler, integratePositionVerlet } from '@colide/solvers';

/** Particles of mass 1 and their links. */
export interface LinkedParticles {
  readonly count: number;
  readonly positions: Float64Array;
  readonly ids: Uint32Array;
  readonly restLengths: Float64Array;
  readonly pins: readonly number[];
}

const gravity = -9.81;

/** Weight and the forces of the springs. */
function addForces(forces: Float64Array, positions: Float64Array, scene: LinkedParticles, k: number): void {
  const { ids, restLengths } = scene;
  forces.fill(0);
  for (let i = 1; i < forces.length; i += 3) forces[i] = gravity;
  for (let link = 0; link < restLengths.length; link++) {
    const [a, b] = [3 * ids[2 * link], 3 * ids[2 * link + 1]];
    const [x, y, z] = [0, 1, 2].map(axis => positions[b + axis] - positions[a + axis]);
    const length = Math.hypot(x, y, z);
    const pull = (k * (length - restLengths[link])) / length;
    for (const [axis, d] of [x, y, z].entries()) {
      forces[a + axis] += pull * d;
      forces[b + axis] -= pull * d;
    }
  }
}

/** Highest speed of any particle in so many seconds, in m/s; infinite if they diverge. */
export function highestSpeedOnSprings(
  scene: LinkedParticles,
  integrator: 'Verlet' | 'Euler',
  { stiffness, dt, seconds }: { readonly stiffness: number; readonly dt: number; readonly seconds: number },
): number {
  const positions = scene.positions.slice();
  const previous = positions.slice();
  const velocities = new Float64Array(positions.length);
  const forces = new Float64Array(positions.length);
  const inverseMasses = new Float64Array(scene.count).fill(1);
  for (const pin of scene.pins) inverseMasses[pin] = 0;
  let highest = 0;
  for (let n = 0; n < seconds / dt; n++) {
    addForces(forces, positions, scene, stiffness);
    const before = positions.slice();
    if (integrator === 'Verlet') integratePositionVerlet(positions, previous, inverseMasses, forces, dt);
    else integrateExplicitEuler(positions, velocities, inverseMasses, forces, dt);
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [0, 1, 2].map(axis => positions[i + axis] - before[i + axis]);
      highest = Math.max(highest, Math.hypot(x, y, z) / dt);
    }
    if (!(highest < 1e9)) return Infinity;
  }
  return highest;
}
