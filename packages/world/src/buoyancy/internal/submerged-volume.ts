/**
 * The part of shapes below a plane: its volume and its centre. Balls use the formulas of the spherical cap.
 * Polytopes and closed meshes are clipped face by face, and tetrahedra with an apex on the plane are summed,
 * so that the cut itself adds nothing. Both are exact. A mesh that is open has no volume. Other shapes are
 * replaced by the hull of 162 of their support points, whose volume is scaled to theirs. O(vertices).
 */
import type { ReadonlyVec3 } from '@colide/core';
import { type ConvexShape, HullShape, type Posed, type SphereShape, solidIcosphere } from '@colide/geometry';
import type { MeshShape } from '@colide/spatial';

/** A polytope: vertices, loops of its faces seen from outside, and the factor that scales its volume. */
interface Solid {
  readonly vertices: ArrayLike<number>;
  readonly faceOffsets: ArrayLike<number>;
  readonly faceVertices: ArrayLike<number>;
  readonly scale: number;
}

/** Corners of a box, numbered by the bits x, y, z, and its six faces. */
const boxOffsets: readonly number[] = [0, 4, 8, 12, 16, 20, 24];
const boxFaces: readonly number[] = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6];

const apex = /* @__PURE__ */ new Float64Array(3);
const first = /* @__PURE__ */ new Float64Array(3);
const last = /* @__PURE__ */ new Float64Array(3);
const corner = /* @__PURE__ */ new Float64Array(3);
/** World coordinates and height of the vertices of a polytope, four numbers each. */
const pointSize = 4;
/** Volume and moment of the current polytope. */
const sum = /* @__PURE__ */ new Float64Array(4);
let points = /* @__PURE__ */ new Float64Array(pointSize * 256);

/** Adds up the parts of shapes below a plane. */
export class SubmergedVolume {
  volume = 0;
  /** First moment of the volume; divided by it, the centre. */
  readonly moment = new Float64Array(3);
  private readonly solids = new WeakMap<object, Solid>();
  /** Number of corners of the current loop so far. */
  private corners = 0;

  clear(): void {
    this.volume = 0;
    this.moment.fill(0);
  }

