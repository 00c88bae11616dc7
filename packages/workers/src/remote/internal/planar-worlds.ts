/**
 * The server's side of a `World2d`: its joints, and the answers to its queries, none of which changes the
 * world.
 */
import { IdList } from '@colide/core';
import { type JointStructure, RigidJoints2d } from '@colide/solvers';
import {
  createWorldHit2d,
  decodeShape2d,
  type ShapeDescription2d,
  type World2d,
  WorldHitList2d,
  WorldJoints2d,
  WorldQueries2d,
} from '@colide/world2d';
import type { WorldAnswers, WorldKind } from '../../internal/served-world.ts';
import { isJointMethod2d, isStructural2d } from './joint-methods-2d.ts';
import { plainHits } from './plain-hits.ts';
import { planarBodies } from './planar-bodies.ts';
import type { WorldContacts } from './world-contacts.ts';

/** Queries for one hit, for all hits and for bodies; the first argument of some is a shape. */
const firstQueries = ['raycast', 'segmentcast', 'shapecast', 'closest'];
const everyQueries = ['raycastEvery', 'segmentcastEvery', 'shapecastEvery'];
const bodyQueries = ['overlap', 'overlapBox', 'overlapPoint'];
const shapeQueries = ['shapecast', 'closest', 'shapecastEvery', 'overlap'];

/** A query by name, with the record or list for its answer first. */
type Queries = Record<string, (out: unknown, ...args: readonly unknown[]) => number>;

/** Answers the queries of one world. */
class WorldQueryServer2d implements WorldAnswers {
  readonly questions = [...firstQueries, ...everyQueries, ...bodyQueries, 'contacts'];
  private readonly world: World2d;
  private readonly queries: WorldQueries2d;

  constructor(world: World2d) {
    this.world = world;
    this.queries = new WorldQueries2d(world);
  }

  answer(question: string, args: readonly unknown[]): unknown {
    if (question === 'contacts') return this.contacts();
    const queries = this.queries as unknown as Queries;
    const [first, ...rest] = args;
    const subject = shapeQueries.includes(question) ? decodeShape2d(first as ShapeDescription2d) : first;
    if (firstQueries.includes(question)) {
      const hit = createWorldHit2d();
      queries[question](hit, subject, ...rest);
      return hit;
    }
    const hits = new WorldHitList2d();
    const found = new IdList();
    const isList = bodyQueries.includes(question);
    queries[question](isList ? found : hits, subject, ...rest);
    return isList ? found.toArray() : plainHits(hits);
  }

  private contacts(): WorldContacts {
    const { count, arrays } = this.world.contacts;
    return {
      count,
      bodies: arrays.bodies.slice(0, 2 * count),
      points: arrays.points.slice(0, 2 * count),
      normals: arrays.normals.slice(0, 2 * count),
      separations: arrays.separations.slice(0, count),
    };
  }
}

/** The data of a world besides bodies and their state. */
interface MoreOfWorld2d {
  readonly births: Float64Array;
  readonly birthCount: number;
  readonly joints: JointStructure | undefined;
}

/** Planar worlds. */
export const planarWorlds: WorldKind<World2d> = {
  bodies: planarBodies,
  decodeShape: description => decodeShape2d(description as ShapeDescription2d),
  isPlane: (world, body) => world.shapeOf(body).kind === 'halfPlane',
  createAnswers: world => new WorldQueryServer2d(world),
  callJoints(world, method, args) {
    if (!isJointMethod2d(method)) throw new RangeError(`method must be one of the joints, got ${method}`);
    const joints = new WorldJoints2d(world) as unknown as Record<
      string,
      (...args: readonly unknown[]) => unknown
    >;
    return joints[method](...args);
  },
  isStructural: isStructural2d,
  saveMore({ table }): MoreOfWorld2d {
    const { births, birthCount, idCount, joints } = table;
    return { births: births.slice(0, idCount), birthCount, joints: joints?.saveStructure() };
  },
  loadMore({ table }, saved) {
    const { births, birthCount, joints } = saved as MoreOfWorld2d;
    table.births.set(births);
    table.birthCount = birthCount;
    if (!joints) return;
    table.joints ??= new RigidJoints2d();
    table.joints.loadStructure(joints);
  },
};
