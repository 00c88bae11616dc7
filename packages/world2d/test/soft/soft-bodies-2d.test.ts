/**
 * Ropes, nets and soft bodies in the plane: lengths, rest, momentum with rigid bodies, the same bits after a
 * restore.
 */
import { CircleShape2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { HashGrid2d } from '@colide/spatial';
import {
  SoftBodies2d,
  type SoftBody2d,
  World2d,
  type WorldOptions2d,
  worldExtras2d,
  worldLoad2d,
  worldSave2d,
} from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { addBox, createGround, dt, run } from '../support/scenes.ts';

const g = 9.81;

function createSoft(options: WorldOptions2d<World2d> = {}): { world: World2d; soft: SoftBodies2d } {
  const soft = new SoftBodies2d();
  return { world: new World2d({ ...worldExtras2d, ...options, parts: [soft] }), soft };
}

/** Points on a line. */
const line = (count: number, spacing: number) =>
  Float64Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? (spacing * k) / 2 : 0));

/** Points on a circle, counter-clockwise. */
const circle = (count: number, radius: number, x = 0, y = 0) =>
  Float64Array.from({ length: 2 * count }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1)) / count;
    return k % 2 === 0 ? x + radius * Math.cos(angle) : y + radius * Math.sin(angle);
  });

/** The largest relative error of the lengths of a body's threads. */
function stretch({ positions }: SoftBodies2d, { first, segments, plan }: SoftBody2d): number {
  let worst = 0;
  for (let s = 0; s < segments.length; s += 2) {
    const [a, b] = [2 * (first + segments[s]), 2 * (first + segments[s + 1])];
    const length = Math.hypot(positions[b] - positions[a], positions[b + 1] - positions[a + 1]);
    worst = Math.max(worst, Math.abs(length / plan.restLengths[s / 2] - 1));
  }
  return worst;
}

function topSpeed({ velocities }: SoftBodies2d): number {
  return Math.max(
    ...Array.from({ length: velocities.length / 2 }, (_, i) =>
      Math.hypot(velocities[2 * i], velocities[2 * i + 1]),
    ),
  );
}

const areaOf = (positions: Float64Array) => {
  let sum = 0;
  const count = positions.length / 2;
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    sum += positions[2 * i] * positions[2 * j + 1] - positions[2 * j] * positions[2 * i + 1];
  }
  return sum / 2;
};

describe('ropes in the plane', () => {
  it('fall and swing, and stretch by less than two per cent', () => {
    const { world, soft } = createSoft();
    const rope = soft.addRope({ positions: line(21, 0.1), pins: [0] });
    let worst = 0;
    for (let n = 0; n < 600; n++) {
      world.step(dt);
      worst = Math.max(worst, stretch(soft, rope));
    }
    expect(worst).toBeLessThan(0.02);
    expect(soft.positions[0]).toBe(0);
    expect(soft.positions[41]).toBeLessThan(-1);
  });

  it('without a pin falls as everything does', () => {
    const { world, soft } = createSoft();
    soft.addRope({ positions: line(5, 0.2), velocity: [1, 0] });
    run(world, 0.5);
    // Air takes 0.5 of the speed per second: x = (1 − e^{−t/2})/0.5.
    expect(soft.positions[0]).toBeCloseTo((1 - Math.exp(-0.25)) / 0.5, 2);
    expect(soft.positions[1]).toBeCloseTo((-g / 0.5) * (0.5 - (1 - Math.exp(-0.25)) / 0.5), 1);
  });

  it('a stiff rope bends less than a limp one', () => {
    const sag = [0, 0.5].map(bending => {
      const { world, soft } = createSoft();
      soft.addRope({ positions: line(11, 0.1), pins: [0, 1], bending });
      run(world, 5);
      return -soft.positions[21];
    });
    expect(sag[1]).toBeLessThan(0.8 * sag[0]);
  });

  it('carries a body that hangs from it, with its weight', () => {
    const { world, soft } = createSoft();
    const rope = soft.addRope({ positions: line(11, 0.1), pins: [0] });
    const body = world.add({ shape: new CircleShape2d(0.2), position: [1, 0], mass: 3, linearDamping: 2 });
    soft.attach(world, rope, 10, body);
    run(world, 15);
    const [x, y] = world.bodies.positions;
    expect(Math.abs(x)).toBeLessThan(0.05);
    expect(y).toBeLessThan(-0.99);
    expect(y).toBeGreaterThan(-1.1);
    soft.detach(rope, 10);
    run(world, 0.5);
    expect(world.bodies.positions[1]).toBeLessThan(-1.6);
  });
});

