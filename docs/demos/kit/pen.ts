/**
 * A pen for drawings in space that are made anew for every picture: outlines, polygons, dots and wire boxes
 * from plain points.
 */
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';

/** A point or vector in space. */
export type V3 = [number, number, number];

export const add = (a: V3, b: V3, s: number): V3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** The vector that begins at index `i` of an array. */
export const at = (numbers: ArrayLike<number>, i: number): V3 => [numbers[i], numbers[i + 1], numbers[i + 2]];

/** The corner of an oriented box on the given sides of its axes. */
export function boxCorner(box: ArrayLike<number>, sides: V3): V3 {
  let p = at(box, 0);
  for (let i = 0; i < 3; i++) p = add(p, at(box, 6 + 3 * i), sides[i] * box[3 + i]);
  return p;
}

/** Draws into {@link group}, which belongs in a scene. */
export class Pen {
  readonly group = new Group();
  private readonly ball = new SphereGeometry(1, 16, 12);

  /** Takes away all that was drawn. */
  clear(): void {
    for (const child of [...this.group.children] as (Mesh | LineSegments)[]) {
      if (child.geometry !== this.ball) child.geometry.dispose();
      (child.material as MeshBasicMaterial).dispose();
      this.group.remove(child);
    }
  }

  /** Takes away all that was drawn, for good. */
  dispose(): void {
    this.clear();
    this.ball.dispose();
  }

  /** Segments between points, given as pairs of indices; dimmed ones are hidden by what is before them. */
  segments(points: readonly V3[], pairs: number[], color: string, isDimmed = false): void {
    const material = isDimmed
      ? new LineBasicMaterial({ color, opacity: 0.45, transparent: true })
      : new LineBasicMaterial({ color, depthTest: false });
    this.group.add(new LineSegments(geometry(points, pairs), material));
  }

  /** The closed line through points, or one segment. */
  outline(points: readonly V3[], color: string): void {
    this.segments(
      points,
      points.flatMap((_, i) => [i, (i + 1) % points.length]),
      color,
    );
  }

  /** A convex polygon with its outline. */
  polygon(points: readonly V3[], color: string, opacity: number): void {
    if (points.length < 2) return;
    const index = points.slice(2).flatMap((_, i) => [0, i + 1, i + 2]);
    const material = new MeshBasicMaterial({ color, opacity, transparent: true, side: DoubleSide });
    material.depthWrite = false;
    this.group.add(new Mesh(geometry(points, index), material));
    this.outline(points, color);
  }

  /** A dot that is seen through everything. */
  dot(p: V3, color: string, radius: number, opacity = 1): void {
    const mesh = new Mesh(
      this.ball,
      new MeshBasicMaterial({ color, opacity, transparent: true, depthTest: false }),
    );
    mesh.position.set(...p);
    mesh.scale.setScalar(radius);
    mesh.renderOrder = 2;
    this.group.add(mesh);
  }

  /** The edges of an oriented box, and its faces, faintly. */
  box(box: ArrayLike<number>, color: string): void {
    const corners = Array.from({ length: 8 }, (_, i) =>
      boxCorner(box, [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]),
    );
    const pairs = corners.flatMap((_, i) => [1, 2, 4].flatMap(bit => (i & bit ? [] : [i, i | bit])));
    this.segments(corners, pairs, color, true);
    const faces = [1, 2, 4].flatMap(bit =>
      [0, bit].map(side => corners.map((_, i) => i).filter(i => (i & bit) === side)),
    );
    const index = faces.flatMap(([a, b, c, d]) => [a, b, c, b, d, c]);
    const material = new MeshBasicMaterial({ color, opacity: 0.1, transparent: true, side: DoubleSide });
    material.depthWrite = false;
    this.group.add(new Mesh(geometry(corners, index), material));
  }
}

function geometry(points: readonly V3[], index: number[]): BufferGeometry {
  return new BufferGeometry()
    .setAttribute('position', new BufferAttribute(Float32Array.from(points.flat()), 3))
    .setIndex(index);
}
