/**
 * Pairs of convex sets on which all algorithms are compared with each other and with an exhaustive oracle,
 * and the comparison itself. The unit test runs a slice; the lab's experiment `agreement` runs 100 000 pairs
 * and tabulates what differs.
 */
import { createObb, obbFromBox } from '@colide/bounds';
import type { Convex } from '@colide/core';
import { BoxShape, CapsuleShape, HullShape, Posed, Rounded, SphereShape } from '@colide/geometry';
import type { Random } from '@colide/math';
import {
  chungWangIntersects,
  createGjkCache,
  createGjkResult,
  createMprResult,
  createPenetrationResult,
  createSatCache,
  createSatResult,
  gjkDistance,
  gjkDistanceJohnson,
  gjkIntersects,
  mprIntersects,
  satHullHull,
  satObbObb,
  signedDistance,
} from '@colide/narrowphase';

import {
  boxPolytope,
  exhaustiveDistance,
  mapPolytope,
  type Polytope,
  separationAlong,
  wrapPoints,
} from './polytope-oracle.ts';

type V3 = [number, number, number];
type Q4 = [number, number, number, number];

/** A shape in its own frame, and what the oracle knows of it. */
interface Model {
  readonly kind: string;
  /** Radius of a ball that holds it, about. */
  readonly size: number;
  readonly shape: Convex;
  readonly core: Polytope;
  readonly margin: number;
  /** The shape as a solid hull, for separating axes; not of rounded ones. */
  readonly hull?: HullShape;
  /** Half extents of a box. */
  readonly half?: V3;
}

/** The kinds of shape, by name. */
export const kinds = [
  'box',
  'hull 4–12',
  'hull 13–60',
  'hull 61–200',
  'sliver box',
  'plate hull',
  'needle hull',
  'sphere',
  'capsule',
  'rounded box',
  'rounded hull',
] as const;

function makeModel(kind: (typeof kinds)[number], size: number, random: Random): Model {
  const sphere = (count: number, sx = size, sy = size, sz = size) => {
    const points = new Float64Array(3 * count);
    for (let i = 0; i < points.length; i += 3) points.set(random.unitVector([0, 0, 0]), i);
    return mapPolytope(wrapPoints(points), (x, y, z) => [sx * x, sy * y, sz * z]);
  };
  const solid = (core: Polytope): Model => {
    const hull = HullShape.fromPoints(core.points);
    return { kind, size, core, margin: 0, shape: hull, ...(hull.dimension === 3 && { hull }) };
  };
  const box = (x: number, y: number, z: number): Model => {
    const half: V3 = [size * x, size * y, size * z];
    return { ...solid(boxPolytope(half)), half, shape: new BoxShape(half) };
  };
  const rounded = (core: Polytope, shape: Convex, margin: number): Model => {
    return { kind, size, core, margin, shape: new Rounded(shape, margin) };
  };
  const side = () => random.uniform(0.2, 0.58);
  const thin = 1e-4 * size;
  switch (kind) {
    case 'box':
      return box(side(), side(), side());
    case 'hull 4–12':
      return solid(sphere(4 + random.integer(9)));
    case 'hull 13–60':
      return solid(sphere(13 + random.integer(48)));
    case 'hull 61–200':
      return solid(sphere(61 + random.integer(140)));
    case 'sliver box':
      return box(0.8, 0.8e-4, side());
    case 'plate hull':
      return solid(sphere(4 + random.integer(30), size, thin, size));
    case 'needle hull':
      return solid(sphere(4 + random.integer(30), size, thin, thin));
    case 'sphere': {
      const core = { points: new Float64Array(3), triangles: [], edges: [] };
      return { kind, size, core, margin: size, shape: new SphereShape(size) };
    }
    case 'capsule': {
      const half = size * random.uniform(0.2, 0.8);
      const points = Float64Array.of(0, -half, 0, 0, half, 0);
      const shape = new CapsuleShape(size - half, half);
      return { kind, size, core: { points, triangles: [], edges: [[0, 1]] }, margin: size - half, shape };
    }
    case 'rounded box': {
      const half: V3 = [0.7 * size * side(), 0.7 * size * side(), 0.7 * size * side()];
      return rounded(boxPolytope(half), new BoxShape(half), 0.3 * size);
    }
    case 'rounded hull': {
      const core = sphere(4 + random.integer(30), 0.9 * size, 0.9 * size, 0.9 * size);
      return rounded(core, HullShape.fromPoints(core.points), 0.1 * size);
    }
  }
}

