/** A world served in this very thread, at the other end of a message channel: as a worker, but at once. */
import { type ServeWorldOptions, serveWorld, type WorkerPort, type WorldFactory } from '@colide/workers';
import { World } from '@colide/world';

/** The object at the other end of the channel, and our end. */
export function servedPort(
  factory: WorldFactory = options => new World(options),
  options: Omit<ServeWorldOptions, 'port'> = {},
): WorkerPort {
  const { port1, port2 } = new MessageChannel();
  serveWorld(factory, { ...options, port: port2 });
  return Object.assign(port1, { terminate: () => port1.close() });
}

/** Lets some milliseconds pass. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}
