import { Random } from '@colide/math';
import {
  type AccelerationField,
  addMutualGravity,
  addSprings,
  angularMomentum,
  createAccelerationField,
  getVerletVelocities,
  integrateExplicitEuler,
  integratePositionVerlet,
  integrateSemiImplicitEuler,
  kineticEnergy,
  linearMomentum,
  MidpointIntegrator,
  RungeKutta4Integrator,
  setVerletVelocities,
  VelocityVerletIntegrator,
} from '@colide/solvers';

import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

type Stepper = (x: Float64Array, v: Float64Array, field: AccelerationField, time: number, dt: number) => void;

/**
 * Every integrator behind one signature; position Verlet starts and ends through its velocity conversions.
 */
const steppers: Record<string, { order: number; make: (count: number) => Stepper }> = {
  'explicit Euler': {
    order: 1,
    make: count => {
      const a = new Float64Array(3 * count);
      const w = new Float64Array(count).fill(1);
      return (x, v, field, time, dt) => {
        field(a, x, v, time);
        integrateExplicitEuler(x, v, w, a, dt);
      };
    },
  },
  'semi-implicit Euler': {
    order: 1,
    make: count => {
      const a = new Float64Array(3 * count);
      const w = new Float64Array(count).fill(1);
      return (x, v, field, time, dt) => {
        field(a, x, v, time);
        integrateSemiImplicitEuler(x, v, w, a, dt);
      };
    },
  },
  midpoint: {
    order: 2,
    make: count => {
      const integrator = new MidpointIntegrator(count);
      return (x, v, field, time, dt) => integrator.step(x, v, field, time, dt);
    },
  },
  'velocity Verlet': {
    order: 2,
    make: count => {
      const integrator = new VelocityVerletIntegrator(count);
      return (x, v, field, time, dt) => integrator.step(x, v, field, time, dt);
    },
  },
  'Runge–Kutta 4': {
    order: 4,
    make: count => {
      const integrator = new RungeKutta4Integrator(count);
      return (x, v, field, time, dt) => integrator.step(x, v, field, time, dt);
    },
  },
};

/** Three independent oscillators of angular frequencies 1, 2 and 3 along x, y and z. */
const oscillator: AccelerationField = (out, x) => {
  for (let k = 0; k < out.length; k++) out[k] = -((k % 3) + 1) * ((k % 3) + 1) * x[k];
};

const twoBodyMasses = Float64Array.of(1 / 3, 1);
const twoBody = createAccelerationField(
  [(forces, x) => addMutualGravity(forces, x, twoBodyMasses, 1)],
  twoBodyMasses,
);

/**
 * Masses 3 and 1 at distance 1 (G = 1) on an orbit of eccentricity 0.3 from its near point, centre of mass at
 * rest.
 */
function twoBodyState(): { x: Float64Array; v: Float64Array } {
  const speed = Math.sqrt(4 * 1.3);
  return {
    x: Float64Array.of(-0.25, 0, 0, 0.75, 0, 0),
    v: Float64Array.of(0, -0.25 * speed, 0, 0, 0.75 * speed, 0),
  };
}

const oscillatorState = () => ({ x: Float64Array.of(1, 0.5, -1), v: Float64Array.of(0, 1, 0.5) });

const problems = [
  {
    name: 'oscillator',
    state: oscillatorState,
    field: oscillator,
    time: 1,
    exact: (x: Float64Array) => {
      const { x: x0, v: v0 } = oscillatorState();
      let error = 0;
      for (let k = 0; k < 3; k++)
        error = Math.max(
          error,
          Math.abs(x[k] - x0[k] * Math.cos(k + 1) - (v0[k] / (k + 1)) * Math.sin(k + 1)),
        );
      return error;
    },
  },
  {
    name: 'two-body problem',
    state: twoBodyState,
    field: twoBody,
    // about a third of a period; a whole one would hide the first-order error of semi-implicit Euler, which
    // is periodic
    time: 1.5,
    exact: (x: Float64Array) => {
      const { x: reference, v } = twoBodyState();
      const integrator = new RungeKutta4Integrator(2);
      for (let n = 0; n < 15_000; n++) integrator.step(reference, v, twoBody, 0, 1e-4);
      return Math.max(...Array.from(x, (value, k) => Math.abs(value - reference[k])));
    },
  },
];

