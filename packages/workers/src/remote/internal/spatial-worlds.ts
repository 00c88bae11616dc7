/** The server's side of a `World`, and the answers to its queries, none of which changes the world. */
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

import type { WorldAnswers, WorldKind } from '../../internal/served-world.ts';
import type { PlainHit } from '../../internal/world-protocol.ts';
import { plainHits } from './plain-hits.ts';
import { spatialBodies } from './spatial-bodies.ts';
import type { WorldContacts } from './world-contacts.ts';

/** The arguments of a ray cast, after the record for the answer. */
type RayArguments = [origin: ReadonlyVec3, direction: ReadonlyVec3, maxT?: number, filter?: QueryFilter];

/** Answers the queries of one world. */
class WorldQueryServer implements WorldAnswers {
  readonly questions = ['raycast', 'raycastEvery', 'shapecast', 'closest', 'overlap', 'contacts'];
  private readonly world: World;
  private readonly queries: WorldQueries;

  constructor(world: World) {
    this.world = world;
    this.queries = new WorldQueries(world);
  }

  answer(question: string, args: readonly unknown[]): unknown {
    switch (question) {
      case 'raycast':
      case 'shapecast':
      case 'closest':
        return this.hit(question, args);
      case 'raycastEvery':
        return this.everyHit(args);
      case 'overlap':
        return this.overlap(args[0] as ShapeDescription, args[1] as QueryFilter | undefined);
      default:
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
    this.queries.raycastEvery(hits, ...(args as RayArguments));
    return plainHits(hits);
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

/** Spatial worlds. */
export const spatialWorlds: WorldKind<World> = {
  bodies: spatialBodies,
  decodeShape: description => decodeShape(description as ShapeDescription),
  isPlane: (world, body) => world.table.isHalfSpace(body),
  createAnswers: world => new WorldQueryServer(world),
};
