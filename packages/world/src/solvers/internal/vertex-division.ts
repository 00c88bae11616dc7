/**
 * The caller's side of a step of bodies of vertices that is divided among a crew: keeps particles in shared
 * memory, sends the others the shapes of the bodies, colours the pairs and starts the others.
 */
import type { Convex, PairList } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';
import type { RigidBodies } from '@colide/solvers';
import { type EncodableShape, encodeShape } from '../../bodies/shape-codec.ts';
import type { VertexCrew, VertexNews, VertexPart } from '../vertex-crew.ts';
import { colorPairs } from './color-pairs.ts';
import type { VertexBody } from './vertex-body.ts';
import { memberLimit, VertexMemory, vertexMemoryBytes } from './vertex-memory.ts';
import { colliderSize, planeSize, type VertexSet } from './vertex-set.ts';
import { aloneWithVertices, runVertexStep, tallySize, type VertexResponse } from './vertex-step.ts';

/** The number of items that a pair counts for in a crew, since it takes searches in every round. */
const itemsPerPair = 16;
const offset = /* @__PURE__ */ new Float64Array(7);

/** Makes the division of a solver with these settings. */
export type DivideVertices = (settings: readonly number[]) => VertexDivision;

/** A crew that consists of the caller alone. */
export const vertexCrewOfOne: VertexCrew = {
  count: 1,
  allocate: bytes => new ArrayBuffer(bytes),
  tellVertices: () => {},
  beginVertices: () => {},
  barrier: () => {},
};

/** The particles of a shape and their constraints, as passed to `setFrame`. */
export interface ToldFrame {
  readonly more: readonly number[];
  readonly pairs: readonly number[];
}

/** A shape that the others know, and how many colliders have it. */
interface KnownShape {
  readonly id: number;
  users: number;
}

/** Divides steps among a crew. */
export class VertexDivision {
  private readonly crew: VertexCrew;
  private readonly method: Extract<VertexNews, { kind: 'vertex memory' }>['method'];
  private readonly settings: readonly number[];
  private memory: VertexMemory | undefined;
  /** The bodies whose particles are in the memory. */
  private readonly bound: (VertexBody | undefined)[] = [];
  private particlesUsed = 0;
  /** The colliders of each body that the others know: posed shapes, or half-spaces as text. */
  private readonly known: unknown[][] = [];
  private readonly shapes = new Map<unknown, KnownShape>();
  private nextShape = 0;
  /** Whether the others cannot know all shapes. */
  private isAlone: boolean;

  constructor(crew: VertexCrew, method: VertexDivision['method'], settings: readonly number[]) {
    this.crew = crew;
    this.isAlone = crew === vertexCrewOfOne;
    this.method = method;
    this.settings = settings;
  }

  /** Moves all particles to memory that all members see, with room for these pairs. */
  reserve(set: VertexSet, bodies: number, pairs: number): void {
    const { bound } = this;
    let needed = 0;
    for (let i = 0; i < set.count; i++) {
      const body = set.bodies[i];
      if (body && bound[i] !== body) needed += body.count;
    }
    const room = this.memory?.room;
    if (!room || room.bodies < bodies || room.pairs < pairs || room.particles < this.particlesUsed + needed)
      this.move(set, bodies, pairs);
    const memory = this.memory!;
    for (let i = 0; i < set.count; i++) {
      const body = set.bodies[i];
      if (!body || bound[i] === body) continue;
      memory.bind(body, i, this.particlesUsed);
      memory.firstParticles[i] = this.particlesUsed;
      this.particlesUsed += body.count;
      bound[i] = body;
    }
    set.pairs = memory.pairs;
    set.frictions = memory.frictions;
    set.colors = memory.colors;
  }

  /** Writes the pairs in order of colour. Bodies have been loaded. */
  arrange(set: VertexSet, pairs: PairList, frictions: Float64Array): void {
    colorPairs(set, pairs, frictions);
  }

  /**
   * Takes a step together. Returns whether it was taken: when the others are lost, `state` is as it was, and
   * the caller must reserve and load everything anew.
   */
  run(set: VertexSet, state: RigidBodies, gravity: Float64Array, response: VertexResponse): boolean {
    const memory = this.memory!;
    const { fewItems = 256 } = this.crew;
    memory.saveState(state);
    memory.writeStep(set, gravity);
    const pairCount = set.colors[set.colorCount];
    const isTogether = !this.isAlone && itemsPerPair * pairCount > fewItems && this.crew.count <= memberLimit;
    const crew = isTogether ? this.crew : aloneWithVertices;
    if (isTogether) this.crew.beginVertices();
    try {
      runVertexStep({ set, state, gravity, response, activities: memory.activities }, crew, 0);
    } catch (reason) {
      if (reason !== this.crew.failure) throw reason;
      // The lost members may go on writing to the old memory.
      memory.loadState(state);
      this.memory = undefined;
      return false;
    }
    addTallies(response.counters, memory.tallies, crew.count);
    return true;
  }

