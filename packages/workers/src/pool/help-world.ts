/**
 * The helper's side of a `WorkerPool`: keeps copies of the colliders and does its share of the narrow phase,
 * the solver and the volumes when called. Between steps it waits for messages; during steps it waits on
 * shared memory.
 */
import { ColliderSet, createContactManifold } from '@colide/narrowphase';
import { ColoredParticleShare, ColoredShare } from '@colide/solvers';
import { type BodySettings, ColoredSoftShare, createSoftHold, decodeShape, VertexShare } from '@colide/world';
import { errorData, errorOf, listenTo, type WorkerPort } from '../internal/worker-port.ts';
import { CrewBarrier, crewJob } from './internal/crew-barrier.ts';
import { PairMemory } from './internal/pair-memory.ts';
import type { ColliderChange, PoolMessage } from './internal/pool-protocol.ts';

/** Helps the `WorkerPool` at the other end of the port. */
export function helpWorld(port: WorkerPort): void {
  const helper = new PoolHelper();
  listenTo(port, {
    message(data) {
      try {
        const message = data as PoolMessage;
        helper.receive(message);
        if (message.kind === 'join') port.postMessage({ kind: 'joined' });
        else if (message.kind !== 'work') helper.crew?.hear();
        helper.work();
      } catch (reason) {
        const { name, message } = errorOf(reason);
        helper.crew?.fail(`${name}: ${message}`);
        port.postMessage({ kind: 'failed', error: errorData(reason) });
      }
    },
  });
}

class PoolHelper {
  crew: CrewBarrier | undefined;
  private colliders = new ColliderSet();
  private readonly manifold = createContactManifold();
  private readonly shapes = new Map<number, BodySettings['shape']>();
  /** By id of the owner's colliders: the id here, and the job in which the collider was last placed. */
  private readonly ids: number[] = [];
  private readonly placedIn: number[] = [];
  private jobs = 0;
  private pairs: PairMemory | undefined;
  private soft: ColoredSoftShare | undefined;
  private readonly vertices = new VertexShare();
  private solver: ColoredShare | ColoredParticleShare | undefined;

  receive(message: PoolMessage): void {
    switch (message.kind) {
      case 'join':
        this.crew = new CrewBarrier(message.crew, message.size, message.index, message.patience);
        return;
      case 'margin':
        this.colliders = new ColliderSet(message.margin);
        this.ids.length = 0;
        this.shapes.clear();
        return;
      case 'colliders':
        for (const change of message.changes) this.change(change);
        for (const shape of message.forgotten) this.shapes.delete(shape);
        return;
      case 'pairs':
        this.pairs = new PairMemory(message.buffer, message.pairs, message.colliders, message.stride);
        return;
      case 'solver':
        this.solver =
          message.method === 'particles'
            ? new ColoredParticleShare(message.buffer, message.bodies, message.points)
            : new ColoredShare(message.buffer, message.bodies, message.points);
        return;
      case 'soft memory':
        if (this.soft) this.soft.move(message.buffer, message.room);
        else this.soft = new ColoredSoftShare(message.buffer, message.room);
        return;
      case 'soft body':
        if (message.recipe) this.soft!.add(message.id, createSoftHold(message.recipe), message.particles);
        else this.soft!.remove(message.id);
        return;
      case 'vertex memory':
      case 'vertex shape':
      case 'vertex body':
        this.vertices.receive(message);
        return;
      case 'work':
    }
  }

  /** Does jobs as long as there are any. */
  work(): void {
    const { crew } = this;
    if (!crew?.hasJob) return;
    for (let job = crew.nextJob(); job !== crewJob.none; job = crew.nextJob())
      if (job === crewJob.solve) this.solver!.run(crew, crew.index);
      else if (job === crewJob.soft) this.soft!.run(crew, crew.index);
      else if (job === crewJob.vertices) this.vertices.run(crew, crew.index);
      else {
        this.jobs++;
        if (job === crewJob.collide) {
          while (this.pairs!.collideNext(this.colliders, this.manifold, this.placed));
          this.pairs!.tellSearches(this.colliders);
        } else while (this.pairs!.measureNext(this.colliders, this.placed));
        crew.barrier();
      }
  }

  private change({ id, shape, description }: ColliderChange): void {
    const old = this.ids[id];
    if (old !== undefined && old >= 0) this.colliders.remove(old);
    this.ids[id] = -1;
    if (shape < 0) return;
    if (description) this.shapes.set(shape, decodeShape(description));
    this.ids[id] = this.colliders.add(0, this.shapes.get(shape) as never);
    this.placedIn[id] = -1;
  }

  /** The local copy of a collider of the owner, at its present pose. */
  private readonly placed = (id: number): number => {
    const own = this.ids[id] ?? -1;
    if (own >= 0 && this.placedIn[id] !== this.jobs) {
      this.placedIn[id] = this.jobs;
      this.pairs!.readPlacement(this.colliders, own, id);
    }
    return own;
  };
}
