/**
 * Characters against closed forms: where stairs, slopes, walls, ceilings, platforms and boxes must leave
 * them. The capsule is 1.8 m tall with a radius of 0.3 m throughout, so the soles are 0.9 m below its middle.
 */
import { BoxShape, HalfSpace, SphereShape, terrainGrid } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { bodyMoveTo, Character, type CharacterOptions, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { type Walker, walk } from '../support/walk.ts';

const dt = 1 / 60;
const half = 0.9;
const radius = 0.3;

function create(options: CharacterOptions = {}, ground = true): Walker {
  const world = new World();
  if (ground) world.add({ shape: new HalfSpace() });
  const character = new Character(world, { position: [0, half, 0], ...options });
  return { world, character, vertical: 0 };
}

function wall(
  world: World,
  size: [number, number, number],
  position: [number, number, number],
  turn = 0,
): number {
  const rotation = [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)];
  return world.add({ shape: new BoxShape(size), type: 'static', position, rotation });
}

/** A ramp from the origin upwards along x, as a box that is turned. */
function ramp(world: World, angle: number): void {
  const rotation = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  const position = [10 * Math.cos(angle) + Math.sin(angle), 10 * Math.sin(angle) - Math.cos(angle), 0];
  world.add({ shape: new BoxShape([10, 1, 5]), type: 'static', position, rotation });
}

describe('a character on level ground', () => {
  it('stands where it is, to the last bit', () => {
    const walker = create();
    walk(walker, [0, 0], 10);
    const [x, y, z] = walker.character.position;
    expect(y).toBeCloseTo(half, 6);
    walk(walker, [0, 0], 100);
    expect([...walker.character.position]).toEqual([x, y, z]);
    expect(walker.character.isGrounded).toBe(true);
    expect(walker.character.groundBody).toBe(0);
    expect([...walker.character.groundNormal]).toEqual([0, 1, 0]);
  });

  it('falls to the ground and lands on it', () => {
    const walker = create({ position: [0, 5, 0] });
    let fallen = 0;
    walk(walker, [0, 0], 120, () => {
      if (!walker.character.isGrounded) fallen++;
    });
    // 4.1 m take 0.914 s.
    expect(Math.abs(fallen / 60 - Math.sqrt((2 * 4.1) / 9.81))).toBeLessThan(0.03);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });

  it('walks as far as its velocity says', () => {
    const walker = create();
    walk(walker, [3, -4], 60);
    expect(walker.character.position[0]).toBeCloseTo(3, 9);
    expect(walker.character.position[2]).toBeCloseTo(-4, 9);
    expect(walker.character.velocity[0]).toBeCloseTo(3, 9);
    expect(walker.character.hits.count).toBe(0);
  });

  it('jumps as high as its speed says', () => {
    const walker = create();
    walk(walker, [2, 0], 10);
    walker.vertical = 5;
    let top = 0;
    walk(walker, [2, 0], 90, () => (top = Math.max(top, walker.character.position[1])));
    // The sum of explicit steps: v²/2g, less half a step of the speed.
    expect(Math.abs(top - half - 25 / (2 * 9.81))).toBeLessThan(0.05);
    expect(walker.character.isGrounded).toBe(true);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });

  it('has a body that others see, and that can be removed', () => {
    const { world, character } = create();
    const ball = world.add({ shape: new SphereShape(0.2), position: [0.01, 3, 0] });
    for (let n = 0; n < 60; n++) world.step(dt);
    expect(world.bodies.positions[3 * ball + 1]).toBeGreaterThan(1);
    character.remove();
    expect(world.has(character.body)).toBe(false);
    expect(() => character.move([0, 0, 0], dt)).toThrow(/removed/);
  });
});

