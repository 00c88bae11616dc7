/**
 * E4.1: cloth and chain under Verlet and explicit Euler at 1/30, 1/60 and 1/120 s with 1 to 10 iterations
 * (de Matos 2025, experiment 1).
 *
 * Both integrators use the same distance constraints: Verlet moves positions and has its velocity from them;
 * for Euler the velocity is corrected by the displacement of the constraints. Energy is the sum of kinetic
 * energy and weight, relative to the energy that the body can gain by falling its own length.
 */
import {
  createDistanceError,
  createGridCloth,
  DistanceConstraints,
  integrateExplicitEuler,
  kineticEnergy,
  kineticEnergyVerlet,
  measureDistanceError,
  ParticleSystem,
  uniformGravityEnergy,
} from '@colide/solvers';
import { defineExperiment } from '../harness/experiment.ts';
import { plotLines, type Series } from '../harness/plot.ts';

const gravity = [0, -9.81, 0] as const;
const seconds = 5;

interface Scene {
  name: string;
  count: number;
  positions: Float64Array;
  ids: Uint32Array;
  restLengths: Float64Array;
  pins: number[];
  length: number;
}

function chain(links: number): Scene {
  const positions = new Float64Array(3 * (links + 1));
  for (let i = 0; i <= links; i++) positions[3 * i] = 0.1 * i;
  return {
    name: `chain of ${links}`,
    count: links + 1,
    positions,
    ids: Uint32Array.from({ length: 2 * links }, (_, k) => (k >> 1) + (k & 1)),
    restLengths: new Float64Array(links).fill(0.1),
    pins: [0],
    length: 0.1 * links,
  };
}

function cloth(side: number): Scene {
  const { positions, ids, restLengths } = createGridCloth(side, side, 0.1);
  return {
    name: `cloth ${side} × ${side}`,
    count: side * side,
    positions,
    ids,
    restLengths,
    pins: [0, side - 1],
    length: 0.1 * (side - 1),
  };
}

interface Outcome {
  /** Relative energy over time. */
  energy: [number, number][];
  /** Mean of the largest constraint error over the last second. */
  error: number;
  largest: number;
}

function simulate(scene: Scene, integrator: 'Verlet' | 'Euler', dt: number, iterations: number): Outcome {
  const system = new ParticleSystem({ count: scene.count, gravity });
  system.placeAll(scene.positions);
  for (const pin of scene.pins) system.pin(pin);
  const { positions, inverseMasses } = system;
  const constraints = new DistanceConstraints(scene.count, scene.ids, scene.restLengths);
  const velocities = new Float64Array(3 * scene.count);
  const forces = new Float64Array(3 * scene.count);
  for (let i = 0; i < scene.count; i++) if (inverseMasses[i] > 0) forces[3 * i + 1] = gravity[1];
  const before = new Float64Array(3 * scene.count);
  const measured = createDistanceError();
  const scale = (scene.count - scene.pins.length) * 9.81 * scene.length;
  const energy: [number, number][] = [];
  let error = 0;
  let counted = 0;
  let largest = 0;
  const steps = Math.round(seconds / dt);
  for (let n = 0; n < steps; n++) {
    let kinetic: number;
    if (integrator === 'Verlet') {
      system.step(dt, [constraints], iterations);
      kinetic = kineticEnergyVerlet(positions, system.previousPositions, inverseMasses, dt);
    } else {
      integrateExplicitEuler(positions, velocities, inverseMasses, forces, dt);
      before.set(positions);
      for (let i = 0; i < iterations; i++) constraints.project(system, dt);
      for (let k = 0; k < velocities.length; k++) velocities[k] += (positions[k] - before[k]) / dt;
      kinetic = kineticEnergy(velocities, inverseMasses);
    }
    const relative = (kinetic + uniformGravityEnergy(positions, inverseMasses, gravity)) / scale;
    if (!Number.isFinite(relative)) return { energy, error: Number.POSITIVE_INFINITY, largest };
    largest = Math.max(largest, relative);
    if (n % Math.max(1, Math.round(1 / 30 / dt)) === 0) energy.push([n * dt, relative]);
    if (n * dt > seconds - 1) {
      error += measureDistanceError(measured, positions, scene.ids, scene.restLengths);
      counted++;
    }
  }
  return { energy, error: error / counted, largest };
}

export const experiment = defineExperiment({
  id: 'E4.1',
  title: 'Verlet and explicit Euler on chain and cloth',
  run(report) {
    report.note(
      `${seconds} s each. Energy: largest total energy seen, 0 at release, −1 when the whole body has fallen by its length. ` +
        'Error: largest relative error of a constraint, mean over the last second. The source reports that Verlet stays ' +
        'bounded and Euler does not, without numbers.',
    );
    for (const scene of [chain(20), cloth(20)]) {
      const rows: (string | number)[][] = [];
      const errors: Series[] = [];
      for (const rate of [30, 60, 120]) {
        const curve: [number, number][] = [];
        for (const iterations of [1, 2, 5, 10]) {
          const verlet = simulate(scene, 'Verlet', 1 / rate, iterations);
          const euler = simulate(scene, 'Euler', 1 / rate, iterations);
          curve.push([iterations, 100 * verlet.error]);
          rows.push([
            `1/${rate} s, ${iterations}`,
            verlet.largest,
            100 * verlet.error,
            euler.largest,
            100 * euler.error,
          ]);
        }
        errors.push({ name: `1/${rate} s`, points: curve });
      }
      report.note(`## ${scene.name}`);
      report.table(
        ['step, iterations', 'Verlet energy', 'Verlet error %', 'Euler energy', 'Euler error %'],
        rows,
      );
      const file = scene.name.split(' ')[0];
      report.plot(
        `${file}-error`,
        plotLines(errors, {
          title: `${scene.name}, Verlet: constraint error`,
          xLabel: 'iterations',
          yLabel: 'error in %',
          logY: true,
        }),
      );
      report.plot(
        `${file}-energy`,
        plotLines(
          (['Verlet', 'Euler'] as const).map(integrator => ({
            name: integrator,
            points: simulate(scene, integrator, 1 / 60, 10).energy.map(([t, e]): [number, number] => [
              t,
              Math.min(e, 3),
            ]),
          })),
          {
            title: `${scene.name}, 1/60 s, 10 iterations: energy (cut off at 3)`,
            xLabel: 'time in s',
            yLabel: 'relative energy',
          },
        ),
      );
    }
  },
});
