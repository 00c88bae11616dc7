/**
 * The planes that a character has hit during a move, and the motion that they allow. The nearest motion that
 * leads into none of n planes is the motion itself, its projection onto one plane, its projection onto the
 * line where two planes meet, or zero: the candidates are tried in that order. O(n³) for n planes, at most
 * {@link most}.
 */

/** Largest number of planes. */
export const most = 8;

const normalSize = 3;
const candidate = /* @__PURE__ */ new Float64Array(3);
const best = /* @__PURE__ */ new Float64Array(3);

/** Unit normals that a motion must not oppose. */
export class SlidePlanes {
  count = 0;
  readonly normals = new Float64Array(normalSize * most);

  clear(): void {
    this.count = 0;
  }

  /**
   * Adds a plane by its normal, which need not have unit length. A zero normal, or one too many, is ignored.
   */
  add(x: number, y: number, z: number): void {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (length < 1e-9 || this.count === most) return;
    const at = normalSize * this.count++;
    this.normals[at] = x / length;
    this.normals[at + 1] = y / length;
    this.normals[at + 2] = z / length;
  }

  /** Replaces `motion` with the longest candidate that leads into no plane. */
  clip(motion: Float64Array): void {
    const { count, normals } = this;
    if (this.allow(motion)) return;
    best.fill(0);
    for (let i = 0; i < count; i++) {
      const at = normalSize * i;
      const along = dot(motion, normals, at);
      for (let k = 0; k < 3; k++) candidate[k] = motion[k] - along * normals[at + k];
      this.propose();
    }
    if (best[0] === 0 && best[1] === 0 && best[2] === 0)
      for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) this.proposeCrease(motion, i, j);
    motion.set(best);
  }

  /** The part of `motion` along the line in which two planes meet. */
  private proposeCrease(motion: Float64Array, i: number, j: number): void {
    const { normals: n } = this;
    const a = normalSize * i;
    const b = normalSize * j;
    candidate[0] = n[a + 1] * n[b + 2] - n[a + 2] * n[b + 1];
    candidate[1] = n[a + 2] * n[b] - n[a] * n[b + 2];
    candidate[2] = n[a] * n[b + 1] - n[a + 1] * n[b];
    const squared = dot(candidate, candidate, 0);
    if (squared < 1e-12) return;
    const along = dot(motion, candidate, 0) / squared;
    for (let k = 0; k < 3; k++) candidate[k] *= along;
    this.propose();
  }

  /** Keeps the {@link candidate} if it is allowed and longer than the {@link best} so far. */
  private propose(): void {
    if (this.allow(candidate) && dot(candidate, candidate, 0) > dot(best, best, 0)) best.set(candidate);
  }

  /** Whether a motion leads into no plane, apart from rounding. */
  private allow(motion: Float64Array): boolean {
    const slack = -1e-9 * (Math.abs(motion[0]) + Math.abs(motion[1]) + Math.abs(motion[2]));
    for (let i = 0; i < this.count; i++) if (dot(motion, this.normals, normalSize * i) < slack) return false;
    return true;
  }
}

function dot(a: Float64Array, b: Float64Array, at: number): number {
  return a[0] * b[at] + a[1] * b[at + 1] + a[2] * b[at + 2];
}
