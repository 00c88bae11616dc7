/**
 * The smallest box around points with one axis given: project along the axis, take the convex hull of the
 * projections (Andrew's monotone chain, 1979) and rotate four calipers around it (Freeman & Shapira 1975;
 * Toussaint 1983). One side of the smallest rectangle lies along an edge of that hull. O(n log n).
 */

/** Scratch for one set of points; {@link fit} may be called for any number of axes. */
export class MinRectangle {
  /** Axes of the box that {@link fit} found last, the given one first; right-handed. */
  readonly axes = new Float64Array(9);
  private readonly points: ArrayLike<number>;
  private readonly count: number;
  private readonly x: Float64Array;
  private readonly y: Float64Array;
  private readonly order: Uint32Array;
  private readonly chain: Uint32Array;
  /**
   * Added to all edges of a box, so that flat boxes are compared by area and boxes without width by length.
   */
  private readonly floor: number;

  constructor(points: ArrayLike<number>) {
    let size = 0;
    for (let i = 3; i < points.length; i++) size = Math.max(size, Math.abs(points[i] - points[i % 3]));
    this.floor = 1e-9 * size;
    this.points = points;
    this.count = points.length / 3;
    this.x = new Float64Array(this.count);
    this.y = new Float64Array(this.count);
    this.order = new Uint32Array(this.count);
    this.chain = new Uint32Array(2 * this.count + 1);
  }

  /**
   * Finds the box with one axis along the unit vector n; writes {@link axes} and returns the volume (for a
   * flat box a number to compare).
   */
  fit(nx: number, ny: number, nz: number): number {
    const { points, count, x, y, axes } = this;
    // u and v span the plane perpendicular to n.
    const small = Math.abs(nx) < 0.6;
    let ux = small ? 0 : -nz;
    let uy = small ? -nz : 0;
    let uz = small ? ny : nx;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    ux /= length;
    uy /= length;
    uz /= length;
    const vx = ny * uz - nz * uy;
    const vy = nz * ux - nx * uz;
    const vz = nx * uy - ny * ux;
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < count; i++) {
      const px = points[3 * i];
      const py = points[3 * i + 1];
      const pz = points[3 * i + 2];
      x[i] = px * ux + py * uy + pz * uz;
      y[i] = px * vx + py * vy + pz * vz;
      const s = px * nx + py * ny + pz * nz;
      low = Math.min(low, s);
      high = Math.max(high, s);
    }
    const corners = this.buildChain();
    const area = this.rotateCalipers(corners);
    const c = this.cosine;
    const s = this.sine;
    axes[0] = nx;
    axes[1] = ny;
    axes[2] = nz;
    axes[3] = c * ux + s * vx;
    axes[4] = c * uy + s * vy;
    axes[5] = c * uz + s * vz;
    axes[6] = c * vx - s * ux;
    axes[7] = c * vy - s * uy;
    axes[8] = c * vz - s * uz;
    return area * (high - low + this.floor);
  }

  private cosine = 1;
  private sine = 0;

  /**
   * Writes the hull of the projections to `chain`, counter-clockwise, and returns how many corners it has.
   */
  private buildChain(): number {
    const { count, order } = this;
    this.sortOrder();
    let size = 0;
    for (let k = 0; k < count; k++) size = this.extendChain(size, 2, order[k]);
    const lower = size + 1;
    for (let k = count - 2; k >= 0; k--) size = this.extendChain(size, lower, order[k]);
    // The last corner closes the chain.
    return Math.max(1, size - 1);
  }

  /**
   * Appends p to a chain of `size` corners after removing those that would make it turn right or go straight.
   */
  private extendChain(size: number, least: number, p: number): number {
    const { x, y, chain } = this;
    let kept = size;
    while (kept >= least) {
      const a = chain[kept - 2];
      const b = chain[kept - 1];
      if ((x[b] - x[a]) * (y[p] - y[a]) - (y[b] - y[a]) * (x[p] - x[a]) > 0) break;
      kept--;
    }
    chain[kept] = p;
    return kept + 1;
  }

  /** Shell sort of the indices by x, then y. */
  private sortOrder(): void {
    const { count, x, y, order } = this;
    for (let i = 0; i < count; i++) order[i] = i;
    let gap = 1;
    while (gap < count / 3) gap = 3 * gap + 1;
    for (; gap >= 1; gap = (gap - 1) / 3) {
      for (let i = gap; i < count; i++) {
        const moving = order[i];
        let j = i;
        while (j >= gap) {
          const other = order[j - gap];
          if (x[other] < x[moving] || (x[other] === x[moving] && y[other] <= y[moving])) break;
          order[j] = other;
          j -= gap;
        }
        order[j] = moving;
      }
    }
  }

  /**
   * Finds the smallest rectangle around the first `m` corners of `chain`; sets `cosine` and `sine`, returns
   * the area.
   */
  private rotateCalipers(m: number): number {
    const { x, y, chain, floor } = this;
    this.cosine = 1;
    this.sine = 0;
    if (m < 2) return this.floor * this.floor;
    let best = Infinity;
    let right = 0;
    let top = 0;
    let left = 0;
    for (let i = 0; i < m; i++) {
      const from = chain[i];
      const to = chain[(i + 1) % m];
      let ex = x[to] - x[from];
      let ey = y[to] - y[from];
      const length = Math.sqrt(ex * ex + ey * ey);
      // Points that coincide up to rounding leave edges without a direction.
      if (!(length > floor)) continue;
      ex /= length;
      ey /= length;
      right = this.farthest(best === Infinity, right, m, ex, ey);
      top = this.farthest(best === Infinity, top, m, -ey, ex);
      left = this.farthest(best === Infinity, left, m, -ex, -ey);
      const r = chain[right];
      const t = chain[top];
      const l = chain[left];
      const width = (x[r] - x[l]) * ex + (y[r] - y[l]) * ey;
      const height = (y[t] - y[from]) * ex - (x[t] - x[from]) * ey;
      const area = (Math.max(0, width) + floor) * (Math.max(0, height) + floor);
      if (area < best) {
        best = area;
        this.cosine = ex;
        this.sine = ey;
      }
    }
    return best < Infinity ? best : floor * floor;
  }

  /**
   * The corner farthest along (dx, dy): by a scan the first time, then by advancing from the last caliper.
   */
  private farthest(scan: boolean, from: number, m: number, dx: number, dy: number): number {
    const { x, y, chain, floor } = this;
    let at = from;
    let most = x[chain[at]] * dx + y[chain[at]] * dy;
    for (let i = 1; i < m; i++) {
      const next = (from + i) % m;
      const s = x[chain[next]] * dx + y[chain[next]] * dy;
      if (s > most) {
        most = s;
        at = next;
      } else if (!scan && s < most - floor) break;
    }
    return at;
  }
}
