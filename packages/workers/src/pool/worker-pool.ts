/**
 * Divides the stages of a world's step among workers: the narrow phase by pairs, the solver by colours,
 * integration by bodies, volumes by colliders, deformable bodies whole or by colours.
 * `new World({ pool: new WorkerPool(ports) })` in a worker; `WorkerWorld` creates one from its `helpers`.
 *
 * A step is still one call that returns when everything is done. Its result does not depend on the number of
 * workers, to the last bit, and differs from that of a world without a pool only in the order in which
 * contacts and threads of large cloths are solved (`ColoredSolver`, `ColoredSoftSolver`). Until all helpers
 * have joined, the caller does everything. When a helper fails or does not arrive, the caller repeats the
 * stage and continues alone, with the same result.
 *
 * Limits: needs shared memory and a thread that may wait, so not the main thread of a page. Pairs with
 * meshes, joints, the broad phase and islands stay with the caller.
 */
import {
  type Convex,
  type PairList,
  refuse,
  requireInteger,
  requirePositive,
  tellUnknown,
} from '@colide/core';
import {
  type ColliderSet,
  type ContactManifold,
  colliderKind,
  createContactManifold,
} from '@colide/narrowphase';
import {
  ColoredSolver,
  type ImpulseSolverOptions,
  type RigidSolver,
  type SolverCrew,
  type SolverMethod,
} from '@colide/solvers';
import {
  ColoredSoftSolver,
  encodeShape,
  type ShapeDescription,
  type SoftCrew,
  type SoftNews,
  type VertexCrew,
  type VertexNews,
  type WorldPool,
} from '@colide/world';
import { SentShapes } from '../internal/sent-shapes.ts';
import { type ErrorData, errorFrom, errorOf, listenTo, type WorkerPort } from '../internal/worker-port.ts';
import { CrewBarrier, crewBytes, crewJob } from './internal/crew-barrier.ts';
import { PairMemory, pairMemoryBytes } from './internal/pair-memory.ts';
import type { ColliderChange, PoolMessage } from './internal/pool-protocol.ts';

/** Settings of a pool. */
export interface WorkerPoolOptions {
  /**
   * Milliseconds after which a missing worker is given up. Pausing one in a debugger takes longer: `Infinity`
   * waits forever. Default 5000.
   */
  readonly patience?: number;
  /**
   * Up to this many pairs of colliders the caller would finish before the others start, so it does the narrow
   * phase alone. The same holds for the volumes of this many colliders, and for the solver with four times as
   * many bodies and contacts. Default 64.
   */
  readonly fewPairs?: number;
}

/** A pool of workers that run `helpWorld`. */
export class WorkerPool implements WorldPool, SolverCrew, SoftCrew, VertexCrew {
  /** Resolves when all helpers have joined; from then on they take part. */
  readonly ready: Promise<void>;
  /** The reason why the helpers are lost, if they are. The world continues without them. */
  failure: Error | undefined;
  /** Called when the helpers are lost. */
  onfailure: ((error: Error) => void) | undefined;
  /** Sweeps over deformable bodies, divided. */
  readonly soft: ColoredSoftSolver = new ColoredSoftSolver(this);
  private readonly ports: readonly WorkerPort[];
  private readonly patience: number;
  private readonly fewPairs: number;
  private crew: CrewBarrier | undefined;
  private memory: PairMemory | undefined;
  private colliders: ColliderSet | undefined;
  /** Whether the helpers compute pairs. */
  private isColliding = false;
  private readonly manifold: ContactManifold = createContactManifold();
  /** The state of the helpers: the margin, the shape of each collider, and the shapes. */
  private margin: number | undefined;
  private readonly known: (unknown | undefined)[] = [];
  private shapes = new SentShapes();
  private solverMemory: PoolMessage | undefined;
  private softMemory: SoftNews | undefined;
  /** The deformable bodies that the helpers know, by number. */
  private readonly softBodies = new Map<number, SoftNews>();
  /** The messages about bodies of vertices that the helpers have received, by kind and number. */
  private readonly vertexNews = new Map<string, VertexNews>();
  /** Whether the helpers take part in the solver of the current step. */
  private together = false;

  /** @param ports of the helpers, each at the other end of a `helpWorld` */
  constructor(ports: readonly WorkerPort[], options: WorkerPoolOptions = {}) {
    if (!Array.isArray(ports)) refuse('ports', 'be an array', ports);
    tellUnknown('options', options, ['patience', 'fewPairs']);
    const { patience = 5000, fewPairs = 64 } = options;
    if (patience !== Infinity) requirePositive('patience', patience);
    requireInteger('fewPairs', fewPairs);
    this.ports = ports;
    this.patience = patience;
    this.fewPairs = fewPairs;
    this.ready = ports.length > 0 ? this.join() : Promise.resolve();
    this.ready.catch(() => {});
  }

