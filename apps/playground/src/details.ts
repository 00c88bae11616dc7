/** What the chosen broad and narrow phase did in the last step, in words. */
import type { ConvexNarrowPhase, SoftBodies, SphereTreeSelfCollision, VolumeBroadPhase, World } from 'colide';

const direction = new Float64Array(3);

/** The counters of parts that not every world has; empty for the usual ones. Sets those of searches to 0. */
export function describeDetails(world: World, soft?: SoftBodies): string {
  const sweep = world.options.colliderBroadPhase as VolumeBroadPhase | undefined;
  const narrow = world.narrowPhase as ConvexNarrowPhase | undefined;
  const parts: string[] = [];
  if (sweep) {
    const along = sweep.direction(direction).join(', ');
    parts.push(`${sweep.counters.boxesTested} × ${sweep.volume} compared along (${along})`);
    sweep.counters.reset();
  }
  if (narrow) {
    const { pairs, sat, gjk, gjkSteps, epa, mpr, chungWangApart, chungWangOverlap } = narrow.counters;
    const counts = { pairs, SAT: sat, GJK: gjk, 'steps of GJK': gjkSteps, EPA: epa, MPR: mpr };
    const vectors = { 'apart by Chung–Wang': chungWangApart, 'overlapping by Chung–Wang': chungWangOverlap };
    const words = Object.entries({ ...counts, ...vectors }).filter(([, count]) => count > 0);
    if (words.length > 0) parts.push(words.map(([name, count]) => `${count} ${name}`).join(', '));
  }
  if (soft) parts.push(`${soft.particleContacts.count} contacts among particles`);
  const trees = soft?.selfCollision as SphereTreeSelfCollision | undefined;
  let elements = 0;
  for (const body of (trees && soft?.bodies) ?? []) {
    const counters = trees?.counters(body);
    elements += counters?.trianglesTested ?? 0;
    counters?.reset();
  }
  if (trees) parts.push(`${elements} pairs of triangles and segments in sphere trees`);
  return parts.join(' · ');
}
