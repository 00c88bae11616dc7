/** Planar characters on one-way platforms and belts. The soles are 0.9 m below the middle. */
import { BoxShape2d, HalfPlane2d } from '@colide/geometry';
import { Character2d, ContactRules2d, type ContactRulesOptions2d, World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { type Walker2d, walk2d } from '../support/walk.ts';

const half = 0.9;

function create(options: ContactRulesOptions2d = {}): Walker2d & { rules: ContactRules2d; platform: number } {
  const rules = new ContactRules2d(options);
  const world = new World2d({ solver: rules });
  world.add({ shape: new HalfPlane2d() });
  const shape = new BoxShape2d([3, 0.1]);
  const platform = world.add({ shape, type: 'static', position: [0, 2.1] });
  rules.setOneWay(platform, [0, 1]);
  const character = new Character2d(world, { position: [0, half], rules });
  return { world, rules, platform, character, vertical: 0 };
}

describe('a planar character and a one-way platform', () => {
  it('jumps through it from below and lands on it, or falls back', () => {
    for (const [speed, end] of [
      [7.5, 2.2],
      [5, 0],
    ]) {
      const walker = create();
      walk2d(walker, 0, 10);
      walker.vertical = speed;
      let top = 0;
      walk2d(walker, 0.5, 120, () => {
        top = Math.max(top, walker.character.position[1]);
      });
      expect(Math.abs(top - half - speed ** 2 / 2 / 9.81)).toBeLessThan(0.1);
      expect(walker.character.position[1]).toBeCloseTo(end + half, 3);
    }
  });

  it('is stopped at any speed of falling, and walks over its edge', () => {
    for (const speed of [1, 20, 200]) {
      const walker = create();
      walker.character.teleport([0, 20]);
      walker.vertical = -speed;
      walk2d(walker, 0, 120);
      expect(walker.character.position[1]).toBeCloseTo(2.2 + half, 3);
      walk2d(walker, 2, 180);
      expect(walker.character.position[1]).toBeCloseTo(half, 6);
    }
  });

  it('drops down through it when the filter lets it', () => {
    let isDropping = false;
    const walker = create({ filter: (a, b) => !(isDropping && a === 1 && b === 2) });
    walker.character.teleport([0, 2.2 + half]);
    walk2d(walker, 0, 30);
    expect(walker.character.groundBody).toBe(walker.platform);
    isDropping = true;
    walk2d(walker, 0, 60);
    expect(walker.character.position[1]).toBeCloseTo(half, 6);
  });
});

describe('a planar character on a belt', () => {
  it('is carried, and walks against it', () => {
    for (const body of [0, 1]) {
      const walker = create();
      const { rules, character } = walker;
      rules.setSurfaceVelocity(body, [1.5, 0]);
      character.teleport([-2, half + (body === 1 ? 2.2 : 0)]);
      walk2d(walker, 0, 1);
      const [x] = character.position;
      walk2d(walker, 0, 60);
      expect(character.position[0] - x).toBeCloseTo(1.5, 6);
      expect([...character.groundVelocity]).toEqual([1.5, 0]);
      walk2d(walker, -1.5, 60);
      expect(character.position[0] - x).toBeCloseTo(1.5, 6);
    }
  });

  it('needs rules of a world', () => {
    for (const rules of [{}, null, 5] as never[])
      expect(() => new Character2d(new World2d(), { rules })).toThrow('rules must be a ContactRules2d');
  });
});
