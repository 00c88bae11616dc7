import { IdList, type PairList } from '@colide/core';
import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { expectNoAllocation } from '@colide/testing/allocation';
import { BodyTouches, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

/** Partners of a body in a list of pairs, by brute force. */
function partnersIn(pairs: PairList, body: number): number[] {
  return pairs
    .toArray()
    .filter(pair => pair.includes(body))
    .map(([a, b]) => (a === body ? b : a))
    .sort((a, b) => a - b);
}

/** A box of tumbling bodies, so that contacts begin and end in every step. */
function tumblingWorld(): { world: World; touches: BodyTouches } {
  const touches = new BodyTouches();
  const world = new World({ parts: [touches] });
  const random = new Random(7);
  world.add({ shape: new HalfSpace() });
  for (let i = 0; i < 60; i++)
    world.add({
      shape: i % 2 === 0 ? new BoxShape([0.3, 0.2, 0.25]) : new SphereShape(0.3),
      position: [random.uniform(-1.5, 1.5), random.uniform(0.5, 6), random.uniform(-1.5, 1.5)],
      restitution: 0.6,
    });
  return { world, touches };
}

/** Asserts that all questions about all bodies have the answers of brute force. */
function expectAnswers(world: World, touches: BodyTouches, bodies: number): void {
  const out = new IdList();
  const { touching, begun, ended } = world.events;
  for (let body = 0; body < bodies; body++) {
    const expected = {
      touching: partnersIn(touching, body),
      begun: partnersIn(begun, body),
      ended: partnersIn(ended, body),
      persisting: partnersIn(touching, body).filter(other => !partnersIn(begun, body).includes(other)),
    };
    for (const kind of ['touching', 'begun', 'ended', 'persisting'] as const) {
      out.clear();
      out.push(9999);
      expect(touches[kind](out, body), kind).toBe(expected[kind].length);
      expect(out.toArray(), kind).toEqual([9999, ...expected[kind]]);
    }
  }
}

describe('BodyTouches', () => {
  it('gives the partners that the pairs of the world have, step by step', () => {
    const { world, touches } = tumblingWorld();
    const seen = { begun: 0, ended: 0, persisting: 0 };
    for (let step = 0; step < 90; step++) {
      world.step(1 / 60);
      if (step % 3 === 0) expectAnswers(world, touches, 62);
      seen.begun += world.events.begun.count;
      seen.ended += world.events.ended.count;
      seen.persisting += world.events.touching.count - world.events.begun.count;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  it('knows nothing before the first step, and of no body beyond the last', () => {
    const { world, touches } = tumblingWorld();
    const out = new IdList();
    expect(touches.touching(out, 0)).toBe(0);
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    expect(touches.touching(out, 0)).toBeGreaterThan(0);
    out.clear();
    expect(touches.persisting(out, 1_000_000)).toBe(0);
    expect(out.count).toBe(0);
  });

  it('follows removals and snapshots', () => {
    const { world, touches } = tumblingWorld();
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    const out = new IdList();
    touches.touching(out, 0);
    const partner = out.get(0);
    const snapshot = world.snapshot();
    for (let step = 0; step < 30; step++) world.step(1 / 60);
    expectAnswers(world, touches, 62);
    world.restore(snapshot);
    expectAnswers(world, touches, 62);
    world.remove(partner);
    out.clear();
    touches.touching(out, 0);
    expect(out.has(partner)).toBe(false);
    world.step(1 / 60);
    out.clear();
    touches.ended(out, 0);
    expect(out.has(partner)).toBe(true);
  });

  it('names what is wrong', () => {
    const touches = new BodyTouches();
    expect(() => touches.begun([] as unknown as IdList, 0)).toThrow(/^out must be an IdList/);
    expect(() => touches.persisting(new IdList(), -1)).toThrow(/^body must/);
  });

  it('allocates nothing in steady state', () => {
    const { world, touches } = tumblingWorld();
    for (let step = 0; step < 60; step++) world.step(1 / 60);
    const out = new IdList();
    expectNoAllocation(() => {
      touches.step(world);
      for (let body = 0; body < 20; body++) {
        out.clear();
        touches.persisting(out, body);
        touches.ended(out, body);
      }
    });
  });
});
