import {
  Islands,
  ParticleSystem,
  RigidAttachments,
  RigidBodies,
  RigidParticleContacts,
  RigidSubsteps,
  Sleeping,
} from '@colide/solvers';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

/** Momentum of the particles and of bodies of finite mass, and its moment about the origin. */
function momenta(system: ParticleSystem, bodies: RigidBodies): number[] {
  const sum = new Array(6).fill(0);
  const add = (m: number, x: ArrayLike<number>, v: ArrayLike<number>) => {
    for (let k = 0; k < 3; k++) {
      sum[k] += m * v[k];
      sum[3 + k] += m * (x[(k + 1) % 3] * v[(k + 2) % 3] - x[(k + 2) % 3] * v[(k + 1) % 3]);
    }
  };
  for (let i = 0; i < system.count; i++) {
    const x = system.positions.subarray(3 * i, 3 * i + 3);
    const v = [0, 1, 2].map(k => (x[k] - system.previousPositions[3 * i + k]) / system.previousDt);
    add(1 / system.inverseMasses[i], x, v);
  }
  for (let b = 0; b < bodies.count; b++) {
    if (bodies.inverseMasses[b] === 0) continue;
    const x = bodies.positions.subarray(3 * b, 3 * b + 3);
    add(1 / bodies.inverseMasses[b], x, bodies.velocities.subarray(3 * b, 3 * b + 3));
    // only bodies with three equal moments are used here
    for (let k = 0; k < 3; k++)
      sum[3 + k] += bodies.angularVelocities[3 * b + k] / bodies.inverseMoments[3 * b];
  }
  return sum;
}

function setVelocity(system: ParticleSystem, i: number, v: readonly number[]): void {
  system.previousDt = dt / 8;
  for (let k = 0; k < 3; k++)
    system.previousPositions[3 * i + k] = system.positions[3 * i + k] - v[k] * system.previousDt;
}

