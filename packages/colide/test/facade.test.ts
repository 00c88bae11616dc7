import * as bounds from '@colide/bounds';
import * as broadphaseGpu from '@colide/broadphase-gpu';
import * as core from '@colide/core';
import * as geometry from '@colide/geometry';
import * as math from '@colide/math';
import * as narrowphase from '@colide/narrowphase';
import * as simd from '@colide/simd';
import * as solvers from '@colide/solvers';
import * as spatial from '@colide/spatial';
import * as workers from '@colide/workers';
import * as world from '@colide/world';
import * as world2d from '@colide/world2d';
import * as colide from 'colide';
import { expect, it } from 'vitest';
import { dependencies } from '../package.json' with { type: 'json' };

const packages: Record<string, object> = {
  '@colide/bounds': bounds,
  '@colide/broadphase-gpu': broadphaseGpu,
  '@colide/core': core,
  '@colide/geometry': geometry,
  '@colide/math': math,
  '@colide/narrowphase': narrowphase,
  '@colide/simd': simd,
  '@colide/solvers': solvers,
  '@colide/spatial': spatial,
  '@colide/workers': workers,
  '@colide/world': world,
  '@colide/world2d': world2d,
};

it('depends on the packages compared here and on no others', () => {
  expect(Object.keys(packages).sort()).toEqual(Object.keys(dependencies).sort());
});

it.each(Object.entries(packages))('re-exports the very objects of %s', (_, exports) => {
  expect(Object.keys(exports).length).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(exports))
    expect((colide as Record<string, unknown>)[name], name).toBe(value);
});

it('exports nothing else', () => {
  const names = Object.values(packages).flatMap(exports => Object.keys(exports));
  expect(Object.keys(colide).sort()).toEqual(names.sort());
});
