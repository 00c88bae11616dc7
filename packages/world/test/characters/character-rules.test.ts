/** Characters on one-way platforms and belts, against closed forms. The soles are 0.9 m below the middle. */
import { BoxShape, HalfSpace, HeightField } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { bodyMoveTo, Character, ContactRules, type ContactRulesOptions, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { type Walker, walk } from '../support/walk.ts';

const dt = 1 / 60;
const half = 0.9;

function create(options: ContactRulesOptions = {}): Walker & { rules: ContactRules } {
  const rules = new ContactRules(options);
  const world = new World({ solver: rules });
  world.add({ shape: new HalfSpace() });
  return { world, rules, character: new Character(world, { position: [0, half, 0], rules }), vertical: 0 };
}

/** A one-way platform whose top is at a height. */
function addPlatform({ world, rules }: ReturnType<typeof create>, top: number, thickness = 0.2): number {
  const shape = new BoxShape([3, thickness / 2, 3]);
  const platform = world.add({ shape, type: 'static', position: [0, top - thickness / 2, 0] });
  rules.setOneWay(platform, [0, 1, 0]);
  return platform;
}

describe('a character and a one-way platform', () => {
  it.each([0.02, 0.2, 0.6])('jumps through %s m of it from below and lands on it', thickness => {
    const walker = create();
    const platform = addPlatform(walker, 2.2, thickness);
    walk(walker, [0, 0], 10);
    walker.vertical = 7.5;
    let top = 0;
    walk(walker, [0.5, 0], 120, () => {
      top = Math.max(top, walker.character.position[1]);
    });
    // v² / 2 g, as if nothing were there.
    expect(Math.abs(top - half - 7.5 ** 2 / 2 / 9.81)).toBeLessThan(0.1);
    expect(walker.character.position[1]).toBeCloseTo(2.2 + half, 3);
    expect(walker.character.groundBody).toBe(platform);
  });

  it('falls back if it does not get through', () => {
    const walker = create();
    addPlatform(walker, 2.2);
    walk(walker, [0, 0], 10);
    walker.vertical = 5;
    walk(walker, [0, 0], 120);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });

  it('is stopped at any speed of falling', () => {
    for (const speed of [1, 20, 200]) {
      const walker = create();
      addPlatform(walker, 2.2, 0.02);
      walker.character.teleport([0, 20, 0]);
      walker.vertical = -speed;
      walk(walker, [0, 0], 120);
      expect(walker.character.position[1]).toBeCloseTo(2.2 + half, 3);
    }
  });

  it('walks through its side, and over its edge', () => {
    const walker = create();
    addPlatform(walker, 1);
    walker.character.teleport([-6, half, 0]);
    walk(walker, [2, 0], 240);
    expect(walker.character.position[0]).toBeCloseTo(2, 1);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
    walker.character.teleport([0, 1 + half, 0]);
    walk(walker, [2, 0], 60);
    expect(walker.character.position[1]).toBeCloseTo(1 + half, 3);
    walk(walker, [2, 0], 120);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });

  it.each([2, 8, -2, -8])('rides on it at %s m/s', speed => {
    const walker = create();
    const { world, rules, character } = walker;
    const lift = world.add({ shape: new BoxShape([1, 0.1, 1]), type: 'kinematic', position: [0, 30, 0] });
    rules.setOneWay(lift, [0, 1, 0]);
    character.teleport([0, 30.1 + half, 0]);
    let inAir = 0;
    for (let n = -9; n <= 120; n++) {
      bodyMoveTo(world, lift, [0, 30 + speed * Math.max(0, n) * dt, 0], undefined, dt);
      character.move([0, -9.81 * dt * dt, 0], dt);
      world.step(dt);
      if (!character.isGrounded) inAir++;
    }
    expect(inAir).toBe(0);
    // The step has carried its body along.
    const { positions } = world.bodies;
    const above = positions[3 * character.body + 1] - positions[3 * lift + 1];
    expect(Math.abs(above - 0.1 - half)).toBeLessThan(0.03);
  });

  it('walks up and down one that is a mesh, along its own way out', () => {
    for (const speed of [1.5, -1.5]) {
      const walker = create();
      const { world, rules, character } = walker;
      const heights = Array.from({ length: 81 }, (_, i) => 5 + 0.3 * 2 * (i % 9));
      const field = new HeightField({ heights, columns: 9, rows: 9, cellSize: 2 });
      const { positions, indices } = field.geometry();
      const hill = world.add({
        shape: new MeshShape(new TriangleBvh(positions, indices)),
        type: 'static',
      });
      rules.setOneWay(hill, [-0.3, 1, 0]);
      character.teleport([8, 8 + half, 8]);
      walk(walker, [0, 0], 60);
      const [x, y] = character.position;
      expect(character.groundBody).toBe(hill);
      walk(walker, [speed, 0], 60);
      expect(character.groundBody).toBe(hill);
      expect(character.position[0] - x).toBeCloseTo(speed, 1);
      expect(character.position[1] - y).toBeCloseTo(0.3 * speed, 1);
    }
  });

  it('drops down through it when the filter lets it', () => {
    let isDropping = false;
    // The filter gets the pair in the order of ids: the character is 1, the platform 2.
    const walker = create({ filter: (a, b) => !(isDropping && a === 1 && b === 2) });
    const platform = addPlatform(walker, 2.2);
    walker.character.teleport([0, 2.2 + half, 0]);
    walk(walker, [0, 0], 30);
    expect([walker.character.body, walker.character.groundBody]).toEqual([1, platform]);
    isDropping = true;
    walk(walker, [0, 0], 60);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });
});

describe('a character on a belt', () => {
  it('is carried, whatever the ground is', () => {
    for (const isPlane of [true, false]) {
      const walker = create();
      const { world, rules, character } = walker;
      const shape = new BoxShape([50, 0.5, 5]);
      const belt = isPlane ? 0 : world.add({ shape, type: 'static' });
      rules.setSurfaceVelocity(belt, [1.5, 0, 0.5]);
      character.teleport([0, half + (isPlane ? 0 : 0.5), 0]);
      walk(walker, [0, 0], 1);
      const [x, , z] = character.position;
      walk(walker, [0, 0], 60);
      expect(character.position[0] - x).toBeCloseTo(1.5, 6);
      expect(character.position[2] - z).toBeCloseTo(0.5, 6);
      expect([...character.groundVelocity]).toEqual([1.5, 0, 0.5]);
      expect(Math.hypot(...character.velocity)).toBeCloseTo(0, 6);
      // It walks against it.
      walk(walker, [-1.5, -0.5], 60);
      expect(character.position[0] - x).toBeCloseTo(1.5, 6);
      rules.setSurfaceVelocity(belt, undefined);
      const here = [...character.position];
      walk(walker, [0, 0], 60);
      expect(Math.hypot(...here.map((value, k) => value - character.position[k]))).toBeLessThan(0.03);
    }
  });

  it('is not carried without the rules', () => {
    const rules = new ContactRules();
    const world = new World({ solver: rules });
    const belt = world.add({ shape: new BoxShape([50, 0.5, 5]), type: 'static' });
    rules.setSurfaceVelocity(belt, [1.5, 0, 0]);
    const character = new Character(world, { position: [0, half + 0.5, 0] });
    walk({ world, character, vertical: 0 }, [0, 0], 60);
    expect(character.position[0]).toBe(0);
  });

  it('needs rules of a world', () => {
    for (const rules of [{}, null, 5] as never[])
      expect(() => new Character(new World(), { rules })).toThrow('rules must be a ContactRules');
  });
});