describe('rigid bodies in the substeps of particles', () => {
  it('bodies that nothing pushes keep their bits', () => {
    const bodies = new RigidBodies({ count: 2 });
    bodies.setPose(0, [1, 2, 3], [0.1, 0.2, 0.3, 0.9]);
    bodies.setVelocity(0, [3, -2, 1], [5, 4, -3]);
    const before = [bodies.positions, bodies.rotations, bodies.velocities].map(a => a.slice());
    const system = new ParticleSystem({ count: 1 });
    system.place(0, 50, 0, 0);
    const substeps = new RigidSubsteps();
    const contacts = new RigidParticleContacts(substeps);
    substeps.start(bodies, dt);
    contacts.add({ element: [0], weights: [1], body: 0, point: [1, 2, 3], normal: [1, 0, 0] });
    system.step(dt, [substeps, contacts], 1, 8);
    expect(substeps.finish()).toBe(0);
    expect([bodies.positions, bodies.rotations, bodies.velocities]).toEqual(before);
  });

  it.each([
    [1, 1],
    [1, 1000],
    [1000, 1],
    [0.001, 3],
  ])('a particle of %d kg and a body of %d kg exchange momentum exactly', (particleMass, bodyMass) => {
    const bodies = new RigidBodies({ count: 1 });
    bodies.setMass(0, bodyMass, [0.4 * bodyMass, 0.4 * bodyMass, 0.4 * bodyMass]);
    bodies.setVelocity(0, [0, 1, 0], [0.3, 0, 0.2]);
    const system = new ParticleSystem({ count: 1 });
    system.setMass(0, particleMass);
    system.place(0, 0.3, 1.01, 0.1);
    setVelocity(system, 0, [1, -4, 0.5]);
    const before = momenta(system, bodies);
    const substeps = new RigidSubsteps();
    const contacts = new RigidParticleContacts(substeps);
    substeps.start(bodies, dt);
    contacts.add({
      element: [0],
      weights: [1],
      body: 0,
      point: [0.3, 1 + dt, 0.1],
      normal: [0, 1, 0],
      friction: 0.7,
      restitution: 0.5,
    });
    system.step(dt, [substeps, contacts], 1, 8);
    expect(substeps.finish()).toBe(1);
    const after = momenta(system, bodies);
    const scale = 10 * Math.max(particleMass, bodyMass);
    for (let k = 0; k < 3; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(1e-12 * scale);
    // The motion is linear, and the body's points move with the substeps: the moment agrees to their order.
    for (let k = 3; k < 6; k++) expect(Math.abs(after[k] - before[k])).toBeLessThan(0.03 * scale);
    // They part with half the speed of their approach, 5 m/s less what the body turned there.
    const up = (system.positions[1] - system.previousPositions[1]) / system.previousDt;
    const arm = [0.3, 1, 0.1];
    const w = bodies.angularVelocities;
    const surface = bodies.velocities[1] + w[2] * arm[0] - w[0] * arm[2];
    expect(up - surface).toBeGreaterThan(2.2);
    expect(up - surface).toBeLessThan(2.8);
  });

  it('a particle cannot overtake a body that cannot be pushed, whichever of the two is fast', () => {
    for (const [particleSpeed, bodySpeed] of [
      [-40, 0],
      [0, 40],
      [-20, 20],
    ] as const) {
      const bodies = new RigidBodies({ count: 1 });
      bodies.setStatic(0);
      bodies.setVelocity(0, [0, bodySpeed, 0]);
      // at the end of its step the surface is where its speed has brought it from y = 0
      bodies.setPose(0, [0, bodySpeed * dt, 0]);
      const system = new ParticleSystem({ count: 1 });
      system.place(0, 0, 0.2, 0);
      setVelocity(system, 0, [0, particleSpeed, 0]);
      const substeps = new RigidSubsteps();
      const contacts = new RigidParticleContacts(substeps);
      substeps.start(bodies, dt);
      contacts.add({
        element: [0],
        weights: [1],
        body: 0,
        point: [0, bodySpeed * dt, 0],
        normal: [0, 1, 0],
        separation: 0.01,
      });
      system.step(dt, [substeps, contacts], 1, 8);
      expect(system.positions[1]).toBeCloseTo(bodySpeed * dt + 0.01, 12);
      const speed = (system.positions[1] - system.previousPositions[1]) / system.previousDt;
      expect(speed).toBeCloseTo(bodySpeed, 9);
    }
  });

  it('friction holds below its limit and slides above it', () => {
    for (const [friction, slides] of [
      [1.2, false],
      [0.4, true],
    ] as const) {
      // a slope of 45°
      const bodies = new RigidBodies({ count: 1 });
      bodies.setStatic(0);
      const system = new ParticleSystem({ count: 1, gravity: [0, -9.81, 0] });
      const substeps = new RigidSubsteps();
      const contacts = new RigidParticleContacts(substeps);
      for (let s = 0; s < 60; s++) {
        substeps.start(bodies, dt);
        contacts.clear();
        contacts.add({
          element: [0],
          weights: [1],
          body: 0,
          point: [0, 0, 0],
          normal: [Math.SQRT1_2, Math.SQRT1_2, 0],
          friction,
        });
        system.step(dt, [substeps, contacts], 1, 8);
      }
      const way = Math.hypot(system.positions[0], system.positions[1]);
      if (slides) expect(way).toBeCloseTo(0.5 * 9.81 * Math.SQRT1_2 * (1 - 0.4), 1);
      else expect(way).toBeLessThan(1e-3);
    }
  });

  it('an element of three particles takes its push by weights', () => {
    const bodies = new RigidBodies({ count: 1 });
    bodies.setMass(0, 2, [1, 1, 1]);
    const system = new ParticleSystem({ count: 3 });
    system.place(0, 1, -0.1, 0);
    system.place(1, -1, -0.1, 1);
    system.place(2, -1, -0.1, -1);
    const substeps = new RigidSubsteps();
    const contacts = new RigidParticleContacts(substeps);
    substeps.start(bodies, dt);
    contacts.add({
      element: [0, 1, 2],
      weights: [0.5, 0.25, 0.25],
      body: 0,
      point: [0, 0, 0],
      normal: [0, 1, 0],
    });
    system.step(dt, [substeps, contacts], 1, 1);
    substeps.finish();
    const p = system.positions;
    expect(0.5 * p[1] + 0.25 * p[4] + 0.25 * p[7]).toBeCloseTo(bodies.positions[1], 12);
    expect((p[1] + 0.1) / (p[4] + 0.1)).toBeCloseTo(2, 9);
    expect(p[1] + p[4] + p[7] + 0.3 + 2 * bodies.positions[1]).toBeCloseTo(0, 12);
  });

  it('an attachment holds a swinging body of any mass', () => {
    for (const mass of [0.05, 1, 30]) {
      const bodies = new RigidBodies({ count: 1 });
      bodies.setMass(0, mass, [0.1 * mass, 0.1 * mass, 0.1 * mass]);
      bodies.setPose(0, [1, 0, 0]);
      const system = new ParticleSystem({ count: 1, gravity: [0, -9.81, 0] });
      system.pin(0);
      const substeps = new RigidSubsteps();
      const attachments = new RigidAttachments(substeps);
      attachments.add(0, 0, [0, 0, 0], bodies);
      let lowest = 0;
      for (let s = 0; s < 240; s++) {
        bodies.setVelocity(
          0,
          [bodies.velocities[0], bodies.velocities[1] - 9.81 * dt, bodies.velocities[2]],
          [...bodies.angularVelocities],
        );
        bodies.integrate(dt);
        substeps.start(bodies, dt);
        attachments.start();
        system.step(dt, [substeps, attachments], 1, 8);
        substeps.finish();
        lowest = Math.min(lowest, bodies.positions[1]);
        expect(
          Math.abs(Math.hypot(bodies.positions[0], bodies.positions[1], bodies.positions[2]) - 1),
        ).toBeLessThan(0.02);
      }
      expect(lowest).toBeLessThan(-0.97);
    }
  });

  it('releases attachments by particle', () => {
    const bodies = new RigidBodies({ count: 1 });
    const attachments = new RigidAttachments(new RigidSubsteps());
    for (let i = 0; i < 20; i++) attachments.add(i, 0, [i, 0, 0], bodies);
    expect(attachments.release(3)).toBe(1);
    expect(attachments.release(10, 15)).toBe(5);
    expect(attachments.release(3)).toBe(0);
    expect([...attachments.particles.subarray(0, attachments.count)]).toEqual([
      0, 1, 2, 4, 5, 6, 7, 8, 9, 15, 16, 17, 18, 19,
    ]);
    expect(attachments.anchors[3 * 13]).toBe(19);
  });

  it('refuses what it cannot use', () => {
    const bodies = new RigidBodies({ count: 1 });
    const substeps = new RigidSubsteps();
    const contacts = new RigidParticleContacts(substeps);
    expect(() => substeps.start(bodies, 0)).toThrow('dt');
    substeps.start(bodies, dt);
    const contact = { element: [0], weights: [1], body: 0, point: [0, 0, 0], normal: [0, 1, 0] };
    expect(() => contacts.add({ ...contact, body: 1 })).toThrow('body');
    expect(() => contacts.add({ ...contact, point: [0, Number.NaN, 0] })).toThrow('point');
    expect(() => contacts.add({ ...contact, normal: [0, 2, 0] })).toThrow('normal');
    expect(() => contacts.add({ ...contact, separation: Number.NaN })).toThrow('separation');
    expect(() => contacts.add({ ...contact, friction: -1 })).toThrow('friction');
    expect(() => contacts.add({ ...contact, restitution: 2 })).toThrow('restitution');
    expect(contacts.count).toBe(0);
    expect(() => new RigidAttachments(substeps).add(0, 5, [0, 0, 0], bodies)).toThrow('body');
  });

  it('bodies that several solvers push fall asleep by what they have moved, not by their velocity', () => {
    const bodies = new RigidBodies({ count: 3 });
    const islands = new Islands(3);
    const sleeping = new Sleeping({ speed: 0.05, time: 0.5, radius: 0.5 });
    let asleep = 0;
    for (let s = 0; s < 40; s++) {
      islands.begin(bodies.inverseMasses);
      islands.finish();
      asleep = sleeping.update(bodies, islands, dt, true);
      sleeping.begin(bodies);
      // 0 has a velocity and stays, 1 moves, 2 turns
      bodies.velocities[0] = 3;
      if (bodies.asleep[1] === 0) bodies.positions[3] += 0.1 * dt;
      const half = 0.5 * (0.2 * dt * s);
      bodies.setPose(2, [0, 0, 0], [half, 0, 0, 1]);
      sleeping.measure(bodies, dt);
    }
    expect([...bodies.asleep]).toEqual([1, 0, 0]);
    expect(asleep).toBe(1);
    expect(bodies.velocities[0]).toBe(3);
    expect(() => sleeping.measure(bodies, 0)).toThrow('dt');
  });
});
