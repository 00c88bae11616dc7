/**
 * Makes the parts of deformable bodies from settings: grids, meshes, chains and lattices. Throws before
 * anything changes.
 */
import { largestMagnitude, refuse, requireBetween, requireBounded, requirePositive } from '@colide/core';
import { PointShape, Posed } from '@colide/geometry';
import { createGridCloth, createLatticeBox, createMeshCloth, meshVolume } from '@colide/solvers';
import { readRotation } from '../../bodies/body-checks.ts';
import { readVec3 } from '../../bodies/vector-like.ts';
import type {
  ClothSettings,
  GridClothSettings,
  LatticeSoftSettings,
  MatchedSoftSettings,
  MeshClothSettings,
  RopeSettings,
  SoftBodyKind,
  SoftMaterial,
  SoftSettings,
} from '../soft-body-settings.ts';
import { type HoldRecipe, makeHold } from './hold-recipes.ts';
import type { SoftBodyParts } from './soft-body-parts.ts';
import {
  requireClusters,
  requireCounts,
  requireFilled,
  requireFraction,
  requireList,
  requireMasses,
  requirePins,
  requirePoints,
  requireSize,
  requireSoftMaterial,
  requireTriangles,
} from './soft-checks.ts';
import { RopeHold, type SoftHold } from './soft-holds.ts';

/** A body before it has its particles. */
export interface SoftPlan extends SoftBodyParts {
  readonly velocity: readonly number[];
  readonly pins: ArrayLike<number>;
}