/** Whether a shape is 1e-4 of its size thick. */
const isSliver = ({ kind }: Model): boolean => ['sliver box', 'plate hull', 'needle hull'].includes(kind);

/** A shape in the world. */
interface Body {
  readonly model: Model;
  position: V3;
  rotation: Q4;
}

/** A comparison, and the difference allowed. */
export interface Finding {
  /** Which algorithm, and what of it. */
  readonly check: string;
  readonly kinds: string;
  /** Number of the pair. */
  readonly pair: number;
  /** The difference over what is allowed; above 1 it is a disagreement. */
  readonly excess: number;
  readonly text: string;
}

/** Sums up a run. */
export interface AgreementTally {
  pairs: number;
  overlaps: number;
  /** Pairs so close to touching that no verdict is asked for. */
  touching: number;
  /** By check: how often made, how often above the tolerance, the largest part of it. */
  readonly checks: Map<string, { made: number; failed: number; worst: number }>;
  /** By kind of shape A: pairs and overlaps. */
  readonly byKind: Map<string, { pairs: number; overlaps: number }>;
  readonly findings: Finding[];
}

const epsilon = 2 ** -52;

/** Rotation by a unit quaternion. */
function turn([qx, qy, qz, qw]: Q4, x: number, y: number, z: number): V3 {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

function multiply([ax, ay, az, aw]: Q4, [bx, by, bz, bw]: Q4): Q4 {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The core of a body seen from `origin`. */
function coreSeenFrom({ model, position, rotation }: Body, origin: V3): Polytope {
  const [px, py, pz] = position.map((x, i) => x - origin[i]);
  return mapPolytope(model.core, (x, y, z) => {
    const [u, v, w] = turn(rotation, x, y, z);
    return [u + px, v + py, w + pz];
  });
}

const place = ({ model, position, rotation }: Body): Posed => new Posed(model.shape, position, rotation);

/** The signed distance found for a pair of bodies, and what is noted about it. */
interface Answer {
  readonly a: Body;
  readonly b: Body;
  readonly d: number;
  readonly tolerance: number;
  /** Rounding of world coordinates. */
  readonly rounding: number;
  readonly note: (check: string, error: number, allowed: number, text: string) => void;
  readonly text: string;
}

/** A family of seeded pairs, and their comparison. */
export class Agreement {
  readonly tally: AgreementTally = {
    pairs: 0,
    overlaps: 0,
    touching: 0,
    checks: new Map(),
    byKind: new Map(),
    findings: [],
  };
  private readonly random: Random;
  private readonly models: Model[];
  private readonly largest: number;
  private readonly gjk = createGjkResult();
  private readonly mpr = createMprResult();
  private readonly sat = createSatResult();
  private readonly found = createPenetrationResult();
  private readonly other = createPenetrationResult();

  /**
   * @param models how many shapes to draw from, sizes from 1e-3 to 1e3
   * @param largest pairs with more pairs of edges are left to certificates and to the other algorithms
   */
  constructor(random: Random, models: number, largest = Infinity) {
    this.random = random;
    this.models = Array.from({ length: models }, (_, i) =>
      makeModel(kinds[i % kinds.length], 10 ** (-3 + (6 * i) / models), random),
    );
    this.largest = largest;
  }

  /** Draws the next pair and compares. */
  step(): void {
    const { random, tally } = this;
    const number = tally.pairs++;
    const { models } = this;
    const first = random.integer(models.length);
    // Of about the same size, or up to a hundred times larger or smaller.
    const spread = Math.round(models.length * (random.integer(4) === 0 ? 1 / 3 : 1 / 30));
    const second = first - spread + random.integer(2 * spread + 1);
    const a = this.draw(first);
    const b = this.draw(Math.min(models.length - 1, Math.max(0, second)));
    const aligned = number % 10 === 0;
    const reach = a.model.size + b.model.size;
    const offset = [0, 0, 0, 1e3, 1e6][random.integer(5)];
    const away = reach * random.uniform(0.02, 0.9);
    const direction = random.unitVector([0, 0, 0]);
    if (aligned) {
      // Faces, edges and corners that are parallel and touch.
      for (const body of [a, b]) body.rotation = [0, 0, 0, 1];
      for (let i = 0; i < 3; i++) direction[i] = (random.integer(5) - 2) / 2;
    }
    for (let i = 0; i < 3; i++) {
      a.position[i] = offset * random.uniform(-1, 1);
      b.position[i] = a.position[i] + away * direction[i];
    }
    let truth = this.oracle(a, b);
    if (truth !== undefined && number % 3 === 1) {
      // Moved until they nearly touch.
      const gap = reach * 10 ** random.uniform(-9, -1) * (random.integer(2) === 0 ? 1 : -1);
      for (let i = 0; i < 3; i++) b.position[i] -= (truth.distance - gap) * truth.normal[i];
      truth = this.oracle(a, b);
    }
    this.compare(number, a, b, truth?.distance);
  }

  private draw(index: number): Body {
    const { random, models } = this;
    return {
      model: models[index],
      position: [0, 0, 0],
      rotation: random.rotation([0, 0, 0, 1]) as Q4,
    };
  }

  /** The signed distance, margins included. */
  private oracle(a: Body, b: Body): { distance: number; normal: number[] } | undefined {
    const edges = Math.max(1, a.model.core.edges.length) * Math.max(1, b.model.core.edges.length);
    if (edges > this.largest) return undefined;
    const cores = exhaustiveDistance(coreSeenFrom(a, a.position), coreSeenFrom(b, a.position));
    const margins = a.model.margin + b.model.margin;
    // Sets without volume that touch have depth 0, though axes of single features show less.
    const flat = a.model.core.triangles.length === 0 && b.model.core.triangles.length === 0;
    const distance = flat ? Math.max(0, cores.distance) : cores.distance;
    return { distance: distance - margins, normal: cores.normal };
  }

  private compare(number: number, a: Body, b: Body, truth: number | undefined): void {
    const { tally, found, other, gjk } = this;
    const p = place(a);
    const q = place(b);
    const size = Math.max(a.model.size, b.model.size);
    const coordinates = Math.max(...a.position.map(Math.abs), ...b.position.map(Math.abs)) + size;
    /** Rounding of world coordinates, the same for all; then what an iteration may leave. */
    const rounding = 16 * epsilon * coordinates;
    const tolerance = 1e-9 * size + rounding;
    const names = `${a.model.kind} / ${b.model.kind}`;
    const note = (check: string, error: number, allowed: number, text: string) => {
      const entry = tally.checks.get(check) ?? { made: 0, failed: 0, worst: 0 };
      tally.checks.set(check, entry);
      entry.made++;
      const excess = Number.isNaN(error) ? Infinity : error / allowed;
      entry.worst = Math.max(entry.worst, excess);
      if (excess <= 1) return;
      entry.failed++;
      tally.findings.push({ check, kinds: names, pair: number, excess, text });
    };
    const verdict = (check: string, given: boolean, expected: boolean, text: string) =>
      note(check, given === expected ? 0 : Infinity, 1, text);

    const d = signedDistance(found, p, q);
    const depths = `d ${d}, oracle ${truth}, sizes ${a.model.size} ${b.model.size}, at ${coordinates}`;
    note('GJK + EPA converged', found.converged ? 0 : Infinity, 1, depths);
    if (truth !== undefined) note('GJK + EPA against the oracle', Math.abs(d - truth), tolerance, depths);
    this.certify({ a, b, d, tolerance, rounding, note, text: depths });

    note('GJK + EPA, A and B exchanged', Math.abs(signedDistance(other, q, p) - d), tolerance, depths);
    const [movedA, movedB] = this.move(a, b, size);
    const moved = signedDistance(other, place(movedA), place(movedB));
    note('GJK + EPA after a rigid motion', Math.abs(moved - d), 2 * tolerance, depths);

    const reference = truth ?? d;
    const outside = Math.max(0, reference);
    note('GJK distance', Math.abs(gjkDistance(gjk, p, q) - outside), tolerance, depths);
    // Johnson's cofactors cancel in flat simplices, all the more those of slivers.
    const johnson = (isSliver(a.model) || isSliver(b.model) ? 1e-4 : 1e-6) * size + rounding;
    note('GJK distance, Johnson', Math.abs(gjkDistanceJohnson(gjk, p, q) - outside), johnson, depths);

    const kind = tally.byKind.get(a.model.kind) ?? { pairs: 0, overlaps: 0 };
    tally.byKind.set(a.model.kind, kind);
    kind.pairs++;
    const overlap = reference <= 0;
    if (overlap) {
      tally.overlaps++;
      kind.overlaps++;
    }
    const clear = Math.abs(reference) > tolerance;
    if (!clear) tally.touching++;
    if (clear) {
      const cache = createGjkCache();
      verdict('GJK overlap', gjkIntersects(p, q), overlap, depths);
      verdict('GJK overlap, A and B exchanged', gjkIntersects(q, p), overlap, depths);
      for (let k = 0; k < 2; k++) verdict('GJK overlap, cached', gjkIntersects(p, q, cache), overlap, depths);
      cache.count = -1;
      for (let k = 0; k < 2; k++) verdict('Chung–Wang', chungWangIntersects(p, q, cache), overlap, depths);
      verdict('Chung–Wang, A and B exchanged', chungWangIntersects(q, p), overlap, depths);
    }
    const answer: Answer = { a, b, d: reference, tolerance, rounding, note, text: depths };
    if (Math.abs(reference) > 1e-7 * size + rounding) this.compareMpr(answer);
    this.compareSat(answer);
  }

  /** MPR, whose depth is never less than the true one. */
  private compareMpr({ a, b, d, rounding, note, text }: Answer): void {
    const { mpr } = this;
    const overlap = d <= 0;
    const size = Math.max(a.model.size, b.model.size);
    const hit = mprIntersects(mpr, place(a), place(b));
    note('MPR', hit === overlap ? 0 : Infinity, 1, text);
    if (overlap) note('MPR depth not below', -d - mpr.depth, 1e-6 * size + rounding, `${text}, ${mpr.depth}`);
    const exchanged = mprIntersects(mpr, place(b), place(a));
    note('MPR, A and B exchanged', exchanged === overlap ? 0 : Infinity, 1, text);
  }

  /** SAT, where there is one: of two hulls, and of two boxes. */
  private compareSat({ a, b, d, tolerance, rounding, note, text }: Answer): void {
    const { sat } = this;
    const overlap = d <= 0;
    const clear = Math.abs(d) > tolerance;
    const size = Math.max(a.model.size, b.model.size);
    const { hull: hullA, half: halfA } = a.model;
    const { hull: hullB, half: halfB } = b.model;
    if (hullA !== undefined && hullB !== undefined) {
      const cache = createSatCache();
      const posedA = new Posed(hullA, a.position, a.rotation);
      const posedB = new Posed(hullB, b.position, b.rotation);
      for (let k = 0; k < 2; k++) {
        const hit = satHullHull(sat, posedA, posedB, cache);
        if (clear) note('SAT hulls', hit === overlap ? 0 : Infinity, 1, text);
        if (hit && overlap)
          note('SAT hulls, depth', Math.abs(sat.depth + d), tolerance, `${text}, ${sat.depth}`);
      }
    }
    if (halfA !== undefined && halfB !== undefined) {
      const hit = satObbObb(
        sat,
        obbFromBox(createObb(), a.position, halfA, a.rotation),
        obbFromBox(createObb(), b.position, halfB, b.rotation),
      );
      if (clear) note('SAT boxes', hit === overlap ? 0 : Infinity, 1, text);
      if (hit && overlap)
        note('SAT boxes, depth', Math.abs(sat.depth + d), 1e-6 * size + rounding, `${text}, ${sat.depth}`);
    }
  }

  /**
   * The answer proves itself: its normal separates by the distance, and no less than the depth, and the
   * points found are that far apart.
   */
  private certify({ a, b, d, tolerance, rounding, note, text }: Answer): void {
    const { normal, pointA, pointB } = this.found;
    const cores = [coreSeenFrom(a, a.position), coreSeenFrom(b, a.position)] as const;
    const margins = a.model.margin + b.model.margin;
    const along = separationAlong(...cores, normal[0], normal[1], normal[2]) - margins;
    // The direction of a short vector between rounded points is as uncertain as they are, relative to its
    // length; that of a face 1e-4 of the size wide likewise.
    const size = Math.max(a.model.size, b.model.size);
    const tilt = d > 0 ? (4 * epsilon * size) / d : 0;
    const allowed = tolerance + tilt * size + (isSliver(a.model) || isSliver(b.model) ? 1e4 * rounding : 0);
    note('the normal shows the distance', d - along, allowed, `${text}, along ${along}`);
    let apart = 0;
    for (let i = 0; i < 3; i++) apart += (pointB[i] - pointA[i]) * normal[i];
    note('the points show the distance', Math.abs(apart - d), allowed, `${text}, points ${apart}`);
  }

  /** Both bodies turned and moved together. */
  private move(a: Body, b: Body, size: number): [Body, Body] {
    const rotation = this.random.rotation([0, 0, 0, 1]) as Q4;
    const shift = (this.random.unitVector([0, 0, 0]) as V3).map(x => 10 * size * x);
    return [a, b].map(body => ({
      ...body,
      position: turn(rotation, ...body.position).map((x, i) => x + shift[i]),
      rotation: multiply(rotation, body.rotation),
    })) as [Body, Body];
  }
}
