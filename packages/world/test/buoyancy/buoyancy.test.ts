/**
 * Water against Archimedes: draught, stability, rise and fall, drag, energy; volumes against closed forms and
 * sums.
 */
import {
  BoxShape,
  CapsuleShape,
  Compound,
  type ConvexShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  Posed,
  SphereShape,
  solidIcosphere,
} from '@colide/geometry';
import { rigidKineticEnergy } from '@colide/solvers';
import { Buoyancy, type BuoyancyOptions, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;

function create(options: BuoyancyOptions = {}, sleeping = false): { world: World; water: Buoyancy } {
  const water = new Buoyancy(options);
  return { world: new World({ parts: [water], ...(sleeping ? {} : { sleeping: false }) }), water };
}

function run(world: World, steps: number, watch?: () => void): void {
  for (let n = 0; n < steps; n++) {
    world.step(dt);
    watch?.();
  }
}

const heightOf = (world: World, body: number) => world.bodies.positions[3 * body + 1];

describe('what floats', () => {
  for (const density of [100, 300, 500, 800])
    it(`lies at the draught of Archimedes with ${density} kg/m³: a low box`, () => {
      const { world, water } = create();
      const body = world.add({ shape: new BoxShape([1, 0.25, 1]), density, position: [0, 0.3, 0] });
      run(world, 1200);
      // Draught = density / 1000 · height.
      const draught = 0.25 - heightOf(world, body);
      expect(Math.abs(draught - (density / 1000) * 0.5)).toBeLessThan(0.004);
      expect(Math.abs(water.submerged(body) / ((density / 1000) * 2) - 1)).toBeLessThan(0.01);
    });

  it('floats level at half the density, also when it begins tilted', () => {
    const { world } = create();
    const body = world.add({
      shape: new BoxShape([1, 0.25, 1]),
      density: 500,
      position: [0, 0.5, 0],
      rotation: [0.2, 0.1, 0.15, 0.95],
    });
    run(world, 1800);
    expect(Math.abs(heightOf(world, body))).toBeLessThan(0.003);
    // The y axis of the box is upright.
    const { rotations: q } = world.bodies;
    const [x, , z] = q.slice(4 * body, 4 * body + 4);
    expect(1 - 2 * (x * x + z * z)).toBeGreaterThan(0.9999);
  });

  it('is a ball half under water, or as deep as its density says', () => {
    for (const [density, height] of [
      [500, 0],
      // A ball of a quarter of the density: h³ − 3h + 2 = 1 for h = height / radius.
      [250, 0.5 * 0.34729635533],
    ]) {
      const { world } = create();
      const body = world.add({ shape: new SphereShape(0.5), density, position: [0, 1, 0] });
      run(world, 1500);
      expect(Math.abs(heightOf(world, body) - height)).toBeLessThan(0.004);
    }
  });

  it('sleeps after a while, and wakes when the water rises', () => {
    const { world, water } = create({}, true);
    const body = world.add({ shape: new BoxShape([1, 0.25, 1]), density: 500, position: [0, 0.1, 0] });
    run(world, 1500);
    expect(world.bodies.asleep[body]).toBe(1);
    water.setLevel(1);
    run(world, 1500);
    expect(heightOf(world, body)).toBeCloseTo(1, 2);
  });

  it('is every kind of shape, and compounds of them', () => {
    const shapes: ConvexShape[] = [
      new CylinderShape(0.5, 0.3),
      new CapsuleShape(0.3, 0.5),
      HullShape.fromPoints(solidIcosphere(0.5, 1).positions),
    ];
    const lying = [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const;
    for (const shape of shapes) {
      const { world, water } = create();
      const body = world.add({ shape, density: 600, position: [0, 0.5, 0], rotation: lying });
      run(world, 1200);
      expect(Math.abs(water.submerged(body) / (0.6 * shape.volume) - 1)).toBeLessThan(0.01);
    }
    const raft = new Compound(
      [-1, 1].map(x => ({ shape: new BoxShape([0.3, 0.3, 1]), position: [x, 0, 0] })),
    );
    const { world, water } = create();
    const body = world.add({ shape: raft, density: 300, position: [0, 0.5, 0] });
    run(world, 1200);
    expect(Math.abs(water.submerged(body) / (0.3 * raft.volume) - 1)).toBeLessThan(0.01);
    expect(Math.abs(0.3 - heightOf(world, body) - 0.18)).toBeLessThan(0.005);
  });
});

describe('what is under water', () => {
  it('sinks if it is heavier and rises if it is lighter, as the forces say', () => {
    for (const density of [500, 900, 1100, 3000]) {
      const { world } = create({ linearDrag: 0, angularDrag: 0, dragCoefficient: 0 });
      const body = world.add({ shape: new SphereShape(0.5), density, position: [0, -10, 0] });
      run(world, 30);
      const a = g * (1000 / density - 1);
      expect(world.bodies.velocities[3 * body + 1] / dt).toBeCloseTo(30 * a, 6);
      // The first step is without lift.
      const missed = 0.5 * dt * (1000 / density) * g;
      expect(Math.abs(heightOf(world, body) + 10 - 0.5 * a * 0.25)).toBeLessThan(missed + 0.1);
    }
  });

  it('sinks no faster than drag allows', () => {
    const { world } = create({ linearDrag: 0, dragCoefficient: 0.8 });
    const radius = 0.2;
    const shape = new SphereShape(radius);
    const body = world.add({ shape, density: 3000, position: [0, -5, 0] });
    run(world, 900);
    const from = heightOf(world, body);
    run(world, 60);
    // Weight less lift = ½ C ρ V^⅔ v².
    const v = Math.sqrt((2 * 2000 * shape.volume * g) / (0.8 * 1000 * shape.volume ** (2 / 3)));
    expect(Math.abs((from - heightOf(world, body)) / v - 1)).toBeLessThan(0.03);
  });

  it('goes with the flow', () => {
    const { world, water } = create({ flow: [1, 0, 0] });
    const body = world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), density: 500, position: [0, 0, 0] });
    run(world, 900);
    expect(world.bodies.velocities[3 * body]).toBeCloseTo(1, 2);
    water.setFlow({ x: 0, y: 0, z: -2 });
    run(world, 900);
    expect(world.bodies.velocities[3 * body + 2]).toBeCloseTo(-2, 1);
  });

  it('is dry outside of the bounds, and where there is no water', () => {
    const { world, water } = create({ bounds: [-5, -5, -5, 5, 5, 5] });
    const inside = world.add({ shape: new SphereShape(0.5), density: 100, position: [0, -1, 0] });
    const outside = world.add({ shape: new SphereShape(0.5), density: 100, position: [8, -1, 0] });
    const above = world.add({ shape: new SphereShape(0.5), density: 100, position: [0, 4, 2] });
    run(world, 10);
    expect(water.submerged(inside)).toBeGreaterThan(0);
    expect(water.submerged(outside)).toBe(0);
    expect(water.submerged(above)).toBe(0);
    expect(world.bodies.velocities[3 * outside + 1]).toBeCloseTo(-g / 6, 6);
    expect(world.bodies.velocities[3 * above + 1]).toBeCloseTo(-g / 6, 6);
  });

  it('has a surface that need not be level, and gravity of its own', () => {
    const { world } = create({ up: [1, 0, 0], level: 2 });
    world.gravity.set([-g, 0, 0]);
    const body = world.add({ shape: new BoxShape([0.25, 1, 1]), density: 500, position: [2.2, 0, 0] });
    run(world, 1500);
    expect(world.bodies.positions[3 * body]).toBeCloseTo(2, 2);
  });
});

