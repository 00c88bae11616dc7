/**
 * Signed distance, normal and nearest points of a box and a triangle in closed form, in the frame of the box.
 * A box whose half extents are 0 along two axes is a segment: with a radius around it, this is a capsule.
 *
 * 1. The normal of the triangle, those of the box and nine cross products of edges are the normals of all
 *    faces of A ⊖ B. The greatest gap along them is minus the depth where the two overlap, and at most their
 *    distance where they do not. Most triangles near a body end here: a gap is beyond the margin.
 * 2. Overlapping ones are moved apart along that axis, which changes nothing but the gap.
 * 3. If a corner of the box is nearest to the inside of the triangle, the axis is the normal of the triangle.
 *    Otherwise the nearest point is on one of three edges, where the squared distance from the box is convex
 *    and made of parabolas: Newton's method ends after two or three steps.
 * 4. If the distance is the gap, the axis is the normal, without the rounding of the difference of two
 *    points that are close to each other. Where it is not, and the points are too close to tell the normal,
 *    the caller has to search.
 *
 * About 300 products, no allocation. A triangle without area is left to the caller.
 */
import type { Convex } from '@colide/core';
import type { BoxShape, CapsuleShape } from '@colide/geometry';
import { axisAt, axisSize, gapAt } from '../../internal/axis-layout.ts';
import { triangleSize } from '../../internal/layouts.ts';
import type { PenetrationResult } from '../../penetration/penetration.ts';

/** Squared sine below which edges are parallel, and triangles have no area. */
const parallel = 1e-20;
/** An axis is better than the one before if its gap is greater by this fraction of the size. */
const lead = 1e-12;
/** A distance is the gap if they differ by less than this fraction of the size. */
const rounding = 1e-14;
/** Points closer than this fraction of the size do not tell the direction from one to the other. */
const leastApart = 1e-7;
/** How far apart a box and a triangle that overlap are moved, as a fraction of the size. */
const liftShare = 0.1;
/** Newton's method has converged if it moves by less than this fraction of the edge. */
const leastMove = 1e-14;
const mostSteps = 60;

/** Offsets in {@link BoxTriangle.nearest}: squared distance, the edge and the position along it. */
const squaredAt = 0;
const edgeAt = 1;
const alongAt = 2;
/** Where the half extents of a box are in the box around it. */
const halfAt = 3;
/** Offsets in {@link BoxTriangle.numbers}. */
const radiusAt = 0;
const sizeAt = 1;
const liftAt = 2;

/** A posed box or capsule, and a triangle. */
export class BoxTriangle {
  private matrix!: Float64Array;
  private position!: ArrayLike<number>;
  /** The box around the box, or around the segment of the capsule, in its frame. */
  private readonly bounds = new Float64Array(6);
  private readonly half = this.bounds.subarray(halfAt);
  private readonly numbers = new Float64Array(3);
  /** The corners of the triangle and the edges that leave them, in the frame of the box. */
  private readonly corners = new Float64Array(triangleSize);
  private readonly edges = new Float64Array(triangleSize);
  /** The axis with the greatest gap, from the box to the triangle. */
  private readonly best = new Float64Array(axisSize);
  private isOverFace = false;
  private readonly nearest = new Float64Array(3);
  private readonly pointA = new Float64Array(3);
  private readonly pointB = new Float64Array(3);

  /** Begins with a convex set; false if it is neither a posed box nor a posed capsule. */
  begin({ shape, matrix, position }: Convex): boolean {
    if (!shape || !matrix || !position) return false;
    this.numbers[radiusAt] = 0;
    if (shape.kind === 'box') (shape as BoxShape).aabb(this.bounds);
    else if (shape.kind === 'capsule') {
      const { core, radius } = shape as CapsuleShape;
      core.aabb(this.bounds);
      this.numbers[radiusAt] = radius;
    } else return false;
    this.matrix = matrix;
    this.position = position;
    return true;
  }

  /**
   * Fills `out` with distance, normal and nearest points of the set and the triangle with these nine
   * coordinates. If they are farther apart than `maxDistance[0]`, the distance is a lower bound above that,
   * and the rest is meaningless. Returns false if it cannot tell.
   */
  find(out: PenetrationResult, corners: Float64Array, maxDistance: Float64Array): boolean {
    const { best, numbers, nearest } = this;
    this.place(corners);
    if (!this.offerFace()) return false;
    this.offerBox();
    const limit = maxDistance[0] + numbers[radiusAt];
    if (!(best[gapAt] > limit)) this.offerEdges();
    if (best[gapAt] > limit) {
      out.distance = Math.max(best[gapAt] - numbers[radiusAt], (1 + rounding) * maxDistance[0]);
      return true;
    }
    const size = numbers[sizeAt];
    numbers[liftAt] = best[gapAt] > 0 ? 0 : liftShare * size - best[gapAt];
    if (!this.isOverFace || !this.meetsFace()) {
      this.meetEdges();
      const distance = Math.sqrt(nearest[squaredAt]);
      if (distance > best[gapAt] + numbers[liftAt] + rounding * size) {
        // Nothing is nearer than a gap, and overlapping sets have no other normal than an axis.
        if (numbers[liftAt] > 0 || distance < leastApart * size) return false;
        for (let k = 0; k < 3; k++) best[axisAt + k] = (this.pointB[k] - this.pointA[k]) / distance;
        best[gapAt] = distance;
      }
    }
    this.write(out);
    return true;
  }

