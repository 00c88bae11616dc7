/**
 * The growing hull: a closed surface of triangles on flat arrays, to which points are added one by one.
 *
 * Triangle f owns the half-edges 4f, 4f + 1, 4f + 2 (the fourth place stays empty, so that a shift gives the triangle
 * of a half-edge); `origin` gives the vertex a half-edge starts at and `twin` its other half. Every point that is
 * still outside waits at one triangle it can see, in a linked list with the farthest point first. Triangles that a
 * new vertex sees are taken out; their points and, later, their slots go to the fan of new triangles around it.
 *
 * Which triangles a vertex sees is decided exactly, so the surface stays a convex, closed manifold: a plane with an
 * error bound answers nearly always, `orient3d` the rest. Points that are inside, or outside by no more than the error
 * bound and over a triangle, are forgotten. (Closeness to the plane alone would not do: beyond a sharp edge a point
 * can be near all planes and far from the hull.)
 */
import { type HullPoints, hullNoise } from './hull-points.ts';
import { coversPoint, isAboveTriangle, nextHalfEdge } from './hull-triangle.ts';
import { writeTrianglePlane } from './triangle-plane.ts';

/** Triangles that fit before the arrays grow for the first time. */
const firstCapacity = 128;

/** A triangulated convex hull under construction. */
export class HullBuilder {
  /** Vertex at which each half-edge starts; −1 in the slots of triangles that are gone. */
  origin = new Int32Array(4 * firstCapacity);
  /** The other half of each half-edge. */
  twin = new Int32Array(4 * firstCapacity);
  /** Unit normal and offset of each triangle: the signed distance of x is n · x + offset. */
  planes = new Float64Array(4 * firstCapacity);
  /** Number of slots, those of triangles that are gone included. */
  slotCount = 0;
  /** The points, shifted and scaled. */
  readonly coords: Float64Array;
  /** First point that waits at each triangle, the farthest; −1 for none. */
  private head = new Int32Array(firstCapacity);
  /** Distance of that point. */
  private reach = new Float64Array(firstCapacity);
  /** The stamp of the last vertex that saw the triangle, or its negative where it was looked at and not seen. */
  private seen = new Int32Array(firstCapacity);
  private stamp = 0;
  /** The point that waits after each point, −1 at the end. */
  private readonly next: Int32Array;
  private free = new Int32Array(firstCapacity);
  private freeCount = 0;
  private pending = new Int32Array(firstCapacity);
  private pendingStart = 0;
  private pendingEnd = 0;
  private visible = new Int32Array(firstCapacity);
  private fan = new Int32Array(16);
  private fanPlanes = new Float64Array(64);

  /** Starts from the tetrahedron a, b, c, d of `points`, where d lies below the plane of a, b, c. */
  constructor(points: HullPoints, a: number, b: number, c: number, d: number) {
    this.coords = points.coords;
    this.next = new Int32Array(points.count);
    [a, b, c, a, c, d, a, d, b, b, d, c].forEach((vertex, i) => {
      this.origin[4 * Math.floor(i / 3) + (i % 3)] = vertex;
    });
    for (let face = 0; face < 4; face++) {
      const h = 4 * face;
      this.fan[face] = face;
      this.head[face] = -1;
      writeTrianglePlane(
        this.planes,
        h,
        this.coords,
        this.origin[h]!,
        this.origin[h + 1]!,
        this.origin[h + 2]!,
      );
    }
    this.slotCount = 4;
    this.copyFanPlanes(4);
    const { origin, twin, next } = this;
    for (let h = 0; h < 16; h++)
      for (let g = 0; g < 16; g++)
        if ((h & 3) < 3 && (g & 3) < 3)
          if (origin[g] === origin[nextHalfEdge(h)] && origin[nextHalfEdge(g)] === origin[h]) twin[h] = g;
    let first = -1;
    for (let i = points.count - 1; i >= 0; i--) {
      if (i === a || i === b || i === c || i === d) continue;
      next[i] = first;
      first = i;
    }
    this.distribute(first, 4);
    this.enqueueFan(4);
  }