describe('energy', () => {
  /** Of a box that floats upright: its own, and the lift of the water below. */
  function energy(world: World, body: number): number {
    const y = heightOf(world, body);
    const m = 1 / world.bodies.inverseMasses[body];
    const draught = Math.max(0, Math.min(0.5, 0.25 - y));
    const deeper = Math.max(0, 0.25 - y - 0.5);
    // The velocity of the middle of the step: lift is in it, half of gravity is not.
    world.bodies.velocities[3 * body + 1] -= 0.5 * g * dt;
    const kinetic = rigidKineticEnergy(world.bodies);
    world.bodies.velocities[3 * body + 1] += 0.5 * g * dt;
    return kinetic + m * g * y + 1000 * 4 * g * (0.5 * draught ** 2 + 0.5 * deeper);
  }

  it('is kept without drag, within a few parts in a hundred', () => {
    const { world } = create({ linearDrag: 0, angularDrag: 0, dragCoefficient: 0 });
    const body = world.add({ shape: new BoxShape([1, 0.25, 1]), density: 500, position: [0, 0.15, 0] });
    const lowest = 1000 * 4 * g * 0.5 * 0.25 ** 2;
    let least = Infinity;
    let most = -Infinity;
    run(world, 600, () => {
      const e = energy(world, body) - lowest;
      least = Math.min(least, e);
      most = Math.max(most, e);
    });
    // Half of k a² with k = ρ g A and a = 0.15.
    const start = 0.5 * 1000 * g * 4 * 0.15 ** 2;
    expect(most / start).toBeLessThan(1.15);
    expect(least / start).toBeGreaterThan(0.85);
  });

  it('goes down with drag, from swing to swing', () => {
    const { world } = create();
    const body = world.add({ shape: new BoxShape([1, 0.25, 1]), density: 500, position: [0, 0.2, 0] });
    const tops: number[] = [];
    let before = 0.2;
    let rising = false;
    run(world, 600, () => {
      const y = heightOf(world, body);
      if (rising && y < before) tops.push(before);
      rising = y > before;
      before = y;
    });
    expect(tops.length).toBeGreaterThan(4);
    for (let i = 1; i < tops.length; i++) expect(tops[i]).toBeLessThan(tops[i - 1] + 1e-6);
    expect(tops.at(-1)!).toBeLessThan(0.05);
  });

  it('does not grow where a body is far lighter than what it displaces', () => {
    const { world } = create();
    world.add({ shape: new HalfSpace([0, 1, 0], -3) });
    const body = world.add({ shape: new BoxShape([0.5, 0.05, 0.5]), density: 20, position: [0, -0.5, 0] });
    let top = 0;
    run(world, 1200, () => (top = Math.max(top, heightOf(world, body))));
    expect(top).toBeLessThan(3);
    expect(Math.abs(heightOf(world, body) - 0.049)).toBeLessThan(0.02);
  });
});

