/**
 * Saved games in the plane: a `World2d` as one self-contained buffer, and back. Each shape is stored once.
 * Bodies return with their ids and generations, together with joints, materials and options, and continue
 * with the same bits.
 *
 * Code cannot be saved: pass the broad phase, the narrow phase and a solver of another kind again. The user's
 * own data is not saved. These are functions, not methods of `World2d`, because reading shapes needs the code
 * of all of them.
 */
import { refuse, requireObject } from '@colide/core';
import { openPlain, sealPlain } from '@colide/geometry';
import type { ContactShape2d } from '@colide/narrowphase';
import { decodeShape2d, encodeShape2d, type ShapeDescription2d } from '../bodies/shape-codec-2d.ts';
import { applyStructure2d, readStructure2d, type WorldStructure2d } from './internal/world-structure-2d.ts';
import { World2d } from './world-2d.ts';
import { worldExtras2d } from './world-extras-2d.ts';
import type { WorldOptions2d } from './world-options-2d.ts';
import { worldSnapshots2d } from './world-snapshots-2d.ts';

/** What a saved planar world begins with, and the version of the format. */
const signature = 'colide world2d 3';

/** Options of a world that are plain data. */
const plainOptions = ['margin', 'fixedStep', 'maxSteps', 'sleeping', 'solver'] as const;

/** What a saved world holds. */
interface SavedGame2d {
  readonly options: Record<string, unknown>;
  readonly gravity: Float64Array;
  readonly shapes: readonly ShapeDescription2d[];
  readonly structure: WorldStructure2d;
  readonly snapshot: Uint8Array;
}

/** The world in one buffer. */
export function worldSave2d(world: World2d): Uint8Array {
  if (typeof world?.partsOf !== 'function') refuse('world', 'be a World2d', world);
  const shapes = new Map<ContactShape2d, number>();
  const structure = readStructure2d(world, shape => {
    if (!shapes.has(shape)) shapes.set(shape, shapes.size);
    return shapes.get(shape)!;
  });
  const options: Record<string, unknown> = {};
  for (const name of plainOptions) if (world.options[name] !== undefined) options[name] = world.options[name];
  if (world.options.solver && 'step' in world.options.solver) delete options.solver;
  return sealPlain(signature, {
    options,
    gravity: Float64Array.from(world.gravity),
    shapes: [...shapes.keys()].map(encodeShape2d),
    structure,
    snapshot: new Uint8Array(worldSnapshots2d.write(world, world.remainder)),
  } satisfies SavedGame2d);
}

/**
 * A world from what {@link worldSave2d} wrote. Throws a `RangeError` that says what is wrong with the bytes.
 *
 * @param options what is not plain data, such as a broad phase; others override what was saved
 */
export function worldLoad2d(bytes: Uint8Array, options: WorldOptions2d<World2d> = {}): World2d {
  if (!(bytes instanceof Uint8Array)) refuse('bytes', 'be a Uint8Array', bytes);
  requireObject('options', options);
  const { gravity, shapes, structure, snapshot, ...saved } = openPlain(signature, bytes) as SavedGame2d;
  const world = new World2d({ ...worldExtras2d, ...saved.options, gravity, ...options });
  applyStructure2d(world, structure, shapes.map(decodeShape2d));
  world.restore(snapshot.slice().buffer);
  return world;
}