  /**
   * Adds points until none is outside. Triangles take turns, so that the hull grows evenly: measured against depth
   * first, a quarter fewer points and triangles turn out to have been provisional.
   */
  grow(): void {
    while (this.pendingStart < this.pendingEnd) {
      const face = this.pending[this.pendingStart++]!;
      if (this.origin[4 * face]! >= 0 && this.head[face]! >= 0) this.addVertex(face);
    }
  }

  /** Gives triangles too thin to have a plane that of a neighbour. */
  borrowPlanes(): void {
    const { origin, planes, slotCount, twin } = this;
    for (let f = 0; f < slotCount; f++) {
      if (origin[4 * f]! < 0) continue;
      for (
        let k = 0;
        k < 3 && planes[4 * f] === 0 && planes[4 * f + 1] === 0 && planes[4 * f + 2] === 0;
        k++
      ) {
        const neighbor = twin[4 * f + k]! >> 2;
        planes.copyWithin(4 * f, 4 * neighbor, 4 * neighbor + 4);
      }
    }
  }

  /** Makes the farthest point that waits at `face` a vertex. */
  private addVertex(face: number): void {
    const eye = this.head[face]!;
    this.head[face] = this.next[eye]!;
    const visibleCount = this.collectVisible(face, eye);
    const fanCount = this.buildFan(eye, visibleCount);
    for (let i = 0; i < visibleCount; i++) {
      const gone = this.visible[i]!;
      if (this.head[gone]! >= 0) this.distribute(this.head[gone]!, fanCount);
      this.removeFace(gone);
    }
    this.enqueueFan(fanCount);
  }

  /** Collects the triangles that `eye` sees, starting from one of them, in `visible` and returns how many. */
  private collectVisible(face: number, eye: number): number {
    const { seen, twin, planes, coords } = this;
    const stamp = ++this.stamp;
    const x = coords[3 * eye]!;
    const y = coords[3 * eye + 1]!;
    const z = coords[3 * eye + 2]!;
    let visible = this.visible;
    let count = 1;
    visible[0] = face;
    seen[face] = stamp;
    for (let i = 0; i < count; i++) {
      const first = 4 * visible[i]!;
      for (let h = first; h < first + 3; h++) {
        const neighbor = twin[h]! >> 2;
        if (seen[neighbor] === stamp || seen[neighbor] === -stamp) continue;
        const at = 4 * neighbor;
        const distance = planes[at]! * x + planes[at + 1]! * y + planes[at + 2]! * z + planes[at + 3]!;
        if (distance > hullNoise || (distance >= -hullNoise && isAboveTriangle(this, neighbor, eye))) {
          seen[neighbor] = stamp;
          if (count === visible.length) visible = this.visible = grownInts(visible);
          visible[count++] = neighbor;
        } else seen[neighbor] = -stamp;
      }
    }
    return count;
  }

  /**
   * Joins `eye` to the edges of the horizon, the border of what it sees. The horizon of a convex surface is one
   * simple loop; from each of its edges the next is found by turning around their common vertex.
   */
  private buildFan(eye: number, visibleCount: number): number {
    // The border of n triangles that form a disc has at most n + 2 edges.
    this.reserve(visibleCount + 2);
    const { stamp, visible, seen, twin, origin, planes, head, reach, coords, free, fan } = this;
    let start = -1;
    for (let i = 0; start < 0; i++) {
      const first = 4 * visible[i]!;
      for (let h = first; h < first + 3; h++) if (seen[twin[h]! >> 2] !== stamp) start = h;
    }
    let count = 0;
    let edge = start;
    let previous = -1;
    do {
      const outer = twin[edge]!;
      const after = nextHalfEdge(edge);
      const a = origin[edge]!;
      const b = origin[after]!;
      const face = this.freeCount > 0 ? free[--this.freeCount]! : this.slotCount++;
      const first = 4 * face;
      fan[count++] = face;
      origin[first] = a;
      origin[first + 1] = b;
      origin[first + 2] = eye;
      head[face] = -1;
      reach[face] = 0;
      writeTrianglePlane(planes, first, coords, a, b, eye);
      twin[first] = outer;
      twin[outer] = first;
      if (previous >= 0) {
        twin[first + 2] = previous + 1;
        twin[previous + 1] = first + 2;
      }
      previous = first;
      edge = after;
      while (seen[twin[edge]! >> 2] === stamp) edge = nextHalfEdge(twin[edge]!);
    } while (edge !== start);
    const first = 4 * fan[0]!;
    twin[first + 2] = previous + 1;
    twin[previous + 1] = first + 2;
    this.copyFanPlanes(count);
    return count;
  }

