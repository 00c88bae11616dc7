/**
 * The worker's side of a `WorkerWorld2d`: a file of your own that runs in the worker builds a planar world
 * with soft bodies or a broad phase of its own, and serves it. The file `colide/worker-2d` does this with a
 * plain `World2d`. The counterpart of `serveWorld`, with the same rules.
 *
 * A restart restores joints, regardless of which side has made them.
 */
import { tellUnknown } from '@colide/core';
import { type World2d, worldSnapshots2d } from '@colide/world2d';
import { portOfWorker } from '../internal/worker-port.ts';
import type { OpenMessage, PlainWorldOptions2d } from '../internal/world-protocol.ts';
import { planarWorlds } from './internal/planar-worlds.ts';
import { serve } from './internal/serve.ts';
import type { ServeWorldOptions } from './serve-world.ts';

export type { PlainWorldOptions2d } from '../internal/world-protocol.ts';

/** Creates the world from the options of the `WorkerWorld2d`. */
export type WorldFactory2d = (options: PlainWorldOptions2d) => World2d | Promise<World2d>;

/** Serves a planar world to the `WorkerWorld2d` at the other end of the port. */
export function serveWorld2d(
  world: World2d | WorldFactory2d,
  options: ServeWorldOptions<World2d> = {},
): void {
  tellUnknown('options', options, ['port', 'handlers', 'rebuild']);
  const { port = portOfWorker(), handlers = {}, rebuild } = options;
  const build = async ({ options: plain }: OpenMessage) => {
    const built = await (typeof world === 'function' ? world(plain) : world);
    // The page keeps a snapshot, from which another worker can continue.
    built.snapshots ??= worldSnapshots2d;
    return built;
  };
  serve(planarWorlds, build, port, { handlers, rebuild });
}
