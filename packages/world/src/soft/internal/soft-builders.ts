/**
 * From settings to the parts of deformable bodies: grids, meshes, chains and lattices. Throws before anything
 * changes.
 */
import {
  requireFiniteArray,
  requireInteger,
  requireMultiple,
  requireNonNegative,
  requirePositive,
} from '@colide/core';
import { PointShape, Posed } from '@colide/geometry';
import {
  createGridCloth,
  createLatticeBox,
  createMeshCloth,
  LatticeShapeMatching,
  meshVolume,
  ShapeMatching,
} from '@colide/solvers';
import { readRotation } from '../../bodies/body-checks.ts';
import { readVec3 } from '../../bodies/vector-like.ts';
import type {
  ClothSettings,
  GridClothSettings,
  LatticeSoftSettings,
  MatchedSoftSettings,
  RopeSettings,
  SoftBodyKind,
  SoftMaterial,
  SoftSettings,
} from '../soft-body-settings.ts';
import type { SoftBodyParts } from './soft-body-parts.ts';
import { ClothHold, RopeHold, ShapeHold, type SoftHold } from './soft-holds.ts';

/** A body before it has its particles. */
export interface SoftPlan extends SoftBodyParts {
  readonly velocity: readonly number[];
  readonly pins: ArrayLike<number>;
}

/** Plans a cloth. */
export function planCloth(settings: ClothSettings): SoftPlan {
  const { density = 0.3, stiffness = 1, bending = 0.02, viscosity = 0.1, tearFactor } = settings;
  requireMaterial(settings);
  requirePositive('density', density);
  requireFraction('stiffness', stiffness);
  requireFraction('bending', bending);
  requireFraction('viscosity', viscosity);
  if (tearFactor !== undefined && !(tearFactor > 1))
    throw new RangeError(`tearFactor must be more than 1, got ${tearFactor}`);
  const grid = 'columns' in settings ? centeredGrid(settings) : undefined;
  const positions = grid
    ? grid.positions
    : Float64Array.from((settings as { positions: ArrayLike<number> }).positions);
  const triangles = grid
    ? grid.triangles
    : Uint32Array.from((settings as { triangles: ArrayLike<number> }).triangles);
  requirePoints(positions, 3);
  if (triangles.length === 0) throw new RangeError('triangles must not be empty');
  const { ids, restLengths, bendingIds, restAngles } = grid ?? createMeshCloth(positions, triangles);
  const masses = areaMasses(positions, triangles, density);
  const material = { stiffness, bending, viscosity, tearFactor };
  const hold = new ClothHold({ ids, restLengths, bendingIds, restAngles, ...material });
  return plan(settings, {
    kind: 'cloth',
    positions,
    triangles,
    masses,
    hold,
    spacing: mean(restLengths),
    selfCollision: true,
  });
}

/** Plans a rope. */
export function planRope(settings: RopeSettings): SoftPlan {
  const { density = 0.2, bending = 0, viscosity = 0.1, compliance = 1e-6 } = settings;
  requireMaterial(settings);
  requirePositive('density', density);
  requireFraction('bending', bending);
  requireFraction('viscosity', viscosity);
  requireNonNegative('compliance', compliance);
  const positions = Float64Array.from(settings.positions);
  requirePoints(positions, 2);
  const count = positions.length / 3;
  const lengths = Float64Array.from({ length: count - 1 }, (_, i) => distance(positions, i, i + 1));
  for (const [i, length] of lengths.entries())
    if (!(length > 0)) throw new RangeError(`positions must differ, those of ${i} and ${i + 1} do not`);
  const bendIds = Uint32Array.from({ length: 2 * Math.max(0, count - 2) }, (_, k) => (k >> 1) + 2 * (k & 1));
  const bendLengths = Float64Array.from({ length: Math.max(0, count - 2) }, (_, i) =>
    distance(positions, i, i + 2),
  );
  const masses = new Float64Array(count);
  for (const [i, length] of lengths.entries()) {
    masses[i] += 0.5 * density * length;
    masses[i + 1] += 0.5 * density * length;
  }
  const material = { bending, viscosity, compliance };
  const hold = new RopeHold({ count, restLengths: lengths, bendIds, bendLengths, ...material });
  const segments = Uint32Array.from({ length: 2 * (count - 1) }, (_, k) => (k + 1) >> 1);
  return plan(settings, {
    kind: 'rope',
    positions,
    segments,
    masses,
    hold,
    spacing: mean(lengths),
    selfCollision: true,
  });
}

/** Plans a soft body. */
export function planSoft(settings: SoftSettings): SoftPlan {
  const { density = 200, stiffness = 0.2 } = settings;
  requireMaterial(settings);
  requirePositive('density', density);
  requireFraction('stiffness', stiffness);
  return 'size' in settings
    ? planLattice(settings, density, stiffness)
    : planMatched(settings, density, stiffness);
}

function planLattice(settings: LatticeSoftSettings, density: number, stiffness: number): SoftPlan {
  const { size, spacing, reach = 2 } = settings;
  const { positions, cells, triangles } = createLatticeBox(size, spacing, settings.isFilled);
  requirePoints(positions, 1);
  const masses = new Float64Array(positions.length / 3).fill(density * spacing * spacing * spacing);
  const hold = new ShapeHold(new LatticeShapeMatching(cells, positions, masses, { size, reach, stiffness }));
  return plan(settings, { kind: 'soft', positions, triangles, masses, hold, spacing, selfCollision: false });
}