describe('a character on stairs', () => {
  for (const [height, depth] of [
    [0.1, 0.3],
    [0.2, 0.3],
    [0.29, 0.35],
    [0.25, 0.2],
  ])
    it(`of ${height} m climbs them and comes down again`, () => {
      const walker = create();
      const steps = 8;
      for (let i = 0; i < steps; i++)
        wall(walker.world, [3, 0.5 * height, 2], [1 + i * depth + 3, (i + 0.5) * height, 0]);
      let lowest = Infinity;
      walk(walker, [2, 0], 150, () => (lowest = Math.min(lowest, walker.character.position[1])));
      expect(walker.character.position[1]).toBeCloseTo(half + steps * height, 6);
      expect(lowest).toBeGreaterThan(half - 1e-6);
      expect(walker.character.position[0]).toBeCloseTo(5, 1);
      // Down again: on the ground all the way.
      let airborne = 0;
      walk(walker, [-2, 0], 180, () => (airborne += walker.character.isGrounded ? 0 : 1));
      expect(walker.character.position[1]).toBeCloseTo(half, 6);
      expect(airborne).toBe(0);
    });

  it('does not climb what is higher than a step', () => {
    for (const height of [0.31, 0.4, 0.5, 0.6, 1]) {
      const walker = create();
      wall(walker.world, [3, 0.5 * height, 2], [4, 0.5 * height, 0]);
      walk(walker, [2, 0], 240);
      expect(walker.character.position[1]).toBeLessThan(half + 0.02);
      expect(walker.character.position[0]).toBeLessThan(1);
    }
  });

  it('does not climb a step under a low ceiling', () => {
    const walker = create();
    wall(walker.world, [3, 0.1, 2], [4, 0.1, 0]);
    wall(walker.world, [3, 0.1, 2], [4, 1.95, 0]);
    walk(walker, [2, 0], 120);
    expect(walker.character.position[0]).toBeLessThan(1);
  });
});

describe('a character on slopes', () => {
  for (const degrees of [10, 25, 44])
    it(`of ${degrees} degrees walks up and down as fast as on level ground`, () => {
      const angle = (degrees * Math.PI) / 180;
      const walker = create({ position: [-1, half, 0] });
      ramp(walker.world, angle);
      walk(walker, [2, 0], 150);
      const [x, y] = walker.character.position;
      expect(x).toBeCloseTo(4, 9);
      // The lower ball rests on the slope: its centre is radius / cos above it.
      expect(y).toBeCloseTo(x * Math.tan(angle) + radius / Math.cos(angle) + half - radius, 3);
      let airborne = 0;
      walk(walker, [-2, 0], 150, () => (airborne += walker.character.isGrounded ? 0 : 1));
      expect(airborne).toBe(0);
      expect(walker.character.position[0]).toBeCloseTo(-1, 9);
      expect(walker.character.position[1]).toBeCloseTo(half, 6);
    });

  it('does not slide down where it can stand', () => {
    const walker = create({ position: [4, 4.5, 0] });
    ramp(walker.world, 0.7);
    walk(walker, [0, 0], 60);
    const at = [...walker.character.position];
    walk(walker, [0, 0], 200);
    expect([...walker.character.position]).toEqual(at);
  });

  for (const degrees of [50, 65, 80])
    it(`of ${degrees} degrees cannot go up, and slides down`, () => {
      const angle = (degrees * Math.PI) / 180;
      const walker = create();
      ramp(walker.world, angle);
      walk(walker, [2, 0], 120);
      expect(walker.character.position[1]).toBeLessThan(half + 0.01);
      walker.character.teleport([2, 2 * Math.tan(angle) + 1.5, 0]);
      let grounded = 0;
      walk(walker, [0, 0], 30, () => (grounded += walker.character.isGrounded ? 1 : 0));
      expect(grounded).toBe(0);
      walk(walker, [0, 0], 200);
      expect(walker.character.position[1]).toBeCloseTo(half, 3);
      expect(walker.character.isGrounded).toBe(true);
    });

  it('respects a limit of its own', () => {
    const walker = create({ slopeLimit: 1.2 });
    ramp(walker.world, 1.1);
    walk(walker, [1, 0], 120);
    expect(walker.character.position[1]).toBeGreaterThan(half + 2);
  });
});

