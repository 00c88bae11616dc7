import { Random } from '@colide/math';
import {
  moveEdgeTo,
  moveFaceTo,
  moveVertexTo,
  type ParticleConstraint,
  ParticleContacts,
  ParticleSystem,
  projectionPoint,
  separateLeafSpheres,
  separateParticles,
  separateSphereFromRigid,
} from '@colide/solvers';

import { describe, expect, it } from 'vitest';

const random = new Random(9);

describe('projection response', () => {
  it('puts the projection point nearer to the heavier body', () => {
    expect(projectionPoint([0, 0, 0], [0, 0, 0], 3, [4, 0, 0], 1)).toEqual([1, 0, 0]);
    expect(projectionPoint([0, 0, 0], [0, 0, 0], Infinity, [4, 0, 0], 1)).toEqual([0, 0, 0]);
    expect(projectionPoint([0, 0, 0], [0, 0, 0], 1, [4, 0, 0], Infinity)).toEqual([4, 0, 0]);
    expect(() => projectionPoint([0, 0, 0], [0, 0, 0], 0, [4, 0, 0], 1)).toThrow(/masses/);
  });

  it('brings the contact point of an edge onto q with the factors of the source', () => {
    for (let n = 0; n < 200; n++) {
      const x = Float64Array.from({ length: 6 }, () => random.uniform(-1, 1));
      const before = x.slice();
      const alpha = random.next();
      const q: [number, number, number] = [random.next(), random.next(), random.next()];
      moveEdgeTo(x, Float64Array.of(1, 1), 0, 1, alpha, q);
      const scale = (1 - alpha) ** 2 + alpha ** 2;
      for (let k = 0; k < 3; k++) {
        const p = (1 - alpha) * before[k] + alpha * before[3 + k];
        expect((1 - alpha) * x[k] + alpha * x[3 + k]).toBeCloseTo(q[k], 12);
        expect(x[k]).toBeCloseTo(before[k] + ((1 - alpha) / scale) * (q[k] - p), 12);
        expect(x[3 + k]).toBeCloseTo(before[3 + k] + (alpha / scale) * (q[k] - p), 12);
      }
    }
  });

  it('brings faces onto q and leaves fixed particles alone', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
    const w = Float64Array.of(1, 0, 3);
    expect(moveFaceTo(x, w, [0, 1, 2], [0.5, 0.25, 0.25], [0, 0, 1])).toBe(true);
    expect(Array.from(x.subarray(3, 6))).toEqual([1, 0, 0]);
    for (let k = 0; k < 3; k++)
      expect(0.5 * x[k] + 0.25 * x[3 + k] + 0.25 * x[6 + k]).toBeCloseTo([0, 0, 1][k], 12);
    expect(moveVertexTo(x, w, 1, [9, 9, 9])).toBe(false);
    expect(moveVertexTo(x, w, 0, [9, 9, 9])).toBe(true);
    expect(moveFaceTo(x, w, [0, 1, 2], [0, 1, 0], [0, 0, 1])).toBe(false);
  });
});