  /** Brings the planes of the fan side by side, where every waiting point is going to look at them. */
  private copyFanPlanes(count: number): void {
    if (4 * count > this.fanPlanes.length) this.fanPlanes = new Float64Array(8 * count);
    const { fan, fanPlanes, planes } = this;
    for (let i = 0; i < count; i++) {
      const at = 4 * fan[i]!;
      fanPlanes[4 * i] = planes[at]!;
      fanPlanes[4 * i + 1] = planes[at + 1]!;
      fanPlanes[4 * i + 2] = planes[at + 2]!;
      fanPlanes[4 * i + 3] = planes[at + 3]!;
    }
  }

  /**
   * Hands the list of points from `point` on to the triangles of the fan. Neighbours in a list tend to be neighbours
   * in space, so the search begins at the triangle that took the last point.
   */
  private distribute(point: number, count: number): void {
    const { coords, fan, fanPlanes, head, reach, next } = this;
    let slot = 0;
    while (point >= 0) {
      const after = next[point]!;
      const x = coords[3 * point]!;
      const y = coords[3 * point + 1]!;
      const z = coords[3 * point + 2]!;
      for (let tries = count; tries > 0; tries--) {
        const at = 4 * slot;
        const distance =
          fanPlanes[at]! * x + fanPlanes[at + 1]! * y + fanPlanes[at + 2]! * z + fanPlanes[at + 3]!;
        if (distance >= -hullNoise) {
          const face = fan[slot]!;
          if (distance <= hullNoise) {
            if (coversPoint(this, face, x, y, z)) break;
            if (!isAboveTriangle(this, face, point)) {
              if (++slot === count) slot = 0;
              continue;
            }
          }
          const first = head[face]!;
          if (first < 0 || distance > reach[face]!) {
            next[point] = first;
            head[face] = point;
            reach[face] = distance;
          } else {
            next[point] = next[first]!;
            next[first] = point;
          }
          break;
        }
        if (++slot === count) slot = 0;
      }
      point = after;
    }
  }

  /** Queues the triangles of the fan at which points wait. */
  private enqueueFan(count: number): void {
    if (this.pendingEnd + count > this.pending.length) {
      this.pending.copyWithin(0, this.pendingStart, this.pendingEnd);
      this.pendingEnd -= this.pendingStart;
      this.pendingStart = 0;
      while (2 * (this.pendingEnd + count) > this.pending.length) this.pending = grownInts(this.pending);
    }
    for (let i = 0; i < count; i++) {
      const face = this.fan[i]!;
      if (this.head[face]! >= 0) this.pending[this.pendingEnd++] = face;
    }
  }

  private removeFace(face: number): void {
    this.origin[4 * face] = -1;
    if (this.freeCount === this.free.length) this.free = grownInts(this.free);
    this.free[this.freeCount++] = face;
  }

  /** Makes room for `count` triangles more, in the arrays and in the fan. */
  private reserve(count: number): void {
    while (this.fan.length < count) this.fan = grownInts(this.fan);
    while (this.slotCount + count > this.head.length) {
      this.origin = grownInts(this.origin);
      this.twin = grownInts(this.twin);
      this.head = grownInts(this.head);
      this.seen = grownInts(this.seen);
      this.planes = grownFloats(this.planes);
      this.reach = grownFloats(this.reach);
    }
  }
}

function grownInts(array: Int32Array): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(2 * array.length);
  grown.set(array);
  return grown;
}

function grownFloats(array: Float64Array): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(2 * array.length);
  grown.set(array);
  return grown;
}
