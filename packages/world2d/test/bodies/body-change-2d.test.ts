import { BoxShape2d, CircleShape2d, Compound2d, HalfPlane2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { bodyChange2d, createWorldHit2d, World2d, WorldQueries2d, worldExtras2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { run } from '../support/scenes.ts';

const box = new BoxShape2d([0.5, 0.5]);

/** Mass and moment of a body. */
const massOf = ({ bodies, table }: World2d, body: number) => [
  1 / bodies.inverseMasses[body],
  table.moments[body],
];

describe('bodyChange2d', () => {
  it('gives a body another shape, at its pose and with its velocities', () => {
    const world = new World2d({ gravity: [0, 0] });
    const body = world.add({
      shape: box,
      position: [1, 2],
      rotation: 0.3,
      velocity: [3, 4],
      angularVelocity: 5,
      friction: 0.2,
      density: 2,
    });
    const generation = world.generation(body);
    const lopsided = new Compound2d([
      { shape: new BoxShape2d([1, 0.2]), position: [1, 0] },
      { shape: new CircleShape2d(0.5) },
    ]);
    bodyChange2d(world, body, { shape: lopsided });
    const fresh = new World2d({ gravity: [0, 0] });
    const twin = fresh.add({
      shape: lopsided,
      position: [1, 2],
      rotation: 0.3,
      velocity: [3, 4],
      angularVelocity: 5,
      friction: 0.2,
      density: 2,
    });
    expect(world.generation(body)).toBe(generation);
    expect(world.shapeOf(body)).toBe(lopsided);
    expect(massOf(world, body)).toEqual(massOf(fresh, twin));
    for (let n = 0; n < 30; n++) {
      world.step(1 / 60);
      fresh.step(1 / 60);
    }
    for (const name of ['positions', 'rotations', 'velocities', 'angularVelocities'] as const)
      for (let k = 0; k < 2; k++) expect(world.bodies[name][k]).toBeCloseTo(fresh.bodies[name][k], 10);
  });

  it('keeps a mass, a density and an inertia until they are replaced', () => {
    const world = new World2d();
    const body = world.add({ shape: box, mass: 3 });
    bodyChange2d(world, body, { shape: new BoxShape2d([1, 1]) });
    expect(massOf(world, body)).toEqual([3, 2]);
    bodyChange2d(world, body, { density: 5 });
    expect(massOf(world, body)[0]).toBe(20);
    bodyChange2d(world, body, { shape: box });
    expect(massOf(world, body)[0]).toBe(5);
    bodyChange2d(world, body, { inertia: 7 });
    expect(massOf(world, body)).toEqual([5, 7]);
    bodyChange2d(world, body, { mass: 2 });
    expect(massOf(world, body)).toEqual([2, 7]);
  });

  it('changes the type: a shelf falls, and a ball stops in mid-air', () => {
    const world = new World2d();
    world.add({ shape: new HalfPlane2d() });
    const shelf = world.add({ shape: new BoxShape2d([1, 0.1]), type: 'static', position: [0, 3] });
    const ball = world.add({ shape: new CircleShape2d(0.2), position: [0, 3.3] });
    run(world, 2);
    expect(world.bodies.asleep[ball]).toBe(1);
    bodyChange2d(world, shelf, { type: 'dynamic' });
    run(world, 0.5);
    expect(world.bodies.positions[2 * shelf + 1]).toBeLessThan(2.5);
    expect(world.bodies.positions[2 * ball + 1]).toBeLessThan(2.8);
    bodyChange2d(world, ball, { type: 'static' });
    const height = world.bodies.positions[2 * ball + 1];
    run(world, 1);
    expect(world.bodies.positions[2 * ball + 1]).toBe(height);
    expect(world.bodies.velocities[2 * ball + 1]).toBe(0);
    bodyChange2d(world, ball, { type: 'kinematic' });
    world.setVelocity(ball, [0, 1]);
    run(world, 1);
    expect(world.bodies.positions[2 * ball + 1]).toBeCloseTo(height + 1, 6);
  });

  it('wakes what lay on it, which meets the new shape, and so do queries', () => {
    const world = new World2d();
    const ground = world.add({ shape: new BoxShape2d([5, 0.5]), type: 'static', position: [0, -0.5] });
    const body = world.add({ shape: box, position: [0, 0.5] });
    run(world, 2);
    expect(world.bodies.asleep[body]).toBe(1);
    bodyChange2d(world, ground, { shape: new BoxShape2d([5, 0.25]) });
    run(world, 1);
    expect(world.bodies.positions[2 * body + 1]).toBeCloseTo(0.25, 2);
    const queries = new WorldQueries2d(world);
    expect(queries.raycast(createWorldHit2d(), [3, 5], [0, -1], 100)).toBeCloseTo(5.25, 6);
  });

  it('changes materials along with it', () => {
    const world = new World2d(worldExtras2d);
    const body = world.add({ shape: box, friction: 0.2, lockedRotation: true });
    bodyChange2d(world, body, { restitution: 0.5, shape: new CircleShape2d(1) });
    expect([world.table.frictions[body], world.table.restitutions[body]]).toEqual([0.2, 0.5]);
    expect(world.bodies.inverseMoments[body]).toBe(0);
    bodyChange2d(world, body, { lockedRotation: false });
    expect(world.bodies.inverseMoments[body]).toBeGreaterThan(0);
  });

  it('names what is wrong and changes nothing', () => {
    const world = new World2d(worldExtras2d);
    const plane = world.add({ shape: new HalfPlane2d() });
    const body = world.add({ shape: box, position: [0, 2], mass: 2 });
    const before = new Uint8Array(world.snapshot());
    const bad: [number, object, string][] = [
      [7, {}, 'body must be the id of a body'],
      [body, { shap: box }, 'changes must not have shap'],
      [body, { position: [0, 0] }, 'changes must not have position'],
      [body, { shape: null }, 'shape must be an object'],
      [body, { shape: new HalfPlane2d() }, 'shape must not become a half-plane'],
      [plane, { shape: box }, 'shape must not become a half-plane'],
      [body, { type: 'heavy' }, 'type must be'],
      [body, { mass: -1 }, 'mass must be'],
      [body, { mass: 1, density: 1 }, 'density must be left out'],
      [body, { friction: -1 }, 'friction must be'],
      [body, { shape: new ChainShape2d([0, 0, 1, 0]) }, "type must not be 'dynamic' for a chain"],
    ];
    for (const [id, changes, message] of bad)
      expect(() => bodyChange2d(world, id, changes as never)).toThrow(message);
    expect(() => bodyChange2d(null as never, body, {})).toThrow('world must be');
    expect(() => bodyChange2d(world, body, null as never)).toThrow('changes must be');
    expect(new Uint8Array(world.snapshot())).toEqual(before);
    bodyChange2d(world, plane, { shape: new HalfPlane2d([0, 1], 1), friction: 0.9 });
    run(world, 2);
    expect(world.bodies.positions[2 * body + 1]).toBeCloseTo(1.5, 2);
  });
});
