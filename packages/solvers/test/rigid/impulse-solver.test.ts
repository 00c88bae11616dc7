import { Random } from '@colide/math';
import {
  findNonFinite,
  ImpulseSolver,
  Islands,
  RigidBodies,
  RigidContacts,
  rigidContactsAdd,
  rigidKineticEnergy,
  rigidLinearMomentum,
  Sleeping,
} from '@colide/solvers';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';
import { addPlaneContacts, findContacts } from '../support/box-contacts.ts';
import { createBoxes, tower } from '../support/box-scenes.ts';

const dt = 1 / 60;

describe('friction', () => {
  const gravity = 9.81;
  const mu = 0.5;

  /**
   * How far a box moves down an incline in a second, and how much faster it gets in the second half of it.
   */
  function slide(slope: number): { distance: number; gain: number } {
    const cos = 1 / Math.sqrt(1 + slope * slope);
    const sin = slope * cos;
    const normal = [-sin, cos, 0];
    const bodies = new RigidBodies({ count: 2 });
    bodies.setStatic(0);
    bodies.setBox(1, 1, 0.5, 0.5, 0.5);
    const half = 0.5 * Math.atan(slope);
    bodies.setPose(1, [0.5 * normal[0], 0.5 * normal[1], 0], [0, 0, Math.sin(half), Math.cos(half)]);
    const contacts = new RigidContacts({ friction: mu });
    const scene = { bodies, contacts, halfEdges: new Float64Array([0, 0, 0, 0.5, 0.5, 0.5]), margin: 0.02 };
    const solver = new ImpulseSolver({ gravity: [0, -gravity, 0] });
    const start = bodies.positions.slice(3);
    const speed = () => -bodies.velocities[3] * cos - bodies.velocities[4] * sin;
    let gain = 0;
    for (let n = 0; n < 60; n++) {
      contacts.begin();
      addPlaneContacts(scene, 0, 1, normal, 0);
      solver.step(bodies, contacts, dt);
      if (n === 29) gain = -speed();
    }
    const distance = (start[0] - bodies.positions[3]) * cos + (start[1] - bodies.positions[4]) * sin;
    return { distance, gain: gain + speed() };
  }

  it('holds a box on an incline exactly up to tan θ = μ', () => {
    for (const factor of [0.5, 0.9, 0.98, 0.99, 0.999]) {
      const { distance, gain } = slide(mu * factor);
      expect(Math.abs(distance)).toBeLessThan(factor > 0.99 ? 3e-3 : 2e-3);
      expect(Math.abs(gain)).toBeLessThan(1e-6);
    }
    for (const factor of [1.001, 1.01, 1.02, 1.1, 1.5]) {
      const slope = mu * factor;
      const expected = (0.5 * gravity * (slope - mu)) / Math.sqrt(1 + slope * slope);
      expect(slide(slope).gain / expected).toBeGreaterThan(0.95);
      expect(slide(slope).gain / expected).toBeLessThan(1.05);
    }
  });

  it('stops a sliding box after v² / 2μg', () => {
    const scene = createBoxes([[0, 0.5, 1]]);
    scene.bodies.setVelocity(1, [2, 0, 1.5]);
    const solver = new ImpulseSolver({ gravity: [0, -gravity, 0] });
    for (let n = 0; n < 120; n++) {
      findContacts(scene);
      solver.step(scene.bodies, scene.contacts, dt);
    }
    const distance = Math.hypot(scene.bodies.positions[3], scene.bodies.positions[5]);
    expect(distance / (6.25 / (2 * 0.6 * gravity))).toBeCloseTo(1, 1);
    expect(scene.bodies.positions[5] / scene.bodies.positions[3]).toBeCloseTo(0.75, 1);
  });
});

describe('materials', () => {
  it('differ from pair to pair', () => {
    const bodies = new RigidBodies({ count: 4 });
    bodies.setStatic(0);
    const contacts = new RigidContacts();
    for (let i = 1; i < 4; i++) {
      bodies.setMass(i, 1, [0.1, 0.1, 0.1]);
      bodies.setPose(i, [0, i === 3 ? 1 : 0.5, 3 * i]);
      if (i < 3) bodies.setVelocity(i, [1, 0, 0]);
    }
    const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
    let top = 0;
    for (let n = 0; n < 60; n++) {
      contacts.begin();
      for (let i = 1; i < 4; i++) {
        contacts.friction = i === 2 ? 0.5 : 0;
        contacts.restitution = i === 3 ? 1 : 0;
        const height = bodies.positions[3 * i + 1] - 0.5;
        rigidContactsAdd(
          contacts,
          [0, i],
          [bodies.positions[3 * i], 0.5 * height, 3 * i],
          [0, 1, 0],
          height,
          0,
        );
      }
      solver.step(bodies, contacts, dt);
      if (n > 30) top = Math.max(top, bodies.positions[10]);
    }
    expect(bodies.positions[3]).toBeCloseTo(1, 6);
    expect(bodies.velocities[3]).toBeCloseTo(1, 6);
    expect(Math.abs(bodies.angularVelocities[8])).toBeGreaterThan(0.1);
    expect(top).toBeGreaterThan(0.85);
  });
});

