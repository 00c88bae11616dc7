/**
 * Saved games in the plane: a `World2d` as one self-contained buffer, and back. Each shape is stored once.
 * Bodies return with their ids and generations, together with joints, materials and options, and continue
 * with the same bits.
 *
 * Code cannot be saved: pass the broad phase, the narrow phase and a solver of another kind again. The user's
 * own data is not saved. These are functions, not methods of `World2d`, because reading shapes needs the code
 * of all of them.
 */
import { forgetShared, refuse, requireObject } from '@colide/core';
import { openPlain, sealPlain } from '@colide/geometry';
import type { ContactShape2d } from '@colide/narrowphase';
import { RigidJoints2d } from '@colide/solvers';
import { decodeShape2d, encodeShape2d, type ShapeDescription2d } from '../bodies/shape-codec-2d.ts';
import { requireWorld2d } from '../internal/require-world-2d.ts';
import {
  applyStructure2d,
  type BodyRecord2d,
  readStructure2d,
  type WorldStructure2d,
} from './internal/world-structure-2d.ts';
import { World2d } from './world-2d.ts';
import { worldExtras2d } from './world-extras-2d.ts';
import type { WorldOptions2d } from './world-options-2d.ts';
import { worldSnapshots2d } from './world-snapshots-2d.ts';

/** The first bytes of a saved planar world, and the version of the format. */
const signature = 'colide world2d 4';

/** Options of a world that are plain data. */
const plainOptions = ['margin', 'fixedStep', 'maxSteps', 'sleeping', 'solver'] as const;

/** A body whose shape is an index into the shapes of the game. */
type SavedBody2d = Omit<BodyRecord2d, 'build'> & {
  readonly build: Omit<BodyRecord2d['build'], 'shape'> & { readonly shape: number };
};

/** The contents of a saved world. */
interface SavedGame2d {
  readonly options: Record<string, unknown>;
  readonly gravity: Float64Array;
  readonly shapes: readonly ShapeDescription2d[];
  readonly structure: Omit<WorldStructure2d, 'bodies'> & { readonly bodies: readonly SavedBody2d[] };
  readonly snapshot: Uint8Array;
}

/** The world in one buffer. */
export function worldSave2d(world: World2d): Uint8Array {
  requireWorld2d(world);
  const shapes = new Map<ContactShape2d, number>();
  const structure = readStructure2d(world);
  const bodies = structure.bodies.map(record => {
    const { shape } = record.build;
    if (!shapes.has(shape)) shapes.set(shape, shapes.size);
    return { ...record, build: { ...record.build, shape: shapes.get(shape)! } };
  });
  const options: Record<string, unknown> = {};
  for (const name of plainOptions) if (world.options[name] !== undefined) options[name] = world.options[name];
  if (world.options.solver && 'step' in world.options.solver) delete options.solver;
  return sealPlain(signature, {
    options,
    gravity: Float64Array.from(world.gravity),
    shapes: [...shapes.keys()].map(encodeShape2d),
    structure: { ...structure, bodies },
    snapshot: new Uint8Array(worldSnapshots2d.write(world, world.remainder)),
  } satisfies SavedGame2d);
}

/**
 * A world from what {@link worldSave2d} wrote. Throws a `RangeError` that says what is wrong with the bytes.
 *
 * @param options options that are not plain data, such as a broad phase; others override the saved ones
 */
export function worldLoad2d(bytes: Uint8Array, options: WorldOptions2d<World2d> = {}): World2d {
  if (!(bytes instanceof Uint8Array)) refuse('bytes', 'be a Uint8Array', bytes);
  requireObject('options', options);
  const { gravity, structure, snapshot, ...saved } = openPlain(signature, bytes) as SavedGame2d;
  const shapes = saved.shapes.map(decodeShape2d);
  const bodies = structure.bodies.map(({ build, ...rest }) => ({
    ...rest,
    build: { ...build, shape: shapes[build.shape] },
  }));
  // Parts that were filled in another world move to this one.
  forgetShared(options);
  const world = new World2d({ ...worldExtras2d, ...saved.options, gravity, ...options });
  if (structure.joints) world.table.joints = new RigidJoints2d();
  applyStructure2d(world, { ...structure, bodies });
  world.restore(snapshot.slice().buffer);
  return world;
}
