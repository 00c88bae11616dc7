import { ChainShape2d, posedKind2d } from '@colide/narrowphase';
import { describe, expect, it } from 'vitest';

describe('ChainShape2d', () => {
  it('has segments between its vertices, and one more as a loop', () => {
    const points = [0, 0, 2, 0, 2, 1];
    expect(new ChainShape2d(points).segmentCount).toBe(2);
    expect(new ChainShape2d(points, true).segmentCount).toBe(3);
    expect(new ChainShape2d(points).boundingRadius).toBe(Math.hypot(2, 1));
    expect([...(new ChainShape2d(points).aabb([0, 0, 0, 0]) as number[])]).toEqual([0, 0, 2, 1]);
  });

  it('refuses what is not a chain', () => {
    expect(() => new ChainShape2d(undefined as never)).toThrow(/^points must /);
    expect(() => new ChainShape2d([0, 0])).toThrow(/points/);
    expect(() => new ChainShape2d([0, 0, 1, 0], true)).toThrow(/points/);
    expect(() => new ChainShape2d([0, 0, 0, 0, 1, 1])).toThrow(/points must not repeat a vertex, as 0 and 1/);
    expect(() => new ChainShape2d([0, 0, 1, Number.NaN])).toThrow(/points\[3]/);
  });

  it('makes links that know their neighbours', () => {
    const links = new ChainShape2d([0, 0, 2, 0, 2, 1]).links(1, 0);
    expect(links.map(({ kind, neighbors }) => [kind, neighbors])).toEqual([
      [posedKind2d.link, 2],
      [posedKind2d.link, 1],
    ]);
    expect(links[0].points.slice(0, 4)).toEqual([-1, 0, 1, 0]);
    expect(new ChainShape2d([0, 0, 2, 0, 2, 1], true).links().map(link => link.neighbors)).toEqual([3, 3, 3]);
  });
});