describe('impact', () => {
  /** Two unit spheres on a line; returns velocities after the hit. */
  function hit(restitution: number, massB: number): number[] {
    const bodies = new RigidBodies({ count: 2 });
    bodies.setMass(0, 1, [0.1, 0.1, 0.1]);
    bodies.setMass(1, massB, [0.1, 0.1, 0.1]);
    bodies.setPose(1, [1.5, 0, 0]);
    bodies.setVelocity(0, [3, 0, 0]);
    const contacts = new RigidContacts({ restitution, friction: 0 });
    const solver = new ImpulseSolver();
    for (let n = 0; n < 60; n++) {
      contacts.begin();
      const gap = bodies.positions[3] - bodies.positions[0] - 1;
      if (gap < 0.1) rigidContactsAdd(contacts, [0, 1], [bodies.positions[0] + 0.5, 0, 0], [1, 0, 0], gap, 0);
      solver.step(bodies, contacts, dt);
    }
    expect(rigidLinearMomentum([0, 0, 0], bodies)[0]).toBeCloseTo(3, 12);
    return [bodies.velocities[0], bodies.velocities[3]];
  }

  it('follows Newton’s law of restitution and conserves momentum', () => {
    for (const e of [0, 0.3, 1])
      for (const m of [1, 2, 10]) {
        const [a, b] = hit(e, m);
        expect(a).toBeCloseTo((3 - 3 * m * e) / (1 + m), 9);
        expect(b).toBeCloseTo((3 + 3 * e) / (1 + m), 9);
      }
  });

  it('undoes deep overlap slowly and stays finite in any state', () => {
    const random = new Random(9);
    for (let trial = 0; trial < 200; trial++) {
      const scene = createBoxes([
        [0, random.uniform(-0.4, 1), 10 ** random.uniform(-3, 3)],
        [random.uniform(-0.3, 0.3), 1 + random.uniform(-0.4, 1), 10 ** random.uniform(-3, 3)],
      ]);
      const { bodies, contacts } = scene;
      const speed = 10 ** random.uniform(-3, trial % 2 === 0 ? 1 : 5);
      for (let k = 3; k < 9; k++) {
        bodies.velocities[k] = speed * random.uniform(-1, 1);
        bodies.angularVelocities[k] = speed * random.uniform(-1, 1);
      }
      const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
      const before = rigidKineticEnergy(bodies);
      for (let n = 0; n < 30; n++) {
        findContacts(scene);
        solver.step(bodies, contacts, dt);
      }
      expect(findNonFinite(bodies.velocities)).toBe(-1);
      expect(findNonFinite(bodies.angularVelocities)).toBe(-1);
      const masses = 1 / bodies.inverseMasses[1] + 1 / bodies.inverseMasses[2];
      if (trial % 2 === 0)
        expect(rigidKineticEnergy(bodies)).toBeLessThan(4 * before + masses * (9.81 * 3 + 20));
    }
  });

  it('names the body that is no longer finite', () => {
    const { bodies } = createBoxes([[0, 1, 1]]);
    bodies.velocities[4] = Number.NaN;
    expect(() => new ImpulseSolver().step(bodies, undefined, dt)).toThrow(/1 is not finite/);
  });
});

describe('sleep', () => {
  it('ends the work of a stack at rest and lets it go on when hit', () => {
    const scene = createBoxes([
      [0, 0.5, 1],
      [0, 1.5, 1],
      [5, 0.5, 1],
    ]);
    const { bodies, contacts } = scene;
    const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
    const sleeping = new Sleeping();
    const islands = new Islands(bodies.count);
    let sleepers = 0;
    const step = () => {
      findContacts(scene);
      islands.begin(bodies.inverseMasses);
      islands.linkAll(contacts.bodies, contacts.count);
      islands.finish();
      sleepers = sleeping.update(bodies, islands, dt);
      solver.step(bodies, contacts, dt);
    };
    for (let n = 0; n < 120; n++) step();
    expect(sleepers).toBe(3);
    const positions = bodies.positions.slice();
    for (let n = 0; n < 60; n++) step();
    expect(bodies.positions).toEqual(positions);
    bodies.applyImpulse(2, [3, 0, 0], [0, 1.5, 0]);
    step();
    expect(sleepers).toBe(1);
    for (let n = 0; n < 30; n++) step();
    expect(bodies.positions[6]).toBeGreaterThan(0.1);
    // A body that falls on a sleeper wakes it before the blow is solved.
    for (let n = 0; n < 300; n++) step();
    expect(sleepers).toBe(3);
    bodies.setPose(1, [5, 2, 0.2]);
    bodies.setVelocity(1, [2, -8, 0]);
    for (let n = 0; n < 30; n++) step();
    expect(bodies.asleep[3]).toBe(0);
    expect(Math.abs(bodies.positions[9] - 5)).toBeGreaterThan(0.01);
  });
});

