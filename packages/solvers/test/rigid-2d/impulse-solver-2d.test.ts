import { Random } from '@colide/math';
import {
  ImpulseSolver2d,
  type ManifoldPoints2d,
  RigidBodies2d,
  RigidContacts2d,
  restitution2d,
  rigidBodiesBytes2d,
  rigidContactsAdd2d,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

/** The manifold of a unit box, body 1, over the ground y = 0, body 0. */
function boxOnGround(bodies: RigidBodies2d, margin = 0.02): ManifoldPoints2d {
  const [c, s] = bodies.rotations.subarray(2, 4);
  const [x, y] = bodies.positions.subarray(2, 4);
  const corners = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
  ]
    .map(([u, v], id) => ({ x: x + c * u - s * v, y: y + s * u + c * v, id }))
    .filter(corner => corner.y < margin)
    .sort((a, b) => a.id - b.id)
    .slice(0, 2);
  return {
    count: corners.length,
    normal: [0, 1],
    pointsA: [0, 1].flatMap(k => [corners[k]?.x ?? 0, 0]),
    pointsB: [0, 1].flatMap(k => [corners[k]?.x ?? 0, corners[k]?.y ?? 0]),
    depths: corners.map(corner => -corner.y),
    ids: corners.map(corner => corner.id),
    radii: [0, 0],
  };
}

function scene(mass = 2): RigidBodies2d {
  const bodies = new RigidBodies2d({ count: 2 });
  bodies.setStatic(0);
  bodies.setMass(1, mass, mass / 6);
  bodies.setPose(1, [0, 0.5]);
  return bodies;
}

function run(bodies: RigidBodies2d, contacts: RigidContacts2d, steps: number, gravity = [0, -g, 0]): void {
  const solver = new ImpulseSolver2d({ gravity });
  for (let n = 0; n < steps; n++) {
    contacts.begin();
    const manifold = boxOnGround(bodies);
    if (manifold.count > 0) rigidContactsAdd2d(contacts, 0, 1, manifold);
    solver.step(bodies, contacts, dt);
  }
}

