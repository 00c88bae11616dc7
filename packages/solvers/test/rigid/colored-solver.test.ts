import {
  ColoredSolver,
  ImpulseSolver,
  RigidBodies,
  RigidContacts,
  RigidJoints,
  type RigidSolver,
  rigidContactsAdd,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const gravity = [0, -9.81, 0] as const;
const dt = 1 / 60;

/** Columns of unit boxes above a static floor, body 0, each box touching the one below by four points. */
function columns(count: number, height: number) {
  const bodies = new RigidBodies({ count: 1 + count * height });
  bodies.setStatic(0);
  for (let i = 1; i < bodies.count; i++) {
    bodies.setBox(i, 1, 0.5, 0.5, 0.5);
    const level = (i - 1) % height;
    bodies.setPose(i, [3 * Math.floor((i - 1) / height), 0.5 + level, 0]);
  }
  const contacts = new RigidContacts();
  return {
    bodies,
    contacts,
    step(solver: RigidSolver): void {
      contacts.begin();
      for (let i = 1; i < bodies.count; i++) {
        const below = (i - 1) % height === 0 ? 0 : i - 1;
        const [x, y, z] = bodies.positions.subarray(3 * i, 3 * i + 3);
        const gap = below === 0 ? y - 0.5 : y - bodies.positions[3 * below + 1] - 1;
        for (let corner = 0; corner < 4; corner++)
          rigidContactsAdd(
            contacts,
            [below, i],
            [x + (corner & 1 ? 0.5 : -0.5), y - 0.5, z + (corner & 2 ? 0.5 : -0.5)],
            [0, 1, 0],
            gap,
            corner,
          );
      }
      solver.step(bodies, contacts, dt);
    },
  };
}

describe('ColoredSolver', () => {
  it('is the impulse solver, to the last bit, where no body has two contacts', () => {
    const [plain, colored] = [columns(20, 1), columns(20, 1)];
    const options = { gravity, substeps: 3, iterations: 2, relaxations: 2, contactHertz: 25 };
    const solvers = [new ImpulseSolver(options), new ColoredSolver(options)] as const;
    for (const { bodies } of [plain, colored])
      for (let i = 1; i < bodies.count; i++) bodies.setVelocity(i, [i % 3, -i / 5, 0], [0, i, 0.1]);
    for (let n = 0; n < 30; n++) {
      plain.step(solvers[0]);
      colored.step(solvers[1]);
    }
    expect(solvers[1].colorCount).toBe(1);
    expect(colored.bodies.positions).toEqual(plain.bodies.positions);
    expect(colored.bodies.rotations).toEqual(plain.bodies.rotations);
    expect(colored.bodies.velocities).toEqual(plain.bodies.velocities);
    expect(colored.contacts.impulses).toEqual(plain.contacts.impulses);
  });

  it('treats joints as the impulse solver does', () => {
    const [plain, colored] = [new ImpulseSolver({ gravity }), new ColoredSolver({ gravity })].map(solver => {
      const bodies = new RigidBodies({ count: 6 });
      bodies.setStatic(0);
      for (let i = 1; i < 6; i++) bodies.setPose(i, [i, 0, 0]);
      const joints = new RigidJoints();
      for (let i = 1; i < 6; i++) joints.addBall(bodies, i - 1, i, [i - 0.5, 0, 0]);
      for (let n = 0; n < 60; n++) solver.step(bodies, undefined, dt, joints);
      return bodies;
    });
    expect(plain.positions[3 * 5 + 1]).toBeLessThan(-1);
    expect(colored.positions).toEqual(plain.positions);
    expect(colored.rotations).toEqual(plain.rotations);
  });

  it('keeps columns standing', () => {
    const scene = columns(5, 10);
    const solver = new ColoredSolver({ gravity });
    for (let n = 0; n < 300; n++) scene.step(solver);
    expect(solver.colorCount).toBe(2);
    for (let i = 1; i < scene.bodies.count; i++) {
      expect(scene.bodies.positions[3 * i + 1]).toBeCloseTo(0.5 + ((i - 1) % 10), 1);
      expect(Math.abs(scene.bodies.velocities[3 * i + 1])).toBeLessThan(0.01);
    }
  });

  it('solves bodies with more contacts than there are colours', () => {
    const bodies = new RigidBodies({ count: 41 });
    bodies.setPose(0, [0, 0, 0]);
    bodies.setBox(0, 1000, 20, 0.5, 0.5);
    const contacts = new RigidContacts();
    for (let i = 1; i < 41; i++) {
      bodies.setPose(i, [i - 20, 1, 0]);
      bodies.setVelocity(i, [0, -1, 0]);
      rigidContactsAdd(contacts, [0, i], [i - 20, 0.5, 0], [0, 1, 0], 0, 0);
    }
    const solver = new ColoredSolver({ iterations: 20 });
    solver.step(bodies, contacts, dt);
    expect(solver.colorCount).toBe(1);
    for (let i = 1; i < 41; i++) {
      expect(bodies.velocities[3 * i + 1]).toBeGreaterThan(-0.1);
    }
  });

  it('throws where a contact names no body', () => {
    const contacts = new RigidContacts();
    rigidContactsAdd(contacts, [0, 7], [0, 0, 0], [0, 1, 0], 0, 0);
    expect(() => new ColoredSolver().step(new RigidBodies({ count: 2 }), contacts, dt)).toThrow('beyond 1');
    expect(() => new ColoredSolver().step(new RigidBodies({ count: 2 }), undefined, 0)).toThrow('dt');
  });
});
