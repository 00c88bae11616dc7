/**
 * A bounding volume between broad and narrow phase: pairs whose boxes overlap and whose tighter volumes do
 * not are not given to GJK. It is asked about hulls and other convex shapes; boxes, balls and what lies on
 * planes have exact tests that are as quick as a volume.
 *
 * Volumes are wider by the contact margin, so that no contact is lost: a world does the same with and
 * without.
 */
import {
  type Convex,
  type ConvexPairTest,
  createKdop,
  createObb,
  createSphere,
  kdopDirections,
  kdopExpand,
  kdopFromConvex,
  kdopOverlap,
  obbFromConvex,
  obbOverlap,
  obbPose,
  type Posed,
  sphereFromConvex,
} from 'colide';

/** The volumes on offer. The boxes of the broad phase come first in any case; `AABB` leaves it at them. */
export const volumeNames = ['AABB', 'sphere', 'OBB', '14-DOP', '18-DOP', '26-DOP'] as const;

/** A kind of bounding volume. */
export type VolumeName = (typeof volumeNames)[number];

/** The columns of a rotation matrix, then a translation. */
const frame = new Float64Array(12);

/** Writes the volume of a placed shape, `wider` on all sides. */
type Fit = (out: Float64Array, placed: Posed, wider: number) => void;

/** A kind: how many numbers it has, how it is fitted, whether two overlap. */
interface VolumeKind {
  readonly length: number;
  fit(): Fit;
  overlap(a: Float64Array, b: Float64Array): boolean;
}

/** Finds the volume of a shape in its own frame once. */
function once<V extends Float64Array>(make: (shape: Convex) => V): (shape: Convex) => V {
  const known = new Map<Convex, V>();
  return shape => {
    const found = known.get(shape) ?? make(shape);
    known.set(shape, found);
    return found;
  };
}

/** The kind of k-DOPs. */
function kdop(k: 14 | 18 | 26): VolumeKind {
  const directions = kdopDirections(k);
  return {
    length: createKdop(directions).length,
    fit: () => (out, placed, wider) =>
      kdopExpand(out, directions, kdopFromConvex(out, directions, placed), wider),
    overlap: (a, b) => kdopOverlap(a, b),
  };
}

const kinds: Readonly<Record<Exclude<VolumeName, 'AABB'>, VolumeKind>> = {
  sphere: {
    length: 4,
    fit() {
      const local = once(shape => sphereFromConvex(createSphere(), shape) as Float64Array);
      return (out, { shape, matrix: m, position: p }, wider) => {
        const [x, y, z, radius] = local(shape);
        for (let k = 0; k < 3; k++) out[k] = p[k] + m[k] * x + m[3 + k] * y + m[6 + k] * z;
        out[3] = radius + wider;
      };
    },
    overlap(a, b) {
      const [x, y, z] = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
      return x * x + y * y + z * z <= (a[3] + b[3]) ** 2;
    },
  },
  OBB: {
    length: 15,
    fit() {
      const local = once(shape => obbFromConvex(createObb(), shape) as Float64Array);
      return (out, { shape, matrix, position }, wider) => {
        frame.set(matrix);
        frame.set(position, 9);
        obbPose(out, 0, local(shape), 0, frame);
        for (let k = 3; k < 6; k++) out[k] += wider;
      };
    },
    overlap: (a, b) => obbOverlap(a, b),
  },
  '14-DOP': kdop(14),
  '18-DOP': kdop(18),
  '26-DOP': kdop(26),
};

/** Volumes that follow placed shapes: found anew when a shape has moved. */
class Followers {
  private readonly known = new Map<Posed, { readonly pose: Float64Array; readonly volume: Float64Array }>();
  private readonly length: number;
  private readonly fit: Fit;

  constructor({ length, fit }: VolumeKind) {
    this.length = length;
    this.fit = fit();
  }

  of(placed: Posed, wider: number): Float64Array {
    const { pose } = placed;
    let entry = this.known.get(placed);
    if (entry === undefined) {
      entry = { pose: new Float64Array(12).fill(Number.NaN), volume: new Float64Array(this.length) };
      this.known.set(placed, entry);
    }
    let same = true;
    for (let k = 0; k < 12; k++) {
      same &&= entry.pose[k] === pose[k];
      entry.pose[k] = pose[k];
    }
    if (!same) this.fit(entry.volume, placed, wider);
    return entry.volume;
  }
}

/**
 * A test for `new World({ narrowPhase })`: 0 points where the volumes are apart, else the pair is left to
 * GJK.
 */
export function createVolumeTest(name: Exclude<VolumeName, 'AABB'>): ConvexPairTest {
  const kind = kinds[name];
  const followers = new Followers(kind);
  return (out, a, b, margin) => {
    // Each is wider by half of the margin and a little for rounding.
    const wider = 0.5 * margin[0] + 1e-9;
    if (kind.overlap(followers.of(a, wider), followers.of(b, wider))) return -1;
    out.count = 0;
    return 0;
  };
}
