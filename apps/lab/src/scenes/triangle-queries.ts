/**
 * Queries at triangles for measurements of growth: rays at a bumpy ground, points and rays at a closed solid,
 * and two sheets that cross. Each gives a function that runs all of its queries once.
 */
import { createRayHit, PairList } from '@colide/core';
import { Random } from '@colide/math';
import { BspTree, SphereTree, type SphereTreeOptions, type TriangleBvh } from '@colide/spatial';

/** Queries of one measurement. */
export const queryCount = 400;

type Mesh = [positions: Float64Array, indices: Uint32Array];
type Vec3 = [number, number, number];

/** A bumpy ground of about so many triangles in the unit square. */
function ground(triangles: number): Mesh {
  const side = Math.max(2, Math.round(Math.sqrt(triangles / 2)));
  const random = new Random(triangles);
  const positions: number[] = [];
  for (let row = 0; row <= side; row++)
    for (let column = 0; column <= side; column++)
      positions.push(column / side, random.uniform(0, 0.5 / side), row / side);
  const indices: number[] = [];
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const a = row * (side + 1) + column;
      const b = a + side + 1;
      indices.push(a, b, a + 1, a + 1, b, b + 1);
    }
  return [Float64Array.from(positions), Uint32Array.from(indices)];
}

type TriangleClass = new (positions: Float64Array, indices: Uint32Array) => Pick<TriangleBvh, 'raycast'>;

/** Slanted rays from above the ground. */
export function rays(Class: TriangleClass): (count: number) => () => void {
  return count => {
    const structure = new Class(...ground(count));
    const random = new Random(7);
    const hit = createRayHit();
    const all = Array.from({ length: queryCount }, () => ({
      origin: [random.uniform(0.2, 0.8), 1, random.uniform(0.2, 0.8)] as const,
      direction: [random.uniform(-0.2, 0.2), -1, random.uniform(-0.2, 0.2)] as const,
    }));
    return () => {
      for (const { origin, direction } of all)
        if (!Number.isFinite(structure.raycast(hit, origin, direction)))
          throw new Error(`${Class.name} misses the ground`);
    };
  };
}

/** How far from the centre the surface of the solid is, at most and at least. */
const bump = 0.2;

/** A closed ball with bumps and dents, of about so many triangles, by circles of latitude. */
function solid(triangles: number): Mesh {
  const rows = Math.max(3, Math.round(Math.sqrt(triangles) / 2));
  const columns = 2 * rows;
  const positions = [0, 1, 0];
  for (let row = 1; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const polar = (Math.PI * row) / rows;
      const around = (2 * Math.PI * column) / columns;
      const radius = 1 + bump * Math.sin(5 * around) * Math.sin(4 * polar) * Math.sin(polar);
      const across = radius * Math.sin(polar);
      positions.push(across * Math.cos(around), radius * Math.cos(polar), across * Math.sin(around));
    }
  positions.push(0, -1, 0);
  const south = positions.length / 3 - 1;
  const vertex = (row: number, column: number) => {
    if (row === 0) return 0;
    return row === rows ? south : 1 + (row - 1) * columns + (column % columns);
  };
  const indices: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const below = vertex(row + 1, column + 1);
      if (row < rows - 1) indices.push(vertex(row, column), below, vertex(row + 1, column));
      if (row > 0) indices.push(vertex(row, column), vertex(row, column + 1), below);
    }
  return [Float64Array.from(positions), Uint32Array.from(indices)];
}

/** A direction, evenly distributed. */
function direction(random: Random): Vec3 {
  const y = random.uniform(-1, 1);
  const around = random.uniform(0, 2 * Math.PI);
  const across = Math.sqrt(1 - y * y);
  return [across * Math.cos(around), y, across * Math.sin(around)];
}

/** Points about the surface of the solid: some inside, some outside. */
export function pointsInSolid(count: number): () => void {
  const tree = new BspTree(...solid(count));
  const random = new Random(7);
  const points = Array.from({ length: queryCount }, () => {
    const radius = random.uniform(1 - 2 * bump, 1 + 2 * bump);
    return { point: direction(random).map(x => radius * x), radius };
  });
  return () => {
    // Small solids have flat sides, which are nearer to the centre than their vertices.
    for (const { point, radius } of points)
      if (radius > 1 + bump && tree.contains(point)) throw new Error('BspTree: outside is inside');
  };
}

/** Rays from outside towards points near the middle of the solid. */
export function raysAtSolid(count: number): () => void {
  const tree = new BspTree(...solid(count));
  const random = new Random(7);
  const hit = createRayHit();
  const all = Array.from({ length: queryCount }, () => {
    const origin = direction(random).map(x => 2 * x);
    const target = direction(random).map(x => 0.3 * x);
    return { origin, toward: origin.map((x, k) => target[k] - x) };
  });
  return () => {
    for (const { origin, toward } of all)
      if (!Number.isFinite(tree.raycast(hit, origin, toward))) throw new Error('BspTree misses the solid');
  };
}

/** Two sheets that cross at a right angle: their trees are updated, and the faces that meet are found. */
export function crossingSheets(kind: NonNullable<SphereTreeOptions['kind']>): (count: number) => () => void {
  return count => {
    const [flat, indices] = ground(count);
    // The other one stands on its edge, a little beside the middle, so that no vertices coincide.
    const upright = new Float64Array(flat.length);
    for (let i = 0; i < flat.length; i += 3)
      upright.set([0.503 + flat[i + 1], flat[i] - 0.487, flat[i + 2] + 0.001], i);
    const sheets = [flat, upright].map(positions => new SphereTree(positions, indices, { kind }));
    const pairs = new PairList();
    return () => {
      for (const sheet of sheets) sheet.update();
      pairs.clear();
      if (sheets[0].findPairs(pairs, sheets[1]) === 0) throw new Error('SphereTree: the sheets do not meet');
    };
  };
}