  /** Moves the triangle to the frame of the box. */
  private place(from: Float64Array): void {
    const { corners, edges, half, matrix: m, position: t, numbers } = this;
    let size = half[0] + half[1] + half[2];
    for (let c = 0; c < triangleSize; c += 3) {
      const x = from[c] - t[0];
      const y = from[c + 1] - t[1];
      const z = from[c + 2] - t[2];
      corners[c] = m[0] * x + m[1] * y + m[2] * z;
      corners[c + 1] = m[3] * x + m[4] * y + m[5] * z;
      corners[c + 2] = m[6] * x + m[7] * y + m[8] * z;
    }
    for (let k = 0; k < 3; k++) {
      edges[k] = corners[3 + k] - corners[k];
      edges[3 + k] = corners[6 + k] - corners[3 + k];
      edges[6 + k] = corners[k] - corners[6 + k];
      size = Math.max(size, Math.abs(edges[k]), Math.abs(edges[3 + k]));
    }
    numbers[sizeAt] = size;
  }

  /** Begins with the normal of the triangle; false if it has none. */
  private offerFace(): boolean {
    const { corners, edges: e, best, half } = this;
    const x = e[1] * e[5] - e[2] * e[4];
    const y = e[2] * e[3] - e[0] * e[5];
    const z = e[0] * e[4] - e[1] * e[3];
    const squared = x * x + y * y + z * z;
    const lengths = (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) * (e[3] * e[3] + e[4] * e[4] + e[5] * e[5]);
    if (!(squared > parallel * lengths)) return false;
    const height = x * corners[0] + y * corners[1] + z * corners[2];
    const reach = Math.abs(x) * half[0] + Math.abs(y) * half[1] + Math.abs(z) * half[2];
    const inverse = 1 / Math.sqrt(squared);
    const outward = height < 0 ? -inverse : inverse;
    best[axisAt] = x * outward;
    best[axisAt + 1] = y * outward;
    best[axisAt + 2] = z * outward;
    best[gapAt] = (Math.abs(height) - reach) * inverse;
    this.isOverFace = true;
    return true;
  }

  /** Offers the three normals of the box. */
  private offerBox(): void {
    const { corners: p, half, best, numbers } = this;
    for (let k = 0; k < 3; k++) {
      const ahead = Math.min(p[k], p[3 + k], p[6 + k]);
      const behind = -Math.max(p[k], p[3 + k], p[6 + k]);
      const gap = Math.max(ahead, behind) - half[k];
      if (!(gap > best[gapAt] + lead * numbers[sizeAt])) continue;
      best[gapAt] = gap;
      for (let l = 0; l < 3; l++) best[axisAt + l] = 0;
      best[axisAt + k] = ahead > behind ? 1 : -1;
      this.isOverFace = false;
    }
  }

  /** Offers the cross products of the axes of the box and the edges of the triangle. */
  private offerEdges(): void {
    const { corners: p, edges, half, best, numbers } = this;
    const more = lead * numbers[sizeAt];
    for (let at = 0; at < triangleSize; at += 3) {
      const apex = at === 0 ? 6 : at - 3;
      const least =
        parallel * (edges[at] * edges[at] + edges[at + 1] * edges[at + 1] + edges[at + 2] * edges[at + 2]);
      for (let k = 0; k < 3; k++) {
        const i = k === 2 ? 0 : k + 1;
        const j = k === 0 ? 2 : k - 1;
        const x = -edges[at + j];
        const y = edges[at + i];
        const squared = x * x + y * y;
        if (!(squared > least)) continue;
        // Both ends of the edge are equally high.
        const height = x * p[at + i] + y * p[at + j];
        const other = x * p[apex + i] + y * p[apex + j];
        const ahead = Math.min(height, other);
        const behind = -Math.max(height, other);
        const reach = half[i] * Math.abs(x) + half[j] * Math.abs(y);
        const length = Math.sqrt(squared);
        const gap = (Math.max(ahead, behind) - reach) / length;
        if (!(gap > best[gapAt] + more)) continue;
        best[gapAt] = gap;
        best[axisAt + k] = 0;
        best[axisAt + i] = (ahead > behind ? x : -x) / length;
        best[axisAt + j] = (ahead > behind ? y : -y) / length;
        this.isOverFace = false;
      }
    }
  }

