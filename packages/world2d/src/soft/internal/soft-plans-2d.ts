/** Reads and checks the settings of deformable bodies, before any is added. */
import {
  refuse,
  requireBetween,
  requireBoundedArray,
  requireInteger,
  requireKnown,
  requireMultiple,
  requireNonNegative,
  requireObject,
  requirePositive,
} from '@colide/core';
import { readVec2 } from '../../bodies/vector-like-2d.ts';
import type {
  NetSettings2d,
  RopeSettings2d,
  SoftBodyKind2d,
  SoftMaterial2d,
  SoftSettings2d,
} from '../soft-settings-2d.ts';

/** The parts of a deformable body. */
export interface SoftPlan2d {
  readonly kind: SoftBodyKind2d;
  readonly positions: Float64Array;
  readonly segments: Uint32Array;
  /** Rest lengths of the threads. */
  readonly restLengths: Float64Array;
  readonly velocity: Float64Array;
  readonly mass: number;
  readonly friction: number;
  readonly radius: number;
  readonly compliance: number;
  readonly group: number;
  readonly mask: number;
  readonly pins: readonly number[];
  /** Of ropes: fraction of a bend that is corrected. */
  readonly bending: number;
  /**
   * Of soft bodies: fractions of the displacement to the rest shape and of the velocity, and the target area.
   */
  readonly stiffness: number;
  readonly viscosity: number;
  readonly area: number;
}

const commonNames = [
  'position',
  'velocity',
  'mass',
  'friction',
  'radius',
  'compliance',
  'group',
  'mask',
  'pins',
] as const;

/** A rope. */
export function planRope2d(settings: RopeSettings2d): SoftPlan2d {
  requireKnown('settings', requireSettings(settings), [...commonNames, 'positions', 'bending']);
  const { positions, bending = 0 } = settings;
  requireBetween('bending', bending, 0, 1);
  const points = readPoints(positions, 2);
  const segments = Uint32Array.from({ length: points.length - 2 }, (_, k) => (k >> 1) + (k & 1));
  return plan('rope', settings, points, segments, { bending });
}

/** A net. */
export function planNet2d(settings: NetSettings2d): SoftPlan2d {
  requireKnown('settings', requireSettings(settings), [...commonNames, 'columns', 'rows', 'spacing']);
  const { columns, rows, spacing } = settings;
  requireInteger('columns', columns, 1, 0xffff);
  requireInteger('rows', rows, 1, 0xffff);
  if (columns * rows < 2) refuse('columns', 'give two particles or more', columns);
  requirePositive('spacing', spacing);
  const points = new Float64Array(2 * columns * rows);
  const segments: number[] = [];
  for (let i = 0; i < columns * rows; i++) {
    points[2 * i] = spacing * (i % columns);
    points[2 * i + 1] = -spacing * Math.floor(i / columns);
    if (i % columns > 0) segments.push(i - 1, i);
    if (i >= columns) segments.push(i - columns, i);
  }
  return plan('net', settings, points, Uint32Array.from(segments), {});
}

/** A soft body. */
export function planSoft2d(settings: SoftSettings2d): SoftPlan2d {
  requireKnown('settings', requireSettings(settings), [
    ...commonNames,
    'positions',
    'stiffness',
    'viscosity',
    'pressure',
  ]);
  const { positions, stiffness = 0.05, viscosity = 0.05, pressure = 1 } = settings;
  requireBetween('viscosity', viscosity, 0, 1);
  requireBetween('stiffness', stiffness, 0, 1);
  requireNonNegative('pressure', pressure);
  const points = readPoints(positions, 3);
  const count = points.length / 2;
  const segments = Uint32Array.from({ length: 2 * count }, (_, k) => ((k >> 1) + (k & 1)) % count);
  const area = areaOf(points, 0, count);
  if (!(area > 0)) refuse('positions', 'go counter-clockwise around an area', area);
  return plan('soft', settings, points, segments, { stiffness, viscosity, area: pressure * area });
}

/** The area inside an outline of `count` particles from `first` on. */
export function areaOf(positions: Float64Array, first: number, count: number): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const a = 2 * (first + i);
    const b = 2 * (first + (i + 1 === count ? 0 : i + 1));
    sum += positions[a] * positions[b + 1] - positions[a + 1] * positions[b];
  }
  return 0.5 * sum;
}

function requireSettings<Settings extends object>(settings: Settings): Settings {
  requireObject('settings', settings);
  return settings;
}

function readPoints(positions: ArrayLike<number>, least: number): Float64Array {
  requireMultiple('positions', positions, 2);
  requireBoundedArray('positions', positions, Math.max(2 * least, positions.length));
  return Float64Array.from(positions);
}

function plan(
  kind: SoftBodyKind2d,
  settings: SoftMaterial2d,
  positions: Float64Array,
  segments: Uint32Array,
  more: { bending?: number; stiffness?: number; viscosity?: number; area?: number },
): SoftPlan2d {
  const { mass = 1, friction = 0.6, radius = 0.02, compliance = 0, group = 1, mask = 0xffffffff } = settings;
  requirePositive('mass', mass);
  requireNonNegative('friction', friction);
  requirePositive('radius', radius);
  requireNonNegative('compliance', compliance);
  requireInteger('group', group, 0, 0xffffffff);
  requireInteger('mask', mask, 0, 0xffffffff);
  const count = positions.length / 2;
  const pins = Array.from(settings.pins ?? []);
  for (const pin of pins) requireInteger('pins', pin, 0, count - 1);
  const offset = readVec2(new Float64Array(2), 'position', settings.position ?? [0, 0]);
  const velocity = readVec2(new Float64Array(2), 'velocity', settings.velocity ?? [0, 0]);
  const restLengths = new Float64Array(segments.length / 2);
  for (let s = 0; s < restLengths.length; s++) {
    const a = 2 * segments[2 * s];
    const b = 2 * segments[2 * s + 1];
    restLengths[s] = Math.hypot(positions[b] - positions[a], positions[b + 1] - positions[a + 1]);
    if (!(restLengths[s] > 0)) refuse('positions', 'keep neighbours apart', restLengths[s]);
  }
  for (let k = 0; k < positions.length; k++) positions[k] += offset[k & 1];
  const common = { kind, positions, segments, restLengths, velocity, mass, friction, radius, compliance };
  return { ...common, group, mask, pins, bending: 0, stiffness: 0, viscosity: 0, area: 0, ...more };
}
