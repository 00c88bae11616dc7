/** The figures of `pnpm bench physics` that our world must reach, in their quick form. */
import { describe, expect, it } from 'vitest';
import {
  describeLimit,
  formatFigure,
  formatFigureTable,
  isWithin,
  measureFigure,
} from '../src/harness/figures.ts';
import { openScenes, physicsFigures } from '../src/physics/all-figures.ts';
import { colideEngine } from '../src/physics/engines/colide.ts';

describe('figures', () => {
  it('know whether a number is within a limit', () => {
    expect(isWithin(2, { atLeast: 2 })).toBe(true);
    expect(isWithin(1.9, { atLeast: 2 })).toBe(false);
    expect(isWithin(2.1, { atMost: 2 })).toBe(false);
    expect(isWithin(2, { from: 1, to: 3 })).toBe(true);
    for (const limit of [{ atLeast: 0 }, { atMost: 0 }, { from: 0, to: 1 }])
      expect(isWithin(Number.NaN, limit)).toBe(false);
  });

  it('are written as a reader needs them', () => {
    expect([0, 12, 0.98765, 123.456, 2e-7, Infinity, Number.NaN].map(formatFigure)).toEqual([
      '0',
      '12',
      '0.9877',
      '123.46',
      '2.0e-7',
      'never',
      'lost',
    ]);
    expect([{ atLeast: 2 }, { atMost: 0 }, { atMost: 3 }, { from: 1, to: 3 }].map(describeLimit)).toEqual([
      '≥ 2',
      '0',
      '≤ 3',
      '1 to 3',
    ]);
  });

  it('of an engine that lacks what a scene asks for say so', () => {
    const figure = {
      name: 'scene',
      quantity: 'm',
      mustBe: { atMost: 2 },
      measure(engine: number) {
        if (engine > 1) throw new Error('no cloth');
        return engine;
      },
    };
    const result = measureFigure(figure, { ours: 1, other: 2 }, false);
    expect(result).toMatchObject({ ok: true, values: { ours: 1, other: 'no cloth' } });
    expect(formatFigureTable([result]).split('\n').at(-1)).toBe('| scene | m | 1 | no cloth | ≤ 2 | ✓ |');
    expect(measureFigure(figure, { ours: 2 }, false).ok).toBe(false);
  });
});

describe('physics', () => {
  const names = physicsFigures.map(({ name }) => name);

  it('gives every scene its own name and lists no unknown scene as open', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(openScenes.filter(name => !names.includes(name))).toEqual([]);
  });

  for (const figure of physicsFigures.filter(({ name }) => !openScenes.includes(name)))
    it(`${figure.name}: ${figure.quantity}, ${describeLimit(figure.mustBe)}`, () => {
      const value = figure.measure(colideEngine, true);
      expect(isWithin(value, figure.mustBe), formatFigure(value)).toBe(true);
    });
});