describe('nets in the plane', () => {
  it('hang by their pins and come to rest', () => {
    const { world, soft } = createSoft();
    const net = soft.addNet({ columns: 9, rows: 6, spacing: 0.2, pins: [0, 4, 8] });
    run(world, 12);
    expect(stretch(soft, net)).toBeLessThan(0.05);
    expect(topSpeed(soft)).toBeLessThan(0.05);
    const bottom = Math.min(...Array.from({ length: net.count }, (_, i) => soft.positions[2 * i + 1]));
    expect(bottom).toBeLessThan(-0.9);
    expect(bottom).toBeGreaterThan(-2);
  });

  it('catch a ball, and the ball does not pass', () => {
    const { world, soft } = createSoft();
    soft.addNet({ columns: 21, rows: 1, spacing: 0.2, pins: [0, 20], mass: 2, position: [-2, 0] });
    const ball = world.add({ shape: new CircleShape2d(0.4), position: [0.3, 2], mass: 3, linearDamping: 1 });
    run(world, 12);
    const y = world.bodies.positions[2 * ball + 1];
    expect(y).toBeGreaterThan(-3);
    expect(Math.abs(world.bodies.velocities[2 * ball + 1])).toBeLessThan(0.1);
    expect(soft.contactCount).toBeGreaterThan(0);
  });
});

describe('soft bodies in the plane', () => {
  it.each(['half-plane', 'box', 'chain'])(
    'a blob rests on a %s, keeps its area and does not sink in',
    ground => {
      const soft = new SoftBodies2d();
      const world =
        ground === 'half-plane'
          ? createGround({ parts: [soft] })
          : new World2d({ ...worldExtras2d, parts: [soft] });
      if (ground === 'box') addBox(world, 10, 1, 0, -0.5, { type: 'static' });
      if (ground === 'chain')
        world.add({ shape: new ChainShape2d([5, 0, 1, 0, -1, 0, -5, 0]), type: 'static' });
      soft.addSoft({ positions: circle(22, 0.5, 0, 1), mass: 2 });
      const area = areaOf(soft.positions);
      run(world, 6);
      expect(topSpeed(soft)).toBeLessThan(0.02);
      expect(areaOf(soft.positions) / area).toBeCloseTo(1, 1);
      const lowest = Math.min(...Array.from({ length: 22 }, (_, i) => soft.positions[2 * i + 1]));
      expect(lowest).toBeGreaterThan(0.015);
      expect(lowest).toBeLessThan(0.03);
    },
  );

  it('a box rests on a blob', () => {
    const soft = new SoftBodies2d();
    const world = createGround({ parts: [soft] });
    // A square of 0.8 m with five particles per side.
    const square = Float64Array.from({ length: 32 }, (_, k) => {
      const side = k >> 3;
      const along = 0.2 * ((k >> 1) % 4);
      const corner = [along, 0.8, 0.8 - along, 0][k % 2 === 0 ? side : (side + 3) % 4];
      return k % 2 === 0 ? corner - 0.4 : corner + 0.03;
    });
    soft.addSoft({ positions: square, mass: 5, stiffness: 0.3 });
    const box = addBox(world, 1.2, 0.2, 0, 1, { mass: 1 });
    run(world, 8);
    expect(world.bodies.positions[2 * box + 1]).toBeGreaterThan(0.6);
    expect(Math.abs(world.bodies.velocities[2 * box + 1])).toBeLessThan(0.05);
    expect(Math.abs(world.bodies.rotations[2 * box + 1])).toBeLessThan(0.2);
  });

  it('keep momentum and spin when rigid bodies fly into them', () => {
    const soft = new SoftBodies2d({ damping: 0 });
    const world = new World2d({ ...worldExtras2d, gravity: [0, 0], parts: [soft] });
    soft.addSoft({ positions: circle(16, 0.5), mass: 2 });
    const ball = world.add({ shape: new CircleShape2d(0.3), position: [-2, 0.2], velocity: [5, 0], mass: 1 });
    const measure = () => {
      const { positions, velocities } = soft;
      const { bodies } = world;
      let [x, y, spin] = [0, 0, 0];
      for (let i = 0; i < 16; i++) {
        const m = 2 / 16;
        x += m * velocities[2 * i];
        y += m * velocities[2 * i + 1];
        spin += m * (positions[2 * i] * velocities[2 * i + 1] - positions[2 * i + 1] * velocities[2 * i]);
      }
      x += bodies.velocities[2 * ball];
      y += bodies.velocities[2 * ball + 1];
      spin +=
        bodies.positions[2 * ball] * bodies.velocities[2 * ball + 1] -
        bodies.positions[2 * ball + 1] * bodies.velocities[2 * ball] +
        bodies.angularVelocities[ball] / bodies.inverseMoments[ball];
      return [x, y, spin];
    };
    const before = measure();
    run(world, 1);
    const after = measure();
    // They have met: the blob moves.
    expect(soft.velocities[0]).toBeGreaterThan(0.5);
    expect(after[0]).toBeCloseTo(before[0], 9);
    expect(after[1]).toBeCloseTo(before[1], 9);
    expect(Math.abs(after[2] - before[2])).toBeLessThan(0.1);
  });
});