function planMatched(settings: MatchedSoftSettings, density: number, stiffness: number): SoftPlan {
  const { deformation = 'linear', deformability = 0.5 } = settings;
  if (!['rigid', 'linear', 'quadratic'].includes(deformation))
    throw new RangeError(`deformation must be 'rigid', 'linear' or 'quadratic', got ${String(deformation)}`);
  const positions = Float64Array.from(settings.positions);
  requirePoints(positions, 4);
  const count = positions.length / 3;
  const triangles = Uint32Array.from(settings.triangles);
  const { restLengths } = createMeshCloth(positions, triangles);
  const volume = meshVolume(positions, triangles);
  if (settings.mass === undefined) requirePositive('the volume of triangles', volume);
  const clusters = settings.clusters ?? [Array.from({ length: count }, (_, i) => i)];
  const starts = [0];
  for (const cluster of clusters) starts.push(starts[starts.length - 1] + cluster.length);
  const ids = clusters.flatMap(cluster => Array.from(cluster));
  const masses = new Float64Array(count).fill((density * Math.max(volume, 1e-9)) / count);
  const matching = new ShapeMatching(positions, masses, starts, ids, {
    kind: deformation,
    stiffness,
    deformability,
  });
  return plan(settings, {
    kind: 'soft',
    positions,
    triangles,
    masses,
    hold: new ShapeHold(matching),
    spacing: mean(restLengths),
    selfCollision: false,
  });
}

/** What differs between the kinds of bodies. */
interface KindParts {
  readonly kind: SoftBodyKind;
  /** Before they are posed. */
  readonly positions: Float64Array;
  readonly triangles?: Uint32Array;
  readonly segments?: Uint32Array;
  readonly masses: Float64Array;
  readonly hold: SoftHold;
  /** The usual distance of neighbours. */
  readonly spacing: number;
  /** Whether the body collides with itself by default. */
  readonly selfCollision: boolean;
}

const nothing = /* @__PURE__ */ new Uint32Array(0);

/** Adds what all kinds have in common. */
function plan(settings: SoftMaterial, parts: KindParts): SoftPlan {
  const { kind, positions, triangles = nothing, segments = nothing, masses, hold, spacing } = parts;
  const { mass, pins = [] } = settings;
  for (let p = 0; p < pins.length; p++) requireInteger(`pins[${p}]`, pins[p], 0, masses.length - 1);
  let total = 0;
  for (const m of masses) total += m;
  if (mass !== undefined) for (let i = 0; i < masses.length; i++) masses[i] *= mass / total;
  return {
    kind,
    triangles,
    segments,
    restPositions: posed(positions, settings),
    hold,
    masses,
    pins,
    velocity: readVec3([], 'velocity', settings.velocity ?? [0, 0, 0]),
    friction: settings.friction ?? 0.6,
    restitution: settings.restitution ?? 0,
    thickness: settings.thickness ?? 0.2 * spacing,
    radius: settings.radius ?? 0.4 * spacing,
    selfCollision: settings.selfCollision ?? parts.selfCollision,
    group: settings.group ?? 1,
    mask: settings.mask ?? 0xffffffff,
  };
}

function centeredGrid({ columns, rows, spacing }: GridClothSettings) {
  const grid = createGridCloth(columns, rows, spacing);
  const { positions } = grid;
  for (let k = 0; k < positions.length; k += 3) {
    positions[k] -= (spacing * (columns - 1)) / 2;
    positions[k + 2] -= (spacing * (rows - 1)) / 2;
  }
  return grid;
}

function posed(positions: Float64Array, { position, rotation }: SoftMaterial): Float64Array {
  const frame = new Posed(
    new PointShape(),
    position && readVec3([], 'position', position),
    rotation && readRotation([], rotation),
  );
  const out = new Float64Array(positions.length);
  const point = new Float64Array(3);
  for (let k = 0; k < positions.length; k += 3) {
    frame.toWorld(point, positions.subarray(k, k + 3));
    out.set(point, k);
  }
  return out;
}

/** A third of the mass of each triangle for each of its corners. */
function areaMasses(positions: Float64Array, triangles: Uint32Array, density: number): Float64Array {
  const masses = new Float64Array(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [i, j, k] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const [a, b, c] = [distance(positions, i, j), distance(positions, j, k), distance(positions, k, i)];
    const half = 0.5 * (a + b + c);
    const area = Math.sqrt(Math.max(0, half * (half - a) * (half - b) * (half - c)));
    for (const corner of [i, j, k]) masses[corner] += (density * area) / 3;
  }
  for (const [i, mass] of masses.entries()) requirePositive(`the area around particle ${i}`, mass);
  return masses;
}

function distance(positions: Float64Array, i: number, j: number): number {
  return Math.hypot(
    positions[3 * i] - positions[3 * j],
    positions[3 * i + 1] - positions[3 * j + 1],
    positions[3 * i + 2] - positions[3 * j + 2],
  );
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

function requirePoints(positions: Float64Array, least: number): void {
  requireFiniteArray('positions', positions);
  requireMultiple('positions', positions, 3);
  if (positions.length < 3 * least)
    throw new RangeError(`positions must have ${least} particles at least, got ${positions.length / 3}`);
}

function requireFraction(name: string, value: number): void {
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} must be from 0 to 1, got ${value}`);
}

function requireMaterial(settings: SoftMaterial): void {
  if (settings.mass !== undefined) requirePositive('mass', settings.mass);
  if (settings.thickness !== undefined) requirePositive('thickness', settings.thickness);
  if (settings.radius !== undefined) requirePositive('radius', settings.radius);
  requireNonNegative('friction', settings.friction ?? 0);
  requireFraction('restitution', settings.restitution ?? 0);
  requireInteger('group', settings.group ?? 1, 0, 0xffffffff);
  requireInteger('mask', settings.mask ?? 1, 0, 0xffffffff);
  if (settings.position) readVec3([], 'position', settings.position);
  if (settings.rotation) readRotation([], settings.rotation);
  if (settings.velocity) readVec3([], 'velocity', settings.velocity);
}
