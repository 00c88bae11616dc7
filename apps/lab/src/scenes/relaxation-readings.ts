/**
 * Interpretations of the ordered relaxation of Ponce Atencio 2005, §4.2.2, and the plain order it is compared
 * with, each with its costs counted on an icosahedron. The thesis leaves open how lists are joined, rounded
 * and repeated, and what a relaxation is; so projections, rounds of the loop and tests are all counted.
 */
import { Random } from '@colide/math';
import {
  ConstraintGraph,
  createDistanceError,
  measureDistanceError,
  measureRestLengths,
  OrderedRelaxation,
  projectDistance,
} from '@colide/solvers';

import { icosahedronDiagonals, icosahedronEdges } from './icosahedra-in-box.ts';

/** Relative error up to which a constraint is left alone. */
export const tolerance = 0.01;
/** Rounds after which a relaxation is given up. */
export const mostTurns = 1000;

/** Which vertex pairs of a body are constraints. */
export type Bracing = 'edges' | 'main diagonals' | 'all diagonals';

/** The constraints of an icosahedron and all that follows from them. */
export class IcosahedronConstraints {
  readonly ids: Uint32Array;
  readonly edgeCount: number;
  readonly rest: Float64Array;
  readonly ordered: OrderedRelaxation;
  readonly weights = new Float64Array(12).fill(1);
  private readonly graph: ConstraintGraph;
  private readonly error = createDistanceError();

  constructor(bracing: Bracing, restPositions: Float64Array) {
    const edges = icosahedronEdges();
    this.edgeCount = edges.length / 2;
    const diagonals = bracing === 'edges' ? [] : icosahedronDiagonals(bracing === 'main diagonals');
    this.ids = Uint32Array.from([...edges, ...diagonals]);
    this.rest = measureRestLengths(new Float64Array(this.ids.length / 2), restPositions, this.ids);
    this.ordered = new OrderedRelaxation({ ids: this.ids, restLengths: this.rest }, 12, this.edgeCount);
    this.graph = new ConstraintGraph(this.ids, 12, this.edgeCount);
  }

  /** The constraints in rings around one particle. */
  rings(particle: number): number[][] {
    const order = new Uint32Array(this.rest.length);
    const starts = new Uint32Array(13);
    const n = this.graph.findRings(order, starts, particle);
    return Array.from({ length: n }, (_, r) => Array.from(order.subarray(starts[r], starts[r + 1])));
  }

  list(particle: number): number[] {
    const { lists, offsets } = this.ordered;
    return Array.from(lists.subarray(offsets[particle], offsets[particle + 1]));
  }

  worstError(x: Float64Array): number {
    return measureDistanceError(this.error, x, this.ids, this.rest);
  }

  errorOf(x: Float64Array, c: number): number {
    const a = 3 * this.ids[2 * c];
    const b = 3 * this.ids[2 * c + 1];
    return Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]) / this.rest[c] - 1;
  }

  project(x: Float64Array, c: number): void {
    projectDistance(x, this.weights, this.ids[2 * c], this.ids[2 * c + 1], this.rest[c]);
  }
}

/** The cost of an interpretation, summed over collisions. */
export interface Cost {
  /** Constraints projected. */
  projected: number;
  /** Rounds of the loop that projected something. */
  turns: number;
  /** Constraints tested, including the idle round at the end. */
  tested: number;
  /** Largest relative error left. */
  left: number;
}

/** Works through `sequence` round by round until a round is idle or `turns` have been made. */
export function relaxSequence(
  body: IcosahedronConstraints,
  x: Float64Array,
  sequence: number[],
  turns = mostTurns,
): Cost {
  const cost: Cost = { projected: 0, turns: 0, tested: 0, left: 0 };
  for (let turn = 0; turn < turns; turn++) {
    let done = 0;
    for (const c of sequence) {
      if (Math.abs(body.errorOf(x, c)) <= tolerance) continue;
      body.project(x, c);
      done++;
    }
    cost.tested += sequence.length;
    if (done === 0) break;
    cost.turns++;
    cost.projected += done;
  }
  cost.left = body.worstError(x);
  return cost;
}

