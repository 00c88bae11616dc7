/** Planar shapes take `{ x, y }` wherever they take two numbers. */
import {
  BoxShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  PointShape2d,
  Posed2d,
  SegmentShape2d,
} from '@colide/geometry';
import { describe, expect, it } from 'vitest';

const v = { x: 1, y: 2 };
const w = { x: 4, y: -5 };

describe('planar shapes of vectors with names', () => {
  it.each([
    ['box', new BoxShape2d(v), new BoxShape2d([1, 2])],
    ['segment', new SegmentShape2d(v, w), new SegmentShape2d([1, 2], [4, -5])],
    ['point', new PointShape2d(v), new PointShape2d([1, 2])],
    ['half-plane', new HalfPlane2d(v, 3), new HalfPlane2d([1, 2], 3)],
    ['posed', new Posed2d(new CircleShape2d(1), v, 0.3), new Posed2d(new CircleShape2d(1), [1, 2], 0.3)],
    [
      'compound',
      new Compound2d([{ shape: new CircleShape2d(1), position: v }]),
      new Compound2d([{ shape: new CircleShape2d(1), position: [1, 2] }]),
    ],
  ])('%s', (_, named, indexed) => {
    expect(named).toEqual(indexed);
  });

  it('are refused without a component', () => {
    const half = { x: 1 } as never;
    expect(() => new BoxShape2d(half)).toThrow('halfExtents[1]');
    expect(() => new SegmentShape2d(v, half)).toThrow(/^b/);
    expect(() => new SegmentShape2d(half, v)).toThrow(/^a/);
    expect(() => new PointShape2d(half)).toThrow(/^point/);
    expect(() => new HalfPlane2d(half)).toThrow(/^normal/);
    expect(() => new Posed2d(new CircleShape2d(1), half)).toThrow(/^position/);
    for (const nothing of [null, undefined] as never[])
      expect(() => new BoxShape2d(nothing)).toThrow('halfExtents[0]');
  });
});