  /** Number of threads that take part, including the caller. */
  get count(): number {
    return this.together ? this.ports.length + 1 : 1;
  }

  /** Bodies and contacts up to which the caller solves alone. */
  get fewItems(): number {
    return 4 * this.fewPairs;
  }

  /** A solver that the pool helps with. */
  solver(options: ImpulseSolverOptions): RigidSolver {
    return new ColoredSolver(options, this);
  }

  /**
   * Starts computing the manifolds of pairs of colliders, none of which is a mesh; {@link read} returns them.
   */
  collide(colliders: ColliderSet, pairs: PairList, margin: number): void {
    this.finishPairs();
    this.colliders = colliders;
    if (this.crew && pairs.count > this.fewPairs)
      try {
        this.tellChanges(colliders, margin);
        this.beginPairs(colliders, pairs).writePlacements(colliders);
        this.crew.call(crewJob.collide, this.wake);
        this.isColliding = true;
        return;
      } catch (reason) {
        // A shape that cannot be sent.
        this.lose(reason);
      }
    this.beginPairs(colliders, pairs);
  }

  /**
   * Reads the manifold of a pair; returns its number of points. Read the pairs in order: while one is not
   * ready, the caller computes others, and while the caller uses one, the helpers continue.
   */
  read(manifold: ContactManifold, pair: number): number {
    const memory = this.memory!;
    while (!memory.isDone(pair)) if (!this.collideNext(memory)) this.finishPairs();
    if (pair === memory.count - 1) this.finishPairs();
    return memory.read(manifold, pair);
  }

  /** The boxes of all colliders, if there are many and pairs have been computed before. */
  measure(colliders: ColliderSet): Float64Array | undefined {
    const { crew, margin } = this;
    if (!crew || margin === undefined || colliders.count <= this.fewPairs) return;
    try {
      this.tellChanges(colliders, margin);
      const memory = this.reserve(colliders, 0);
      memory.writePlacements(colliders);
      memory.beginBoxes(colliders.count);
      crew.call(crewJob.measure, this.wake);
      while (memory.measureNext(colliders, same));
      crew.barrier();
      return memory.boxes;
    } catch (reason) {
      this.lose(reason);
      return;
    }
  }

  private collideNext(memory: PairMemory): boolean {
    try {
      return memory.collideNext(this.colliders!, this.manifold, same);
    } catch (reason) {
      // The others are waiting for this worker.
      if (this.isColliding) this.lose(reason);
      throw reason;
    }
  }

  /**
   * Waits for the helpers to compute the pairs that they have taken; computes them here when they are lost.
   */
  private finishPairs(): void {
    if (!this.isColliding) return;
    const memory = this.memory!;
    this.isColliding = false;
    try {
      this.crew!.barrier();
      memory.addSearches(this.colliders!);
    } catch (reason) {
      this.lose(reason);
      // The bits are the same, whichever thread writes them.
      memory.collideRest(this.colliders!, this.manifold, same);
    }
  }

  /** Memory that all threads share. */
  allocate(bytes: number): ArrayBufferLike {
    const alone = this.ports.length === 0 || this.failure !== undefined;
    return alone ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
  }

  /** Sends the helpers the solver's memory. */
  share(buffer: ArrayBufferLike, bodies: number, points: number, method: SolverMethod): void {
    this.solverMemory = { kind: 'solver', buffer, bodies, points, method };
    if (this.crew) this.tell(this.solverMemory);
  }

  /** Sends the helpers memory for deformable bodies, or a body. */
  tellSoft(news: SoftNews): void {
    if (news.kind === 'soft memory') this.softMemory = news;
    else if (news.recipe) this.softBodies.set(news.id, news);
    else this.softBodies.delete(news.id);
    if (this.crew) this.tell(news);
  }

  /** Sends the helpers memory for bodies of vertices, a shape or a body. */
  tellVertices(news: VertexNews): void {
    const key = news.kind === 'vertex memory' ? news.kind : `${news.kind} ${news.id}`;
    // Last in order, even if it replaces older news: a body comes after the shapes that it has now.
    this.vertexNews.delete(key);
    if (news.kind !== 'vertex shape' || news.description) this.vertexNews.set(key, news);
    if (this.crew) this.tell(news);
  }

  /** Calls the helpers to a step of bodies of vertices. */
  beginVertices(): void {
    this.together = this.crew !== undefined;
    this.crew?.call(crewJob.vertices, this.wake);
  }

  /** Calls the helpers to sweeps over deformable bodies. */
  beginSoft(): void {
    this.together = this.crew !== undefined;
    this.crew?.call(crewJob.soft, this.wake);
  }

  /** Calls the helpers to the solver's step. */
  begin(): void {
    this.together = this.crew !== undefined;
    this.crew?.call(crewJob.solve, this.wake);
  }

