/**
 * Characters against closed forms: where stairs, slopes, walls, ceilings, platforms and boxes must leave
 * them. The capsule is 1.8 m tall with a radius of 0.3 m throughout, so the soles are 0.9 m below its middle.
 */
import { BoxShape2d, CircleShape2d, HalfPlane2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { HashGrid2d } from '@colide/spatial';
import { expectNoAllocation } from '@colide/testing/allocation';
import { Character2d, type CharacterOptions2d, World2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';
import { dt } from '../support/scenes.ts';
import { type Walker2d, walk2d } from '../support/walk.ts';

const half = 0.9;
const radius = 0.3;

function create(
  options: CharacterOptions2d = {},
  ground = true,
  world = new World2d(worldExtras2d),
): Walker2d {
  if (ground) world.add({ shape: new HalfPlane2d() });
  const character = new Character2d(world, { position: [0, half], ...options });
  return { world, character, vertical: 0 };
}

/** A static box by its half extents and centre. */
function wall(world: World2d, size: [number, number], position: [number, number], rotation = 0): number {
  return world.add({ shape: new BoxShape2d(size), type: 'static', position, rotation });
}

/** A ramp from the origin upwards along x, as a box that is rotated. */
function ramp(world: World2d, angle: number): void {
  const position: [number, number] = [
    10 * Math.cos(angle) + Math.sin(angle),
    10 * Math.sin(angle) - Math.cos(angle),
  ];
  wall(world, [10, 1], position, angle);
}

describe('a planar character on level ground', () => {
  it('stands where it is, to the last bit', () => {
    const walker = create();
    walk2d(walker, 0, 10);
    const at = [...walker.character.position];
    expect(at[1]).toBeCloseTo(half, 6);
    walk2d(walker, 0, 100);
    expect([...walker.character.position]).toEqual(at);
    expect(walker.character.isGrounded).toBe(true);
    expect(walker.character.groundBody).toBe(0);
    expect([...walker.character.groundNormal]).toEqual([0, 1]);
  });

  it('falls, walks and jumps as the closed forms say', () => {
    const walker = create({ position: [0, 5] });
    let fallen = 0;
    walk2d(walker, 0, 120, () => (fallen += walker.character.isGrounded ? 0 : 1));
    expect(Math.abs(fallen / 60 - Math.sqrt((2 * 4.1) / 9.81))).toBeLessThan(0.03);
    walk2d(walker, -3, 60);
    expect(walker.character.position[0]).toBeCloseTo(-3, 9);
    expect(walker.character.velocity[0]).toBeCloseTo(-3, 9);
    expect(walker.character.hits.count).toBe(0);
    walker.vertical = 5;
    let top = 0;
    walk2d(walker, 2, 90, () => (top = Math.max(top, walker.character.position[1])));
    expect(Math.abs(top - half - 25 / (2 * 9.81))).toBeLessThan(0.05);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });

  it('has a body that others see, and that can be removed', () => {
    const { world, character } = create();
    const ball = world.add({ shape: new CircleShape2d(0.2), position: [0.001, 3] });
    for (let n = 0; n < 40; n++) world.step(dt);
    expect(world.bodies.positions[2 * ball + 1]).toBeGreaterThan(1.9);
    character.remove();
    expect(world.has(character.body)).toBe(false);
    expect(() => character.move([0, 0], dt)).toThrow(/removed/);
  });
});

describe('a planar character on stairs', () => {
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
        wall(walker.world, [3, 0.5 * height], [1 + i * depth + 3, (i + 0.5) * height]);
      walk2d(walker, 2, 150);
      expect(walker.character.position[1]).toBeCloseTo(half + steps * height, 6);
      expect(walker.character.position[0]).toBeCloseTo(5, 1);
      let airborne = 0;
      walk2d(walker, -2, 180, () => (airborne += walker.character.isGrounded ? 0 : 1));
      expect(walker.character.position[1]).toBeCloseTo(half, 6);
      expect(airborne).toBe(0);
    });

  it('does not climb what is higher than a step, nor a step under a low ceiling', () => {
    for (const height of [0.31, 0.4, 0.6, 1]) {
      const walker = create();
      wall(walker.world, [3, 0.5 * height], [4, 0.5 * height]);
      walk2d(walker, 2, 240);
      expect(walker.character.position[1]).toBeLessThan(half + 0.02);
      expect(walker.character.position[0]).toBeLessThan(1);
    }
    const walker = create();
    wall(walker.world, [3, 0.1], [4, 0.1]);
    wall(walker.world, [3, 0.1], [4, 1.95]);
    walk2d(walker, 2, 120);
    expect(walker.character.position[0]).toBeLessThan(1);
  });
});

