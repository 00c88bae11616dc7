import { BoxShape2d, CircleShape2d, Compound2d, HalfPlane2d } from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import {
  bodyChange2d,
  createWorldHit2d,
  World2d,
  WorldQueries2d,
  WorldRollback2d,
  worldExtras2d,
  worldLoad2d,
  worldSave2d,
} from '@colide/world2d';
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
    for (const [id, changes, message] of bad) expect(() => bodyChange2d(world, id, changes)).toThrow(message);
    expect(() => bodyChange2d(null as never, body, {})).toThrow('world must be');
    expect(() => bodyChange2d(world, body, null as never)).toThrow('changes must be');
    expect(new Uint8Array(world.snapshot())).toEqual(before);
    bodyChange2d(world, plane, { shape: new HalfPlane2d([0, 1], 1), friction: 0.9 });
    run(world, 2);
    expect(world.bodies.positions[2 * body + 1]).toBeCloseTo(1.5, 2);
  });
});

describe('a planar body that is not enabled', () => {
  it('touches nothing, is hit by no ray and keeps its place, id and settings', () => {
    const world = new World2d(worldExtras2d);
    const floor = world.add({ shape: new HalfPlane2d() });
    const lower = world.add({ shape: box, position: [0, 0.5] });
    const upper = world.add({ shape: box, position: [0, 1.5], friction: 0.3, mass: 7, lockedRotation: true });
    run(world, 1);
    expect(world.bodies.asleep[upper]).toBe(1);
    bodyChange2d(world, lower, { enabled: false });
    expect([world.has(lower), world.count]).toEqual([true, 3]);
    run(world, 1);
    // What stood on it has fallen to the floor.
    expect(world.bodies.positions[2 * upper + 1]).toBeCloseTo(0.5, 2);
    expect(world.bodies.positions[2 * lower + 1]).toBeCloseTo(0.5, 2);
    expect([...world.events.touching]).toEqual([[floor, upper]]);
    const hit = createWorldHit2d();
    new WorldQueries2d(world).raycast(hit, [-5, 0.5], [1, 0]);
    expect(hit.body).toBe(upper);
    bodyChange2d(world, upper, { enabled: false });
    world.applyForce(upper, [100, 0]);
    world.applyImpulse(upper, [100, 0]);
    world.wake(upper);
    world.setPose(upper, [3, 4]);
    run(world, 1);
    expect([...world.bodies.positions.subarray(2 * upper, 2 * upper + 2)]).toEqual([3, 4]);
    expect(world.events.touching.count).toBe(0);
    bodyChange2d(world, upper, { enabled: true });
    expect(massOf(world, upper)).toEqual([7, expect.closeTo(7 / 6, 12)]);
    expect(world.table.frictions[upper]).toBe(0.3);
    expect(world.bodies.inverseMoments[upper]).toBe(0);
    run(world, 2);
    expect(world.bodies.positions[2 * upper]).toBeCloseTo(3, 6);
    expect(world.bodies.positions[2 * upper + 1]).toBeCloseTo(0.5, 2);
    expect(world.has(floor)).toBe(true);
  });

  it('stays so when its shape, type or material changes, in saved games and after rollback', () => {
    const world = new World2d(worldExtras2d);
    const body = world.add({ shape: box, position: [0, 5], velocity: [1, 0], angularVelocity: 2 });
    bodyChange2d(world, body, { enabled: false });
    bodyChange2d(world, body, { shape: new CircleShape2d(0.2), mass: 3 });
    bodyChange2d(world, body, { type: 'kinematic' });
    world.setMaterial(body, { lockedRotation: false, friction: 0.1 });
    const bytes = worldSave2d(world);
    const loaded = worldLoad2d(bytes);
    const rollback = new WorldRollback2d(world);
    const past = rollback.save();
    world.remove(body);
    rollback.restore(past);
    for (const one of [world, loaded]) {
      run(one, 0.5);
      expect([...one.bodies.positions.subarray(0, 2)]).toEqual([0, 5]);
      expect(one.partsOf(body).length).toBe(0);
      expect(one.bodies.inverseMoments[body]).toBe(0);
      bodyChange2d(one, body, { enabled: true, type: 'dynamic' });
      expect(massOf(one, body)).toEqual([3, expect.closeTo(0.5 * 3 * 0.2 ** 2, 12)]);
      run(one, 0.5);
      expect(one.bodies.positions[1]).toBeLessThan(5);
    }
  });

  it('must be true or false', () => {
    const world = new World2d();
    const body = world.add({ shape: box });
    for (const enabled of [1, null, 'no'] as never[])
      expect(() => bodyChange2d(world, body, { enabled })).toThrow(/^enabled must be/);
    // A chain and a half-plane can be taken out, too.
    const ground = world.add({ shape: new HalfPlane2d() });
    const chain = world.add({ shape: new ChainShape2d([9, 3, -9, 3]), type: 'static' });
    const ball = world.add({ shape: new CircleShape2d(0.5), position: [4, 4] });
    run(world, 2);
    expect(world.bodies.positions[2 * ball + 1]).toBeCloseTo(3.5, 2);
    bodyChange2d(world, chain, { enabled: false });
    run(world, 2);
    expect(world.bodies.positions[2 * ball + 1]).toBeCloseTo(0.5, 2);
    bodyChange2d(world, ground, { enabled: false });
    run(world, 1);
    expect(world.bodies.positions[2 * ball + 1]).toBeLessThan(-3);
    bodyChange2d(world, ground, { enabled: true });
    expect(world.partsOf(ground).length).toBe(1);
  });
});

describe('the pairs of a planar body that can touch no longer', () => {
  it.each(['enabled', 'type'])('end by %s', name => {
    const world = new World2d();
    const floor = world.add({ shape: new BoxShape2d([5, 0.5]), type: 'static', position: [0, -0.5] });
    const lower = world.add({ shape: box, position: [0, 0.5] });
    const upper = world.add({ shape: box, position: [0, 1.5] });
    run(world, 2);
    bodyChange2d(world, lower, name === 'enabled' ? { enabled: false } : { type: 'static' });
    const ended: number[][] = [];
    const begun: number[][] = [];
    for (let n = 0; n < 120; n++) {
      world.step(1 / 60);
      ended.push(...world.events.ended);
      begun.push(...world.events.begun);
    }
    const left = name === 'enabled' ? [floor, upper] : [lower, upper];
    expect([...world.events.touching]).toEqual([left]);
    expect(ended).toEqual(
      name === 'enabled'
        ? [
            [floor, lower],
            [lower, upper],
          ]
        : [[floor, lower]],
    );
    expect(begun).toEqual(name === 'enabled' ? [left] : []);
    for (let c = 0; c < world.contacts.count; c++)
      expect([...world.contacts.arrays.bodies.subarray(2 * c, 2 * c + 2)]).toEqual(left);
  });
});
