/** Answers the queries of a `WorkerWorld`; nothing here changes the world. */
import { IdList, type ReadonlyVec3 } from '@colide/core';
import type { ConvexShape } from '@colide/geometry';
import {
  createWorldHit,
  decodeShape,
  type QueryFilter,
  type ShapeDescription,
  type World,
  WorldHitList,
  WorldQueries,
} from '@colide/world';

import type { PlainHit } from '../../internal/world-protocol.ts';

/** The contact points of a step. */
export interface WorldContacts {
  readonly count: number;
  /** Two bodies per point. */
  readonly bodies: Int32Array;
  /** World points, halfway between the surfaces. */
  readonly points: Float64Array;
  /** Unit normals from the first body to the second. */
  readonly normals: Float64Array;
  /** Distances between the surfaces, negative where they overlap. */
  readonly separations: Float64Array;
}

/** The arguments of a ray cast, after the record for the answer. */
type RayArguments = [origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number, filter?: QueryFilter];

/** The queries. */
type Question = 'raycast' | 'raycastEvery' | 'shapecast' | 'closest' | 'overlap' | 'touching' | 'contacts';

/** Answers the queries of one world. */
export class QueryServer {
  private readonly world: World;
  private readonly queries: WorldQueries;

  constructor(world: World) {
    this.world = world;
    this.queries = new WorldQueries(world);
  }

  /** The answer, as data that can be posted. */
  answer(question: Question, args: readonly unknown[]): unknown {
    switch (question) {
      case 'raycast':
      case 'shapecast':
      case 'closest':
        return this.hit(question, args);
      case 'raycastEvery':
        return this.everyHit(args);
      case 'overlap':
        return this.overlap(args[0] as ShapeDescription, args[1] as QueryFilter | undefined);
      case 'touching': {
        const { data, count } = this.world.events.touching;
        return data.slice(0, 2 * count);
      }
      case 'contacts':
        return this.contacts();
    }
  }

  private hit(method: 'raycast' | 'shapecast' | 'closest', args: readonly unknown[]): PlainHit {
    const hit = createWorldHit();
    if (method === 'raycast') this.queries.raycast(hit, ...(args as RayArguments));
    else {
      const shape = decodeShape(args[0] as ShapeDescription) as ConvexShape;
      const filter = args[2] as QueryFilter | undefined;
      if (method === 'shapecast') this.queries.shapecast(hit, shape, args[1] as ReadonlyVec3, filter);
      else this.queries.closest(hit, shape, args[1] as number, filter);
    }
    return hit;
  }

  private everyHit(args: readonly unknown[]): PlainHit[] {
    const hits = new WorldHitList();
    const count = this.queries.raycastEvery(hits, ...(args as RayArguments));
    return Array.from({ length: count }, (_, i) => hits.get(i));
  }

  private overlap(description: ShapeDescription, filter?: QueryFilter): number[] {
    const found = new IdList();
    this.queries.overlap(found, decodeShape(description) as ConvexShape, filter);
    return found.toArray();
  }

  private contacts(): WorldContacts {
    const { count, bodies, points, normals, separations } = this.world.contacts;
    return {
      count,
      bodies: bodies.slice(0, 2 * count),
      points: points.slice(0, 3 * count),
      normals: normals.slice(0, 3 * count),
      separations: separations.slice(0, count),
    };
  }
}