describe('sphere separation', () => {
  it('parts leaf spheres to touching, half each for equal masses', () => {
    const x = Float64Array.of(0, 0, 0, 1, 0, 0);
    const elements = Int32Array.of(0, -1, -1, 1, -1, -1);
    const centers = x.slice();
    const spheres = { elements, centers, radii: Float64Array.of(1, 1) };
    const count = separateLeafSpheres(x, Float64Array.of(1, 1), spheres, Uint32Array.of(0, 1));
    expect(count).toBe(1);
    expect(Array.from(x)).toEqual([-0.5, 0, 0, 1.5, 0, 0]);
    expect(centers).toEqual(x);
  });

  it('conserves momentum, respects fixed elements and parts coincident centres', () => {
    for (let n = 0; n < 200; n++) {
      const x = Float64Array.from({ length: 18 }, () => random.uniform(-1, 1));
      const before = x.slice();
      const w = Float64Array.from({ length: 6 }, () => random.uniform(0.1, 2));
      const centers = Float64Array.from({ length: 6 }, () => random.uniform(-0.5, 0.5));
      if (n === 0) centers.fill(0);
      const elements = Int32Array.of(0, 1, 2, 3, 4, 5);
      const spheres = { elements, centers, radii: Float64Array.of(1, 1) };
      separateLeafSpheres(x, w, spheres, Uint32Array.of(0, 1));
      expect(
        Math.hypot(centers[3] - centers[0], centers[4] - centers[1], centers[5] - centers[2]),
      ).toBeCloseTo(2, 12);
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (let i = 0; i < 6; i++) sum += (x[3 * i + k] - before[3 * i + k]) / w[i];
        expect(Math.abs(sum)).toBeLessThan(1e-11);
      }
    }
    const pair = new Float64Array(6);
    separateParticles(pair, Float64Array.of(0, 1), Float64Array.of(0.5, 0.5), Uint32Array.of(0, 1));
    expect(Array.from(pair)).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('moves an element out of a rigid body by half, or wholly when that is static', () => {
    const elements = Int32Array.of(0, -1, -1);
    const x = new Float64Array(3);
    const w = Float64Array.of(1);
    const deep = { center: [0, 0, 0], surfacePoint: [0, 2, 0] };
    expect(separateSphereFromRigid([0, 0, 0], x, w, elements, 0, deep)).toEqual([-0, -1, -0]);
    expect(x[1]).toBe(1);
    const fixed = { center: [0, 1, 0], surfacePoint: [0, 2, 0], isStatic: true };
    expect(separateSphereFromRigid([0, 0, 0], x, w, elements, 0, fixed)[1]).toBeCloseTo(0);
    expect(x[1]).toBe(2);
  });
});

describe('particle contacts', () => {
  const onPlane = (contacts: ParticleContacts, normal: [number, number, number]): ParticleConstraint => ({
    begin(system) {
      contacts.clear();
      for (let i = 0; i < system.count; i++) contacts.addParticleStatic(i, [0, 0, 0], normal, 0);
    },
    project() {},
  });

  it('slide on an incline exactly when tan θ > μ', () => {
    for (const [slope, friction, slides] of [
      [0.49, 0.5, false],
      [0.51, 0.5, true],
      [0.1, 0, true],
      [1.5, 2, false],
    ] as const) {
      const system = new ParticleSystem({ count: 1, gravity: [0, -9.81, 0] });
      const length = Math.hypot(1, slope);
      const contacts = new ParticleContacts({ friction });
      const plane = onPlane(contacts, [-slope / length, -1 / length, 0]);
      for (let n = 0; n < 120; n++) system.step(1 / 60, [plane, contacts], 5);
      const distance = Math.hypot(system.positions[0], system.positions[1]);
      if (!slides) expect(distance).toBeLessThan(1e-6);
      else {
        // ½ g (sin θ − μ cos θ) t² after t = 2 s
        const expected = (0.5 * 9.81 * (slope - friction) * 4) / length;
        expect(Math.abs(distance - expected)).toBeLessThan(0.03 * expected);
      }
    }
  });

  it('bounce with their restitution and not without', () => {
    for (const restitution of [0, 0.5, 1]) {
      const system = new ParticleSystem({ count: 1, gravity: [0, -9.81, 0] });
      system.place(0, 0, 1, 0);
      const contacts = new ParticleContacts({ restitution });
      const plane = onPlane(contacts, [0, -1, 0]);
      let hit = false;
      let top = 0;
      for (let n = 0; n < 2000; n++) {
        system.step(1 / 1000, [plane, contacts], 2);
        if (contacts.pushes[0] > 0) {
          if (hit) break;
          hit = true;
        }
        if (hit) top = Math.max(top, system.positions[1]);
      }
      expect(Math.abs(top - restitution * restitution)).toBeLessThan(0.02);
    }
  });

  it('have friction and restitution of their own', () => {
    const system = new ParticleSystem({ count: 3, gravity: [0, -9.81, 0] });
    for (let i = 0; i < 3; i++) {
      system.place(i, 0, i === 2 ? 0.5 : 0, i);
      if (i < 2) system.previousPositions[3 * i] = -1 / 60;
    }
    const contacts = new ParticleContacts();
    const floor: ParticleConstraint = {
      begin() {
        contacts.clear();
        for (let i = 0; i < 3; i++) {
          contacts.friction = i === 1 ? 0.5 : 0;
          contacts.restitution = i === 2 ? 1 : 0;
          contacts.addParticleStatic(i, [0, 0, 0], [0, -1, 0], 0);
        }
      },
      project() {},
    };
    let top = 0;
    for (let n = 0; n < 60; n++) {
      system.step(1 / 60, [floor, contacts], 5);
      if (n > 30) top = Math.max(top, system.positions[7]);
    }
    expect(system.positions[0]).toBeCloseTo(1, 6);
    expect(system.positions[3]).toBeLessThan(0.15);
    expect(top).toBeGreaterThan(0.4);
    expect(() => new ParticleContacts({ shockRatio: 0.5 })).toThrow(/shockRatio/);
  });

  it('do not shoot deep overlaps apart', () => {
    const system = new ParticleSystem({ count: 2 });
    system.place(1, 0.2, 0, 0);
    const contacts = new ParticleContacts();
    contacts.addParticles(0, 1, [1, 0, 0], 1);
    system.step(1 / 60, [contacts], 2);
    contacts.clear();
    for (let n = 0; n < 60; n++) system.step(1 / 60, [contacts], 1);
    expect(system.positions[3] - system.positions[0]).toBeCloseTo(1, 9);
  });

  it('carry a particle with a kinematic surface', () => {
    const system = new ParticleSystem({ count: 1, gravity: [0, -9.81, 0] });
    const contacts = new ParticleContacts({ friction: 0.8 });
    const belt: ParticleConstraint = {
      begin() {
        contacts.clear();
        contacts.addStatic([0], [1], [0, 0, 0], [0, -1, 0], 0, [1 / 60, 0, 0]);
      },
      project() {},
    };
    for (let n = 0; n < 120; n++) system.step(1 / 60, [belt, contacts], 5);
    expect((system.positions[0] - system.previousPositions[0]) * 60).toBeCloseTo(1, 6);
  });

  it('conserve momentum between edges and faces, and grow', () => {
    const system = new ParticleSystem({ count: 5 });
    for (let i = 0; i < 5; i++) {
      system.place(i, random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
      system.setMass(i, random.uniform(0.5, 3));
    }
    const before = system.positions.slice();
    const contacts = new ParticleContacts({ friction: 0.5, capacity: 1 });
    contacts.add([0, 1], [0.3, 0.7], [2, 3, 4], [0.2, 0.3, 0.5], [0, 1, 0], 5);
    contacts.add([0, 1], [0.6, 0.4], [2, 3, 4], [0.1, 0.8, 0.1], [1, 0, 0], 4);
    contacts.begin(system);
    contacts.project(system);
    expect(contacts.count).toBe(2);
    expect(contacts.pushes[0]).toBeGreaterThan(0);
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      for (let i = 0; i < 5; i++)
        sum += (system.positions[3 * i + k] - before[3 * i + k]) / system.inverseMasses[i];
      expect(Math.abs(sum)).toBeLessThan(1e-12);
    }
  });

  it('name bad arguments', () => {
    const contacts = new ParticleContacts();
    expect(() => contacts.addParticles(0, 1, [0, 2, 0], 1)).toThrow(/normal/);
    expect(() => contacts.addParticles(0, 1, [0, 1, 0], Number.NaN)).toThrow(/separation/);
    expect(() => new ParticleContacts({ friction: -1 })).toThrow(/friction/);
    expect(() => new ParticleContacts({ restitution: 1.5 })).toThrow(/restitution/);
  });
});
