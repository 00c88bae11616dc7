import * as geometry from '@colide/geometry';
import { describe, expect, it } from 'vitest';

/** Every class that has a shape, and the argument that it names when nothing is given. */
const firstArguments: Record<string, string> = {
  BoxShape: 'halfExtents',
  BoxShape2d: 'halfExtents',
  CapsuleShape: 'radius',
  CapsuleShape2d: 'radius',
  CircleShape2d: 'radius',
  Compound: 'children',
  Compound2d: 'children',
  ConeShape: 'radius',
  CylinderShape: 'radius',
  ConvexUnion: 'a',
  EllipsoidShape: 'radii',
  HeightField: 'options',
  HullShape: 'hull',
  MinkowskiSum: 'a',
  PolygonShape2d: 'points',
  Posed: 'shape',
  Posed2d: 'shape',
  Rounded: 'core',
  Rounded2d: 'radius',
  Scaled: 'shape',
  SegmentShape: 'a',
  SegmentShape2d: 'a',
  SphereShape: 'radius',
  TriangleShape: 'a',
};

type Constructor = new (...args: unknown[]) => unknown;
const create = (name: string, ...args: unknown[]) => {
  const { [name]: Shape } = geometry as unknown as Record<string, Constructor>;
  return () => new Shape(...args);
};

describe('a shape constructed without arguments', () => {
  it.each(Object.entries(firstArguments))('%s names its argument %s', (name, argument) => {
    const message = new RegExp(`^${argument}(\\[0\\])? must `);
    expect(create(name)).toThrow(message);
    expect(create(name, null)).toThrow(message);
  });

  it('no class is forgotten', () => {
    const hasDefault = ['PointShape', 'PointShape2d'];
    const shapes = Object.keys(geometry).filter(name => /^[A-Z]\w*Shape(2d)?$/.test(name));
    expect(shapes.length).toBeGreaterThan(12);
    expect(shapes.filter(name => !(name in firstArguments || hasDefault.includes(name)))).toEqual([]);
  });

  it('parts of compounds are named by their number', () => {
    expect(create('Compound', [undefined])).toThrow(/^children\[0\] must be an object/);
    expect(create('Compound2d', [undefined])).toThrow(/^children\[0\] must be an object/);
    expect(create('Compound', [{}])).toThrow(/^shape must be an object/);
  });
});