describe('a planar character on slopes', () => {
  for (const degrees of [10, 25, 44])
    it(`of ${degrees} degrees walks up and down as fast as on level ground`, () => {
      const angle = (degrees * Math.PI) / 180;
      const walker = create({ position: [-1, half] });
      ramp(walker.world, angle);
      walk2d(walker, 2, 150);
      const [x, y] = walker.character.position;
      expect(x).toBeCloseTo(4, 9);
      // The lower disc rests on the slope: its centre is radius / cos above it.
      expect(y).toBeCloseTo(x * Math.tan(angle) + radius / Math.cos(angle) + half - radius, 3);
      let airborne = 0;
      walk2d(walker, -2, 150, () => (airborne += walker.character.isGrounded ? 0 : 1));
      expect(airborne).toBe(0);
      expect(walker.character.position[0]).toBeCloseTo(-1, 9);
      expect(walker.character.position[1]).toBeCloseTo(half, 6);
    });

  for (const degrees of [50, 65, 80])
    it(`of ${degrees} degrees cannot go up, and slides down`, () => {
      const angle = (degrees * Math.PI) / 180;
      const walker = create();
      ramp(walker.world, angle);
      walk2d(walker, 2, 120);
      expect(walker.character.position[1]).toBeLessThan(half + 0.01);
      walker.character.teleport([2, 2 * Math.tan(angle) + 1.5]);
      let grounded = 0;
      walk2d(walker, 0, 30, () => (grounded += walker.character.isGrounded ? 1 : 0));
      expect(grounded).toBe(0);
      walk2d(walker, 0, 200);
      expect(walker.character.position[1]).toBeCloseTo(half, 3);
      expect(walker.character.isGrounded).toBe(true);
    });

  it('stops where a slope leaves no room under a ceiling, and rises no further than one', () => {
    const walker = create();
    ramp(walker.world, 0.5);
    wall(walker.world, [10, 0.5], [0, 3.5]);
    walk2d(walker, 2, 200);
    const at = [...walker.character.position];
    walk2d(walker, 2, 60);
    expect([...walker.character.position]).toEqual(at);
    expect(at[1]).toBeLessThan(3 - half + 0.021);
    expect(at[0]).toBeGreaterThan(1);
    walker.character.teleport([-3, half]);
    let top = 0;
    walker.vertical = 9;
    walk2d(walker, 0, 20, () => (top = Math.max(top, walker.character.position[1])));
    expect(top).toBeLessThan(3 - half + 0.021);
    expect(top).toBeGreaterThan(3 - half - 0.05);
  });
});

describe('a planar character and chains', () => {
  it('walks over a chain without catching on its vertices', () => {
    const world = new World2d(worldExtras2d);
    const points: number[] = [];
    for (let x = 10; x >= -10; x -= 0.25) points.push(x, 0);
    world.add({ shape: new ChainShape2d(points), type: 'static' });
    const walker = create({ position: [-8, half] }, false, world);
    walk2d(walker, 0, 5);
    const from = walker.character.position[0];
    let airborne = 0;
    walk2d(walker, 3, 240, () => (airborne += walker.character.isGrounded ? 0 : 1));
    expect(walker.character.position[0]).toBeCloseTo(from + 12, 6);
    expect(walker.character.position[1]).toBeCloseTo(half, 5);
    expect(airborne).toBe(0);
  });

  it('jumps up through a chain and lands on it', () => {
    const walker = create();
    const platform = walker.world.add({ shape: new ChainShape2d([2, 2.2, -2, 2.2]), type: 'static' });
    walk2d(walker, 0, 5);
    walker.vertical = 8.5;
    walk2d(walker, 0, 120);
    expect(walker.character.groundBody).toBe(platform);
    expect(walker.character.position[1]).toBeCloseTo(2.2 + half, 5);
  });
});

describe('a fast planar character', () => {
  for (const thickness of [0.5, 0.01, 0.0001])
    it(`at 100 m/s stops at a wall of ${2 * thickness} m`, () => {
      for (let i = 0; i < 20; i++) {
        const walker = create();
        const x = 2 + 0.37 * i;
        wall(walker.world, [thickness, 5], [x, 1]);
        walk2d(walker, 100, 12);
        expect(x - walker.character.position[0] - thickness).toBeCloseTo(radius, 4);
      }
    });

  it('never leaves a closed room, whatever it does', () => {
    const { world, character } = create({ position: [0, 1.5] }, false);
    for (const side of [1, -1]) {
      wall(world, [0.01, 4], [3 * side, 0]);
      wall(world, [4, 0.01], [0, 3 * side]);
    }
    wall(world, [0.4, 0.02], [1, -1], 0.7);
    const random = new Random(1);
    for (let n = 0; n < 3000; n++) {
      const speed = 10 ** random.uniform(0, 3);
      character.move([random.uniform(-0.05, 0.05) * speed, random.uniform(-0.05, 0.05) * speed], dt);
      for (const x of character.position) expect(Math.abs(x)).toBeLessThan(3);
    }
  });
});