describe('a character in corners', () => {
  for (const degrees of [30, 60, 90, 120])
    for (const direction of [-0.3, 0, 0.2])
      it(`of ${degrees} degrees comes to rest without jitter, from ${direction}`, () => {
        const walker = create({ position: [-3, half, 0] });
        // Two walls that meet at the origin, open towards −x.
        const angle = (0.5 * degrees * Math.PI) / 180;
        for (const side of [1, -1]) {
          const x = -3 * Math.cos(angle) + 0.5 * Math.sin(angle);
          const z = side * (3 * Math.sin(angle) + 0.5 * Math.cos(angle));
          wall(walker.world, [3.5, 3, 0.5], [x, 1, z], side * angle);
        }
        walk(walker, [3, 3 * direction], 120);
        const at = [...walker.character.position];
        walk(walker, [3, 3 * direction], 60);
        expect([...walker.character.position]).toEqual(at);
        // In the bisector, the axis is radius / sin from the corner.
        expect(at[0]).toBeCloseTo(-radius / Math.sin(angle), 1);
        expect(at[2]).toBeCloseTo(0, 1);
        expect(walker.character.hits.count).toBeGreaterThan(1);
      });

  it('slides along a wall at the speed of its tangent', () => {
    const walker = create();
    const angle = 0.6;
    wall(walker.world, [20, 3, 0.5], [0, 1, 3], angle);
    walk(walker, [0, 4], 120);
    const [x, , z] = walker.character.position;
    walk(walker, [0, 4], 60);
    const [u, , v] = walker.character.position;
    expect(Math.hypot(u - x, v - z)).toBeCloseTo(4 * Math.sin(angle), 6);
    expect(walker.character.hits.get(0).body).toBe(2);
  });

  it('rises under a ceiling no further, and comes down again', () => {
    const walker = create();
    wall(walker.world, [5, 0.5, 5], [0, 2.5, 0]);
    walk(walker, [1, 0], 5);
    walker.vertical = 6;
    let top = 0;
    walk(walker, [1, 0], 40, () => {
      top = Math.max(top, walker.character.position[1]);
      if (walker.character.velocity[1] < walker.vertical - 0.1)
        walker.vertical = Math.min(0, walker.vertical);
    });
    expect(top).toBeLessThan(2 - half + 0.021);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });

  it('stops where a slope leaves no room under a ceiling', () => {
    const walker = create();
    ramp(walker.world, 0.5);
    wall(walker.world, [10, 0.5, 5], [0, 3.5, 0]);
    walk(walker, [2, 0], 200);
    const at = [...walker.character.position];
    walk(walker, [2, 0], 60);
    expect([...walker.character.position]).toEqual(at);
    expect(at[1]).toBeLessThan(3 - half + 0.021);
    expect(at[0]).toBeGreaterThan(1);
  });
});

describe('a fast character', () => {
  for (const thickness of [0.5, 0.01, 0.0001])
    it(`at 100 m/s stops at a wall of ${2 * thickness} m`, () => {
      for (let i = 0; i < 20; i++) {
        const walker = create();
        const x = 2 + 0.37 * i;
        const turn = 0.05 * (i - 10);
        wall(walker.world, [thickness, 5, 50], [x, 1, 0], turn);
        walk(walker, [100, 0], 12);
        const { position } = walker.character;
        const height = (x - position[0]) * Math.cos(turn) + position[2] * Math.sin(turn);
        expect(height - thickness).toBeCloseTo(radius, 4);
      }
    });

  it('falls on a thin floor at 100 m/s', () => {
    const walker = create({ position: [0, 30, 0] }, false);
    wall(walker.world, [5, 0.0005, 5], [0, 0, 0]);
    walker.vertical = -100;
    walk(walker, [0, 0], 60);
    expect(walker.character.position[1]).toBeCloseTo(half, 2);
  });

  it('never leaves a closed room, whatever it does', () => {
    const walker = create({ position: [0, 1.5, 0] }, false);
    const { world, character } = walker;
    for (const [x, y, z] of [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ])
      for (const side of [1, -1])
        wall(world, [x ? 0.01 : 4, y ? 0.01 : 4, z ? 0.01 : 4], [side * 3 * x, 3 * side * y, 3 * side * z]);
    wall(world, [0.4, 2, 0.02], [1, -1, 1], 0.7);
    let seed = 1;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
    for (let n = 0; n < 2000; n++) {
      const speed = 10 ** (3 * (random() + 0.5));
      character.move([random() * speed * 0.1, random() * speed * 0.1, random() * speed * 0.1], dt);
      for (const x of character.position) expect(Math.abs(x)).toBeLessThan(3);
    }
  });
});

