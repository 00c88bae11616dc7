/**
 * Saved games: a world as one self-contained buffer, and back. Each shape is stored once. Bodies return with
 * their ids and generations, together with joints, materials, settings and the state of parts, and continue
 * with the same bits.
 *
 * Code cannot be saved: pass the broad phase, narrow phase, solver object, pool and parts again. Parts must
 * hold the same soft bodies, in the same order. The user's own data is not saved.
 *
 * These are functions, not methods of `World`, because reading shapes needs the code of all of them.
 */
import { forgetShared, refuse, requireObject } from '@colide/core';
import { openPlain, sealPlain } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import type { BodyBuild } from '../bodies/body-settings.ts';
import { decodeShape, encodeShape, type ShapeDescription } from '../bodies/shape-codec.ts';
import { requireWorld } from '../internal/require-world.ts';
import {
  applyStructure,
  type BodyRecord,
  readStructure,
  type WorldStructure,
} from './internal/world-structure.ts';
import { World } from './world.ts';
import type { WorldOptions } from './world-options.ts';

/** The first bytes of a saved world, and the version of the format. */
const signature = 'colide world 3';

/** Options of a world that are plain data. */
const plainOptions = [
  ...(['margin', 'fixedStep', 'maxSteps', 'sleeping'] as const),
  ...(['frictionRule', 'restitutionRule', 'continuous'] as const),
];

/** A body whose shape is an index into the shapes of the game. */
type SavedBody = Omit<BodyRecord, 'build'> & {
  readonly build: Omit<BodyBuild, 'shape'> & { readonly shape: number };
};

/** The contents of a saved world. */
interface SavedGame {
  readonly options: Record<string, unknown>;
  readonly gravity: number[];
  readonly shapes: readonly ShapeDescription[];
  readonly structure: Omit<WorldStructure, 'bodies'> & { readonly bodies: readonly SavedBody[] };
  readonly snapshot: Uint8Array;
}

/** The world in one buffer. Throws a `TypeError` for user-defined shapes, which cannot be described. */
export function worldSave(world: World): Uint8Array {
  requireWorld(world);
  const shapes = new Map<BodyBuild['shape'], number>();
  const structure = readStructure(world);
  const bodies = structure.bodies.map(record => {
    const { shape } = record.build;
    if (!shapes.has(shape)) shapes.set(shape, shapes.size);
    const { inertia, centerOfMass, ...build } = record.build;
    const saved = {
      ...build,
      inertia: inertia && Array.from(inertia),
      centerOfMass,
      shape: shapes.get(shape),
    };
    return { ...record, build: saved as SavedBody['build'] };
  });
  const options: Record<string, unknown> = {};
  for (const name of plainOptions) options[name] = world.options[name];
  const { solver } = world.options;
  if (solver && !('step' in solver)) options.solver = solver;
  const snapshot = new Uint8Array(world.snapshot());
  return sealPlain(signature, {
    options,
    gravity: Array.from(world.gravity),
    shapes: [...shapes.keys()].map(encodeShape),
    structure: { ...structure, bodies },
    snapshot,
  } satisfies SavedGame);
}

/**
 * A world from what {@link worldSave} wrote. Throws a `RangeError` that says what is wrong with the bytes.
 *
 * @param options options that are not plain data, such as a broad phase, parts or a pool; others override the
 * saved ones
 */
export function worldLoad(bytes: Uint8Array, options: WorldOptions<World> = {}): World {
  if (!(bytes instanceof Uint8Array)) refuse('bytes', 'be a Uint8Array', bytes);
  requireObject('options', options);
  const saved = openPlain(signature, bytes) as SavedGame;
  const { structure } = saved;
  const shapes = saved.shapes.map(decodeShape);
  const records = structure.bodies.map(({ build, ...rest }) => ({
    ...rest,
    build: { ...build, shape: shapes[build.shape] },
  }));
  const joints = options.joints ?? (structure.joints ? new RigidJoints() : undefined);
  // Parts that were filled in another world move to this one.
  forgetShared(options);
  const world = new World({
    ...definedOf(saved.options),
    gravity: saved.gravity,
    ...options,
    ...(joints ? { joints } : {}),
  });
  applyStructure(world, { ...structure, bodies: records });
  world.restore(saved.snapshot.slice().buffer);
  return world;
}

function definedOf(options: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
