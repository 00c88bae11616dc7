/**
 * The growing hull: a closed surface of triangles on flat arrays (`hull-layout.ts`), to which points are
 * added one by one.
 *
 * `origin` gives the vertex at which a half-edge starts and `twin` its other half. Every point that is still
 * outside waits at one triangle it can see, in a linked list with the farthest point first. Triangles that a
 * new vertex sees are removed; their points and, later, their slots go to the fan of new triangles around it.
 *
 * Whether a vertex sees a triangle is decided exactly, so the surface stays a convex, closed manifold: a
 * plane with an error bound answers nearly always, `orient3d` the rest. Points that are inside, or over a
 * triangle and outside by no more than the error bound, are discarded. (Closeness to the plane alone is not
 * enough: beyond a sharp edge a point can be near all planes and far from the hull.)
 *
 * The hull starts from points that are extreme in 14 directions. Most others are inside that first hull and
 * are discarded with the help of a grid before they wait anywhere.
 */
import { grown } from '@colide/core';
import { createHullGrid } from './hull-grid.ts';
import { faceOf, faceSize, nextHalfEdge, offsetAt, planeSize, pointSize } from './hull-layout.ts';
import { type HullPoints, hullNoise } from './hull-points.ts';
import { coversPoint, isAboveTriangle } from './hull-triangle.ts';
import { writeTrianglePlane } from './triangle-plane.ts';

/** Triangles that fit before the arrays grow for the first time. */
const firstCapacity = 128;

/** A triangulated convex hull under construction; its memory is reused from hull to hull. */
export class HullBuilder {
  /** Vertex at which each half-edge starts; −1 in the slots of removed triangles. */
  origin = new Int32Array(faceSize * firstCapacity);
  /** The other half of each half-edge. */
  twin = new Int32Array(faceSize * firstCapacity);
  /** Unit normal n and offset d of each triangle: the signed distance of x is n · x − d. */
  planes = new Float64Array(planeSize * firstCapacity);
  /** Number of slots, including those of removed triangles. */
  slotCount = 0;
  /** The points, shifted and scaled. */
  coords: Float64Array = this.planes;
  /**
   * The next point waiting at the same triangle, −1 at the end; free for other use once the hull is finished.
   */
  next = new Int32Array(0);
  /** First point that waits at each triangle, the farthest; −1 for none. */
  private head = new Int32Array(firstCapacity);
  /** Distance of that point from the triangle's plane. */
  private distances = new Float64Array(firstCapacity);
  /** The stamp of the last vertex that saw the triangle; negative if it was tested and not seen. */
  private seen = new Int32Array(firstCapacity);
  private stamp = 0;
  /** Whether the current point is too close to the plane of some triangle for the floating-point filter. */
  private doubtful = false;
  private free = new Int32Array(firstCapacity);
  private freeCount = 0;
  private pending = new Int32Array(firstCapacity);
  private pendingStart = 0;
  private pendingEnd = 0;
  private visible = new Int32Array(firstCapacity);
  private fan = new Int32Array(16);
  private fanPlanes = new Float64Array(64);

  /** Builds the hull of `points` from the tetrahedron a, b, c, d, where d lies below the plane of a, b, c. */
  build(points: HullPoints, a: number, b: number, c: number, d: number): void {
    this.coords = points.coords;
    if (this.next.length < points.count) this.next = new Int32Array(points.count);
    this.seen.fill(0);
    this.doubtful = false;
    this.stamp = this.freeCount = this.pendingStart = this.pendingEnd = 0;
    this.addTetrahedron(a, b, c, d);
    this.addExtremes(points.extremes);
    this.addOthers(points);
  }

  private addTetrahedron(a: number, b: number, c: number, d: number): void {
    const { coords, fan, head, origin, planes, distances, twin } = this;
    origin.set([a, b, c, 0, a, c, d, 0, a, d, b, 0, b, d, c, 0]);
    twin.set([10, 14, 4, 0, 2, 13, 8, 0, 6, 12, 0, 0, 9, 5, 1, 0]);
    for (let face = 0; face < 4; face++) {
      const h = faceSize * face;
      fan[face] = face;
      head[face] = -1;
      distances[face] = 0;
      writeTrianglePlane(planes, planeSize * face, coords, origin[h], origin[h + 1], origin[h + 2]);
    }
    this.slotCount = 4;
    this.copyFanPlanes(4);
  }

  /** Makes the tetrahedron, which is the fan, the hull of all extreme points. */
  private addExtremes(extremes: Int32Array): void {
    let first = -1;
    for (let i = 0; i < extremes.length; i++) {
      const point = extremes[i];
      if (extremes.indexOf(point) < i) continue;
      this.next[point] = first;
      first = point;
    }
    this.distribute(first, 4);
    this.enqueueFan(4);
    this.grow();
  }