describe('a planar character among moving bodies', () => {
  it('is carried by platforms along, up and down', () => {
    const walker = create({}, false);
    const { world, character } = walker;
    const shape = new BoxShape2d([2, 0.25]);
    const platform = world.add({ shape, type: 'kinematic', position: [0, -0.25] });
    walk2d(walker, 0, 5);
    for (const velocity of [
      [2, 0],
      [0, 3],
      [0, -3],
      [-8, 0],
    ] as const) {
      const from = [...character.position];
      world.setVelocity(platform, velocity);
      walk2d(walker, 0, 60);
      world.setVelocity(platform, [0, 0]);
      walk2d(walker, 0, 1);
      for (let k = 0; k < 2; k++) expect(character.position[k]).toBeCloseTo(from[k] + velocity[k], 5);
      expect(character.groundBody).toBe(platform);
    }
  });

  for (const mass of [1, 10, 100, 1000])
    it(`moves a box of ${mass} kg on ice by its strength`, () => {
      const walker = create({ strength: 200 });
      const { world } = walker;
      const box = world.add({ shape: new BoxShape2d([0.5, 0.5]), mass, friction: 0, position: [0.81, 0.5] });
      walk2d(walker, 2, 60);
      // The speed that 200 N give in a second, or that of the character.
      const expected = Math.min(2, 200 / mass);
      expect(world.bodies.velocities[2 * box]).toBeGreaterThan(0.85 * expected);
      expect(world.bodies.velocities[2 * box]).toBeLessThan(1.02 * expected);
      expect(walker.character.position[0]).toBeLessThan(
        world.bodies.positions[2 * box] - 0.5 - radius + 0.021,
      );
    });

  it('moves a box with friction as long as that is weaker, and not more', () => {
    for (const [mass, isMoved] of [
      [20, true],
      [2000, false],
    ] as const) {
      const walker = create();
      const box = walker.world.add({ shape: new BoxShape2d([0.4, 0.4]), position: [2, 0.4], mass });
      walk2d(walker, 2, 180);
      const x = walker.world.bodies.positions[2 * box];
      if (isMoved) expect(x).toBeGreaterThan(5);
      else expect(x).toBeLessThan(2.05);
    }
  });

  it('stands on a heavy box and lets it sleep', () => {
    const walker = create({ position: [0, 2.5] });
    const box = walker.world.add({ shape: new BoxShape2d([1, 0.5]), position: [0, 0.5], mass: 1000 });
    walk2d(walker, 0, 240);
    expect(walker.character.groundBody).toBe(box);
    expect(walker.character.position[1]).toBeCloseTo(1 + half, 2);
    expect(walker.world.bodies.asleep[box]).toBe(1);
  });
});

