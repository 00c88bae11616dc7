/**
 * Makes the parts of a figure of particles from settings: sticks, joints and limits. Throws before anything
 * changes.
 */
import { requireBetween, requireInteger } from '@colide/core';
import type { FigureSettings } from '../soft-body-settings.ts';
import { distance, planKind, type SoftPlan } from './soft-builders.ts';
import {
  requireFraction,
  requireList,
  requirePoints,
  requireSize,
  requireSoftMaterial,
} from './soft-checks.ts';
import type { FigureHoldSettings } from './soft-holds.ts';

/** Plans a figure. */
export function planFigure(settings: FigureSettings): SoftPlan {
  requireSoftMaterial(settings, [
    ...['positions', 'sticks', 'balls', 'hinges', 'angles', 'angleCosines', 'spacers', 'spacerLengths'],
    ...['viscosity', 'sweeps'],
  ]);
  const { density = 5, viscosity = 0.1, sweeps = 4, balls = [], hinges = [] } = settings;
  requireSize('density', density);
  requireFraction('viscosity', viscosity);
  requireInteger('sweeps', sweeps, 1, 1000);
  requirePoints(settings.positions, 2);
  const positions = Float64Array.from(settings.positions);
  const count = positions.length / 3;
  const sticks = readIds('sticks', settings.sticks, 2, count);
  const lengths = new Float64Array(sticks.length / 2);
  const masses = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < lengths.length; i++) {
    const [a, b] = [sticks[2 * i], sticks[2 * i + 1]];
    lengths[i] = distance(positions, a, b);
    if (!(lengths[i] > 0)) throw new RangeError(`the ends of stick ${i} must differ`);
    masses[a] += 0.5 * density * lengths[i];
    masses[b] += 0.5 * density * lengths[i];
    sum += lengths[i];
  }
  const parts: FigureHoldSettings = {
    sticks: { ids: sticks, restLengths: lengths },
    balls: readIds('balls', balls, 2, count),
    hinges: readIds('hinges', hinges, 4, count),
    ...readLimits(settings, positions, count),
    viscosity,
    sweeps,
  };
  const spacing = sum / lengths.length;
  return planKind(settings, {
    kind: 'figure',
    positions,
    segments: sticks,
    masses,
    hold: { kind: 'figure', settings: parts },
    spacing,
    selfCollision: false,
  });
}

/** Reads angles and least distances. */
function readLimits(settings: FigureSettings, positions: Float64Array, count: number) {
  const { angles = [], angleCosines = [], spacers = [], spacerLengths = [] } = settings;
  const angleIds = readIds('angles', angles, 3, count);
  const spacerIds = readIds('spacers', spacers, 2, count);
  requireList('angleCosines', angleCosines, angleIds.length / 3);
  requireList('spacerLengths', spacerLengths, spacerIds.length / 2);
  const maxDots = Float64Array.from({ length: angleIds.length / 3 }, (_, i) => {
    requireBetween(`angleCosines[${i}]`, angleCosines[i], -1, 1);
    const [joint, a, b] = [angleIds[3 * i], angleIds[3 * i + 1], angleIds[3 * i + 2]];
    return angleCosines[i] * distance(positions, joint, a) * distance(positions, joint, b);
  });
  const leastLengths = Float64Array.from({ length: spacerIds.length / 2 }, (_, i) => {
    requireSize(`spacerLengths[${i}]`, spacerLengths[i]);
    return spacerLengths[i];
  });
  return { angleIds, maxDots, spacers: { ids: spacerIds, restLengths: leastLengths } };
}

/** Copies ids of particles, the same number for each constraint. */
function readIds(name: string, list: ArrayLike<number>, stride: number, count: number): Uint32Array {
  requireList(name, list, 0, stride);
  for (let i = 0; i < list.length; i++) requireInteger(`${name}[${i}]`, list[i], 0, count - 1);
  return Uint32Array.from(list);
}
