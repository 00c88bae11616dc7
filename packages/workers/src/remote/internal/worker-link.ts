/** The connection to a worker that serves a world: calls, answers, and the handling of failures. */
import { canShareMemory, errorFrom, listenTo, type WorkerPort } from '../../internal/worker-port.ts';
import type { OpenMessage, WorkerMessage } from '../../internal/world-protocol.ts';

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A connection to one worker at a time. */
export class WorkerLink {
  /**
   * Called with errors of the worker that no call awaits, and when it is lost. Without it such an error is
   * thrown.
   */
  onerror: ((error: Error) => void) | undefined;
  /** Resolves when the worker has built its world; rejects when it cannot. */
  ready: Promise<void> = Promise.resolve();
  /** The reason why the worker is lost, if it is. */
  failure: Error | undefined;
  /** The workers of its pool, if it has one. */
  helpers: readonly WorkerPort[] | undefined;
  /** Called with every message. */
  hear: (message: WorkerMessage) => void = () => {};
  private worker: WorkerPort | undefined;
  private readonly timeout: number;
  private readonly listening: (() => void)[] = [];
  private readonly waiting = new Map<number, Waiting>();
  private calls = 0;
  private isReady = false;
  private watch: ReturnType<typeof setInterval> | undefined;
  private resolveReady: () => void = () => {};
  private rejectReady: (error: Error) => void = () => {};

  /** @param timeout milliseconds after which a worker that owes an answer is considered dead */
  constructor(timeout: number) {
    this.timeout = timeout;
  }

  /** Connects to a new worker and has it build its world. */
  open(
    worker: WorkerPort,
    helpers: readonly WorkerPort[] | undefined,
    settings: Omit<OpenMessage, 'method' | 'helpers'>,
  ): void {
    if (helpers && helpers.length > 0 && !canShareMemory())
      throw new Error('helpers need shared memory: the page must be cross-origin isolated');
    this.worker = worker;
    this.helpers = helpers;
    this.isReady = false;
    this.failure = undefined;
    const failure = (error: Error) => this.fail(error, true);
    this.listening.push(
      listenTo(worker, { message: data => this.receive(data as WorkerMessage), failure }),
      ...(helpers ?? []).map(helper => listenTo(helper, { message: () => {}, failure })),
    );
    const ports = helpers?.map(helper => {
      const { port1, port2 } = new MessageChannel();
      helper.postMessage({ method: 'help', port: port1 }, [port1]);
      return port2;
    });
    worker.postMessage({ method: 'open', ...settings, helpers: ports }, ports ?? []);
    this.ready = new Promise<void>((resolve, reject) => {
      this.resolveReady = resolve;
      this.rejectReady = reject;
    });
    // Callers that do not await it are told through onerror.
    this.ready.catch(() => {});
  }

  /** Sends a call that needs no answer. */
  post(method: string, args: readonly unknown[], transfer: readonly unknown[] = [], call = 0): void {
    if (!this.failure) this.worker!.postMessage({ call, method, args }, transfer);
  }

  /** Sends a call and resolves to its answer. */
  ask<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    if (this.failure) return Promise.reject(this.failure);
    const call = ++this.calls;
    return new Promise<T>((resolve, reject) => {
      // Post first: a call that cannot be posted is never answered.
      this.post(method, args, [], call);
      const entry: Waiting = { resolve, reject, timer: undefined };
      this.waiting.set(call, entry);
      if (this.isReady) this.startTimer(entry);
    });
  }

  /** The worker owes an answer from now on, but not while it is still being loaded. */
  private startTimer(entry: Waiting): void {
    const { timeout } = this;
    if (timeout === Infinity) return;
    const silence = () => this.fail(new Error(`the worker has not answered for ${timeout} ms`), true);
    // If this thread was busy itself, it reads its messages first.
    entry.timer = setTimeout(() => {
      entry.timer = setTimeout(silence, 0);
    }, timeout);
  }

  /** Whether a worker with a timeout is pinged while no other answer is due. */
  keepWatch(on: boolean): void {
    if (on === (this.watch !== undefined) || this.timeout === Infinity) return;
    clearInterval(this.watch);
    this.watch = undefined;
    if (!on) return;
    this.watch = setInterval(() => {
      if (this.isReady && this.waiting.size === 0) this.ask('ping').catch(() => {});
    }, this.timeout);
  }

  /** Ends the worker and its helpers, and rejects pending calls. */
  close(reason: string): void {
    this.fail(new Error(reason), false);
    for (const worker of [this.worker, ...(this.helpers ?? [])]) worker?.terminate?.();
  }

  /** Gives up a worker that cannot continue, unless it has been replaced. */
  giveUp(worker: WorkerPort, reason: Error): void {
    if (worker === this.worker) this.fail(reason, false);
  }

  /** Throws when the worker is lost. */
  requireAlive(): void {
    if (this.failure) throw this.failure;
  }

  private receive(message: WorkerMessage): void {
    this.hear(message);
    if (message.kind === 'ready') {
      this.isReady = true;
      for (const entry of this.waiting.values()) this.startTimer(entry);
      this.resolveReady();
    }
    if (message.kind === 'done') this.settle(message.call)?.resolve(message.result);
    if (message.kind === 'alone') this.onerror?.(errorFrom(message.error));
    if (message.kind !== 'failed') return;
    const error = errorFrom(message.error);
    const waiting = this.settle(message.call);
    if (waiting) waiting.reject(error);
    else this.report(error);
  }

  private settle(call: number): Waiting | undefined {
    const waiting = this.waiting.get(call);
    this.waiting.delete(call);
    if (waiting?.timer !== undefined) clearTimeout(waiting.timer);
    return waiting;
  }

  /** The worker is lost: pending calls are rejected. */
  private fail(error: Error, report: boolean): void {
    if (this.failure) return;
    this.failure = error;
    this.keepWatch(false);
    for (const stop of this.listening.splice(0)) stop();
    this.rejectReady(error);
    const waiting = [...this.waiting.keys()].map(call => this.settle(call)!);
    for (const { reject } of waiting) reject(error);
    if (report && (this.onerror || waiting.length === 0)) this.report(error);
  }

  private report(error: Error): void {
    if (this.onerror) this.onerror(error);
    else
      queueMicrotask(() => {
        throw error;
      });
  }
}