describe('order of convergence by step halving', () => {
  for (const problem of problems)
    for (const [name, { order, make }] of Object.entries(steppers))
      it(`${name} has order ${order} on the ${problem.name}`, () => {
        const errorWith = (steps: number) => {
          const { x, v } = problem.state();
          const step = make(x.length / 3);
          const dt = problem.time / steps;
          for (let n = 0; n < steps; n++) step(x, v, problem.field, n * dt, dt);
          return problem.exact(x);
        };
        const steps = order === 1 ? 4000 : 100;
        const measured = Math.log2(errorWith(steps) / errorWith(2 * steps));
        expect(measured).toBeGreaterThan(order - 0.15);
        expect(measured).toBeLessThan(order + 0.3);
      });

  it('position Verlet has order 2 on the oscillator', () => {
    const errorWith = (steps: number) => {
      const dt = 1 / steps;
      const { x, v } = oscillatorState();
      const previous = new Float64Array(3);
      const forces = new Float64Array(3);
      // the exact position one step earlier
      for (let k = 0; k < 3; k++)
        previous[k] = x[k] * Math.cos((k + 1) * dt) - (v[k] / (k + 1)) * Math.sin((k + 1) * dt);
      for (let n = 0; n < steps; n++) {
        oscillator(forces, x, v, 0);
        integratePositionVerlet(x, previous, Float64Array.of(1), forces, dt);
      }
      return problems[0].exact(x);
    };
    expect(Math.log2(errorWith(200) / errorWith(400))).toBeCloseTo(2, 1);
  });

  it('position Verlet follows velocity Verlet', () => {
    const { x, v } = oscillatorState();
    const other = oscillatorState();
    const dt = 1 / 64;
    const integrator = new VelocityVerletIntegrator(1);
    const previous = new Float64Array(3);
    const forces = new Float64Array(3);
    previous.set(x);
    integrator.step(other.x, other.v, oscillator, 0, dt);
    const positions = other.x.slice();
    for (let n = 0; n < 500; n++) {
      oscillator(forces, positions, v, 0);
      integratePositionVerlet(positions, previous, Float64Array.of(1), forces, dt);
      integrator.step(other.x, other.v, oscillator, n * dt, dt);
    }
    for (let k = 0; k < 3; k++) expect(positions[k]).toBeCloseTo(other.x[k], 11);
  });
});

describe('position Verlet', () => {
  it('runs backwards to where it came from, to rounding', () => {
    const { x, v } = twoBodyState();
    const start = x.slice();
    const previous = new Float64Array(6);
    const forces = new Float64Array(6);
    const dt = 0.001;
    const w = Float64Array.of(1, 1);
    setVerletVelocities(previous, x, v, dt);
    const startPrevious = previous.slice();
    const advance = () => {
      twoBody(forces, x, v, 0);
      integratePositionVerlet(x, previous, w, forces, dt);
    };
    for (let n = 0; n < 5000; n++) advance();
    expect(Math.abs(x[3] - start[3])).toBeGreaterThan(0.1);
    const swap = x.slice();
    x.set(previous);
    previous.set(swap);
    for (let n = 0; n < 5000; n++) advance();
    for (let k = 0; k < 6; k++) {
      expect(Math.abs(previous[k] - start[k])).toBeLessThan(1e-10);
      expect(Math.abs(x[k] - startPrevious[k])).toBeLessThan(1e-10);
    }
  });

  it('is exact for free fall with changing steps, and the uncorrected formula is not', () => {
    const run = (corrected: boolean) => {
      const x = new Float64Array(3);
      const previous = new Float64Array(3);
      const forces = Float64Array.of(0, -9.81, 0);
      const random = new Random(3);
      let dt = 0.01;
      let time = 0;
      // at rest at time 0: the position one step earlier is −½ g dt²
      previous[1] = -0.5 * 9.81 * dt * dt;
      let previousDt = dt;
      for (let n = 0; n < 100; n++) {
        integratePositionVerlet(x, previous, Float64Array.of(1), forces, dt, {
          previousDt: corrected ? previousDt : dt,
        });
        time += dt;
        previousDt = dt;
        dt = random.uniform(0.005, 0.03);
      }
      return Math.abs(x[1] + 0.5 * 9.81 * time * time);
    };
    expect(run(true)).toBeLessThan(1e-12);
    expect(run(false)).toBeGreaterThan(0.01);
  });

  it('gives back the velocities it was given', () => {
    const x = Float64Array.of(1, 2, 3);
    const v = Float64Array.of(-4, 5, 6);
    const previous = setAndReturn(x, v, 0.25);
    expect(Array.from(getVerletVelocities(new Float64Array(3), x, previous, 0.25))).toEqual([-4, 5, 6]);
  });

  const setAndReturn = (x: Float64Array, v: Float64Array, dt: number) => {
    const previous = new Float64Array(x.length);
    setVerletVelocities(previous, x, v, dt);
    return previous;
  };
});

