import {
  BoxShape,
  Compound,
  EllipsoidShape,
  HalfSpace,
  PointShape,
  Posed,
  Scaled,
  SegmentShape,
  SphereShape,
  TriangleShape,
} from '@colide/geometry';
import { describe, expect, it } from 'vitest';

const v = { x: 1, y: 2, z: 3 };
const w = { x: 4, y: 5, z: 7 };
const q = { x: 0.1, y: 0.2, z: 0.3, w: 0.9 };
const [va, wa, qa] = [
  [1, 2, 3],
  [4, 5, 7],
  [0.1, 0.2, 0.3, 0.9],
];

describe('shapes of vectors with names', () => {
  const pairs: Record<string, [object, object]> = {
    box: [new BoxShape(v), new BoxShape(va)],
    ellipsoid: [new EllipsoidShape(v), new EllipsoidShape(va)],
    'half-space': [new HalfSpace(v, 2), new HalfSpace(va, 2)],
    'half-space through a point': [HalfSpace.throughPoint(v, w), HalfSpace.throughPoint(va, wa)],
    point: [new PointShape(v), new PointShape(va)],
    segment: [new SegmentShape(v, w), new SegmentShape(va, wa)],
    triangle: [new TriangleShape(v, w, { x: 0, y: 0, z: 1 }), new TriangleShape(va, wa, [0, 0, 1])],
    posed: [new Posed(new SphereShape(1), v, q), new Posed(new SphereShape(1), va, qa)],
    scaled: [new Scaled(new SphereShape(1), v), new Scaled(new SphereShape(1), va)],
    compound: [
      new Compound([{ shape: new SphereShape(1), position: v, rotation: q }]),
      new Compound([{ shape: new SphereShape(1), position: va, rotation: qa }]),
    ],
  };

  for (const [name, [named, plain]] of Object.entries(pairs))
    it(`are those of arrays: ${name}`, () => expect(named).toEqual(plain));

  it('are refused with a component missing', () => {
    const half = { x: 1, y: 2 } as never;
    expect(() => new BoxShape(half)).toThrow(/^halfExtents\[2\]/);
    expect(() => new PointShape(half)).toThrow(/^point/);
    expect(() => new Posed(new SphereShape(1), half)).toThrow(/^position/);
    expect(() => new Posed(new SphereShape(1), v, { x: 1, y: 0, z: 0 } as never)).toThrow(/^rotation/);
  });
});
