/**
 * Single bodies pushed back by one wall: the outermost vertices of a body at rest return onto a plane at a
 * random angle, up to a third of the radius deep, and the body is relaxed in plain order and in rings. Also
 * with the pushed vertex held, so that the whole body has to follow.
 */
import { IdList } from '@colide/core';
import { Random } from '@colide/math';
import {
  createDistanceError,
  createRelaxationResult,
  measureDistanceError,
  measureRestLengths,
  OrderedRelaxation,
  projectDistance,
  relaxDistances,
} from '@colide/solvers';

interface Body {
  name: string;
  positions: Float64Array;
  ids: number[];
  internalFrom: number;
}

type Triple = [number, number, number];
const distance = (p: Triple, q: Triple) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

function icosahedron(diagonals: boolean): Body {
  const t = (1 + Math.sqrt(5)) / 2;
  const points: Triple[] = [];
  for (const a of [-1, 1]) for (const b of [-t, t]) points.push([0, a, b], [a, b, 0], [b, 0, a]);
  const surface: number[] = [];
  const inner: number[] = [];
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++) (distance(points[i], points[j]) < 2.01 ? surface : inner).push(i, j);
  return {
    name: diagonals ? 'braced icosahedron' : 'icosahedron',
    positions: Float64Array.from(points.flat()),
    ids: diagonals ? [...surface, ...inner] : surface,
    internalFrom: surface.length / 2,
  };
}

/** The cylinder of E3.4: 26 vertices, 60 constraints (sides, rims and spokes). */
function cylinder(): Body {
  const positions: number[] = [0, -1, 0, 0, 1, 0];
  const ids: number[] = [];
  for (let i = 0; i < 12; i++) {
    const angle = (i * Math.PI) / 6;
    positions.push(Math.cos(angle), -1, Math.sin(angle), Math.cos(angle), 1, Math.sin(angle));
    const low = 2 + 2 * i;
    const next = 2 + 2 * ((i + 1) % 12);
    ids.push(low, low + 1, low, next, low + 1, next + 1, low, next + 1, low, 0);
  }
  return { name: '26-vertex cylinder', positions: Float64Array.from(positions), ids, internalFrom: 60 };
}

function rope(links: number): Body {
  const positions = new Float64Array(3 * (links + 1));
  for (let i = 0; i <= links; i++) positions[3 * i] = (2 * i) / links - 1;
  const ids = Array.from({ length: 2 * links }, (_, k) => (k >> 1) + (k & 1));
  return { name: `rope of ${links}`, positions, ids, internalFrom: links };
}

/**
 * Pushes the vertices beyond a random plane, or the outermost only, back onto it and lists them in `moved`.
 */
function hitWall(body: Body, random: Random, moved: IdList, outermostOnly: boolean): Float64Array {
  const normal: Triple = [0, 0, 0];
  random.unitVector(normal);
  const x = body.positions.slice();
  const heights = Array.from({ length: x.length / 3 }, (_, i) =>
    normal.reduce((sum, n, k) => sum + n * x[3 * i + k], 0),
  );
  const top = Math.max(...heights);
  const wall = top - random.uniform(0.05, 0.33) * top;
  moved.clear();
  heights.forEach((height, i) => {
    if (height <= wall || (outermostOnly && height < top)) return;
    moved.push(i);
    for (let k = 0; k < 3; k++) x[3 * i + k] -= (height - wall) * normal[k];
  });
  return x;
}

/** Projections of every constraint in `sequence`, over and over, until all are within 1 %. */
function countUnconditional(
  x: Float64Array,
  w: Float64Array,
  ids: Uint32Array,
  rest: Float64Array,
  sequence: ArrayLike<number>,
): number {
  const error = createDistanceError();
  let count = 0;
  for (let round = 0; round < 2000; round++)
    for (let k = 0; k < sequence.length; k++) {
      if (measureDistanceError(error, x, ids, rest) <= 0.01) return count;
      const c = sequence[k];
      projectDistance(x, w, ids[2 * c], ids[2 * c + 1], rest[c]);
      count++;
    }
  return count;
}

/** Mean costs of a body in plain order and in rings. */
export interface WallHitCosts {
  body: string;
  /** Constraints beyond the tolerance projected. */
  violated: [plain: number, ordered: number];
  /** Every constraint visited is projected, until all are within tolerance. */
  all: [plain: number, ordered: number];
  /** As `violated`, one vertex pushed and held. */
  held: [plain: number, ordered: number];
}

/** Relaxes bodies of several kinds after `cases` hits each. */
export function measureWallHits(cases: number): WallHitCosts[] {
  return [icosahedron(false), icosahedron(true), cylinder(), rope(10), rope(50)].map(body => {
    const random = new Random(32);
    const ids = Uint32Array.from(body.ids);
    const rest = measureRestLengths(new Float64Array(ids.length / 2), body.positions, ids);
    const distances = { ids, restLengths: rest };
    const w = new Float64Array(body.positions.length / 3).fill(1);
    const ordered = new OrderedRelaxation(distances, w.length, body.internalFrom);
    const plainOrder = Array.from(rest, (_, i) => i);
    const moved = new IdList();
    const result = createRelaxationResult();
    const sums = [0, 0, 0, 0];
    const held = [0, 0];
    for (let n = 0; n < cases; n++) {
      const x = hitWall(body, random, moved, false);
      relaxDistances(result, x.slice(), w, distances, { maxIterations: 5000 });
      sums[0] += result.relaxations;
      ordered.relax(result, x.slice(), w, moved, { maxIterations: 5000 });
      sums[1] += result.relaxations;
      sums[2] += countUnconditional(x.slice(), w, ids, rest, plainOrder);
      const lists = Array.from({ length: moved.count }, (_, m) => moved.get(m)).flatMap(p =>
        Array.from(ordered.lists.subarray(ordered.offsets[p], ordered.offsets[p + 1])),
      );
      sums[3] += countUnconditional(x.slice(), w, ids, rest, lists);

      const y = hitWall(body, random, moved, true);
      const fixed = w.slice();
      fixed[moved.get(0)] = 0;
      relaxDistances(result, y.slice(), fixed, distances, { maxIterations: 20_000 });
      held[0] += result.relaxations;
      ordered.relax(result, y.slice(), fixed, moved, { maxIterations: 20_000 });
      held[1] += result.relaxations;
    }
    const [plain, inOrder, plainAll, inOrderAll] = sums;
    return {
      body: body.name,
      violated: [plain / cases, inOrder / cases],
      all: [plainAll / cases, inOrderAll / cases],
      held: [held[0] / cases, held[1] / cases],
    };
  });
}