  /** Returns when all members have called it. Throws {@link failure} when some are lost. */
  barrier(): void {
    if (!this.together) return;
    try {
      this.crew!.barrier();
    } catch (reason) {
      this.lose(reason);
      throw reason;
    }
  }

  /** Gives up the helpers and continues alone. */
  private lose(reason: unknown): void {
    if (this.failure) return;
    this.failure = errorOf(reason);
    this.crew?.fail(this.failure.message);
    this.crew = undefined;
    this.isColliding = this.together = false;
    this.onfailure?.(this.failure);
  }

  private async join(): Promise<void> {
    const buffer = this.allocate(crewBytes(this.ports.length + 1));
    const size = this.ports.length + 1;
    await Promise.all(
      this.ports.map(
        (port, i) =>
          new Promise<void>((resolve, reject) => {
            listenTo(port, {
              message: data => {
                const message = data as { kind: 'joined' } | { kind: 'failed'; error: ErrorData };
                if (message.kind === 'joined') return resolve();
                this.lose(errorFrom(message.error));
                reject(this.failure);
              },
            });
            port.postMessage({
              kind: 'join',
              crew: buffer,
              size,
              index: i + 1,
              patience: this.patience,
            } satisfies PoolMessage);
          }),
      ),
    );
    if (this.failure) return;
    this.crew = new CrewBarrier(buffer, size, 0, this.patience);
    if (this.solverMemory) this.tell(this.solverMemory);
    if (this.softMemory) this.tell(this.softMemory);
    for (const news of this.softBodies.values()) this.tell(news);
    for (const news of this.vertexNews.values()) this.tell(news);
    this.memory = undefined;
  }

  private readonly wake = (member: number): void => {
    this.ports[member - 1].postMessage({ kind: 'work' } satisfies PoolMessage);
  };

  /** Sends the helpers a message that they must read before the next job. */
  private tell(message: PoolMessage): void {
    this.crew!.tell();
    for (const port of this.ports) port.postMessage(message);
  }

  private beginPairs(colliders: ColliderSet, pairs: PairList): PairMemory {
    const memory = this.reserve(colliders, pairs.count);
    memory.pairs.set(pairs.data.subarray(0, 2 * pairs.count));
    memory.begin(pairs.count);
    return memory;
  }

  private reserve(colliders: ColliderSet, pairs: number): PairMemory {
    let { memory } = this;
    const room = colliders.kinds.length;
    // Lost helpers may still write, but to memory that is no longer read.
    const isLost = this.failure !== undefined && memory?.isShared;
    if (!memory || isLost || memory.pairCapacity < pairs || memory.colliderCapacity < room) {
      const capacity = Math.max(64, Math.ceil(1.5 * pairs), memory?.pairCapacity ?? 0);
      const stride = colliders.data.length / room;
      const buffer = this.allocate(pairMemoryBytes(capacity, room, stride));
      memory = new PairMemory(buffer, capacity, room, stride);
      this.memory = memory;
      if (this.crew) this.tell({ kind: 'pairs', buffer, pairs: capacity, colliders: room, stride });
    }
    return memory;
  }

  /** Compares the colliders with those that the helpers know. */
  private tellChanges(colliders: ColliderSet, margin: number): void {
    const { known } = this;
    if (margin !== this.margin) {
      this.margin = margin;
      this.shapes = new SentShapes();
      known.length = 0;
      this.tell({ kind: 'margin', margin });
    }
    let changes: ColliderChange[] | undefined;
    const forgotten: number[] = [];
    for (let id = 0; id < colliders.count; id++) {
      const shape = shapeOf(colliders, id);
      if (shape === known[id]) continue;
      known[id] = shape;
      const unused = this.shapes.drop(id);
      if (unused !== undefined) forgotten.push(unused);
      changes ??= [];
      changes.push(this.changeOf(colliders, id, shape));
    }
    if (changes) this.tell({ kind: 'colliders', changes, forgotten });
  }

  private changeOf(colliders: ColliderSet, id: number, shape: unknown): ColliderChange {
    if (shape === undefined || (shape as Convex).kind === 'mesh')
      return { id, shape: -1, description: undefined };
    const named = this.shapes.name(shape, () => describeCollider(colliders, id));
    this.shapes.use(id, shape);
    return { id, ...named };
  }
}

const same = (id: number): number => id;

/** Stands for all half-spaces, which differ only in their data. */
const planeShape = {};

function shapeOf(colliders: ColliderSet, id: number): unknown {
  if (colliders.bodies[id] < 0) return undefined;
  return colliders.kinds[id] === colliderKind.plane ? planeShape : colliders.convexes[id]!.shape;
}

function describeCollider({ kinds, data, convexes }: ColliderSet, id: number): ShapeDescription {
  if (kinds[id] !== colliderKind.plane) return encodeShape(convexes[id]!.shape);
  const at = (data.length / kinds.length) * id;
  return { kind: 'halfSpace', normal: data.slice(at, at + 3), offset: data[at + 3] };
}
