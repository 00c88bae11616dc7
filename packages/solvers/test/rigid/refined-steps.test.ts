import { ImpulseSolver, RigidBodies, RigidContacts, RigidJoints, rigidContactsAdd } from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

/** Substeps that a step takes where a box of 20 kg lies on one of 1 kg, which `join` may join to another. */
function substeps(join?: (joints: RigidJoints, bodies: RigidBodies) => void): number {
  const bodies = new RigidBodies({ count: 3 });
  const masses = [20, 1, 1];
  masses.forEach((mass, i) => {
    bodies.setBox(i, mass, 0.5, 0.5, 0.5);
    bodies.setPose(i, [i === 2 ? 2 : 0, i === 0 ? 1 : 0, 0]);
  });
  const contacts = new RigidContacts();
  for (let corner = 0; corner < 4; corner++) {
    const point = [corner % 2 === 0 ? -0.5 : 0.5, 0.5, corner < 2 ? -0.5 : 0.5] as const;
    rigidContactsAdd(contacts, [0, 1], point, [0, -1, 0], 0, corner);
  }
  const joints = new RigidJoints();
  join?.(joints, bodies);
  new ImpulseSolver({ gravity: [0, -9.81, 0] }).step(bodies, contacts, dt, joints);
  return Math.round(dt / contacts.impulseTime);
}

describe('a load on a light body', () => {
  it('divides the substeps', () => {
    expect(substeps()).toBe(8);
  });

  it('does not where that is a limb, which a ball joint or a hinge guides', () => {
    expect(substeps((joints, bodies) => joints.addBall(bodies, 1, 2, [1, 0, 0]))).toBe(4);
    expect(substeps((joints, bodies) => joints.addHinge(bodies, 2, 1, [1, 0, 0], [0, 0, 1]))).toBe(4);
    expect(substeps((joints, bodies) => joints.addBall(bodies, 1, -2, [0, 0, 0]))).toBe(4);
  });

  it('does where that is welded, slides or is tied, or where the load is the limb', () => {
    expect(substeps((joints, bodies) => joints.addFixed(bodies, 1, 2, [1, 0, 0]))).toBe(8);
    expect(substeps((joints, bodies) => joints.addSlider(bodies, 1, 2, [1, 0, 0], [1, 0, 0]))).toBe(8);
    expect(substeps((joints, bodies) => joints.addDistance(bodies, 1, 2, [0, 0, 0], [2, 0, 0]))).toBe(8);
    expect(substeps((joints, bodies) => joints.addBall(bodies, 0, 2, [1, 1, 0]))).toBe(8);
    const removed = (joints: RigidJoints, bodies: RigidBodies) =>
      joints.remove(joints.addBall(bodies, 1, 2, [1, 0, 0]));
    expect(substeps(removed)).toBe(8);
  });
});
