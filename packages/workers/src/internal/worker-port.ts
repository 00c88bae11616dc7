/** One interface for Web Workers, Node's worker threads, message ports, and the other end of each. */
import { refuse } from '@colide/core';

/** Something that messages can be posted to and received from. */
export interface WorkerPort {
  postMessage(message: unknown, transfer?: readonly unknown[]): void;
  /** As in browsers. */
  addEventListener?(type: string, listener: (event: unknown) => void): void;
  removeEventListener?(type: string, listener: (event: unknown) => void): void;
  /** As in Node. */
  on?(type: string, listener: (value: unknown) => void): void;
  off?(type: string, listener: (value: unknown) => void): void;
  /** Message ports wait for this call before they deliver. */
  start?(): void;
  terminate?(): unknown;
}

/** Callbacks of a port. */
export interface PortListener {
  message(data: unknown): void;
  /** The other side threw an uncaught error, could not be loaded, or has ended. */
  failure?(error: Error): void;
}

/** Throws unless `port` is a port; the URL of a worker, for instance, is not. */
export function requirePort(name: string, port: WorkerPort): void {
  if (typeof port?.postMessage !== 'function') refuse(name, 'be a Worker or a MessagePort', port);
}

/** Throws unless all of them, if there are any, are ports. */
export function requirePorts(name: string, ports: readonly WorkerPort[] | undefined): void {
  if (ports === undefined) return;
  if (!Array.isArray(ports)) refuse(name, 'be an array', ports);
  for (const port of ports) requirePort(name, port);
}

/** Starts listening; returns a function that stops it. */
export function listenTo(port: WorkerPort, listener: PortListener): () => void {
  requirePort('worker', port);
  const failed = (reason: unknown) => listener.failure?.(errorOf(reason));
  const pairs: [string, (value: unknown) => void][] = port.on
    ? [
        ['message', data => listener.message(data)],
        ['messageerror', failed],
        ['error', failed],
        ['exit', code => failed(new Error(`the worker has ended with code ${code}`))],
      ]
    : [
        ['message', event => listener.message((event as { data: unknown }).data)],
        ['messageerror', failed],
        ['error', failed],
      ];
  for (const [type, handler] of pairs)
    if (port.on) port.on(type, handler);
    else port.addEventListener!(type, handler);
  port.start?.();
  return () => {
    for (const [type, handler] of pairs)
      if (port.off) port.off(type, handler);
      else port.removeEventListener?.(type, handler);
    // Node throws errors of a worker that has no listener for them.
    port.on?.('error', () => {});
  };
}

/** The port from a worker to the thread that started it. Throws on a main thread. */
export function portOfWorker(): WorkerPort {
  const scope = globalThis;
  const threads = scope.process?.getBuiltinModule?.('node:worker_threads');
  const port = threads ? threads.parentPort : scope.document === undefined ? scope : undefined;
  if (!port?.postMessage) throw new Error('a world can only be served in a worker, unless a port is given');
  return port as WorkerPort;
}

/**
 * Whether memory can be shared with workers: in Node always, in browsers on pages that are cross-origin
 * isolated.
 */
export function canShareMemory(): boolean {
  return globalThis.SharedArrayBuffer !== undefined && globalThis.crossOriginIsolated !== false;
}

/** An error as data that can be posted. */
export interface ErrorData {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/** The data of an error. */
export function errorData(reason: unknown): ErrorData {
  const { name, message, stack } = errorOf(reason);
  return { name, message, stack };
}

/** The error from its data. */
export function errorFrom(data: ErrorData): Error {
  const Kind = { RangeError, TypeError }[data.name] ?? Error;
  const error = new Kind(data.message);
  if (data.stack) error.stack = data.stack;
  return error;
}

/** If the file of a worker is missing, browsers report only that there was an error. */
const notLoaded =
  'the worker could not be loaded: its URL leads to no worker program. Bundlers other than Vite and webpack need ' +
  '"colide/worker" as an entry of its own, see https://www.npmjs.com/package/@colide/workers#bundlers';

/** Anything that was thrown or reported, as an error. */
export function errorOf(reason: unknown): Error {
  if (reason instanceof Error) return reason;
  const event = reason as { error?: unknown; message?: unknown; type?: unknown } | null | undefined;
  if (event?.error instanceof Error) return event.error;
  if (event?.message === undefined && event?.type === 'error') return new Error(notLoaded);
  return new Error(String(event?.message ?? (event?.type ? `the worker reports ${event.type}` : reason)));
}