describe('contacts', () => {
  it('remember impulses by pair and id, also when they grow', () => {
    const contacts = new RigidContacts({ capacity: 2 });
    for (let c = 0; c < 50; c++) {
      rigidContactsAdd(contacts, [c % 7, 7 + (c % 3)], [0, 0, 0], [0, 1, 0], 0, c);
      contacts.impulses[5 * c] = c + 1;
    }
    contacts.begin();
    for (let c = 59; c >= 0; c--) {
      const at = rigidContactsAdd(contacts, [c % 7, 7 + (c % 3)], [0, 0, 0], [0, 1, 0], 0, c);
      expect(contacts.impulses[5 * at]).toBe(c < 50 ? c + 1 : 0);
    }
    contacts.forget();
    expect(contacts.impulses[5 * contacts.append(0, 7, 0)]).toBe(0);
  });

  it('and solvers check their arguments', () => {
    const contacts = new RigidContacts();
    expect(() => rigidContactsAdd(contacts, [1, 1], [0, 0, 0], [0, 1, 0], 0, 0)).toThrow(/same/);
    expect(() => rigidContactsAdd(contacts, [0, 1], [0, 0, 0], [0, 2, 0], 0, 0)).toThrow(/unit length/);
    expect(() => rigidContactsAdd(contacts, [0, 1], [0, 0, 0], [0, 1, 0], Number.NaN, 0)).toThrow(
      /separation/,
    );
    expect(() => rigidContactsAdd(contacts, [-1, 1], [0, 0, 0], [0, 1, 0], 0, 0)).toThrow(/bodyA/);
    expect(() => new RigidContacts({ friction: -1 })).toThrow(/friction/);
    expect(() => new RigidContacts({ restitution: 2 })).toThrow(/restitution/);
    expect(() => new ImpulseSolver({ substeps: 0 })).toThrow(/substeps/);
    expect(() => new ImpulseSolver({ contactHertz: 0 })).toThrow(/contactHertz/);
    expect(() => new ImpulseSolver().step(new RigidBodies({ count: 1 }), undefined, 0)).toThrow(/dt/);
    const { bodies } = createBoxes([[0, 1, 1]]);
    rigidContactsAdd(contacts, [0, 9], [0, 0, 0], [0, 1, 0], 0, 0);
    expect(() => new ImpulseSolver().step(bodies, contacts, dt)).toThrow(/body/);
  });

  it('are collected without allocation', () => {
    const contacts = new RigidContacts();
    expectNoAllocation(() => {
      contacts.begin();
      for (let c = 0; c < 20; c++) contacts.append(c % 3, 3 + (c % 5), c);
    });
  });

  it('are solved without allocation', () => {
    const scene = createBoxes(tower(() => 1));
    const solver = new ImpulseSolver({ gravity: [0, -9.81, 0] });
    findContacts(scene);
    expectNoAllocation(() => solver.step(scene.bodies, scene.contacts, dt), { warmUp: 1500 });
  });
});

describe('a solver that serves several sets', () => {
  it('gives each the bits that a solver of its own gives, whoever sleeps in which', () => {
    /** A ball that flies, one that is hit and one asleep; `shift` changes which is which. */
    function set(shift: number): RigidBodies {
      const bodies = new RigidBodies({ count: 6 });
      for (let i = 0; i < 6; i++) {
        bodies.setPose(i, [1.5 * i, 0, 0]);
        if ((i + shift) % 3 === 0) bodies.asleep[i] = 1;
        else bodies.setVelocity(i, [i, shift, 0.5], [0, i, 1]);
      }
      return bodies;
    }
    const shared = new ImpulseSolver({ gravity: [0, -9.81, 0] });
    const sets = [0, 1, 2].map(set);
    const twins = [0, 1, 2].map(set);
    const own = twins.map(() => new ImpulseSolver({ gravity: [0, -9.81, 0] }));
    for (let n = 0; n < 12; n++)
      for (const [k, bodies] of sets.entries()) {
        // Sleepers wake and others fall asleep, at rest.
        for (const set of [bodies, twins[k]])
          for (let i = 0; n % 4 === 3 && i < 6; i++) {
            set.asleep[i] = 1 - set.asleep[i];
            if (set.asleep[i] === 1) set.velocities.fill(0, 3 * i, 3 * i + 3);
            if (set.asleep[i] === 1) set.angularVelocities.fill(0, 3 * i, 3 * i + 3);
          }
        shared.step(bodies, undefined, dt);
        own[k].step(twins[k], undefined, dt);
        expect([...bodies.positions]).toEqual([...twins[k].positions]);
        expect([...bodies.rotations]).toEqual([...twins[k].rotations]);
      }
    expect(Math.abs(sets[1].positions[1])).toBeGreaterThan(0.01);
  });
});