describe('ImpulseSolver2d', () => {
  it('holds a box with its weight, shared by both points', () => {
    const bodies = scene(2);
    const contacts = new RigidContacts2d();
    run(bodies, contacts, 120);
    expect(contacts.count).toBe(2);
    for (let p = 0; p < 2; p++)
      expect(contacts.arrays.impulses[3 * p] / contacts.impulseTime).toBeCloseTo(g, 6);
    expect(Math.abs(bodies.positions[3] - 0.5)).toBeLessThan(1e-3);
    expect(Math.abs(bodies.velocities[3])).toBeLessThan(1e-9);
    expect(Math.abs(bodies.rotations[3])).toBeLessThan(1e-9);
  });

  it.each([0.1, 0.3, 0.5])('slows a sliding box down by μ g, μ = %f', friction => {
    const bodies = scene();
    const contacts = new RigidContacts2d();
    contacts.material[0] = friction;
    run(bodies, contacts, 30);
    bodies.setVelocity(1, [3, 0], 0);
    run(bodies, contacts, 30);
    expect(bodies.velocities[2]).toBeCloseTo(3 - friction * g * 30 * dt, 2);
    run(bodies, contacts, 200);
    expect(Math.abs(bodies.velocities[2])).toBeLessThan(1e-9);
    expect(bodies.positions[2]).toBeCloseTo(9 / (2 * friction * g), 1);
  });

  it('conserves linear and angular momentum in free collisions of any kind', () => {
    const random = new Random(5);
    for (let n = 0; n < 200; n++) {
      const bodies = new RigidBodies2d({ count: 2 });
      const contacts = new RigidContacts2d();
      const friction = n % 4 < 2 ? random.next() : 0;
      const restitution = n % 2 ? random.next() : 0;
      contacts.material.set([friction, restitution, 0]);
      const masses = [random.uniform(0.1, 10), random.uniform(0.1, 10)];
      const moments = [random.uniform(0.1, 10), random.uniform(0.1, 10)];
      for (let i = 0; i < 2; i++) {
        bodies.setMass(i, masses[i], moments[i]);
        bodies.setPose(i, [random.uniform(-1, 1), 2 * i - 1]);
        bodies.setVelocity(
          i,
          [random.uniform(-3, 3), (1 - 2 * i) * random.uniform(0, 3)],
          random.uniform(-3, 3),
        );
      }
      const momentum = () => {
        const sums = [0, 0, 0];
        for (let i = 0; i < 2; i++) {
          const [x, y] = bodies.positions.subarray(2 * i, 2 * i + 2);
          const [vx, vy] = bodies.velocities.subarray(2 * i, 2 * i + 2);
          sums[0] += masses[i] * vx;
          sums[1] += masses[i] * vy;
          sums[2] += masses[i] * (x * vy - y * vx) + moments[i] * bodies.angularVelocities[i];
        }
        return sums;
      };
      const energy = () => {
        let sum = 0;
        for (let i = 0; i < 2; i++) {
          const [vx, vy] = bodies.velocities.subarray(2 * i, 2 * i + 2);
          sum += masses[i] * (vx * vx + vy * vy) + moments[i] * bodies.angularVelocities[i] ** 2;
        }
        return sum / 2;
      };
      const before = momentum();
      const energyBefore = energy();
      contacts.begin();
      const x = random.uniform(-1, 1);
      rigidContactsAdd2d(contacts, 0, 1, {
        count: 2,
        normal: [0, 1],
        pointsA: [x, 0, x + random.uniform(0.1, 1), 0],
        pointsB: [x, 0, x + 0.5, 0],
        depths: [0, 0],
        ids: [0, 1],
        radii: [0, 0],
      });
      // So short that the levers, which stay where they were when the step began, are exact.
      new ImpulseSolver2d({}, restitution2d).step(bodies, contacts, 1e-6);
      const after = momentum();
      for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], k < 2 ? 9 : 3);
      // Newton's law of restitution may add energy where there is friction as well (Kane's paradox).
      const most = friction > 0 && restitution > 0 ? 1.2 : 1 + 1e-4;
      expect(energy()).toBeLessThan(energyBefore * most);
    }
  });

  it.each([0.2, 0.5, 1])('lets a box bounce flat with restitution %f', restitution => {
    const bodies = scene();
    const contacts = new RigidContacts2d();
    contacts.material[1] = restitution;
    bodies.setPose(1, [0, 1.5]);
    let highest = 0;
    let hasMet = false;
    const solver = new ImpulseSolver2d({ gravity: [0, -g, 0] }, restitution2d);
    for (let n = 0; n < 90; n++) {
      contacts.begin();
      const manifold = boxOnGround(bodies, 0.2);
      if (manifold.count > 0) rigidContactsAdd2d(contacts, 0, 1, manifold);
      solver.step(bodies, contacts, dt);
      hasMet ||= bodies.velocities[3] > 0;
      if (hasMet) highest = Math.max(highest, bodies.positions[3] - 0.5);
    }
    expect(highest).toBeCloseTo(restitution ** 2, 1);
    expect(Math.abs(bodies.angularVelocities[1])).toBeLessThan(1e-9);
  });

  it('turns a free body by exactly its angle', () => {
    const bodies = new RigidBodies2d({ count: 1 });
    bodies.setVelocity(0, [1, 2], 7);
    const solver = new ImpulseSolver2d();
    for (let n = 0; n < 600; n++) solver.step(bodies, undefined, dt);
    expect(bodies.rotations[0]).toBeCloseTo(Math.cos(70), 6);
    expect(bodies.rotations[1]).toBeCloseTo(Math.sin(70), 6);
    expect(bodies.positions[0]).toBeCloseTo(10, 9);
  });

  it('takes up impulses of the last step by id, and keeps those of resting bodies', () => {
    const contacts = new RigidContacts2d();
    const manifold = boxOnGround(scene());
    rigidContactsAdd2d(contacts, 0, 1, manifold);
    contacts.arrays.impulses.set([1, 2, 3, 4, 5, 6]);
    contacts.begin();
    rigidContactsAdd2d(contacts, 0, 1, { ...manifold, ids: [1, 7] });
    expect([...contacts.arrays.impulses.subarray(0, 6)]).toEqual([4, 5, 6, 0, 0, 0]);
    contacts.begin();
    contacts.keepResting(Uint8Array.of(3, 1));
    expect(contacts.count).toBe(2);
    expect([...contacts.arrays.impulses.subarray(0, 6)]).toEqual([4, 5, 6, 0, 0, 0]);
    expect([...contacts.arrays.sizes.subarray(0, 2)]).toEqual([2, 0]);
    contacts.begin();
    contacts.keepResting(Uint8Array.of(2, 1));
    expect(contacts.count).toBe(0);
  });

  it('grows, and finds its points again', () => {
    const contacts = new RigidContacts2d();
    const manifold = boxOnGround(scene());
    for (let round = 0; round < 2; round++) {
      contacts.begin();
      for (let b = 1; b < 200; b++) {
        rigidContactsAdd2d(contacts, 0, b, manifold);
        if (round === 1) expect(contacts.arrays.impulses[3 * (2 * b - 2)]).toBe(b);
        else contacts.arrays.impulses[3 * (2 * b - 2)] = b;
      }
      expect(contacts.count).toBe(398);
    }
  });

  it('refuses bad input by name', () => {
    const bodies = scene();
    const contacts = new RigidContacts2d();
    const manifold = boxOnGround(bodies);
    expect(() => new ImpulseSolver2d({ substeps: 0 })).toThrow(/substeps/);
    expect(() => new ImpulseSolver2d({ gravity: [0, Number.NaN, 0] })).toThrow(/gravity/);
    expect(() => new ImpulseSolver2d().step(bodies, contacts, 0)).toThrow(/dt/);
    expect(() => rigidContactsAdd2d(contacts, 1, 1, manifold)).toThrow(/bodyA and bodyB/);
    expect(() => rigidContactsAdd2d(contacts, -1, 1, manifold)).toThrow(/bodyA/);
    expect(() => rigidContactsAdd2d(contacts, 0, 1, { ...manifold, normal: [0, 2] })).toThrow(/normal/);
    expect(() => rigidContactsAdd2d(contacts, 0, 1, { ...manifold, depths: [Number.NaN, 0] })).toThrow(
      /depths\[0]/,
    );
    expect(() => bodies.setMass(1, -1, 1)).toThrow(/mass/);
    expect(() => bodies.setMass(1, 1, 0)).toThrow(/moment/);
    expect(() => bodies.setPose(2, [0, 0])).toThrow(/index/);
    expect(() => bodies.setPose(1, [0, 0], [0, 0])).toThrow(/rotation/);
    expect(() => bodies.setVelocity(1, [0, Infinity])).toThrow(/velocity/);
    expect(() => new RigidBodies2d({ count: 2, buffer: new ArrayBuffer(8) })).toThrow(/buffer/);
    expect(rigidBodiesBytes2d(2)).toBe(2 * (13 * 8 + 3));
    bodies.applyImpulse(1, [0, 3], [1, 0.5]);
    expect(bodies.velocities[3]).toBeCloseTo(1.5, 12);
    expect(bodies.angularVelocities[1]).toBeCloseTo(9, 12);
  });

  it('takes no more than 32 substeps in the longest steps', () => {
    for (const dt of [0.09, 0.1, 0.25, 1, 16.7, 3600]) {
      const bodies = new RigidBodies2d({ count: 1 });
      bodies.inverseMasses[0] = 1;
      new ImpulseSolver2d({ gravity: [0, -1] }).step(bodies, undefined, dt);
      // In n steps of semi-implicit Euler a body falls (1 + 1 / n) g t² / 2.
      const fall = (-2 * bodies.positions[1]) / dt ** 2;
      expect(1 / (fall - 1), `${dt}`).toBeCloseTo(32, 6);
    }
  });
});
