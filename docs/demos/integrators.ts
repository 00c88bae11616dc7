/** An orbit computed by six integrators side by side, with the energy of each over time. */
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
  'semi-implicit Euler',
  'explicit Euler',
  'midpoint',
  'position Verlet',
  'velocity Verlet',
  'Runge–Kutta 4',
] as const;
type Name = (typeof names)[number];

/** The orbit: its farthest point, the speed there, and quantities that follow from both. */
const start = { x: 1.2, speed: 0.7 };
const semiMajor = 1 / (2 / start.x - start.speed ** 2);
const semiMinor = start.x * start.speed * Math.sqrt(semiMajor);
const period = 2 * Math.PI * semiMajor ** 1.5;
const energy0 = -0.5 / semiMajor;

const orbits = 10;
/** Relative change of energy at the edge of the graph. */
const energyRange = 0.5;
const one = Float64Array.of(1);
const forces = new Float64Array(3);

/** A body on its orbit under one integrator. */
class Runner {
  readonly trail: number[] = [];
  readonly energies: number[] = [];
  readonly x = Float64Array.of(start.x, 0, 0);
  private readonly v = Float64Array.of(0, start.speed, 0);
  private readonly advance: (dt: number) => void;

  constructor(name: Name) {
    this.advance = this.integrator(name);
  }

  step(dt: number): void {
    this.advance(dt);
    this.trail.push(this.x[0], this.x[1]);
    this.energies.push(kineticEnergy(this.v, one) - 1 / Math.hypot(this.x[0], this.x[1], this.x[2]));
  }

  /** How far the energy is from that of the start, relative to it. */
  change(step: number): number {
    return (this.energies[step] - energy0) / -energy0;
  }

  private integrator(name: Name): (dt: number) => void {
    const { x, v } = this;
    if (name === 'midpoint' || name === 'velocity Verlet' || name === 'Runge–Kutta 4') {
      const Integrator = {
        midpoint: MidpointIntegrator,
        'velocity Verlet': VelocityVerletIntegrator,
        'Runge–Kutta 4': RungeKutta4Integrator,
      }[name];
      const integrator = new Integrator(1);
      return dt => integrator.step(x, v, field, 0, dt);
    }
    const previous = new Float64Array(3);
    return dt => {
      field(forces, x, v, 0);
      if (name === 'explicit Euler') integrateExplicitEuler(x, v, one, forces, dt);
      else if (name === 'semi-implicit Euler') integrateSemiImplicitEuler(x, v, one, forces, dt);
      else {
        // Velocities are differences of positions: those of the middle of the last step.
        if (this.trail.length === 0) setVerletVelocities(previous, x, v, dt);
        integratePositionVerlet(x, previous, one, forces, dt);
        getVerletVelocities(v, x, previous, dt);
      }
    };
  }
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let runners = new Map<Name, Runner>();
  let steps = 0;
  const restart = () => {
    runners = new Map(names.map(name => [name, new Runner(name)]));
    steps = 0;
  };
  const method = controls.choice('Integrator', names);
  const perOrbit = controls.slider('Steps per orbit', { min: 30, max: 400, step: 10, value: 100 }, restart);
  restart();

  const surface = new Surface(stage, {
    label: 'An orbit and its energy over time',
    halfHeight: 1.3,
    halfWidth: 2.6,
    aspect: 2.1,
    draw(surface) {
      drawGraph(surface, runners, method.value, orbits * perOrbit.value);
      drawOrbit(surface, runners.get(method.value)!);
    },
  });

  controls.animate(() => {
    const length = orbits * perOrbit.value;
    // As long for every number of steps: an orbit in a second and a half.
    for (let n = 0; n < Math.max(1, Math.round(perOrbit.value / 90)) && steps < length; n++, steps++)
      for (const runner of runners.values()) runner.step(period / perOrbit.value);
    const change = steps > 0 ? runners.get(method.value)!.change(steps - 1) : 0;
    const done = steps === length ? 'Done' : 'So far';
    controls.status(
      `${done}: ${(steps / perOrbit.value).toFixed(1)} orbits, energy changed by ${(100 * change).toFixed(2)} %.`,
    );
    surface.paint();
  });
  controls.reset(restart);
  return () => surface.dispose();
}

/** The exact ellipse, and the trail of the body, on the left half of the picture. */
function drawOrbit(surface: Surface, { trail, x }: Runner): void {
  const { colors, context } = surface;
  const middle = -0.5 * surface.halfWidth - (start.x - semiMajor);
  context.save();
  context.beginPath();
  context.rect(0, 0, surface.width / 2 - 12, surface.height);
  context.clip();
  const ellipse: number[] = [];
  const center = start.x - semiMajor;
  for (let i = 0; i < 96; i++) {
    const angle = (2 * Math.PI * i) / 96;
    ellipse.push(middle + center + semiMajor * Math.cos(angle), semiMinor * Math.sin(angle));
  }
  surface.polygon(ellipse, colors.soft, 0, 1.5);
  surface.disc(middle, 0, 0.06, colors.b);
  for (let k = 2; k < trail.length; k += 2)
    surface.line(middle + trail[k - 2], trail[k - 1], middle + trail[k], trail[k + 1], colors.a, 1.5);
  surface.disc(middle + x[0], x[1], 0.05, colors.a);
  context.restore();
}

/** Energy over time on the right half: one curve for each integrator, that of the chosen one in front. */
function drawGraph(surface: Surface, runners: Map<Name, Runner>, chosen: Name, length: number): void {
  const { colors } = surface;
  const left = 0.14 * surface.halfWidth;
  const width = 0.8 * surface.halfWidth;
  const height = 0.78 * surface.halfHeight;
  const y = (change: number) => height * Math.max(-1, Math.min(1, change / energyRange));
  for (const [share, text] of [
    [1, `+${100 * energyRange} %`],
    [0, 'exact'],
    [-1, `−${100 * energyRange} %`],
  ] as const) {
    surface.line(left, share * height, left + width, share * height, colors.grid, share === 0 ? 2 : 1);
    surface.text(text, left + width, share * height, colors.ink, [-24, -10], 12);
  }
  surface.text('energy', left, height, colors.ink, [24, -10], 12);
  surface.text(`${orbits} orbits`, left + width, -height, colors.ink, [-28, 14], 12);
  const curve = (runner: Runner, color: string, thickness: number) => {
    for (let i = 1; i < runner.energies.length; i++)
      surface.line(
        left + (width * (i - 1)) / length,
        y(runner.change(i - 1)),
        left + (width * i) / length,
        y(runner.change(i)),
        color,
        thickness,
      );
  };
  for (const [name, runner] of runners) if (name !== chosen) curve(runner, colors.soft, 1);
  curve(runners.get(chosen)!, colors.a, 2.5);
}