/** Works through `lists` round by round until one of them is idle, which proves that all constraints hold. */
function relaxLists(body: IcosahedronConstraints, x: Float64Array, lists: number[][]): Cost {
  const sum: Cost = { projected: 0, turns: 0, tested: 0, left: 0 };
  for (let round = 0; round < mostTurns; round++)
    for (let k = 0; k < lists.length; k++) {
      const { projected, tested, left } = relaxSequence(body, x, lists[k], 1);
      sum.tested += tested;
      sum.left = left;
      if (projected === 0) return sum;
      if (k === 0) sum.turns++;
      sum.projected += projected;
    }
  return sum;
}

/** Always the worst constraint next: no list made beforehand can know that order. */
function relaxWorst(body: IcosahedronConstraints, x: Float64Array): Cost {
  for (let projected = 0; ; projected++) {
    let worst = 0;
    for (let c = 1; c < body.rest.length; c++)
      if (Math.abs(body.errorOf(x, c)) > Math.abs(body.errorOf(x, worst))) worst = c;
    const left = Math.abs(body.errorOf(x, worst));
    if (left <= tolerance || projected > 10_000)
      return { projected, turns: projected, tested: (projected + 1) * body.rest.length, left };
    body.project(x, worst);
  }
}

/** Rings repeated n, n/2, … times; `round` makes n/2 whole. */
function repeatRings(rings: number[][], round: (half: number) => number): number[] {
  let times = rings.length;
  return rings.flatMap(ring => {
    const repeated = Array.from({ length: times }, () => ring).flat();
    times = Math.max(1, round(times / 2));
    return repeated;
  });
}

/** Rings around several particles at once. */
function commonRings(body: IcosahedronConstraints, moved: number[]): number[][] {
  const each = moved.map(particle => body.rings(particle));
  const seen = new Set<number>();
  return [0, 1, 2, 3]
    .map(r => [...new Set(each.flatMap(rings => rings[r] ?? []))].filter(c => !seen.has(c) && seen.add(c)))
    .filter(ring => ring.length > 0);
}

/** Relaxes `x` around the particles in `moved`. */
export type Reading = (body: IcosahedronConstraints, x: Float64Array, moved: number[]) => Cost;

/** The reading that all are compared with. */
export const plainName = 'plain: order of the faces';
/** The reading that `OrderedRelaxation` follows. */
export const orderedName = 'ordered: up to the first idle list';
/** All constraints in the order in which they were made. */
export const plainOrder = (body: IcosahedronConstraints) => Array.from(body.rest, (_, c) => c);
/** Plain and ordered relaxation. */
export const essentialReadings: Record<string, Reading> = {
  [plainName]: (body, x) => relaxSequence(body, x, plainOrder(body)),
  [orderedName]: (body, x, moved) =>
    relaxLists(
      body,
      x,
      moved.map(p => body.list(p)),
    ),
};
/** All readings. */
export const allReadings: Record<string, Reading> = {
  ...essentialReadings,
  'ordered: whole turns': (body, x, moved) =>
    relaxSequence(
      body,
      x,
      moved.flatMap(p => body.list(p)),
    ),
  'plain: shuffled': (body, x) => relaxSequence(body, x, shuffled(body.rest.length)),
  'ordered: n/2 rounded up': (body, x, moved) =>
    relaxSequence(
      body,
      x,
      moved.flatMap(p => repeatRings(body.rings(p), Math.ceil)),
    ),
  'ordered: no repetition': (body, x, moved) =>
    relaxSequence(
      body,
      x,
      moved.flatMap(p => body.rings(p).flat()),
    ),
  'ordered: rings around all moved': (body, x, moved) =>
    relaxSequence(body, x, repeatRings(commonRings(body, moved), Math.floor)),
  'ordered: one list only': (body, x, moved) => relaxSequence(body, x, body.list(moved[0])),
  'far rings first': (body, x, moved) => relaxSequence(body, x, commonRings(body, moved).reverse().flat()),
  'worst constraint first': relaxWorst,
  'ordered: all lists, once': (body, x, moved) =>
    relaxSequence(
      body,
      x,
      moved.flatMap(p => body.list(p)),
      1,
    ),
  'ordered: one list, once': (body, x, moved) => relaxSequence(body, x, body.list(moved[0]), 1),
};

function shuffled(length: number): number[] {
  const random = new Random(5);
  const order = Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random.next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}
