/**
 * The lines that a planar character has hit during a move, and the motion that they allow: the motion itself,
 * its longest projection onto a line that leads into no other, or zero. O(n²) for n lines, at most
 * {@link most}.
 */

/** Largest number of lines. */
const most = 8;

const candidate = /* @__PURE__ */ new Float64Array(2);
const best = /* @__PURE__ */ new Float64Array(2);

/** Unit normals that a motion must not oppose. */
export class SlideLines {
  count = 0;
  readonly normals = new Float64Array(2 * most);

  clear(): void {
    this.count = 0;
  }

  /**
   * Adds a line by its normal, which need not have unit length. A zero normal, or one too many, is ignored.
   */
  add(x: number, y: number): void {
    const length = Math.sqrt(x * x + y * y);
    if (length < 1e-9 || this.count === most) return;
    this.normals[2 * this.count] = x / length;
    this.normals[2 * this.count++ + 1] = y / length;
  }

  /** Replaces `motion` with the longest candidate that leads into no line. */
  clip(motion: Float64Array): void {
    const { count, normals } = this;
    if (this.allow(motion)) return;
    best.fill(0);
    for (let at = 0; at < 2 * count; at += 2) {
      const along = motion[0] * normals[at] + motion[1] * normals[at + 1];
      for (let k = 0; k < 2; k++) candidate[k] = motion[k] - along * normals[at + k];
      if (this.allow(candidate) && squared(candidate) > squared(best)) best.set(candidate);
    }
    motion.set(best);
  }

  /** Whether a motion leads into no line, apart from rounding. */
  private allow(motion: Float64Array): boolean {
    const slack = -1e-9 * (Math.abs(motion[0]) + Math.abs(motion[1]));
    for (let at = 0; at < 2 * this.count; at += 2)
      if (motion[0] * this.normals[at] + motion[1] * this.normals[at + 1] < slack) return false;
    return true;
  }
}

function squared(v: Float64Array): number {
  return v[0] * v[0] + v[1] * v[1];
}
