import { Random } from '@colide/math';
import {
  findNonFinite,
  ParticleSolver,
  RigidBodies,
  RigidContacts,
  RigidJoints,
  rigidAngularMomentum,
  rigidContactsAdd,
  rigidKineticEnergy,
  rigidLinearMomentum,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';
import { addPlaneContacts, findContacts } from '../support/box-contacts.ts';
import { createBoxes } from '../support/box-scenes.ts';

const dt = 1 / 60;
const g = 9.81;
const down: [number, number, number] = [0, -g, 0];

/** A static body 0 in the origin and boxes of half edge 0.5 and mass 1 at the given places. */
function createBodies(...places: [number, number, number][]): RigidBodies {
  const bodies = new RigidBodies({ count: places.length + 1 });
  bodies.setStatic(0);
  places.forEach((place, i) => {
    bodies.setBox(i + 1, 1, 0.5, 0.5, 0.5);
    bodies.setPose(i + 1, place);
  });
  return bodies;
}

for (const rigidity of ['matching', 'distances'] as const)
  describe(`ParticleSolver, ${rigidity}`, () => {
    it('lets a body fall and turn freely, with the momentum it has', () => {
      const bodies = new RigidBodies({ count: 1 });
      bodies.setBox(0, 3, 0.2, 0.5, 0.9);
      bodies.setPose(0, [1, 2, 3], [0.1, 0.2, 0.3, 1]);
      bodies.setVelocity(0, [1, 2, 3], [6, 0.1, -0.2]);
      const before = rigidAngularMomentum([0, 0, 0], bodies);
      const energy = rigidKineticEnergy(bodies);
      const solver = new ParticleSolver({ rigidity });
      for (let n = 0; n < 600; n++) {
        solver.step(bodies, undefined, dt);
        expect(Math.abs(rigidKineticEnergy(bodies) / energy - 1)).toBeLessThan(
          rigidity === 'matching' ? 1e-3 : 0.05,
        );
      }
      const after = rigidAngularMomentum([0, 0, 0], bodies);
      for (let k = 0; k < 3; k++) {
        expect(after[k]).toBeCloseTo(before[k], rigidity === 'matching' ? 9 : 6);
        expect(bodies.positions[k]).toBeCloseTo(k + 1 + 10 * (k + 1), 9);
      }
      solver.gravity.set(down);
      for (let n = 0; n < 60; n++) solver.step(bodies, undefined, dt);
      expect(bodies.velocities[1]).toBeCloseTo(2 - g, 9);
    });

    it('stacks five boxes, of any mass', () => {
      for (const mass of [1e-3, 1, 1e4]) {
        const scene = createBoxes(Array.from({ length: 5 }, (_, i) => [0, 0.5 + i, mass] as const));
        const solver = new ParticleSolver({ rigidity, gravity: down });
        for (let n = 0; n < 300; n++) {
          findContacts(scene);
          solver.step(scene.bodies, scene.contacts, dt);
        }
        for (let i = 0; i < 5; i++) {
          const at = 3 * (i + 1);
          expect(Math.abs(scene.bodies.positions[at + 1] - 0.5 - i)).toBeLessThan(0.01);
          expect(Math.hypot(scene.bodies.positions[at], scene.bodies.positions[at + 2])).toBeLessThan(0.02);
          expect(Math.hypot(...scene.bodies.velocities.slice(at, at + 3))).toBeLessThan(0.05);
        }
        // The floor carries the weight of all.
        let carried = 0;
        for (let c = 0; c < scene.contacts.count; c++)
          if (scene.contacts.bodies[2 * c] === 0) carried += scene.contacts.impulses[5 * c];
        const share = carried / (scene.contacts.impulseTime * 5 * mass * g);
        expect(Math.abs(share - 1)).toBeLessThan(rigidity === 'matching' ? 0.05 : 0.25);
      }
    });

    it('holds a box on an incline up to tan θ = μ', () => {
      const slide = (slope: number): number => {
        const cos = 1 / Math.sqrt(1 + slope * slope);
        const normal = [-slope * cos, cos, 0];
        const bodies = createBodies([0.5 * normal[0], 0.5 * normal[1], 0]);
        const half = 0.5 * Math.atan(slope);
        bodies.setPose(1, [0.5 * normal[0], 0.5 * normal[1], 0], [0, 0, Math.sin(half), Math.cos(half)]);
        const contacts = new RigidContacts({ friction: 0.5 });
        const scene = {
          bodies,
          contacts,
          halfEdges: new Float64Array([0, 0, 0, 0.5, 0.5, 0.5]),
          margin: 0.02,
        };
        const solver = new ParticleSolver({ rigidity, gravity: down });
        for (let n = 0; n < 60; n++) {
          contacts.begin();
          addPlaneContacts(scene, 0, 1, normal, 0);
          solver.step(bodies, contacts, dt);
        }
        return -bodies.velocities[3] * cos - bodies.velocities[4] * slope * cos;
      };
      expect(Math.abs(slide(0.45))).toBeLessThan(0.01);
      for (const slope of [0.55, 0.7])
        expect(slide(slope) / ((g * (slope - 0.5)) / Math.sqrt(1 + slope * slope))).toBeCloseTo(1, 1);
    });

    it('follows Newton’s law of restitution and conserves momentum', () => {
      for (const e of [0, 0.5, 1])
        for (const mass of [1, 10]) {
          const bodies = new RigidBodies({ count: 2 });
          bodies.setMass(0, 1, [0.1, 0.1, 0.1]);
          bodies.setMass(1, mass, [mass, mass, mass]);
          bodies.setPose(1, [1.5, 0, 0]);
          bodies.setVelocity(0, [3, 0, 0]);
          const contacts = new RigidContacts({ restitution: e, friction: 0 });
          const solver = new ParticleSolver({ rigidity });
          for (let n = 0; n < 60; n++) {
            contacts.begin();
            const gap = bodies.positions[3] - bodies.positions[0] - 1;
            if (gap < 0.1)
              rigidContactsAdd(contacts, [0, 1], [bodies.positions[0] + 0.5, 0, 0], [1, 0, 0], gap, 0);
            solver.step(bodies, contacts, dt);
            expect(rigidLinearMomentum([0, 0, 0], bodies)[0]).toBeCloseTo(3, 12);
          }
          expect(bodies.velocities[0]).toBeCloseTo((3 - 3 * mass * e) / (1 + mass), 3);
          expect(bodies.velocities[3]).toBeCloseTo((3 + 3 * e) / (1 + mass), 3);
        }
    });

    it('keeps momentum in oblique hits with friction', () => {
      const random = new Random(5);
      for (let trial = 0; trial < 20; trial++) {
        const bodies = new RigidBodies({ count: 2 });
        for (let i = 0; i < 2; i++) {
          bodies.setBox(i, random.uniform(1, 3), 0.3, 0.4, 0.5);
          bodies.setPose(i, [1.2 * i, 0, 0]);
        }
        bodies.setVelocity(0, [3, random.normal(), random.normal()], [random.normal(), random.normal(), 1]);
        const linear = rigidLinearMomentum([0, 0, 0], bodies);
        const angular = rigidAngularMomentum([0, 0, 0], bodies);
        const contacts = new RigidContacts({ friction: 0.5, restitution: 0.3 });
        const solver = new ParticleSolver({ rigidity });
        for (let n = 0; n < 30; n++) {
          contacts.begin();
          const gap = bodies.positions[3] - bodies.positions[0] - 1;
          const middle = [0, 1, 2].map(k => 0.5 * (bodies.positions[k] + bodies.positions[3 + k]));
          if (gap < 0.1) rigidContactsAdd(contacts, [0, 1], middle, [1, 0, 0], gap, 0);
          solver.step(bodies, contacts, dt);
        }
        const after = rigidAngularMomentum([0, 0, 0], bodies);
        const size = Math.hypot(...angular) + Math.hypot(...linear);
        for (let k = 0; k < 3; k++) {
          expect(rigidLinearMomentum([0, 0, 0], bodies)[k]).toBeCloseTo(linear[k], 11);
          expect(Math.abs(after[k] - angular[k]) / size).toBeLessThan(0.02);
        }
      }
    });

    it('takes kinematic bodies along, and sleeping ones as static', () => {
      const bodies = createBodies([0, 0.5, 0], [0, 1.5, 0]);
      bodies.setVelocity(0, [1, 0, 0]);
      bodies.asleep[2] = 1;
      const halfEdges = new Float64Array([0, 0, 0, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
      const scene = { bodies, contacts: new RigidContacts({ friction: 0.8 }), halfEdges, margin: 0.02 };
      const solver = new ParticleSolver({ rigidity, gravity: down });
      for (let n = 0; n < 120; n++) {
        scene.contacts.begin();
        addPlaneContacts(scene, 0, 1, [0, 1, 0], 0);
        solver.step(bodies, scene.contacts, dt);
      }
      expect(bodies.positions[0]).toBeCloseTo(2, 9);
      expect(bodies.velocities[3]).toBeCloseTo(1, 3);
      expect([...bodies.positions.slice(6, 9)]).toEqual([0, 1.5, 0]);
    });

    it('has ball, hinge, fixed and distance joints', () => {
      const solver = new ParticleSolver({ rigidity, gravity: down });
      const bodies = createBodies([1, 0, 0], [0, 0, 3], [1, 0, 6], [2, 0, 6], [1.5, 0, 9]);
      const joints = new RigidJoints();
      joints.addBall(bodies, 0, 1, [0, 0, 0]);
      joints.addHinge(bodies, 0, 2, [0, 0.5, 3], [0, 0, 1]);
      joints.addFixed(bodies, 0, 3, [0.5, 0, 6]);
      joints.addFixed(bodies, 3, 4, [1.5, 0, 6]);
      joints.addDistance(bodies, 0, 5, [0, 0, 9], [1.5, 0, 9], [0, 2]);
      bodies.setVelocity(2, [0, 0, 0], [2, 2, 2]);
      let lowest = 0;
      for (let n = 0; n < 180; n++) {
        solver.step(bodies, undefined, dt, joints);
        const p = bodies.positions;
        lowest = Math.min(lowest, p[4]);
        expect(Math.hypot(p[3], p[4], p[5])).toBeCloseTo(1, 1);
        expect(Math.hypot(p[15], p[16], p[17] - 9)).toBeLessThan(2.02);
        // A hinge about z: its axis stays where it is.
        expect(Math.abs(bodies.rotations[8]) + Math.abs(bodies.rotations[9])).toBeLessThan(0.02);
        expect(p[8]).toBeCloseTo(3, 1);
      }
      expect(lowest).toBeLessThan(-0.95);
      expect(Math.hypot(bodies.positions[12] - 2, bodies.positions[13])).toBeLessThan(0.1);
    });

    it('refuses what it cannot hold, before anything moves', () => {
      const bodies = createBodies([1, 0, 0], [2, 0, 0]);
      bodies.setVelocity(1, [1, 0, 0]);
      const solver = new ParticleSolver({ rigidity });
      const slider = new RigidJoints();
      slider.addSlider(bodies, 1, 2, [1, 0, 0], [1, 0, 0]);
      expect(() => solver.step(bodies, undefined, dt, slider)).toThrow(/joint 0/);
      const motor = new RigidJoints();
      motor.setMotor(motor.addHinge(bodies, 1, 2, [1, 0, 0], [1, 0, 0]), 1, 5);
      expect(() => solver.step(bodies, undefined, dt, motor)).toThrow(/joint 0/);
      bodies.setMass(2, 1, [1, 1, Infinity]);
      expect(() => solver.step(bodies, undefined, dt)).toThrow(/body 2 is flat/);
      bodies.setMass(2, 1, [1, 1, 2]);
      expect(() => solver.step(bodies, undefined, dt)).toThrow(/body 2 is flat/);
      expect(() => solver.step(bodies, undefined, 0)).toThrow(/dt/);
      expect(bodies.positions[3]).toBe(1);
      expect(() => new ParticleSolver({ rigidity: 'glue' as never })).toThrow(/rigidity/);
      expect(() => new ParticleSolver({ substeps: 0 })).toThrow(/substeps/);
      expect(() => new ParticleSolver({ slop: -1 })).toThrow(/slop/);
    });

    it('stays finite in any state, and gives the same bits again', () => {
      const runs = [0, 1].map(() => {
        const random = new Random(9);
        const states: number[] = [];
        for (let trial = 0; trial < 40; trial++) {
          const scene = createBoxes([
            [0, random.uniform(-0.4, 1), 10 ** random.uniform(-3, 3)],
            [random.uniform(-1, 1), random.uniform(-0.4, 2), 10 ** random.uniform(-3, 3)],
          ]);
          scene.bodies.setVelocity(1, [random.normal(), -50, 0], [30, random.normal(), 40]);
          const solver = new ParticleSolver({ rigidity, gravity: down });
          for (let n = 0; n < 30; n++) {
            findContacts(scene);
            solver.step(scene.bodies, scene.contacts, n === 20 ? 2 : dt);
          }
          expect(findNonFinite(scene.bodies.positions)).toBe(-1);
          states.push(...scene.bodies.positions, ...scene.bodies.angularVelocities);
        }
        return states;
      });
      expect(runs[1]).toEqual(runs[0]);
    });
  });
