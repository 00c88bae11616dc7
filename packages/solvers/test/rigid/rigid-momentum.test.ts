import { Random } from '@colide/math';
import {
  ImpulseSolver,
  RigidBodies,
  RigidContacts,
  rigidAngularMomentum,
  rigidContactsAdd,
  rigidKineticEnergy,
  rigidLinearMomentum,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const radius = 0.5;

/** Balls that fly towards each other; their moments differ, as if they were filled unevenly. */
function createCloud(seed: number, count: number, speed: number): RigidBodies {
  const random = new Random(seed);
  const bodies = new RigidBodies({ count });
  for (let i = 0; i < count; i++) {
    const m = random.uniform(0.5, 2);
    bodies.setMass(i, m, [0.1 * m, 0.13 * m, 0.16 * m]);
    const x = (i % 3) * 1.3;
    const y = (Math.floor(i / 3) % 3) * 1.3;
    const z = Math.floor(i / 9) * 1.3;
    bodies.setPose(i, [x, y, z], [random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), 1]);
    const spin = () => speed * random.uniform(-1, 1);
    bodies.setVelocity(
      i,
      [speed * (1.3 - x), speed * (1.3 - y), speed * (1.3 - z)],
      [spin(), spin(), spin()],
    );
  }
  return bodies;
}

/** Contacts of all pairs of balls within reach; returns how many. */
function collide(contacts: RigidContacts, bodies: RigidBodies, reach: number): number {
  const p = bodies.positions;
  contacts.begin();
  for (let i = 0; i < bodies.count; i++)
    for (let j = i + 1; j < bodies.count; j++) {
      const d = [p[3 * j] - p[3 * i], p[3 * j + 1] - p[3 * i + 1], p[3 * j + 2] - p[3 * i + 2]];
      const length = Math.hypot(...d);
      if (length > 2 * radius + reach) continue;
      const n = d.map(value => value / length);
      rigidContactsAdd(
        contacts,
        [i, j],
        [0, 1, 2].map(k => 0.5 * (p[3 * i + k] + p[3 * j + k])),
        n,
        length - 2 * radius,
        0,
      );
    }
  return contacts.count;
}

describe('collisions', () => {
  it.each([
    [0, 0, 1],
    [0.6, 0, 1],
    [0.6, 0.7, 1],
    [0.6, 0.7, 10],
  ])(
    'conserve linear and angular momentum to 1e-12: friction %d, restitution %d, speed %d',
    (friction, restitution, speed) => {
      const bodies = createCloud(4, 27, speed);
      const contacts = new RigidContacts({ friction, restitution });
      const solver = new ImpulseSolver();
      const p = rigidLinearMomentum([0, 0, 0], bodies);
      const l = rigidAngularMomentum([0, 0, 0], bodies);
      const energy = rigidKineticEnergy(bodies);
      let mass = 0;
      for (const w of bodies.inverseMasses) mass += 1 / w;
      const scale = Math.sqrt(2 * energy * mass);
      let hits = 0;
      for (let n = 0; n < 300; n++) {
        hits += collide(contacts, bodies, 0.1 + (speed * 4) / 60);
        solver.step(bodies, contacts, 1 / 60);
      }
      expect(hits).toBeGreaterThan(100);
      expect(rigidKineticEnergy(bodies)).toBeLessThan(1.05 * energy);
      const p1 = rigidLinearMomentum([0, 0, 0], bodies);
      const l1 = rigidAngularMomentum([0, 0, 0], bodies);
      let size = 0;
      for (let k = 0; k < bodies.positions.length; k++) size = Math.max(size, Math.abs(bodies.positions[k]));
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(p1[k] - p[k]) / scale).toBeLessThan(1e-12);
        expect(Math.abs(l1[k] - l[k]) / (scale * size)).toBeLessThan(1e-12);
      }
    },
  );
});