describe('volumes under water', () => {
  it('are those of a sum over points, for boxes and hulls at any pose', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
    const hull = HullShape.fromPoints(Array.from({ length: 60 }, () => random()));
    for (let i = 0; i < 12; i++) {
      const shape: ConvexShape = i % 2 ? new BoxShape([0.4, 0.3, 0.6]) : hull;
      const rotation = [random(), random(), random(), random()];
      const norm = Math.hypot(...rotation);
      const turned = rotation.map(x => x / norm);
      const position: [number, number, number] = [random(), 0.5 * random(), random()];
      const { world, water } = create();
      const body = world.add({ shape, type: 'dynamic', density: 1000, position, rotation: turned });
      // One step moves by a few millimetres: measure at the pose after it.
      world.step(1e-6);
      const placed = new Posed(shape, position, turned);
      const box = new Float64Array(6);
      placed.aabb(box);
      // Of the water only: cells that the surface cuts would count as a whole.
      box[4] = Math.min(0, box[4]);
      const cells = 40;
      let inside = 0;
      const point = new Float64Array(3);
      for (let n = 0; n < cells ** 3; n++) {
        const at = [n % cells, Math.floor(n / cells) % cells, Math.floor(n / cells ** 2)];
        for (let k = 0; k < 3; k++) point[k] = box[k] + ((at[k] + 0.5) / cells) * (box[3 + k] - box[k]);
        if (holds(placed, shape, point)) inside++;
      }
      const cell = ((box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2])) / cells ** 3;
      expect(Math.abs(water.submerged(body) - inside * cell)).toBeLessThan(0.005 * shape.volume);
    }
  });

  function holds(placed: Posed, shape: ConvexShape, point: Float64Array): boolean {
    const local = new Float64Array(3);
    const moved = point.map((x, k) => x - placed.position[k]);
    placed.toLocalDirection(local, moved);
    if (shape.kind === 'box') return [0.4, 0.3, 0.6].every((half, k) => Math.abs(local[k]) <= half);
    const { planes } = shape as HullShape;
    for (let i = 0; i < planes.length; i += 4)
      if (planes[i] * local[0] + planes[i + 1] * local[1] + planes[i + 2] * local[2] > planes[i + 3])
        return false;
    return true;
  }
});

describe('water in a world', () => {
  it('gives the same bits again, also from a snapshot', () => {
    const build = () => {
      const { world, water } = create({ flow: [0.2, 0, 0] });
      world.add({ shape: new HalfSpace([0, 1, 0], -2) });
      for (let i = 0; i < 6; i++)
        world.add({
          shape: i % 2 ? new BoxShape([0.3, 0.2, 0.4]) : new CapsuleShape(0.2, 0.3),
          density: 200 + 300 * i,
          position: [0.3 * i, 0.5 + 0.4 * i, 0],
        });
      return { world, water };
    };
    const [a, b, c] = [build(), build(), build()];
    run(a.world, 100);
    a.water.setLevel(0.4);
    run(a.world, 100);
    run(b.world, 100);
    b.water.setLevel(0.4);
    run(b.world, 50);
    c.world.restore(b.world.snapshot());
    run(c.world, 50);
    expect([...c.world.bodies.positions]).toEqual([...a.world.bodies.positions]);
  });

  it('forgets a body that was removed', () => {
    const { world, water } = create();
    const body = world.add({ shape: new SphereShape(0.5), position: [0, -1, 0] });
    run(world, 2);
    expect(water.submerged(body)).toBeGreaterThan(0);
    world.remove(body);
    expect(water.submerged(body)).toBe(0);
  });
});