describe('a character on platforms', () => {
  it('is carried along, up and down', () => {
    const walker = create({}, false);
    const { world, character } = walker;
    const platform = world.add({
      shape: new BoxShape([2, 0.25, 2]),
      type: 'kinematic',
      position: [0, -0.25, 0],
    });
    walk(walker, [0, 0], 5);
    for (const velocity of [
      [2, 0, -1],
      [0, 3, 0],
      [0, -3, 0],
      [8, 0, 0],
    ]) {
      const from = [...character.position];
      world.setVelocity(platform, velocity);
      walk(walker, [0, 0], 60);
      world.setVelocity(platform, [0, 0, 0]);
      walk(walker, [0, 0], 1);
      for (let k = 0; k < 3; k++) expect(character.position[k]).toBeCloseTo(from[k] + velocity[k], 5);
      expect(character.groundBody).toBe(platform);
    }
  });

  it('goes round with one that turns, on the same circle', () => {
    const walker = create({ position: [1.5, half, 0] }, false);
    const { world, character } = walker;
    const disc = world.add({ shape: new BoxShape([3, 0.25, 3]), type: 'kinematic', position: [0, -0.25, 0] });
    walk(walker, [0, 0], 5);
    for (let n = 1; n <= 360; n++) {
      const angle = (n * Math.PI) / 120;
      bodyMoveTo(world, disc, [0, -0.25, 0], [0, Math.sin(angle / 2), 0, Math.cos(angle / 2)], dt);
      walk(walker, [0, 0], 1);
    }
    world.setVelocity(disc, [0, 0, 0], [0, 0, 0]);
    walk(walker, [0, 0], 1);
    // One and a half turns.
    expect(character.position[0]).toBeCloseTo(-1.5, 4);
    expect(character.position[2]).toBeCloseTo(0, 4);
  });

  it('walks on one as on the ground, and keeps its own velocity apart', () => {
    const walker = create({}, false);
    const { world, character } = walker;
    const platform = world.add({
      shape: new BoxShape([9, 0.25, 2]),
      type: 'kinematic',
      position: [0, -0.25, 0],
    });
    walk(walker, [0, 0], 5);
    world.setVelocity(platform, [2, 0, 0]);
    walk(walker, [-2, 0], 60);
    // The carry of the last step comes with the next move.
    expect(character.position[0]).toBeCloseTo(-2 / 60, 6);
    expect(character.velocity[0]).toBeCloseTo(-2, 6);
    expect(character.groundVelocity[0]).toBeCloseTo(2, 9);
  });

  it('is stopped by a wall that the platform passes under', () => {
    const walker = create({}, false);
    const { world, character } = walker;
    const platform = world.add({
      shape: new BoxShape([9, 0.25, 2]),
      type: 'kinematic',
      position: [0, -0.25, 0],
    });
    wall(world, [0.5, 1, 2], [2, 1.2, 0]);
    walk(walker, [0, 0], 5);
    world.setVelocity(platform, [2, 0, 0]);
    walk(walker, [0, 0], 120);
    expect(character.position[0]).toBeCloseTo(1.2, 1);
  });

  it('gives way to a wall that comes', () => {
    const walker = create();
    const { world, character } = walker;
    const pusher = world.add({ shape: new BoxShape([0.5, 1, 2]), type: 'kinematic', position: [-2, 1, 0] });
    world.setVelocity(pusher, [2, 0, 0]);
    walk(walker, [0, 0], 120);
    expect(character.position[0]).toBeGreaterThan(2.5 + radius - 0.06);
    expect(character.position[1]).toBeCloseTo(half, 2);
  });

  it('forgets a platform that was removed', () => {
    const walker = create({}, false);
    const { world, character } = walker;
    const platform = world.add({
      shape: new BoxShape([2, 0.25, 2]),
      type: 'kinematic',
      position: [0, -0.25, 0],
    });
    walk(walker, [0, 0], 5);
    world.remove(platform);
    expect(world.add({ shape: new BoxShape([1, 1, 1]), type: 'static', position: [50, 0, 0] })).toBe(
      platform,
    );
    walk(walker, [0, 0], 30);
    expect(Math.abs(character.position[0])).toBe(0);
    expect(character.position[1]).toBeLessThan(0.2);
  });
});

