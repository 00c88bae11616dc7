import { Random } from '@colide/math';
import {
  ChainConstraint,
  createDistanceError,
  createGridCloth,
  DistanceConstraints,
  getVerletVelocities,
  linearMomentum,
  measureDistanceError,
  type ParticleConstraint,
  ParticleContacts,
  ParticleSystem,
  particleSystemBytes,
} from '@colide/solvers';

import { isSoak } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const gravity = [0, -9.81, 0] as const;

describe('a chain of 50 links pinned at one end, released from the horizontal', () => {
  const links = 50;
  const swing = (constraint: ParticleConstraint, iterations: number, substeps: number): number => {
    const system = new ParticleSystem({ count: links + 1, gravity });
    for (let i = 0; i <= links; i++) system.place(i, 0.1 * i, 0, 0);
    system.pin(0);
    const ids = Uint32Array.from({ length: 2 * links }, (_, k) => (k >> 1) + (k & 1));
    const rest = new Float64Array(links).fill(0.1);
    const error = createDistanceError();
    let worst = 0;
    for (let n = 0; n < 600; n++) {
      system.step(1 / 60, [constraint], iterations, substeps);
      worst = Math.max(worst, measureDistanceError(error, system.positions, ids, rest));
    }
    return worst;
  };
  const particles = Array.from({ length: links + 1 }, (_, i) => i);
  const chain = () => new ChainConstraint(links + 1, particles, new Array(links).fill(0.1));
  const pairs = () =>
    new DistanceConstraints(
      links + 1,
      particles.slice(1).flatMap(i => [i - 1, i]),
      new Array(links).fill(0.1),
    );

  it('keeps every link within 0.1 % for 10 s with 10 iterations at 1/60 s, and with 10 substeps', () => {
    expect(swing(chain(), 10, 1)).toBeLessThan(0.001);
    expect(swing(chain(), 1, 10)).toBeLessThan(0.001);
  });

  it('is out of reach for Gauss–Seidel sweeps, though substeps help', () => {
    const iterated = swing(pairs(), 10, 1);
    const substepped = swing(pairs(), 1, 10);
    expect(iterated).toBeGreaterThan(0.1);
    expect(substepped).toBeLessThan(iterated / 2);
  });
});

describe('chain constraint', () => {
  it('survives ends too far apart, links of no length and compliance', () => {
    const make = (compliance: number, place: (i: number) => [number, number, number]) => {
      const system = new ParticleSystem({ count: 6, gravity });
      for (let i = 0; i < 6; i++) system.place(i, ...place(i));
      system.pin(0);
      system.pin(5);
      const chain = new ChainConstraint(6, [0, 1, 2, 3, 4, 5], [1, 1, 1, 1, 1], compliance);
      for (let n = 0; n < 300; n++) system.step(1 / 60, [chain], 3);
      return system.positions;
    };
    for (const compliance of [0, 1e-3]) {
      const far = make(compliance, i => [2 * i, 0, 0]);
      for (let i = 0; i < 6; i++) expect(Math.abs(far[3 * i] - 2 * i)).toBeLessThan(10);
      for (const x of make(compliance, () => [0, 0, 0])) expect(Number.isFinite(x)).toBe(true);
    }
  });
});

describe('cloth 100 × 100, pinned at its border, and a ball of 10 kg, 8 times its mass', () => {
  const side = 100;
  const count = side * side;
  const radius = 0.2;
  const thickness = 0.005;

  /** Drops the ball and takes steps for so many seconds; returns the stretch and the final state. */
  function drop(rate: number, seconds: number, damping: number, steps: readonly number[]) {
    const cloth = createGridCloth(side, side, 0.02);
    const system = new ParticleSystem({ count: count + 1, gravity, damping });
    for (let i = 0; i < count; i++) {
      system.place(i, cloth.positions[3 * i] - 0.99, 0, cloth.positions[3 * i + 2] - 0.99);
      system.setMass(i, 1.2 / count);
      const column = i % side;
      const row = Math.floor(i / side);
      if (column === 0 || row === 0 || column === side - 1 || row === side - 1) system.pin(i);
    }
    system.place(count, 0, 0.4, 0);
    system.setMass(count, 10);
    const contacts = new ParticleContacts({ friction: 0.3 });
    const normal: [number, number, number] = [0, 0, 0];
    const detection: ParticleConstraint = {
      begin({ positions: x }) {
        contacts.clear();
        const b = 3 * count;
        const reach = (radius + 4 * thickness) ** 2;
        for (let k = 0; k < b; k += 3) {
          const dx = x[b] - x[k];
          const dy = x[b + 1] - x[k + 1];
          const dz = x[b + 2] - x[k + 2];
          const square = dx * dx + dy * dy + dz * dz;
          if (square > reach) continue;
          const length = Math.sqrt(square);
          normal[0] = dx / length;
          normal[1] = dy / length;
          normal[2] = dz / length;
          contacts.addParticles(k / 3, count, normal, radius + thickness);
        }
      },
      project() {},
    };
    const distances = new DistanceConstraints(count + 1, cloth.ids, cloth.restLengths);
    const error = createDistanceError();
    let worst = 0;
    let touched = 0;
    for (let n = 0; n < seconds * rate; n++) {
      system.step(1 / rate, [detection, contacts, distances], ...steps);
      worst = Math.max(worst, measureDistanceError(error, system.positions, cloth.ids, cloth.restLengths));
      touched = Math.max(touched, contacts.count);
    }
    expect(touched).toBeGreaterThan(50);
    return { worst, mean: error.mean, x: system.positions };
  }

  for (const rate of isSoak ? [30, 60, 120] : [30, 120]) {
    it(`holds the ball at 1/${rate} s, all settings being the defaults`, () => {
      const { worst, mean, x } = drop(rate, 1, 0, []);
      expect(worst).toBeLessThan(20 / rate);
      expect(mean).toBeLessThan(3 / rate);
      // On the cloth, not under it: all particles near the axis of the ball are below its centre.
      const b = 3 * count;
      let near = 0;
      for (let k = 0; k < b; k += 3) {
        if (Math.hypot(x[k] - x[b], x[k + 2] - x[b + 2]) > 0.5 * radius) continue;
        near++;
        expect(x[k + 1]).toBeLessThan(x[b + 1]);
      }
      expect(near).toBeGreaterThan(20);
    });

    it(`holds the ball at 1/${rate} s in substeps of about 1 ms`, () => {
      const { worst, mean, x } = drop(rate, 0.8, 0.001, [2, 960 / rate]);
      expect(worst).toBeLessThan(0.1);
      expect(mean).toBeLessThan(0.01);
      // on the cloth, not under it
      const y = x[3 * count + 1];
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(0.4);
    });
  }
});

