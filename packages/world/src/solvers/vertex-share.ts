/**
 * One worker's share in the steps of a `ColoredProjectionSolver` or a `ColoredSupportPlaneSolver`: copies of
 * the bodies' shapes, over particles in shared memory. Every member of a crew but the caller has one.
 */
import type { Convex } from '@colide/core';
import { RigidBodies } from '@colide/solvers';
import { decodeShape } from '../bodies/shape-codec.ts';
import { ProjectionRounds } from './internal/projection-rounds.ts';
import { SharedColliders } from './internal/shared-colliders.ts';
import { SupportPlaneRounds } from './internal/support-plane-rounds.ts';
import { VertexBody } from './internal/vertex-body.ts';
import { createVertexFrame, type VertexFrame } from './internal/vertex-frame.ts';
import { VertexMemory } from './internal/vertex-memory.ts';
import { VertexSet } from './internal/vertex-set.ts';
import { runVertexStep, type VertexResponse } from './internal/vertex-step.ts';
import type { VertexCrew, VertexNews, VertexPart } from './vertex-crew.ts';

/** A shape that bodies may have, and the frame of those that move. */
interface SharedShape {
  readonly shape: Convex;
  readonly frame: VertexFrame | undefined;
}

/** The share of one worker. */
export class VertexShare {
  private readonly colliders = new SharedColliders();
  private readonly collidersOf: number[][] = [];
  private readonly set = new VertexSet({ colliders: this.colliders, collidersOf: this.collidersOf });
  private readonly shapes = new Map<number, SharedShape>();
  private readonly gravity = new Float64Array(3);
  /** Offset of the particles of each body. */
  private readonly places: number[] = [];
  private memory: VertexMemory | undefined;
  private response: VertexResponse | undefined;
  private state = new RigidBodies({ count: 0 });

  /** Receives a message about memory, shapes or bodies. */
  receive(news: VertexNews): void {
    if (news.kind === 'vertex body') this.change(news.id, news.parts);
    else if (news.kind === 'vertex memory') {
      const { buffer, room, method, settings } = news;
      this.memory = new VertexMemory(buffer, room);
      this.places.length = 0;
      this.state = new RigidBodies({ count: room.bodies });
      this.response =
        method === 'projection' ? new ProjectionRounds(settings) : new SupportPlaneRounds(settings);
      const { pairs, frictions, colors } = this.memory;
      Object.assign(this.set, { pairs, frictions, colors });
    } else if (news.description) {
      const shape = decodeShape(news.description) as Convex;
      const frame = createVertexFrame(shape, news.frame?.more, news.frame?.pairs);
      this.shapes.set(news.id, { shape, frame });
    } else this.shapes.delete(news.id);
  }

  /** Takes part in a step as member `index`; returns when all members are done. */
  run(crew: Pick<VertexCrew, 'count' | 'barrier'>, index: number): void {
    const { set, state, gravity } = this;
    const memory = this.memory!;
    const response = this.response!;
    memory.loadState(state);
    memory.readStep(set, gravity);
    for (let i = 0; i < set.count; i++) this.begin(i, memory);
    const { counters } = response;
    for (const name in counters) counters[name] = 0;
    const { activities, tallies } = memory;
    runVertexStep({ set, state, gravity, response, activities, tallies }, crew, index);
  }

  /** Reads body `i` at the start of a step. */
  private begin(i: number, memory: VertexMemory): void {
    const { state, places } = this;
    const body = this.set.bodies[i];
    if (body) body.active = false;
    if (body && state.asleep[i] === 0 && state.inverseMasses[i] > 0) {
      const first = memory.firstParticles[i];
      if (places[i] !== first) memory.bind(body, i, first);
      places[i] = first;
      body.join(state, i);
    } else
      for (const collider of this.collidersOf[i] ?? [])
        this.colliders.place(collider, state.positions, state.rotations);
  }

  private change(id: number, parts: readonly VertexPart[]): void {
    for (const collider of this.collidersOf[id] ?? []) this.colliders.remove(collider);
    this.collidersOf[id] = parts.map(part =>
      'plane' in part
        ? this.colliders.addPlane(id, part.plane)
        : this.colliders.add(id, this.shapes.get(part.shape)!.shape, part.offset),
    );
    const [only] = parts;
    const isOne = parts.length === 1 && 'shape' in only;
    const frame = isOne ? this.shapes.get(only.shape)!.frame : undefined;
    this.set.bodies[id] = isOne && frame ? new VertexBody(frame, Float64Array.from(only.offset)) : undefined;
    delete this.places[id];
  }
}