describe('a character that pushes', () => {
  for (const mass of [1, 10, 100, 1000])
    it(`moves a box of ${mass} kg on ice by its strength`, () => {
      const walker = create({ strength: 200 });
      const { world } = walker;
      const box = world.add({
        shape: new BoxShape([0.5, 0.5, 0.5]),
        mass,
        friction: 0,
        position: [0.81, 0.5, 0],
      });
      walk(walker, [2, 0], 60);
      // The speed that 200 N give in a second, or that of the character.
      const expected = Math.min(2, 200 / mass);
      expect(world.bodies.velocities[3 * box]).toBeGreaterThan(0.85 * expected);
      expect(world.bodies.velocities[3 * box]).toBeLessThan(1.02 * expected);
      expect(walker.character.position[0]).toBeLessThan(
        world.bodies.positions[3 * box] - 0.5 - radius + 0.021,
      );
    });

  for (const mass of [5, 20, 60])
    for (const speed of [0.5, 1, 3])
      it(`keeps a box of ${mass} kg sliding over the floor at ${speed} m/s`, () => {
        const walker = create({ strength: 500 });
        const { world } = walker;
        const box = world.add({ shape: new BoxShape([0.3, 0.3, 0.3]), mass, position: [0.8, 0.3, 0] });
        walk(walker, [speed, 0], 180);
        const before = world.bodies.positions[3 * box];
        walk(walker, [speed, 0], 120);
        // Friction takes 0.1 m/s in every step, between two pushes.
        expect(world.bodies.positions[3 * box] - before).toBeGreaterThan(0.7 * 2 * speed);
        expect(world.bodies.positions[3 * box] - before).toBeLessThan(1.02 * 2 * speed);
      });

  it('does not move what friction holds', () => {
    const walker = create({ strength: 200 });
    const { world } = walker;
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), mass: 100, position: [1, 0.5, 0] });
    walk(walker, [2, 0], 120);
    // 0.6 · 100 · 9.81 N > 200 N.
    expect(world.bodies.positions[3 * box]).toBeCloseTo(1, 2);
    expect(walker.character.position[0]).toBeCloseTo(0.2, 1);
  });

  it('weighs on what it stands on', () => {
    const world = new World();
    world.add({ shape: new BoxShape([0.1, 0.5, 1]), type: 'static', position: [0, 0.5, 0] });
    const plank = world.add({ shape: new BoxShape([2, 0.05, 0.5]), mass: 20, position: [0, 1.06, 0] });
    const character = new Character(world, { position: [0, 2.1, 0] });
    const walker = { world, character, vertical: 0 };
    walk(walker, [0, 0], 60);
    walk(walker, [1, 0], 60);
    walk(walker, [0, 0], 30);
    // It tips to the side of the character.
    expect(world.bodies.rotations[4 * plank + 2]).toBeLessThan(-0.02);
  });

  it('lets a box that it stands on sleep', () => {
    const walker = create({ position: [0, 2, 0] });
    const { world } = walker;
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0] });
    walk(walker, [0, 0], 240);
    expect(walker.character.groundBody).toBe(box);
    expect(world.bodies.asleep[box]).toBe(1);
  });
});

