import { BoxShape2d, CapsuleShape2d, CircleShape2d, PolygonShape2d } from '@colide/geometry';
import { describe, expect, it } from 'vitest';
import {
  addBox,
  buildPyramid,
  buildTower,
  createGround,
  deepestOverlap,
  drift,
  run,
  topSpeed,
} from '../support/scenes.ts';

describe('stacks', () => {
  it.each([0.1, 1, 10])('a tower of 20 boxes of %f m stands still and sleeps', size => {
    const world = createGround({ margin: 0.02 * size });
    const ids = buildTower(world, 20, size);
    const start = world.bodies.positions.slice();
    run(world, 10);
    // Contacts yield to weight, by as much for small boxes as for large ones.
    expect(drift(world, ids, start)).toBeLessThan(0.025);
    expect(deepestOverlap(world)).toBeLessThan(0.0025);
    expect(world.sleeperCount).toBe(20);
  });

  it('a pyramid of base 20 stands and sleeps', () => {
    const world = createGround();
    const ids = buildPyramid(world, 20);
    const start = world.bodies.positions.slice();
    run(world, 8);
    expect(drift(world, ids, start)).toBeLessThan(0.1);
    expect(deepestOverlap(world)).toBeLessThan(0.02);
    expect(world.sleeperCount).toBe(210);
  });

  it('a house of cards stands', () => {
    const world = createGround({ margin: 0.005 });
    const [length, thick, lean] = [1, 0.02, 0.4];
    const [w, h] = [length * Math.sin(lean), length * Math.cos(lean)];
    const top = h + thick * Math.sin(lean);
    const material = { friction: 0.8, density: 100 };
    const ids: number[] = [];
    for (let level = 0; level < 3; level++) {
      const y = level * (top + thick);
      for (let i = 0; i < 3 - level; i++) {
        const x = (i + level / 2) * 2.4 * w;
        for (const side of [-1, 1])
          ids.push(
            addBox(world, thick, length, x + side * (w / 2 + thick / (2 * Math.cos(lean))), y + top / 2, {
              rotation: side * lean,
              ...material,
            }),
          );
        if (i > 0)
          ids.push(addBox(world, 2.4 * w - 0.002, thick, x - 1.2 * w, y + top + thick / 2, material));
      }
    }
    const start = world.bodies.positions.slice();
    run(world, 10);
    expect(drift(world, ids, start)).toBeLessThan(0.05);
    expect(topSpeed(world)).toBeLessThan(0.01);
  });

  it('dominoes fall one after the other, and all of them', () => {
    const world = createGround();
    const ids = Array.from({ length: 20 }, (_, i) => addBox(world, 0.1, 1, 0.5 * i, 0.5));
    run(world, 1);
    for (const id of ids) expect(Math.abs(world.angleOf(id))).toBeLessThan(0.01);
    world.applyImpulse(ids[0], [0.15, 0], [0, 1]);
    const fallen = new Map<number, number>();
    for (let n = 0; n < 600; n++) {
      world.step(1 / 60);
      for (const id of ids) if (Math.abs(world.angleOf(id)) > 0.5 && !fallen.has(id)) fallen.set(id, n);
    }
    expect(fallen.size).toBe(20);
    const times = ids.map(id => fallen.get(id)!);
    expect([...times].sort((a, b) => a - b)).toEqual(times);
  });

  it('an arch of wedges stands by friction', () => {
    const world = createGround();
    const [count, inner, outer] = [9, 3, 4];
    const ids = Array.from({ length: count }, (_, i) => {
      const [a, b] = [(Math.PI * i) / count, (Math.PI * (i + 1)) / count];
      const points = [inner, a, outer, a, outer, b, inner, b];
      const corners = [0, 2, 4, 6].flatMap(k => [
        points[k] * Math.cos(points[k + 1]),
        points[k] * Math.sin(points[k + 1]),
      ]);
      return world.add({ shape: new PolygonShape2d(corners), friction: 0.9 });
    });
    world.setMaterial(0, { friction: 0.9 });
    const start = world.bodies.positions.slice();
    run(world, 10);
    expect(drift(world, ids, start)).toBeLessThan(0.1);
    expect(topSpeed(world)).toBeLessThan(0.01);
  });

  it('a heap of mixed shapes comes to rest within its walls, without deep overlap', () => {
    const world = createGround();
    for (const x of [-5, 5]) addBox(world, 1, 20, x, 10, { type: 'static' });
    const shapes = [
      new CircleShape2d(0.3),
      new BoxShape2d([0.3, 0.2]),
      new CapsuleShape2d(0.15, 0.3),
      new PolygonShape2d([0, 0.4, -0.4, 0, -0.2, -0.4, 0.2, -0.4, 0.4, 0]),
    ];
    for (let i = 0; i < 200; i++)
      world.add({
        shape: shapes[i % 4],
        position: [(i % 10) * 0.8 - 3.6, 1 + Math.floor(i / 10)],
        rotation: i,
        rollingFriction: 0.05,
      });
    run(world, 12);
    expect(deepestOverlap(world)).toBeLessThan(0.02);
    expect(topSpeed(world)).toBeLessThan(0.1);
    for (let i = 3; i < 203; i++) expect(Math.abs(world.bodies.positions[2 * i])).toBeLessThan(4.6);
  });
});