describe('SoftBodies2d', () => {
  const build = (options: WorldOptions2d<World2d> = {}) => {
    const soft = new SoftBodies2d();
    const world = createGround({ ...options, parts: [soft] });
    const rope = soft.addRope({ positions: line(12, 0.1), pins: [0], position: [-0.5, 1.5] });
    soft.addSoft({ positions: circle(20, 0.4, 0, 1) });
    soft.addNet({ columns: 5, rows: 4, spacing: 0.15, position: [1, 2] });
    for (let i = 0; i < 6; i++) addBox(world, 0.4, 0.3, 0.3 * i - 0.5, 2 + 0.5 * i, { rotation: i });
    soft.attach(world, rope, 11, 1);
    return { world, soft };
  };

  it('goes on with the same bits after a restore and a load, and with any broad phase', () => {
    const { world, soft } = build();
    run(world, 0.5);
    const snapshot = world.snapshot();
    const saved = worldSave2d(world);
    run(world, 1);
    const end = soft.positions.slice();
    const bodies = world.bodies.positions.slice();
    expect(soft.contactCount).toBeGreaterThan(5);
    world.restore(snapshot);
    run(world, 1);
    expect(soft.positions).toEqual(end);
    expect(world.bodies.positions).toEqual(bodies);
    const other = build({ broadPhase: new HashGrid2d() });
    run(other.world, 1.5);
    expect(other.soft.positions).toEqual(end);
    const again = build();
    const loaded = worldLoad2d(saved, { parts: [again.soft] });
    run(loaded, 1);
    expect(again.soft.positions).toEqual(end);
  });

  it('a snapshot of a world with other particles is refused', () => {
    const { world, soft } = build();
    const snapshot = world.snapshot();
    soft.addRope({ positions: line(3, 1) });
    expect(() => world.restore(snapshot)).toThrow(/snapshot/);
  });

  it('removes bodies, and rigid bodies with what is attached to them', () => {
    const { world, soft } = build();
    run(world, 0.2);
    const [rope, blob, net] = soft.bodies;
    const kept = soft.positions.slice(2 * net.first);
    soft.remove(blob);
    expect(soft.bodies).toEqual([rope, net]);
    expect(soft.positions.slice(2 * net.first)).toEqual(kept);
    expect(() => soft.pin(blob, 0)).toThrow(/body must be/);
    world.remove(1);
    run(world, 0.2);
    expect(soft.positions.every(Number.isFinite)).toBe(true);
  });

  it('respects groups and masks', () => {
    const soft = new SoftBodies2d();
    const world = createGround({ parts: [soft] }, { group: 2 });
    soft.addRope({ positions: line(4, 0.2), position: [0, 0.3], mask: 1 });
    run(world, 1);
    expect(soft.positions[1]).toBeLessThan(-2);
  });

  it('names what is wrong and changes nothing', () => {
    const { soft } = createSoft();
    const positions = line(4, 0.2);
    expect(() => soft.addRope({ positions: [0, 0] })).toThrow(/positions/);
    expect(() => soft.addRope({ positions: [0, 0, 0, 0] })).toThrow(/positions/);
    expect(() => soft.addRope({ positions, mass: -1 })).toThrow(/mass/);
    expect(() => soft.addRope({ positions, bending: 2 })).toThrow(/bending/);
    expect(() => soft.addRope({ positions, pins: [4] })).toThrow(/pins/);
    expect(() => soft.addRope({ positions, radius: Number.NaN })).toThrow(/radius/);
    expect(() => soft.addRope({ positions, weight: 1 } as never)).toThrow(/weight/);
    expect(() => soft.addNet({ columns: 0, rows: 2, spacing: 1 })).toThrow(/columns/);
    expect(() => soft.addNet({ columns: 3, rows: 2, spacing: 0 })).toThrow(/spacing/);
    expect(() => soft.addSoft({ positions: [0, 0, 0, 1, 1, 0] })).toThrow(/positions/);
    expect(() => new SoftBodies2d({ substeps: 0 })).toThrow(/substeps/);
    expect(soft.bodies.length + soft.particleCount).toBe(0);
  });
});