describe('particle system', () => {
  it('conserves the momentum of a closed system to 1e-12', () => {
    const random = new Random(8);
    const cloth = createGridCloth(8, 8, 0.1);
    const system = new ParticleSystem({ count: 64 });
    system.placeAll(cloth.positions);
    for (let i = 0; i < 64; i++) system.setMass(i, random.uniform(0.2, 5));
    for (let k = 0; k < 192; k++) system.previousPositions[k] -= random.uniform(-0.01, 0.02);
    const velocities = new Float64Array(192);
    const momentum = () =>
      linearMomentum(
        [0, 0, 0],
        getVerletVelocities(velocities, system.positions, system.previousPositions, 1 / 60),
        system.inverseMasses,
      );
    const before = momentum();
    const constraints = [
      new DistanceConstraints(64, cloth.ids, cloth.restLengths),
      new ChainConstraint(64, [0, 9, 18, 27], [0.2, 0.2, 0.2]),
    ];
    for (let n = 0; n < 100; n++) system.step(1 / 60, constraints, 10);
    const after = momentum();
    for (let k = 0; k < 3; k++)
      expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * Math.hypot(...before));
  });

  it('falls exactly, whatever the substeps', () => {
    for (const substeps of [1, 4]) {
      const system = new ParticleSystem({ count: 1, gravity });
      for (let n = 0; n < 60; n++) system.step(1 / 60, [], 0, substeps);
      const steps = 60 * substeps;
      expect(system.positions[1]).toBeCloseTo((-9.81 * (steps * (steps + 1))) / 2 / steps / steps, 10);
    }
  });

  it('lives in shared memory', () => {
    const buffer = new SharedArrayBuffer(8 + particleSystemBytes(3));
    const system = new ParticleSystem({ count: 3, gravity, buffer, byteOffset: 8 });
    system.place(2, 1, 2, 3);
    system.step(0.1);
    const view = new Float64Array(buffer, 8, 9);
    expect(view[6]).toBe(1);
    expect(view[7]).toBe(system.positions[7]);
    expect(() => new ParticleSystem({ count: 4, buffer })).toThrow(/buffer/);
  });

  it('pins and lets go with the mass it had', () => {
    const system = new ParticleSystem({ count: 1, gravity });
    system.setMass(0, 4);
    system.pin(0);
    system.setMass(0, 5);
    expect(system.isPinned(0)).toBe(true);
    system.step(0.1);
    expect(system.positions[1]).toBe(0);
    system.unpin(0);
    expect(system.inverseMasses[0]).toBe(0.2);
    system.step(0.1);
    expect(system.positions[1]).toBeLessThan(0);
  });

  it('says which particle is no longer finite', () => {
    const system = new ParticleSystem({ count: 5 });
    system.forces[3 * 3 + 1] = Infinity;
    expect(() => system.step(0.1)).toThrow('particle 3');
    const other = new ParticleSystem({ count: 2 });
    other.positions[4] = Number.NaN;
    expect(() => other.step(0.1)).toThrow('particle 1');
  });

  it('names bad arguments', () => {
    const system = new ParticleSystem({ count: 2 });
    expect(() => new ParticleSystem({ count: -1 })).toThrow(/count/);
    expect(() => new ParticleSystem({ count: 1, damping: 1.1 })).toThrow(/damping/);
    expect(() => new ParticleSystem({ count: 1, gravity: [0, Number.NaN, 0] })).toThrow(/gravity/);
    expect(() => system.setMass(0, -1)).toThrow(/mass/);
    expect(() => system.setMass(2, 1)).toThrow(/index/);
    expect(() => system.place(0, Number.NaN, 0, 0)).toThrow(/x must/);
    expect(() => system.setRadius(0, -1)).toThrow(/radius/);
    expect(() => system.step(0)).toThrow(/dt/);
    expect(() => system.step(0.1, [], -1)).toThrow(/iterations/);
    expect(() => system.step(0.1, [], 1, 0)).toThrow(/substeps/);
  });
});
