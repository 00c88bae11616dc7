/**
 * The work of the chosen broad phase, narrow phase, solver and continuous detection in the last step, in
 * words.
 */
import type {
  ConvexNarrowPhase,
  GpuBroadPhase,
  HashGrid,
  ProjectionSolver,
  SoftBodies,
  SphereTreeSelfCollision,
  SupportPlaneSolver,
  VolumeBroadPhase,
  World,
} from 'colide';

const direction = new Float64Array(3);

/**
 * The work of the broad phase since the last call; empty if nothing moved, or if volumes or a GPU find the
 * pairs. Sets its counters to 0.
 */
export function describeBroadPhase(world: World): string {
  const { counters } = world.broadPhase as Partial<Pick<HashGrid, 'counters'>>;
  if (!counters) return '';
  const { boxesTested, nodesVisited } = counters;
  counters.reset();
  if (world.options.colliderBroadPhase || world.options.asyncBroadPhase) return '';
  const words = countWords({ 'boxes compared': boxesTested, 'nodes or cells visited': nodesVisited });
  return words === '' ? '' : `broad phase: ${words}`;
}

/** The counters of parts that not every world has; empty for the usual ones. Sets those of searches to 0. */
export function describeDetails(world: World, soft?: SoftBodies): string {
  const sweep = world.options.colliderBroadPhase as VolumeBroadPhase | undefined;
  const narrow = world.narrowPhase as ConvexNarrowPhase | undefined;
  const parts: string[] = [];
  const gpu = sweep ? sweep.gpu : (world.options.asyncBroadPhase as GpuBroadPhase | undefined);
  if (gpu && !gpu.failure) {
    const kind = typeof gpu.volume === 'number' ? `${gpu.volume}-DOPs` : `${gpu.volume}s`;
    const along = gpu.search === 'sweep' ? ` along (${Array.from(gpu.direction(direction)).join(', ')})` : '';
    const chunks = gpu.search === 'lbvh' ? '' : `, ${gpu.chunks} chunks of candidates`;
    parts.push(`${gpu.count} ${kind} by ${gpu.search} on the GPU${along}${chunks}`);
  } else if (sweep) {
    const along = sweep.direction(direction).join(', ');
    parts.push(`${sweep.counters.boxesTested} × ${sweep.volume} compared along (${along})`);
    sweep.counters.reset();
  }
  if (narrow) {
    const { pairs, sat, gjk, gjkSteps, epa, mpr, chungWangApart, chungWangOverlap } = narrow.counters;
    const counts = { pairs, SAT: sat, GJK: gjk, 'steps of GJK': gjkSteps, EPA: epa, MPR: mpr };
    const vectors = { 'apart by Chung–Wang': chungWangApart, 'overlapping by Chung–Wang': chungWangOverlap };
    const words = countWords({ ...counts, ...vectors });
    if (words !== '') parts.push(words);
  }
  const solved = describeSolver(world);
  if (solved !== '') parts.push(solved);
  if (world.stoppedCount > 0) parts.push(`${world.stoppedCount} stopped by continuous detection`);
  if (soft) parts.push(`${soft.particleContacts.count} contacts among particles`);
  const trees = soft?.selfCollision as SphereTreeSelfCollision | undefined;
  let elements = 0;
  let spheres = 0;
  for (const body of (trees && soft?.bodies) ?? []) {
    const counters = trees?.counters(body);
    elements += counters?.trianglesTested ?? 0;
    spheres += counters?.nodesVisited ?? 0;
    counters?.reset();
  }
  if (trees) {
    const { kind = 'layered' } = trees.options;
    parts.push(`${elements} pairs of triangles and segments, ${spheres} of spheres in ${kind} trees`);
  }
  return parts.join(' · ');
}

/** The elements that a solver of vertices moved; the other solvers have no counters. */
function describeSolver(world: World): string {
  const solver = world.options.solver as Partial<ProjectionSolver | SupportPlaneSolver> | undefined;
  const counters = solver?.counters;
  if (!counters) return '';
  const { searches, contacts } = counters;
  const found = { 'searches by the solver': searches, overlaps: contacts };
  if ('particles' in counters)
    return countWords({ ...found, 'particles moved to planes': counters.particles });
  const { vertices, edges, faces, relaxations } = counters;
  return countWords({ ...found, vertices, edges, faces, 'constraints relaxed': relaxations });
}

/** Counts that are not 0, each with its name. */
function countWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts).filter(([, count]) => count > 0);
  return words.map(([name, count]) => `${count} ${name}`).join(', ');
}
