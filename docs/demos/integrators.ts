/** An orbit under six integrators, with the energy of each over time. */
import {
  type AccelerationField,
  getVerletVelocities,
  integrateExplicitEuler,
  integratePositionVerlet,
  integrateSemiImplicitEuler,
  kineticEnergy,
  MidpointIntegrator,
  RungeKutta4Integrator,
  setVerletVelocities,
  VelocityVerletIntegrator,
} from '@colide/solvers';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

/** Attraction to the origin with strength 1. */
const field: AccelerationField = (out, x) => {
  const distance = Math.hypot(x[0], x[1], x[2]);
  for (let k = 0; k < 3; k++) out[k] = -x[k] / (distance * distance * distance);
};

const names = [
  'explicit Euler',
  'semi-implicit Euler',
  'midpoint',
  'position Verlet',
  'velocity Verlet',
  'Runge–Kutta 4',
] as const;
const longest = 1200;
/** Size of the orbit on the picture. */
const zoom = 0.6;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const one = Float64Array.of(1);
  const forces = new Float64Array(3);
  const x = new Float64Array(3);
  const v = new Float64Array(3);
  const previous = new Float64Array(3);
  let isFirst = true;
  let midpoint = new MidpointIntegrator(1);
  let verlet = new VelocityVerletIntegrator(1);
  let rungeKutta = new RungeKutta4Integrator(1);
  let trail: number[] = [];
  let energies: number[] = [];

  const restart = () => {
    x.set([0.8, 0, 0]);
    v.set([0, 1.2, 0]);
    isFirst = true;
    midpoint = new MidpointIntegrator(1);
    verlet = new VelocityVerletIntegrator(1);
    rungeKutta = new RungeKutta4Integrator(1);
    trail = [];
    energies = [];
  };
  const method = controls.choice('Integrator', names, restart);
  const steps = controls.slider('Steps per orbit', { min: 30, max: 400, step: 10, value: 100 }, restart);
  restart();
  const energy = () => kineticEnergy(v, one) - 1 / Math.hypot(x[0], x[1], x[2]);
  const start = energy();

  const surface = new Surface(stage, {
    label: 'An orbit and its energy over time',
    halfHeight: 1.4,
    aspect: 2.1,
    draw(surface) {
      const { colors } = surface;
      const middle = -0.5 * surface.halfWidth;
      surface.disc(middle, 0, 0.05, colors.ink);
      for (let k = 2; k < trail.length; k += 2)
        surface.line(
          middle + zoom * trail[k - 2],
          zoom * trail[k - 1],
          middle + zoom * trail[k],
          zoom * trail[k + 1],
          colors.a,
          1.5,
        );
      surface.disc(middle + zoom * x[0], zoom * x[1], 0.04, colors.a);
      const from = 0.1 * surface.halfWidth;
      const width = 0.82 * surface.halfWidth;
      const height = (value: number) =>
        Math.max(-1.2, Math.min(1.2, ((value - start) / Math.abs(start)) * 2));
      surface.line(from, 0, from + width, 0, colors.grid, 2);
      surface.text('energy', from + 0.9 * width, 0, colors.ink, 0, 14);
      for (let i = 1; i < energies.length; i++)
        surface.line(
          from + (width * (i - 1)) / longest,
          height(energies[i - 1]),
          from + (width * i) / longest,
          height(energies[i]),
          colors.b,
          2,
        );
    },
  });

  controls.animate(() => {
    // the semi-major axis of this orbit is 1/(2/0.8 − 1.44)
    const period = 2 * Math.PI * (1 / (2.5 - 1.44)) ** 1.5;
    const dt = period / steps.value;
    for (let n = 0; n < 2 && energies.length < longest; n++) {
      if (method.value === 'midpoint') midpoint.step(x, v, field, 0, dt);
      else if (method.value === 'velocity Verlet') verlet.step(x, v, field, 0, dt);
      else if (method.value === 'Runge–Kutta 4') rungeKutta.step(x, v, field, 0, dt);
      else {
        field(forces, x, v, 0);
        if (method.value === 'position Verlet') {
          // Velocities are differences of positions: those of the middle of the last step.
          if (isFirst) setVerletVelocities(previous, x, v, dt);
          isFirst = false;
          integratePositionVerlet(x, previous, one, forces, dt);
          getVerletVelocities(v, x, previous, dt);
        } else if (method.value === 'explicit Euler') integrateExplicitEuler(x, v, one, forces, dt);
        else integrateSemiImplicitEuler(x, v, one, forces, dt);
      }
      trail.push(x[0], x[1]);
      energies.push(energy());
    }
    if (energies.length >= longest) restart();
    const drift = (100 * (energy() - start)) / Math.abs(start);
    controls.status(`Energy has changed by ${drift.toFixed(2)} % after ${energies.length} steps.`);
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}