  /**
   * Adds all points to the hull of the extreme ones. All of its triangles, 32 at most, are treated as the
   * fan. (The vertices are tested again and lie above none of them.)
   */
  private addOthers(points: HullPoints): void {
    const { coords, origin, slotCount } = this;
    this.reserve(slotCount);
    let count = 0;
    for (let face = 0; face < slotCount; face++) if (origin[faceSize * face] >= 0) this.fan[count++] = face;
    this.copyFanPlanes(count);
    const grid = createHullGrid(points, this.fanPlanes, count);
    const { masks, side } = grid;
    const [lowX, lowY, lowZ] = grid.low;
    const [scaleX, scaleY, scaleZ] = grid.scale;
    for (let point = 0; point < points.count; point++) {
      const x = coords[pointSize * point];
      const y = coords[pointSize * point + 1];
      const z = coords[pointSize * point + 2];
      const i = ((x - lowX) * scaleX) | 0;
      const j = ((y - lowY) * scaleY) | 0;
      const k = ((z - lowZ) * scaleZ) | 0;
      let mask = masks[(k * side + j) * side + i];
      while (mask !== 0 && !this.settle(point, x, y, z, 31 - Math.clz32(mask & -mask))) mask &= mask - 1;
      if (this.doubtful) this.endDoubt(mask !== 0, point, x, y, z, count);
    }
    this.enqueueFan(count);
    this.grow();
  }

  /**
   * Adds points until none is outside. Triangles are processed in the order in which they were queued, so
   * that the hull grows evenly: that makes a quarter fewer provisional points and triangles than depth first.
   */
  private grow(): void {
    while (this.pendingStart < this.pendingEnd) {
      const face = this.pending[this.pendingStart++];
      if (this.origin[faceSize * face] >= 0 && this.head[face] >= 0) this.addVertex(face);
    }
  }

  /** Makes the farthest point that waits at `face` a vertex. */
  private addVertex(face: number): void {
    const eye = this.head[face];
    this.head[face] = this.next[eye];
    const visibleCount = this.collectVisible(face, eye);
    const fanCount = this.buildFan(eye, visibleCount);
    for (let i = 0; i < visibleCount; i++) {
      const gone = this.visible[i];
      if (this.head[gone] >= 0) this.distribute(this.head[gone], fanCount);
      this.removeFace(gone);
    }
    this.enqueueFan(fanCount);
  }

  /** Collects the triangles that `eye` sees, starting from one of them, in `visible` and returns how many. */
  private collectVisible(face: number, eye: number): number {
    const { seen, twin, planes, coords } = this;
    const stamp = ++this.stamp;
    const x = coords[pointSize * eye];
    const y = coords[pointSize * eye + 1];
    const z = coords[pointSize * eye + 2];
    let visible = this.visible;
    let count = 1;
    visible[0] = face;
    seen[face] = stamp;
    for (let i = 0; i < count; i++) {
      const first = faceSize * visible[i];
      for (let h = first; h < first + 3; h++) {
        const neighbor = faceOf(twin[h]);
        if (seen[neighbor] === stamp || seen[neighbor] === -stamp) continue;
        const at = planeSize * neighbor;
        const distance = planes[at] * x + planes[at + 1] * y + planes[at + 2] * z - planes[at + offsetAt];
        if (distance > hullNoise || (distance >= -hullNoise && isAboveTriangle(this, neighbor, eye))) {
          seen[neighbor] = stamp;
          if (count === visible.length) visible = this.visible = grown(visible);
          visible[count++] = neighbor;
        } else seen[neighbor] = -stamp;
      }
    }
    return count;
  }

  /**
   * Joins `eye` to the edges of the horizon, the border of what it sees. The horizon of a convex surface is
   * one simple loop; from each of its edges the next is found by turning around their common vertex.
   */
  private buildFan(eye: number, visibleCount: number): number {
    // The border of n triangles that form a disc has at most n + 2 edges.
    this.reserve(visibleCount + 2);
    const { stamp, visible, seen, twin, origin, planes, head, distances, coords, free, fan } = this;
    let start = -1;
    for (let i = 0; start < 0; i++) {
      const first = faceSize * visible[i];
      for (let h = first; h < first + 3; h++) if (seen[faceOf(twin[h])] !== stamp) start = h;
    }
    let count = 0;
    let edge = start;
    let previous = -1;
    do {
      const outer = twin[edge];
      const after = nextHalfEdge(edge);
      const a = origin[edge];
      const b = origin[after];
      const face = this.freeCount > 0 ? free[--this.freeCount] : this.slotCount++;
      const first = faceSize * face;
      fan[count++] = face;
      origin[first] = a;
      origin[first + 1] = b;
      origin[first + 2] = eye;
      head[face] = -1;
      distances[face] = 0;
      writeTrianglePlane(planes, planeSize * face, coords, a, b, eye);
      twin[first] = outer;
      twin[outer] = first;
      if (previous >= 0) {
        twin[first + 2] = previous + 1;
        twin[previous + 1] = first + 2;
      }
      previous = first;
      edge = after;
      while (seen[faceOf(twin[edge])] === stamp) edge = nextHalfEdge(twin[edge]);
    } while (edge !== start);
    const first = faceSize * fan[0];
    twin[first + 2] = previous + 1;
    twin[previous + 1] = first + 2;
    this.copyFanPlanes(count);
    return count;
  }