  /** Sends the others the bodies and shapes that are new to them, or that are gone. */
  tell(set: VertexSet, frames: ReadonlyMap<Convex, ToldFrame>, isMesh: (collider: number) => boolean): void {
    if (this.isAlone) return;
    const { collidersOf, colliders } = set.scene;
    for (let i = 0; i < set.count; i++) {
      const list = collidersOf[i] ?? [];
      const known = (this.known[i] ??= []);
      let isSame = known.length === list.length;
      for (let c = 0; c < list.length && isSame; c++)
        isSame = known[c] === (colliders.convexes[list[c]] ?? planeName(set, list[c]));
      if (isSame) continue;
      try {
        this.tellBody(set, i, frames, list.some(isMesh) ? [] : list);
      } catch (reason) {
        // A shape that cannot be sent.
        if (!(reason instanceof TypeError)) throw reason;
        this.isAlone = true;
        return;
      }
      this.known[i] = list.map(c => colliders.convexes[c] ?? planeName(set, c));
    }
  }

  /** Forgets which frames the others have: bodies are made of other particles now. */
  forget(): void {
    this.known.length = 0;
    this.shapes.clear();
  }

  private tellBody(
    set: VertexSet,
    id: number,
    frames: ReadonlyMap<Convex, ToldFrame>,
    list: readonly number[],
  ): void {
    const { colliders } = set.scene;
    const parts = list.map((collider): VertexPart => {
      const posed = colliders.convexes[collider];
      if (!posed) return { plane: planeOf(set, collider) };
      (colliders as ColliderSet).readOffset(offset, collider);
      return { shape: this.nameShape(posed.shape, frames.get(posed.shape)), offset: Array.from(offset) };
    });
    const former = this.known[id] ?? [];
    this.crew.tellVertices({ kind: 'vertex body', id, parts });
    for (const posed of former)
      if (typeof posed === 'object') this.dropShape((posed as { shape: Convex }).shape);
  }

  /** The number under which the others know a shape from now on. */
  private nameShape(shape: Convex, frame: ToldFrame | undefined): number {
    let known = this.shapes.get(shape);
    if (!known) {
      const description = encodeShape(shape as EncodableShape);
      known = { id: this.nextShape++, users: 0 };
      this.shapes.set(shape, known);
      this.crew.tellVertices({ kind: 'vertex shape', id: known.id, description, ...(frame && { frame }) });
    }
    known.users++;
    return known.id;
  }

  private dropShape(shape: Convex): void {
    const known = this.shapes.get(shape);
    if (!known || --known.users > 0) return;
    this.shapes.delete(shape);
    this.crew.tellVertices({ kind: 'vertex shape', id: known.id, description: undefined });
  }

  /** New memory; nothing is in it yet. */
  private move(set: VertexSet, bodies: number, pairs: number): void {
    let particles = 0;
    for (let i = 0; i < set.count; i++) particles += set.bodies[i]?.count ?? 0;
    const room = {
      bodies: Math.max(bodies, this.memory?.room.bodies ?? 0),
      pairs: Math.max(Math.ceil(1.5 * pairs), this.memory?.room.pairs ?? 64),
      particles: Math.max(Math.ceil(1.5 * particles), 64),
    };
    const buffer = this.crew.allocate(vertexMemoryBytes(room));
    this.memory = new VertexMemory(buffer, room);
    this.memory.firstParticles.fill(-1);
    this.bound.length = 0;
    this.particlesUsed = 0;
    const { method, settings } = this;
    this.crew.tellVertices({ kind: 'vertex memory', buffer, room, method, settings });
  }
}

/** A half-space n · x ≤ d: n, then d. */
function planeOf(set: VertexSet, collider: number): number[] {
  const at = colliderSize * collider;
  return [...set.scene.colliders.data.subarray(at, at + planeSize)];
}

const planeName = (set: VertexSet, collider: number) => planeOf(set, collider).join(' ');

/** Adds what the other members have counted. */
function addTallies(counters: Record<string, number>, tallies: Float64Array, members: number): void {
  let k = 0;
  for (const name in counters) {
    for (let m = 1; m < members; m++) counters[name] += tallies[tallySize * m + k];
    k++;
  }
}
