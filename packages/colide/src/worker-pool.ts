/**
 * Further workers among which the stages of a world's step are divided: the narrow phase by pairs, the solver by colours, integration by
 * bodies. `new World({ pool: new WorkerPool(ports) })` in a worker; `WorkerWorld` makes one from its `helpers`.
 *
 * The step stays one call that returns when all is done. Its result does not depend on the number of workers, to the last bit, and differs
 * from that of a world without a pool only in the order in which contacts are solved (`ColoredSolver`). Needs shared memory and a
 * thread that may wait: not the main thread of a page. Until all helpers have joined, the caller does everything.
 *
 * Pairs with meshes, joints, the broad phase, islands and volumes stay with the caller.
 */
import type { PairList } from '@colide/core';
import {
  type ColliderSet,
  type ContactManifold,
  colliderKind,
  createContactManifold,
} from '@colide/narrowphase';
import { ColoredSolver, type ImpulseSolverOptions, type RigidSolver, type SolverCrew } from '@colide/solvers';
import { CrewBarrier, crewBytes, crewJob } from './internal/crew-barrier.ts';
import { PairMemory, pairMemoryBytes } from './internal/pair-memory.ts';
import type { ColliderChange, PoolMessage } from './internal/pool-protocol.ts';
import { type ErrorData, errorFrom, listenTo, type WorkerPort } from './internal/worker-port.ts';
import { encodeShape } from './shape-codec.ts';
import type { WorldPool } from './world-pool.ts';

/** Pairs below which the caller is done before the others have begun. */
const fewPairs = 64;

/** A pool of workers that run `helpWorld`. */
export class WorkerPool implements WorldPool, SolverCrew {
  /** Resolves when all helpers have joined; from then on they take part. */
  readonly ready: Promise<void>;
  private readonly ports: readonly WorkerPort[];
  private readonly margin: number;
  private crew: CrewBarrier | undefined;
  private failure: Error | undefined;
  private memory: PairMemory | undefined;
  private readonly manifold: ContactManifold = createContactManifold();
  /** The shape of each collider that the helpers know, and numbers of shapes. */
  private readonly known: (unknown | undefined)[] = [];
  private readonly shapes = new Map<unknown, number>();
  private shapeCount = 0;
  private readonly changes: ColliderChange[] = [];
  private solverMemory: PoolMessage | undefined;
  /** Whether the helpers do the solver's part of the present step. */
  private together = false;

  /**
   * @param ports of the helpers, each at the other end of a `helpWorld`
   * @param margin as that of the world
   */
  constructor(ports: readonly WorkerPort[], margin = 0.02) {
    this.ports = ports;
    this.margin = margin;
    this.ready = ports.length > 0 ? this.join() : Promise.resolve();
    this.ready.catch(() => {});
  }

  /** How many take part, the caller included. */
  get size(): number {
    return this.together ? this.ports.length + 1 : 1;
  }

  /** A solver that the pool helps with. */
  solver(options: ImpulseSolverOptions): RigidSolver {
    return new ColoredSolver(options, this);
  }

  /** Computes the manifolds of pairs of colliders, none of which is a mesh; {@link read} gives them. */
  collide(colliders: ColliderSet, pairs: PairList): void {
    if (this.failure) throw this.failure;
    const memory = this.reserve(colliders, pairs.length);
    memory.pairs.set(pairs.data.subarray(0, 2 * pairs.length));
    memory.begin(pairs.length);
    const { crew } = this;
    const shared = crew !== undefined && pairs.length >= fewPairs;
    if (shared) {
      this.tellChanges(colliders);
      memory.writePlaces(colliders);
      crew.call(crewJob.collide, this.wake);
    }
    memory.collide(colliders, this.manifold, same);
    if (!shared) return;
    crew.barrier();
    memory.addSearches(colliders);
  }