describe('a character on meshes', () => {
  function terrain(amplitude: number, cellSize: number, cells: number): World {
    const { positions, indices } = terrainGrid({
      columns: cells,
      rows: cells,
      cellSize,
      amplitude,
      seed: 3,
    });
    const world = new World();
    world.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static' });
    return world;
  }

  it('walks over a flat one without noticing its edges', () => {
    const { positions, indices } = terrainGrid({
      columns: 60,
      rows: 60,
      cellSize: 0.25,
      amplitude: 1,
      seed: 3,
    });
    for (let k = 1; k < positions.length; k += 3) positions[k] = 0;
    const world = new World();
    world.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static' });
    const character = new Character(world, { position: [3.01, half, 3.02] });
    const walker = { world, character, vertical: 0 };
    walk(walker, [0, 0], 5);
    const y = character.position[1];
    let most = 0;
    walk(walker, [2, 1.1], 180, () => (most = Math.max(most, Math.abs(character.position[1] - y))));
    expect(most).toBeLessThan(1e-9);
    expect(character.position[0]).toBeCloseTo(3.01 + 6, 6);
    expect(character.position[2]).toBeCloseTo(3.02 + 3.3, 6);
  });

  it('keeps to hills and bumps, at full speed, on the ground all the time', () => {
    for (const [amplitude, cellSize] of [
      [0.6, 0.5],
      [0.08, 0.2],
    ]) {
      const world = terrain(amplitude, cellSize, Math.round(30 / cellSize));
      const character = new Character(world, { position: [4, 3, 4] });
      const walker = { world, character, vertical: 0 };
      walk(walker, [0, 0], 80);
      const [x, , z] = character.position;
      let airborne = 0;
      let slowest = Infinity;
      walk(walker, [3, 2], 300, () => {
        airborne += character.isGrounded ? 0 : 1;
        slowest = Math.min(slowest, Math.hypot(character.velocity[0], character.velocity[2]));
      });
      expect(airborne).toBe(0);
      expect(Math.hypot(character.position[0] - x, character.position[2] - z)).toBeGreaterThan(0.97 * 18.02);
      expect(slowest).toBeGreaterThan(0.5 * 3.6);
    }
  });

  it('stops at the walls of a mesh, as at those of boxes', () => {
    // A floor and a wall of two triangles each, sharing vertices.
    const positions = [-5, 0, -5, 2, 0, -5, 2, 0, 5, -5, 0, 5, 2, 4, -5, 2, 4, 5];
    const indices = [0, 2, 1, 0, 3, 2, 1, 2, 5, 1, 5, 4];
    const world = new World();
    world.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static' });
    const character = new Character(world, { position: [0, half, 0] });
    const walker = { world, character, vertical: 0 };
    walk(walker, [3, 1], 60);
    expect(character.position[0]).toBeCloseTo(2 - radius, 6);
    expect(character.position[2]).toBeCloseTo(1, 6);
    walk(walker, [100, 0], 10);
    expect(character.position[0]).toBeCloseTo(2 - radius, 6);
  });
});

