/** Real cases of convex hulls, of the distance between convex shapes and of triangle pairs. */
import { readDataBytes, readDataJson, readDataText } from './data-folder.ts';

/** 6 755 point clouds of real game hulls, `xyz` interleaved. */
export function readGameHulls(): Float32Array[] {
  const buffer = readDataBytes('hulls', 'game-hulls.bin');
  const counts = new Uint32Array(buffer);
  const numbers = new Float32Array(buffer);
  const hulls: Float32Array[] = [];
  for (let at = 0; at < counts.length; ) {
    const end = at + 1 + 3 * counts[at];
    hulls.push(numbers.slice(at + 1, end));
    at = end;
  }
  return hulls;
}

/** The result of Qhull for a game hull. `ok` is false for flat clouds, which Qhull rejects. */
export type GameHullReference =
  | {
      readonly ok: true;
      readonly pointCount: number;
      /** Thickness relative to extent. */
      readonly flatness: number;
      readonly vertexCount: number;
      /** Triangles of the hull, coplanar ones not merged. */
      readonly triangleCount: number;
      readonly volume: number;
      readonly area: number;
    }
  | { readonly ok: false; readonly pointCount: number; readonly flatness: number; readonly message: string };

interface QhullRecord {
  n: number;
  flatness: number;
  ok: boolean;
  hull_vertices: number;
  simplices: number;
  volume: number;
  area: number;
  qhull: string;
}

/** Qhull's answers, in the order of {@link readGameHulls}. */
export function readGameHullReferences(): GameHullReference[] {
  return readDataJson<QhullRecord[]>('hulls', 'game-hulls.qhull.json').map(record => {
    const { n: pointCount, flatness } = record;
    if (!record.ok) return { ok: false, pointCount, flatness, message: record.qhull };
    const { hull_vertices: vertexCount, simplices: triangleCount, volume, area } = record;
    return { ok: true, pointCount, flatness, vertexCount, triangleCount, volume, area };
  });
}

/** A position and a rotation `[x, y, z, w]`. */
export interface Posed {
  readonly position: readonly number[];
  readonly rotation: readonly number[];
}

/** The signed distance of two posed shapes, from an oracle. */
export interface SignedDistance {
  /** Negative if the shapes overlap: minus the depth. */
  readonly distance: number;
  /** Unit vector from A to B. */
  readonly normal: readonly number[];
  /**
   * Distance to the second best answer; where it is tiny, the normal is ambiguous. `null`: not applicable.
   */
  readonly gap: number | null;
}

/** Two posed game hulls and their signed distance. */
export interface HullPairCase extends SignedDistance {
  readonly kind: 'separated' | 'grazing' | 'shallow' | 'deep';
  /** Indices into {@link readGameHulls}. */
  readonly hullA: number;
  readonly hullB: number;
  readonly poseA: Posed;
  readonly poseB: Posed;
  /** Size of the smaller hull, as a scale for tolerances. */
  readonly size: number;
}

interface PairRecord {
  cls: HullPairCase['kind'];
  a: number;
  b: number;
  quatA: number[];
  posA: number[];
  quatB: number[];
  posB: number[];
  size: number;
  d: number;
  n: number[];
  gap: number | null;
}

/** 1 500 posed pairs of game hulls: 500 separated, 500 grazing, 250 shallow, 250 deep. */
export function readHullPairs(): HullPairCase[] {
  return readDataJson<{ pairs: PairRecord[] }>('gjk', 'game-hull-pairs.json').pairs.map(pair => ({
    kind: pair.cls,
    hullA: pair.a,
    hullB: pair.b,
    poseA: { position: pair.posA, rotation: pair.quatA },
    poseB: { position: pair.posB, rotation: pair.quatB },
    size: pair.size,
    distance: pair.d,
    normal: pair.n,
    gap: pair.gap,
  }));
}

/** Two posed boxes, libccd's verdict and an oracle's signed distance. */
export interface BoxBoxCase extends SignedDistance {
  readonly name: string;
  /** Full edge lengths. */
  readonly sizeA: readonly number[];
  readonly sizeB: readonly number[];
  readonly poseA: Posed;
  readonly poseB: Posed;
  readonly libccdIntersect: boolean;
  /** Depth and direction that libccd's test suite expects, where it has them. */
  readonly libccdDepth: number | undefined;
  readonly libccdDirection: readonly number[] | undefined;
}

interface BoxRecord {
  name: string;
  sizeA: number[];
  posA: number[];
  quatA: number[];
  sizeB: number[];
  posB: number[];
  quatB: number[];
  libccdIntersect: boolean;
  libccdDepth?: number;
  libccdDir?: number[];
  oracle: { d: number; n: number[]; gap: number | null };
}

/** 643 box–box configurations of libccd's test suites. */
export function readLibccdCases(): BoxBoxCase[] {
  return readDataJson<BoxRecord[]>('gjk', 'libccd-box-box.json').map(record => ({
    name: record.name,
    sizeA: record.sizeA,
    sizeB: record.sizeB,
    poseA: { position: record.posA, rotation: record.quatA },
    poseB: { position: record.posB, rotation: record.quatB },
    libccdIntersect: record.libccdIntersect,
    libccdDepth: record.libccdDepth,
    libccdDirection: record.libccdDir,
    distance: record.oracle.d,
    normal: record.oracle.n,
    gap: record.oracle.gap,
  }));
}

/** Two triangles, nine numbers each, and whether they intersect. */
export interface TrianglePairCase {
  readonly name: string;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly intersects: boolean;
}

/** A coplanar, touching or degenerate pair of triangles. */
export interface TriangleEdgeCase extends TrianglePairCase {
  /** The verdict of exact arithmetic, which may differ from what the case expects. */
  readonly exact: boolean;
}

function readTrianglePairs(name: string, intersects: boolean): TrianglePairCase[] {
  const numbers = readDataText('tritri', name).trim().split(/\s+/).map(Number);
  return Array.from({ length: numbers.length / 18 }, (_, i) => ({
    name: `${name} ${i}`,
    a: Float64Array.from(numbers.slice(18 * i, 18 * i + 9)),
    b: Float64Array.from(numbers.slice(18 * i + 9, 18 * i + 18)),
    intersects,
  }));
}

/** 1 000 intersecting pairs of triangles, then 1 000 separated ones. */
export function readTriangleTriangleCases(): TrianglePairCase[] {
  return [
    ...readTrianglePairs('intersected-1000.txt', true),
    ...readTrianglePairs('separated-1000.txt', false),
  ];
}

/** 30 coplanar, touching and degenerate pairs of triangles. */
export function readTriangleTriangleEdgeCases(): TriangleEdgeCase[] {
  type Entry = { name: string; a: number[][]; b: number[][]; expected: boolean; exact: boolean };
  return readDataJson<Entry[]>('tritri', 'edge-cases.json').map(({ name, a, b, expected, exact }) => ({
    name,
    a: Float64Array.from(a.flat()),
    b: Float64Array.from(b.flat()),
    intersects: expected,
    exact,
  }));
}