  /** Adds the part of a shape where `normal · x ≤ offset`. */
  add(placed: Posed, normal: ReadonlyVec3, offset: number): void {
    const { position: p, shape } = placed;
    const height = normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] - offset;
    const { boundingRadius, kind } = shape as ConvexShape;
    if (height >= boundingRadius) return;
    if (kind === 'sphere') this.addCap(p, (shape as SphereShape).radius, normal, height);
    else {
      for (let k = 0; k < 3; k++) apex[k] = p[k] - height * normal[k];
      this.addSolid(placed, this.solidOf(shape as ConvexShape), normal, offset);
    }
  }

  private addCap(center: ReadonlyVec3, radius: number, normal: ReadonlyVec3, height: number): void {
    const depth = Math.min(2 * radius, radius - height);
    const volume = (Math.PI * depth * depth * (3 * radius - depth)) / 3;
    const below = (3 * (2 * radius - depth) ** 2) / (4 * (3 * radius - depth));
    this.volume += volume;
    for (let k = 0; k < 3; k++) this.moment[k] += volume * (center[k] - below * normal[k]);
  }

  private addSolid(placed: Posed, solid: Solid, normal: ReadonlyVec3, offset: number): void {
    const { vertices, faceOffsets, faceVertices, scale } = solid;
    const { matrix: m, position: p } = placed;
    if (points.length < (pointSize * vertices.length) / 3)
      points = new Float64Array((2 * pointSize * vertices.length) / 3);
    for (let i = 0, at = 0; i < vertices.length; i += 3, at += pointSize) {
      for (let k = 0; k < 3; k++)
        points[at + k] = m[k] * vertices[i] + m[3 + k] * vertices[i + 1] + m[6 + k] * vertices[i + 2] + p[k];
      points[at + 3] =
        normal[0] * points[at] + normal[1] * points[at + 1] + normal[2] * points[at + 2] - offset;
    }
    sum.fill(0);
    for (let f = 0; f + 1 < faceOffsets.length; f++)
      this.addFace(faceVertices, faceOffsets[f], faceOffsets[f + 1]);
    this.volume += scale * sum[3];
    for (let k = 0; k < 3; k++) this.moment[k] += scale * sum[k];
  }

  /** Clips the loop of a face and adds the tetrahedra over the part below the plane. */
  private addFace(loop: ArrayLike<number>, begin: number, end: number): void {
    this.corners = 0;
    let from = pointSize * loop[end - 1];
    for (let i = begin; i < end; i++) {
      const to = pointSize * loop[i];
      const heightFrom = points[from + 3];
      const heightTo = points[to + 3];
      if (heightFrom < 0 !== heightTo < 0) {
        const t = heightFrom / (heightFrom - heightTo);
        for (let k = 0; k < 3; k++) corner[k] = points[from + k] + t * (points[to + k] - points[from + k]);
        this.addCorner();
      }
      if (heightTo < 0) {
        for (let k = 0; k < 3; k++) corner[k] = points[to + k];
        this.addCorner();
      }
      from = to;
    }
  }

  /**
   * Continues a loop with the {@link corner}: adds the tetrahedron of the apex and the first, last and
   * current corner.
   */
  private addCorner(): void {
    this.corners++;
    if (this.corners === 1) first.set(corner);
    if (this.corners > 2) {
      const ax = first[0] - apex[0];
      const ay = first[1] - apex[1];
      const az = first[2] - apex[2];
      const bx = last[0] - apex[0];
      const by = last[1] - apex[1];
      const bz = last[2] - apex[2];
      const cx = corner[0] - apex[0];
      const cy = corner[1] - apex[1];
      const cz = corner[2] - apex[2];
      const triple = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
      sum[3] += triple / 6;
      for (let k = 0; k < 3; k++) sum[k] += (triple / 24) * (apex[k] + first[k] + last[k] + corner[k]);
    }
    last.set(corner);
  }

  /** The polytope of a shape; made once. */
  private solidOf(shape: ConvexShape): Solid {
    let solid = this.solids.get(shape);
    if (!solid) {
      solid = makeSolid(shape);
      this.solids.set(shape, solid);
    }
    return solid;
  }
}

function makeSolid(shape: ConvexShape): Solid {
  if (shape.kind === 'mesh') return solidOfMesh(shape as MeshShape);
  if (shape.kind === 'hull') return { ...loopsOf(shape as HullShape), scale: 1 };
  if (shape.kind === 'box') {
    const box = new Float64Array(6);
    shape.aabb(box);
    const vertices = Array.from(
      { length: 24 },
      (_, i) => box[(i % 3) + 3 * ((Math.floor(i / 3) >> (i % 3)) & 1)],
    );
    return { vertices, faceOffsets: boxOffsets, faceVertices: boxFaces, scale: 1 };
  }
  const { positions } = solidIcosphere(1, 2);
  const samples = new Float64Array(positions.length);
  const out = [0, 0, 0];
  for (let i = 0; i < positions.length; i += 3) {
    shape.support(out, [positions[i], positions[i + 1], positions[i + 2]]);
    samples.set(out, i);
  }
  const hull = HullShape.fromPoints(samples);
  return { ...loopsOf(hull), scale: hull.volume > 0 ? shape.volume / hull.volume : 0 };
}

function solidOfMesh({ surface }: MeshShape): Solid {
  const { vertices, corners, closed, triangleCount } = surface;
  if (!closed) return { vertices: [], faceOffsets: [], faceVertices: [], scale: 0 };
  const faceOffsets = Uint32Array.from({ length: triangleCount + 1 }, (_, t) => 3 * t);
  return { vertices, faceOffsets, faceVertices: corners, scale: 1 };
}

function loopsOf({ vertices, faceOffsets, faceVertices }: HullShape): Omit<Solid, 'scale'> {
  return { vertices, faceOffsets, faceVertices };
}