  /** Copies the planes of the fan into adjacent memory, since every waiting point is tested against them. */
  private copyFanPlanes(count: number): void {
    if (planeSize * count > this.fanPlanes.length) this.fanPlanes = new Float64Array(2 * planeSize * count);
    const { fan, fanPlanes, planes } = this;
    for (let i = 0; i < count; i++)
      for (let k = 0; k < planeSize; k++) fanPlanes[planeSize * i + k] = planes[planeSize * fan[i] + k];
  }

  /**
   * Hands the list of points from `point` on to the triangles of the fan. Neighbours in a list tend to be
   * neighbours in space, so the search begins at the triangle that took the last point.
   */
  private distribute(point: number, count: number): void {
    const { coords, next } = this;
    let slot = 0;
    while (point >= 0) {
      const after = next[point];
      const x = coords[pointSize * point];
      const y = coords[pointSize * point + 1];
      const z = coords[pointSize * point + 2];
      let tries = count;
      for (; tries > 0 && !this.settle(point, x, y, z, slot); tries--) if (++slot === count) slot = 0;
      if (this.doubtful) this.endDoubt(tries > 0, point, x, y, z, count);
      point = after;
    }
  }

  /**
   * Lets the point x, y, z wait at the triangle in a slot of the fan if it surely sees it. Returns whether
   * the search is over: the point waits or can be discarded. Doubtful cases, which are slow to decide, are
   * only noted.
   */
  private settle(point: number, x: number, y: number, z: number, slot: number): boolean {
    const distance = this.fanDistance(x, y, z, slot);
    if (distance < -hullNoise) return false;
    const face = this.fan[slot];
    if (distance > hullNoise) this.wait(point, face, distance);
    else if (!coversPoint(this, face, x, y, z)) {
      this.doubtful = true;
      return false;
    }
    return true;
  }

  /**
   * Lets a point that is not `settled` wait at one of the fan's `count` triangles that it sees by exact
   * arithmetic.
   */
  private endDoubt(settled: boolean, point: number, x: number, y: number, z: number, count: number): void {
    this.doubtful = false;
    for (let slot = 0; slot < count && !settled; slot++) {
      const distance = this.fanDistance(x, y, z, slot);
      const face = this.fan[slot];
      if (distance >= -hullNoise && isAboveTriangle(this, face, point)) {
        this.wait(point, face, distance);
        return;
      }
    }
  }

  private fanDistance(x: number, y: number, z: number, slot: number): number {
    const { fanPlanes } = this;
    const at = planeSize * slot;
    return fanPlanes[at] * x + fanPlanes[at + 1] * y + fanPlanes[at + 2] * z - fanPlanes[at + offsetAt];
  }

  private wait(point: number, face: number, distance: number): void {
    const { head, next, distances } = this;
    const first = head[face];
    if (first < 0 || distance > distances[face]) {
      next[point] = first;
      head[face] = point;
      distances[face] = distance;
    } else {
      next[point] = next[first];
      next[first] = point;
    }
  }

  /** Queues the triangles of the fan at which points wait. */
  private enqueueFan(count: number): void {
    if (this.pendingEnd + count > this.pending.length) {
      this.pending.copyWithin(0, this.pendingStart, this.pendingEnd);
      this.pendingEnd -= this.pendingStart;
      this.pendingStart = 0;
      while (2 * (this.pendingEnd + count) > this.pending.length) this.pending = grown(this.pending);
    }
    for (let i = 0; i < count; i++) {
      const face = this.fan[i];
      if (this.head[face] >= 0) this.pending[this.pendingEnd++] = face;
    }
  }

  private removeFace(face: number): void {
    this.origin[faceSize * face] = -1;
    if (this.freeCount === this.free.length) this.free = grown(this.free);
    this.free[this.freeCount++] = face;
  }

  /** Makes room for `count` more triangles, in the arrays and in the fan. */
  private reserve(count: number): void {
    while (this.fan.length < count) this.fan = grown(this.fan);
    while (this.slotCount + count > this.head.length) {
      this.origin = grown(this.origin);
      this.twin = grown(this.twin);
      this.head = grown(this.head);
      this.seen = grown(this.seen);
      this.planes = grown(this.planes);
      this.distances = grown(this.distances);
    }
  }
}
