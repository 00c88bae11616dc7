import { BoxShape, HalfSpace, ParticleSolver, SoftBodies, World } from 'colide';
import { describe, expect, it } from 'vitest';
import { Hand, rayBegin } from '../src/hand.ts';
import { pickParticle } from '../src/pick-particle.ts';

const run = (world: World, hand: Hand, seconds: number) => {
  for (let i = 0; i < 60 * seconds; i++) {
    hand.pull(world);
    world.step(1 / 60);
  }
};

describe('the hand', () => {
  it.each([
    ['impulses', undefined],
    ['particles', new ParticleSolver()],
  ])('lifts a body by a corner, holds it and throws it (%s)', (_, solver) => {
    const world = new World(solver ? { solver } : {});
    world.add({ shape: new HalfSpace() });
    const body = world.add({ shape: new BoxShape([0.5, 0.3, 0.4]), position: [0, 0.3, 0] });
    const hand = new Hand();
    expect(hand.grab(world, 0, [0, 0, 0])).toBe(false);
    expect(hand.grab(world, -1, [0, 0, 0])).toBe(false);
    expect(hand.grab(world, body, [0.5, 0.6, 0.4])).toBe(true);
    hand.drag([1, 3, 2]);
    run(world, hand, 4);
    const { positions, velocities } = world.bodies;
    const at = Array.from(positions.subarray(3 * body, 3 * body + 3));
    // It hangs from its corner, half its diagonal away, and swings a little.
    const away = Math.hypot(at[0] - 1, at[1] - 3, at[2] - 2) - Math.hypot(0.5, 0.3, 0.4);
    expect(Math.abs(away)).toBeLessThan(0.15);
    const speed = () => Math.hypot(...velocities.subarray(3 * body, 3 * body + 3));
    expect(speed()).toBeLessThan(1.5);
    for (let i = 0; i < 20; i++) {
      hand.drag([1 + 0.1 * i, 3, 2]);
      run(world, hand, 1 / 60);
    }
    hand.release();
    run(world, hand, 0.05);
    expect(velocities[3 * body]).toBeGreaterThan(2);
    run(world, hand, 3);
    expect(positions[3 * body + 1]).toBeLessThan(0.7);
    expect(positions[3 * body]).toBeGreaterThan(3);
  });

  it('picks a particle of cloth or rope, leads it and lets it fall', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: new HalfSpace() });
    const cloth = soft.addCloth({ columns: 9, rows: 9, spacing: 0.25, position: [0, 0.1, 0] });
    const rope = soft.addRope({ positions: [3, 0.1, 0, 3.25, 0.1, 0, 3.5, 0.1, 0, 3.75, 0.1, 0] });
    const hand = new Hand();
    run(world, hand, 1);
    expect(pickParticle(soft, [0, 5, 8], [0, -1, 0])).toBeUndefined();
    expect(pickParticle(soft, [3.25, 5, 0.02], [0, -1, 0])).toMatchObject({ body: 1, particle: 1 });
    const nearest = (x: number, z: number) => {
      const away = Array.from({ length: cloth.count }, (_, i) => {
        const at = 3 * (cloth.first + i);
        return Math.hypot(soft.positions[at] - x, soft.positions[at + 2] - z);
      });
      return away.indexOf(Math.min(...away));
    };
    const picked = pickParticle(soft, [0.02, 5, -0.03], [0, -1, 0])!;
    expect(picked).toMatchObject({ body: 0, particle: nearest(0.02, -0.03) });
    expect(pickParticle(soft, [0.02, 5, -0.03], [0, -1, 0], picked.t - 0.1)).toBeUndefined();
    const height = () => soft.positions[3 * (cloth.first + picked.particle) + 1];
    expect(hand.grabParticle(soft, 7, 0)).toBe(false);
    expect(hand.grabParticle(soft, picked.body, picked.particle)).toBe(true);
    hand.drag([0, 1.5, 0]);
    run(world, hand, 2);
    expect(height()).toBeCloseTo(1.5, 6);
    // The rest hangs from it and has left the ground.
    const lowest = Array.from({ length: cloth.count }, (_, i) => soft.positions[3 * (cloth.first + i) + 1]);
    expect(Math.max(...lowest)).toBeCloseTo(1.5, 6);
    expect(lowest.filter(y => y > 0.4).length).toBeGreaterThan(8);
    hand.release();
    expect(soft.isPinned(cloth, picked.particle)).toBe(false);
    run(world, hand, 3);
    expect(height()).toBeLessThan(0.6);
    soft.pin(rope, 0);
    hand.grabParticle(soft, 1, 0);
    hand.release();
    expect(soft.isPinned(rope, 0)).toBe(true);
  });

  it('looks into a container from outside', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    for (const x of [1, -1]) world.add({ shape: new HalfSpace([x, 0, 0], -3) });
    expect(rayBegin(world, [10, 5, 0], [-1, 0, 0])).toBe(7);
    expect(rayBegin(world, [10, 5, 0], [1, 0, 0])).toBe(0);
    expect(rayBegin(world, [0, 5, 0], [-1, 0, 0])).toBe(0);
  });
});