describe('a planar character', () => {
  it('goes on with the same bits after a restore, and with any broad phase', () => {
    const play = (broadPhase?: HashGrid2d) => {
      const walker = create({}, true, new World2d({ ...worldExtras2d, ...(broadPhase && { broadPhase }) }));
      for (let i = 0; i < 6; i++) wall(walker.world, [3, 0.1], [4 + 0.3 * i, 0.1 + 0.2 * i]);
      walker.world.add({ shape: new BoxShape2d([0.3, 0.3]), position: [0.8, 0.3], mass: 10 });
      walk2d(walker, 1.5, 40);
      return walker;
    };
    const walker = play();
    const state = new Float64Array(walker.character.stateLength);
    walker.character.save(state);
    const snapshot = walker.world.snapshot();
    walk2d(walker, 2, 60);
    const end = new Uint8Array(walker.world.snapshot());
    const at = [...walker.character.position];
    walker.world.restore(snapshot);
    walker.character.load(state);
    walk2d(walker, 2, 60);
    expect([...walker.character.position]).toEqual(at);
    expect(new Uint8Array(walker.world.snapshot())).toEqual(end);
    const other = play(new HashGrid2d());
    walk2d(other, 2, 60);
    expect([...other.character.position]).toEqual(at);
  });

  it('has an upward direction of its own', () => {
    const world = new World2d({ ...worldExtras2d, gravity: [-9.81, 0] });
    world.add({ shape: new HalfPlane2d([1, 0], 0) });
    const character = new Character2d(world, { position: [half, 0], up: [2, 0] });
    for (let n = 0; n < 60; n++) {
      character.move([-0.01, 2 * dt], dt);
      world.step(dt);
    }
    expect(character.isGrounded).toBe(true);
    expect(character.position[0]).toBeCloseTo(half, 6);
    expect(character.position[1]).toBeCloseTo(2, 6);
  });

  it('refuses bad input by name and changes nothing', () => {
    const { world, character } = create();
    const nan = Number.NaN;
    const before = new Uint8Array(world.snapshot());
    const bad: [RegExp, () => unknown][] = [
      [/world/, () => new Character2d({} as never)],
      [/options/, () => new Character2d(world, 1 as never)],
      [/radius/, () => new Character2d(world, { radius: 0 })],
      [/height/, () => new Character2d(world, { height: 0.5 })],
      [/stepHeight/, () => new Character2d(world, { stepHeight: -1 })],
      [/snapDistance/, () => new Character2d(world, { snapDistance: nan })],
      [/slopeLimit/, () => new Character2d(world, { slopeLimit: 2 })],
      [/strength/, () => new Character2d(world, { strength: -1 })],
      [/mass/, () => new Character2d(world, { mass: nan })],
      [/skin/, () => new Character2d(world, { skin: 0.3 })],
      ...(['radius', 'height', 'stepHeight', 'snapDistance', 'strength', 'mass'] as const).map(
        (name): [RegExp, () => unknown] => [
          new RegExp(name),
          () => new Character2d(world, { height: 1e30, [name]: 1e31 }),
        ],
      ),
      [/group/, () => new Character2d(world, { group: 1.5 })],
      [/mask/, () => new Character2d(world, { mask: -1 })],
      [/position/, () => new Character2d(world, { position: [nan, 0] })],
      [/up/, () => new Character2d(world, { up: [0, 0] })],
      [/displacement/, () => character.move([nan, 0], dt)],
      [/dt/, () => character.move([0, 0], 0)],
      [/position/, () => character.teleport([0])],
      [/out/, () => character.save(new Float64Array(3))],
      [/from/, () => character.load(new Float64Array(3))],
      [/from/, () => character.load(new Float64Array(character.stateLength).fill(nan))],
      [/from\[12\]/, () => character.load(new Float64Array(character.stateLength).fill(-2))],
    ];
    for (const [message, call] of bad) expect(call).toThrow(message);
    expect(new Uint8Array(world.snapshot())).toEqual(before);
  });

  it('has a skin of half its radius at most, unless one is given', () => {
    const walker = create({ radius: 0.01, height: 0.1, position: [0, 0.06] });
    walk2d(walker, 0, 60);
    expect(walker.character.isGrounded).toBe(true);
    expect(walker.character.position[1]).toBeCloseTo(0.05, 6);
  });

  it('allocates nothing but boxed numbers', () => {
    const walker = create();
    wall(walker.world, [1, 1], [3, 0.5]);
    walk2d(walker, 2, 120);
    const { character } = walker;
    const displacement = [2 * dt, -0.01];
    expectNoAllocation(() => character.move(displacement, dt), { boxedNumbers: 80 });
  });

  it('takes over a body that is such a capsule, and no other', () => {
    const world = new World2d();
    const { body } = new Character2d(world, { position: [1, 2] });
    const count = world.count;
    expect([...new Character2d(world, { body }).position]).toEqual([1, 2]);
    expect(world.count).toBe(count);
    const box = world.add({ shape: new BoxShape2d([1, 1]), type: 'kinematic' });
    for (const wrong of [box, 99, -1, 0.5, Number.NaN, null as never])
      expect(() => new Character2d(world, { body: wrong })).toThrow(/^body must be/);
    expect(() => new Character2d(world, { body, height: 2 })).toThrow('a kinematic capsule of this size');
    expect(() => new Character2d(world, { body, up: [1, 0] })).toThrow('body must stand along up');
    const { body: slanted } = new Character2d(world, { up: [-1, 2] });
    expect(new Character2d(world, { body: slanted, up: [-2, 4] }).body).toBe(slanted);
    expect(world.count).toBe(count + 2);
  });

  it('keeps the group and the mask of a body that it takes over', () => {
    const world = new World2d();
    world.add({ shape: new BoxShape2d([0.2, 2]), type: 'static', position: [1, 0], group: 4 });
    const { body } = new Character2d(world, { mask: 3, group: 2 });
    const ghost = new Character2d(world, { body });
    for (let n = 0; n < 60; n++) ghost.move([0.05, 0], dt);
    expect(ghost.position[0]).toBeCloseTo(3, 9);
    const solid = new Character2d(world, { body, mask: 7 });
    for (let n = 0; n < 60; n++) solid.move([-0.05, 0], dt);
    expect(solid.position[0]).toBeGreaterThan(1.2);
  });
});