  /** Reads the manifold of a pair; returns its number of points. */
  read(manifold: ContactManifold, pair: number): number {
    return this.memory!.read(manifold, pair);
  }

  /** Memory that all can see. */
  allocate(bytes: number): ArrayBufferLike {
    return this.ports.length > 0 ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  }

  /** Tells the helpers where the solver's memory is. */
  share(buffer: ArrayBufferLike, bodies: number, points: number): void {
    this.solverMemory = { kind: 'solver', buffer, bodies, points };
    if (this.crew) this.tell(this.solverMemory);
  }

  /** Calls the helpers to the solver's step. */
  begin(): void {
    if (this.failure) throw this.failure;
    this.together = this.crew !== undefined;
    this.crew?.call(crewJob.solve, this.wake);
  }

  /** Returns when all members have called it. */
  barrier(): void {
    if (this.together) this.crew!.barrier();
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
                this.failure = errorFrom(message.error);
                reject(this.failure);
              },
            });
            port.postMessage({
              kind: 'join',
              crew: buffer,
              size,
              index: i + 1,
              margin: this.margin,
            } satisfies PoolMessage);
          }),
      ),
    );
    this.crew = new CrewBarrier(buffer, size, 0);
    if (this.solverMemory) this.tell(this.solverMemory);
    this.memory = undefined;
  }

  private readonly wake = (member: number): void => {
    this.ports[member - 1]!.postMessage({ kind: 'work' } satisfies PoolMessage);
  };

  /** Tells the helpers something that they must know before the next job. */
  private tell(message: PoolMessage): void {
    this.crew!.tell();
    for (const port of this.ports) port.postMessage(message);
  }

  private reserve(colliders: ColliderSet, pairs: number): PairMemory {
    let { memory } = this;
    const room = colliders.kinds.length;
    if (!memory || memory.pairCapacity < pairs || memory.colliderCapacity < room) {
      const capacity = Math.max(64, Math.ceil(1.5 * pairs), memory?.pairCapacity ?? 0);
      const stride = colliders.data.length / room;
      const buffer = this.allocate(pairMemoryBytes(capacity, room, stride));
      memory = new PairMemory(buffer, capacity, room, stride);
      this.memory = memory;
      if (this.crew) this.tell({ kind: 'pairs', buffer, pairs: capacity, colliders: room, stride });
    }
    return memory;
  }

  /** Compares the colliders with what the helpers know of them. */
  private tellChanges(colliders: ColliderSet): void {
    const { known, changes } = this;
    changes.length = 0;
    for (let id = 0; id < colliders.count; id++) {
      const shape = shapeOf(colliders, id);
      if (shape === known[id]) continue;
      known[id] = shape;
      changes.push(this.changeOf(colliders, id, shape));
    }
    if (changes.length > 0) this.tell({ kind: 'colliders', changes });
  }

  private changeOf(colliders: ColliderSet, id: number, shape: unknown): ColliderChange {
    if (shape === undefined || 'mesh' in (shape as object)) return { id, shape: -1, description: undefined };
    let number = this.shapes.get(shape);
    if (number !== undefined) return { id, shape: number, description: undefined };
    number = this.shapeCount++;
    this.shapes.set(shape, number);
    const at = (colliders.data.length / colliders.kinds.length) * id;
    const description =
      colliders.kinds[id] === colliderKind.plane
        ? ({
            kind: 'plane',
            normal: colliders.data.slice(at, at + 3),
            offset: colliders.data[at + 3]!,
          } as const)
        : encodeShape(shape as never);
    return { id, shape: number, description };
  }
}

const same = (id: number): number => id;

/** Stands for all half-spaces: what differs is in their data. */
const planeShape = {};

function shapeOf(colliders: ColliderSet, id: number): unknown {
  if (colliders.bodies[id]! < 0) return undefined;
  return colliders.kinds[id] === colliderKind.plane ? planeShape : colliders.convexes[id]!.shape;
}