/** Plans a cloth. */
export function planCloth(settings: ClothSettings): SoftPlan {
  requireSoftMaterial(settings, [
    ...['columns', 'rows', 'spacing', 'positions', 'triangles'],
    ...['stiffness', 'bending', 'viscosity', 'tearFactor'],
  ]);
  const { density = 0.3, stiffness = 1, bending = 0.02, viscosity = 0.1, tearFactor } = settings;
  requireSize('density', density);
  requireFraction('stiffness', stiffness);
  requireFraction('bending', bending);
  requireFraction('viscosity', viscosity);
  if (tearFactor !== undefined) {
    requireBounded('tearFactor', tearFactor);
    if (!(tearFactor > 1)) refuse('tearFactor', 'be more than 1', tearFactor);
  }
  const grid = 'columns' in settings ? centeredGrid(settings) : undefined;
  const given = grid ?? (settings as MeshClothSettings);
  requirePoints(given.positions, 3);
  requireTriangles(given.triangles, given.positions.length / 3);
  const positions = Float64Array.from(given.positions);
  const triangles = Uint32Array.from(given.triangles);
  const { ids, restLengths, bendingIds, restAngles } = grid ?? createMeshCloth(positions, triangles);
  const masses = areaMasses(positions, triangles, density);
  const material = { stiffness, bending, viscosity, tearFactor };
  const hold: HoldRecipe = {
    kind: 'cloth',
    settings: { ids, restLengths, bendingIds, restAngles, ...material },
  };
  return planKind(settings, {
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
  requireSoftMaterial(settings, ['positions', 'bending', 'viscosity', 'compliance']);
  const { density = 0.2, bending = 0, viscosity = 0.1, compliance = 1e-6 } = settings;
  requireSize('density', density);
  requireFraction('bending', bending);
  requireFraction('viscosity', viscosity);
  requireBetween('compliance', compliance, 0, largestMagnitude);
  requirePoints(settings.positions, 2);
  const positions = Float64Array.from(settings.positions);
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
  return planKind(settings, {
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
  requireSoftMaterial(settings, [
    ...['positions', 'triangles', 'deformation', 'deformability', 'clusters', 'stiffness'],
    ...['size', 'spacing', 'isFilled', 'regionRadius'],
  ]);
  const { density = 200, stiffness = 0.2 } = settings;
  requireSize('density', density);
  requireFraction('stiffness', stiffness);
  return 'size' in settings
    ? planLattice(settings, density, stiffness)
    : planMatched(settings, density, stiffness);
}

function planLattice(settings: LatticeSoftSettings, density: number, stiffness: number): SoftPlan {
  const { size, spacing, regionRadius = 2 } = settings;
  requireList('size', size, 3);
  requireCounts(['size[0]', 'size[1]', 'size[2]'], size, 1);
  requireSize('spacing', spacing);
  requireFilled(settings.isFilled);
  const { positions, cells, triangles } = createLatticeBox(size, spacing, settings.isFilled);
  requirePoints(positions, 1);
  const masses = new Float64Array(positions.length / 3).fill(density * spacing * spacing * spacing);
  const options = { size: [size[0], size[1], size[2]], regionRadius, stiffness } as const;
  const hold: HoldRecipe = { kind: 'lattice', cells, positions, masses: masses.slice(), options };
  return planKind(settings, {
    kind: 'soft',
    positions,
    triangles,
    masses,
    hold,
    spacing,
    selfCollision: false,
  });
}

function planMatched(settings: MatchedSoftSettings, density: number, stiffness: number): SoftPlan {
  const { deformation = 'linear', deformability = 0.5 } = settings;
  if (!['rigid', 'linear', 'quadratic'].includes(deformation))
    refuse('deformation', "be 'rigid', 'linear' or 'quadratic'", deformation);
  requireFraction('deformability', deformability);
  requirePoints(settings.positions, 4);
  requireTriangles(settings.triangles, settings.positions.length / 3);
  const positions = Float64Array.from(settings.positions);
  const count = positions.length / 3;
  const triangles = Uint32Array.from(settings.triangles);
  const { restLengths } = createMeshCloth(positions, triangles);
  const volume = meshVolume(positions, triangles);
  if (settings.mass === undefined) requirePositive('the volume of triangles', volume);
  const { clusters = [Array.from({ length: count }, (_, i) => i)] } = settings;
  requireClusters(clusters);
  const starts = [0];
  for (const cluster of clusters) starts.push(starts[starts.length - 1] + cluster.length);
  const ids = clusters.flatMap(cluster => Array.from(cluster));
  const masses = new Float64Array(count).fill((density * Math.max(volume, 1e-9)) / count);
  const options = { kind: deformation, stiffness, deformability };
  const hold: HoldRecipe = { kind: 'matching', positions, masses: masses.slice(), starts, ids, options };
  return planKind(settings, {
    kind: 'soft',
    positions,
    triangles,
    masses,
    hold,
    spacing: mean(restLengths),
    selfCollision: false,
  });
}

/** The parts that differ between the kinds of bodies. */
export interface KindParts {
  readonly kind: SoftBodyKind;
  /** Positions before the body is posed. */
  readonly positions: Float64Array;
  readonly triangles?: Uint32Array;
  readonly segments?: Uint32Array;
  readonly masses: Float64Array;
  /** The hold, or its recipe. */
  readonly hold: SoftHold | HoldRecipe;
  /** The usual distance of neighbours. */
  readonly spacing: number;
  /** Whether the body collides with itself by default. */
  readonly selfCollision: boolean;
}

const nothing = /* @__PURE__ */ new Uint32Array(0);

/** Adds the parts common to all kinds. */
export function planKind(settings: SoftMaterial, parts: KindParts): SoftPlan {
  const { kind, positions, triangles = nothing, segments = nothing, masses, hold, spacing } = parts;
  const { mass, pins = [] } = settings;
  requirePins(pins, masses.length);
  let total = 0;
  for (const m of masses) total += m;
  if (mass !== undefined) for (let i = 0; i < masses.length; i++) masses[i] *= mass / total;
  requireMasses(masses);
  return {
    kind,
    triangles,
    segments,
    restPositions: posed(positions, settings),
    hold: 'project' in hold ? hold : makeHold(hold),
    recipe: 'project' in hold ? undefined : hold,
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
  requireCounts(['columns', 'rows'], [columns, rows], 2);
  requireSize('spacing', spacing);
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

/** Distance between two particles. */
export function distance(positions: Float64Array, i: number, j: number): number {
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