describe('energy over 10⁶ steps of the oscillator', () => {
  const relativeEnergy = (name: string, steps: number): { max: number; min: number } => {
    const { x, v } = oscillatorState();
    const w = Float64Array.of(1);
    const energy = () => kineticEnergy(v, w) + 0.5 * (x[0] * x[0] + 4 * x[1] * x[1] + 9 * x[2] * x[2]);
    const start = energy();
    const step = steppers[name].make(1);
    let max = 1;
    let min = 1;
    for (let n = 0; n < steps; n++) {
      step(x, v, oscillator, 0, 0.01);
      const e = energy() / start;
      if (!(e <= max)) max = e;
      if (e < min) min = e;
    }
    return { max, min };
  };

  it('stays within 3 % for semi-implicit Euler and within 0.1 % for Verlet', () => {
    const euler = relativeEnergy('semi-implicit Euler', 1e6);
    expect(euler.max).toBeLessThan(1.03);
    expect(euler.min).toBeGreaterThan(0.97);
    const verlet = relativeEnergy('velocity Verlet', 1e6);
    expect(verlet.max).toBeLessThan(1.001);
    expect(verlet.min).toBeGreaterThan(0.999);
  });

  it('diverges for explicit Euler', () => {
    expect(relativeEnergy('explicit Euler', 1e5).max).toBeGreaterThan(1e10);
  });
});

describe('forces', () => {
  const random = new Random(11);
  const count = 40;
  const w = Float64Array.from({ length: count }, () => random.uniform(0.1, 5));
  const x = Float64Array.from({ length: 3 * count }, () => random.uniform(-3, 3));
  const v = Float64Array.from({ length: 3 * count }, () => random.uniform(-1, 1));
  const ids = Uint32Array.from({ length: 100 }, (_, i) => (i * 7 + (i & 1)) % count);
  const rest = new Float64Array(50).fill(1);

  it('of springs and mutual gravity conserve momentum to 1e-12 under every integrator', () => {
    const field = createAccelerationField(
      [
        (f, p, u) => addSprings(f, p, u, { ids, restLengths: rest, stiffness: 20, damping: 0.5 }),
        (f, p) => addMutualGravity(f, p, w, 0.2, 0.3),
      ],
      w,
    );
    for (const { make } of Object.values(steppers)) {
      const p = x.slice();
      const u = v.slice();
      const before = linearMomentum([0, 0, 0], u, w);
      const step = make(count);
      for (let n = 0; n < 200; n++) step(p, u, field, n * 0.001, 0.001);
      const after = linearMomentum([0, 0, 0], u, w);
      const scale = Math.hypot(...before);
      for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * scale);
    }
  });

  it('along the line between particles conserve angular momentum under Verlet to 1e-12', () => {
    const field = createAccelerationField(
      [(f, p, u) => addSprings(f, p, u, { ids, restLengths: rest, stiffness: 20 })],
      w,
    );
    const p = x.slice();
    const u = v.slice();
    const before = angularMomentum([0, 0, 0], p, u, w);
    const integrator = new VelocityVerletIntegrator(count);
    for (let n = 0; n < 1000; n++) integrator.step(p, u, field, 0, 0.001);
    const after = angularMomentum([0, 0, 0], p, u, w);
    for (let k = 0; k < 3; k++)
      expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * Math.hypot(...before));
  });
});

describe('integrators', () => {
  it('allocate nothing in steady state but the boxed time of a field call', () => {
    for (const [name, boxedNumbers] of [
      ['semi-implicit Euler', 0],
      ['Runge–Kutta 4', 4],
    ] as const) {
      const { x, v } = oscillatorState();
      const step = steppers[name].make(1);
      expectNoAllocation(
        () => {
          x.fill(0.5);
          step(x, v, oscillator, 0, 0.0625);
        },
        { boxedNumbers },
      );
    }
  });

  it('name bad arguments', () => {
    const x = new Float64Array(6);
    const w = new Float64Array(2);
    expect(() => integrateExplicitEuler(x, x, w, x, 0)).toThrow(/dt/);
    expect(() => integrateSemiImplicitEuler(x, x, w, x, Number.NaN)).toThrow(/dt/);
    expect(() => integrateSemiImplicitEuler(x, new Float64Array(3), w, x, 1)).toThrow(/velocities/);
    expect(() => integratePositionVerlet(x, x, new Float64Array(1), x, 1)).toThrow(/inverseMasses/);
    expect(() => integratePositionVerlet(x, x, w, x, 1, { previousDt: -1 })).toThrow(/previousDt/);
    expect(() => integratePositionVerlet(x, x, w, x, 1, { damping: 2 })).toThrow(/damping/);
    expect(() => new RungeKutta4Integrator(-1)).toThrow(/count/);
    expect(() => new MidpointIntegrator(3).step(x, x, oscillator, 0, 1)).toThrow(/positions/);
  });
});