  /** Whether the corner of the box farthest along the axis is over the triangle; sets the nearest points. */
  private meetsFace(): boolean {
    const { corners: p, edges: e, half, best, numbers, pointA, pointB } = this;
    const gap = best[gapAt] + numbers[liftAt];
    for (let k = 0; k < 3; k++) {
      pointA[k] = best[axisAt + k] < 0 ? -half[k] : half[k];
      pointB[k] = pointA[k] + gap * best[axisAt + k];
    }
    let sides = 0;
    for (let at = 0; at < triangleSize; at += 3) {
      const x = pointA[0] - p[at];
      const y = pointA[1] - p[at + 1];
      const z = pointA[2] - p[at + 2];
      const side =
        best[axisAt] * (e[at + 1] * z - e[at + 2] * y) +
        best[axisAt + 1] * (e[at + 2] * x - e[at] * z) +
        best[axisAt + 2] * (e[at] * y - e[at + 1] * x);
      if (side >= 0) sides++;
      if (side <= 0) sides--;
    }
    return Math.abs(sides) === 3;
  }

  /** Finds the points of the three edges and the box that are nearest to each other. */
  private meetEdges(): void {
    const { corners: p, edges, half, best, numbers, nearest, pointA, pointB } = this;
    nearest[squaredAt] = Infinity;
    for (let at = 0; at < triangleSize; at += 3) this.meetEdge(at);
    const at = nearest[edgeAt];
    for (let k = 0; k < 3; k++) {
      const x = p[at + k] + nearest[alongAt] * edges[at + k] + numbers[liftAt] * best[axisAt + k];
      pointB[k] = x;
      pointA[k] = Math.max(-half[k], Math.min(half[k], x));
    }
  }

  /** Finds the point of an edge nearest to the box, starting at the one nearest to its centre. */
  private meetEdge(at: number): void {
    const { corners: p, edges, half, best, numbers, nearest } = this;
    const lift = numbers[liftAt];
    const px = p[at] + lift * best[axisAt];
    const py = p[at + 1] + lift * best[axisAt + 1];
    const pz = p[at + 2] + lift * best[axisAt + 2];
    const dx = edges[at];
    const dy = edges[at + 1];
    const dz = edges[at + 2];
    let low = -Infinity;
    let high = Infinity;
    let next = -(px * dx + py * dy + pz * dz) / (dx * dx + dy * dy + dz * dz);
    next = Math.max(0, Math.min(1, next));
    let along = next;
    let squared = 0;
    for (let step = 0; step < mostSteps; step++) {
      along = next;
      const x = px + along * dx;
      const y = py + along * dy;
      const z = pz + along * dz;
      // From the nearest point of the box.
      const ox = x > half[0] ? x - half[0] : x < -half[0] ? x + half[0] : 0;
      const oy = y > half[1] ? y - half[1] : y < -half[1] ? y + half[1] : 0;
      const oz = z > half[2] ? z - half[2] : z < -half[2] ? z + half[2] : 0;
      squared = ox * ox + oy * oy + oz * oz;
      const slope = dx * ox + dy * oy + dz * oz;
      const curve = (ox === 0 ? 0 : dx * dx) + (oy === 0 ? 0 : dy * dy) + (oz === 0 ? 0 : dz * dz);
      if (slope === 0) break;
      if (slope > 0) high = along;
      else low = along;
      next = Math.max(0, Math.min(1, along - slope / curve));
      // Between parabolas of different curvature, Newton's method might oscillate.
      if (next <= low || next >= high) next = 0.5 * (Math.max(0, low) + Math.min(1, high));
      if (Math.abs(next - along) <= leastMove) break;
    }
    if (!(squared < nearest[squaredAt])) return;
    nearest[squaredAt] = squared;
    nearest[edgeAt] = at;
    nearest[alongAt] = along;
  }

  /** Writes the result in the world. */
  private write(out: PenetrationResult): void {
    const { matrix: m, position: t, best, pointA: a, pointB: b, numbers } = this;
    const radius = numbers[radiusAt];
    const lift = numbers[liftAt];
    for (let k = 0; k < 3; k++) {
      const normal = m[k] * best[axisAt] + m[3 + k] * best[axisAt + 1] + m[6 + k] * best[axisAt + 2];
      out.normal[k] = normal;
      out.pointA[k] = m[k] * a[0] + m[3 + k] * a[1] + m[6 + k] * a[2] + t[k] + radius * normal;
      out.pointB[k] = m[k] * b[0] + m[3 + k] * b[1] + m[6 + k] * b[2] + t[k] - lift * normal;
    }
    out.distance = best[gapAt] - radius;
  }
}