describe('a character', () => {
  function course(): Walker {
    const walker = create();
    const { world } = walker;
    for (let i = 0; i < 5; i++) wall(world, [0.15, 0.1 * (i + 1), 2], [1.5 + 0.3 * i, 0.1 * (i + 1), 0]);
    for (let i = 0; i < 6; i++)
      world.add({
        shape: new BoxShape([0.2, 0.2, 0.2]),
        density: 100,
        position: [5 + 0.5 * i, 0.2, 0.1 * i],
      });
    const lift = world.add({ shape: new BoxShape([1, 0.1, 1]), type: 'kinematic', position: [9, 0.1, 0] });
    world.setVelocity(lift, [0, 0.2, 0.1], [0, 0.3, 0]);
    return walker;
  }

  it('takes the same path, to the same bits, also from a saved state', () => {
    const [a, b] = [course(), course()];
    walk(a, [2, 0.1], 200);
    walk(b, [2, 0.1], 200);
    const state = new Float64Array(b.character.stateLength);
    const snapshot = b.world.snapshot();
    b.character.save(state);
    const { vertical } = b;
    walk(b, [-1, 1], 50);
    b.world.restore(snapshot);
    b.character.load(state);
    b.vertical = vertical;
    for (const walker of [a, b]) walk(walker, [2, 0.1], 150);
    expect([...b.character.position]).toEqual([...a.character.position]);
    expect([...b.world.bodies.positions]).toEqual([...a.world.bodies.positions]);
    expect(a.character.position[0]).toBeGreaterThan(5);
  });

  it('has an up of its own', () => {
    const world = new World({ gravity: [-9.81, 0, 0] });
    world.add({ shape: new HalfSpace([1, 0, 0]) });
    const character = new Character(world, { position: [2, 0, 0], up: [1, 0, 0] });
    for (let n = 0; n < 60; n++) {
      character.move([-0.1, 0.05, 0], dt);
      world.step(dt);
    }
    expect(character.position[0]).toBeCloseTo(half, 6);
    expect(character.position[1]).toBeCloseTo(3, 6);
    const hung = new Character(world, { position: [9, 0, 0], up: { x: 0, y: -1, z: 0 } });
    expect([...hung.position]).toEqual([9, 0, 0]);
  });

  it('does not see what its mask leaves out, nor sensors', () => {
    const walker = create({ mask: 1 });
    walker.world.add({ shape: new BoxShape([0.2, 1, 1]), type: 'static', position: [1, 1, 0], group: 2 });
    walker.world.add({ shape: new BoxShape([0.2, 1, 1]), type: 'static', position: [2, 1, 0], sensor: true });
    walk(walker, [3, 0], 60);
    expect(walker.character.position[0]).toBeCloseTo(3, 6);
  });

  it('takes over a body that is such a capsule, and no other', () => {
    const world = new World();
    const { body } = new Character(world, { position: [1, 2, 3] });
    const count = world.count;
    expect([...new Character(world, { body }).position]).toEqual([1, 2, 3]);
    expect(world.count).toBe(count);
    const box = world.add({ shape: new BoxShape([1, 1, 1]), type: 'kinematic' });
    for (const wrong of [box, 99, -1, 0.5, Number.NaN, null as never])
      expect(() => new Character(world, { body: wrong })).toThrow(/^body must be/);
    expect(() => new Character(world, { body, height: 2 })).toThrow('a kinematic capsule of this size');
    expect(() => new Character(world, { body, up: [1, 0, 0] })).toThrow('body must stand along up');
    const { body: slanted } = new Character(world, { up: [-1, 2, 3] });
    expect(new Character(world, { body: slanted, up: [-2, 4, 6] }).body).toBe(slanted);
    expect(world.count).toBe(count + 2);
  });

  it('keeps the group and the mask of a body that it takes over', () => {
    const world = new World();
    world.add({ shape: new BoxShape([0.2, 2, 2]), type: 'static', position: [1, 0, 0], group: 4 });
    const { body } = new Character(world, { mask: 3, group: 2 });
    const ghost = new Character(world, { body });
    for (let n = 0; n < 60; n++) ghost.move([0.05, 0, 0], dt);
    expect(ghost.position[0]).toBeCloseTo(3, 9);
    const solid = new Character(world, { body, mask: 7 });
    for (let n = 0; n < 60; n++) solid.move([-0.05, 0, 0], dt);
    expect(solid.position[0]).toBeGreaterThan(1.2);
  });
});
