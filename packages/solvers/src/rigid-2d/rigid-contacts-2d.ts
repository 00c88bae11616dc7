/**
 * Contact points between planar rigid bodies as flat arrays, with the memory that warm starting needs:
 * `RigidContacts` in two dimensions. One or two consecutive points of a pair with the same normal are a
 * manifold, which the solver treats as one.
 *
 * In every step call `begin`, then add the manifolds that collision detection found, each with ids that stay
 * the same from step to step. Points of bodies that rest can be kept as they are instead (`keepResting`),
 * with their impulses, so that a stack that wakes stands as it stood. Memory grows when needed and is kept.
 */
import { grown } from '@colide/core';
import { impulseSize } from '../internal/planar-layout.ts';
import { PointTable } from '../internal/point-table.ts';

/** Points of one pair of bodies as collision detection gives them, such as a `ContactManifold2d`. */
export interface ManifoldPoints2d {
  /** How many points there are, 0 to 2. */
  readonly count: number;
  /** Unit vector from A to B. */
  readonly normal: ArrayLike<number>;
  /** Points on A, x, y each. */
  readonly pointsA: ArrayLike<number>;
  /** Points on B. */
  readonly pointsB: ArrayLike<number>;
  /** Depth of each point; negative where there is a gap. */
  readonly depths: ArrayLike<number>;
  /** Contact id of each point, the same in the next step. */
  readonly ids: ArrayLike<number>;
  /** Radii of the round corners of A and B. */
  readonly radii: ArrayLike<number>;
}

/** The points of one step. */
export interface ContactArrays2d {
  /** Two bodies per point. */
  readonly bodies: Int32Array<ArrayBuffer>;
  /** Feature ids, unique within a pair of bodies. */
  readonly ids: Int32Array<ArrayBuffer>;
  /** Number of points of the manifold that begins here; 0 for the second point of one. */
  readonly sizes: Uint8Array;
  /** World points, halfway between the surfaces. */
  readonly points: Float64Array;
  /** Unit normals from the first body to the second. */
  readonly normals: Float64Array;
  /** Distance of the surfaces along the normal, negative where they overlap. */
  readonly separations: Float64Array;
  /** Three numbers per point: friction, restitution, and the lever of rolling friction in m. */
  readonly materials: Float64Array;
  /** Radii of the round corners of both bodies. */
  readonly radii: Float64Array;
  /**
   * Three impulses per point, of one substep: along the normal, share of the friction, share of the rolling
   * friction.
   */
  readonly impulses: Float64Array;
}

/** Numbers per point in each array. */
const sizes = {
  bodies: 2,
  ids: 1,
  sizes: 1,
  points: 2,
  normals: 2,
  separations: 1,
  materials: 3,
  radii: 2,
  impulses: impulseSize,
} as const;

/** Names of the arrays of a set, and how many numbers a point has in each. */
export const contactArraySizes2d: Readonly<Record<keyof ContactArrays2d, number>> = sizes;

function createArrays(capacity: number): ContactArrays2d {
  const doubles = (size: number) => new Float64Array(size * capacity);
  return {
    bodies: new Int32Array(2 * capacity),
    ids: new Int32Array(capacity),
    sizes: new Uint8Array(capacity),
    points: doubles(2),
    normals: doubles(2),
    separations: doubles(1),
    materials: doubles(3),
    radii: doubles(2),
    impulses: doubles(impulseSize),
  };
}

function grownArrays(old: ContactArrays2d): ContactArrays2d {
  const entries = Object.entries(old).map(([name, array]) => [name, grown(array)]);
  return Object.fromEntries(entries);
}

/** A reusable set of contact points in the plane. */
export class RigidContacts2d {
  /** How many points the set holds. */
  count = 0;
  /** The points of this step. Replaced by {@link begin} and when the set grows. */
  arrays = createArrays(64);
  /** Friction, restitution and the lever of rolling friction of manifolds that are added next. */
  readonly material = Float64Array.of(0.6, 0, 0);
  private previous = createArrays(64);
  private previousCount = 0;
  /** Index of the next point among those of the last step, if the order is the same. */
  private next = 0;
  /** The points of the last step by their pairs, once one of them was not the next. */
  private readonly table = new PointTable();
  private isFilled = false;
  private readonly time = new Float64Array(1);

  /** Length of the substep that the impulses belong to, 0 if there are none. */
  get impulseTime(): number {
    return this.time[0];
  }

  set impulseTime(value: number) {
    this.time[0] = value;
  }

  /** Empties the set and remembers its points. */
  begin(): void {
    const { arrays } = this;
    this.arrays = this.previous;
    this.previous = arrays;
    this.previousCount = this.count;
    this.count = this.next = 0;
    this.isFilled = false;
  }

  /** Forgets all impulses: the next points start from zero. */
  forget(): void {
    this.count = 0;
    this.begin();
  }

  /** Sets the number of points and makes room for them; the caller writes them. */
  reset(count: number): void {
    this.forget();
    while (this.arrays.ids.length < count) this.grow();
    this.count = count;
  }

  /** Keeps the points of the last step, as they were, whose bodies share a bit of `resting`. */
  keepResting(resting: Uint8Array): void {
    const { previous } = this;
    const { bodies } = previous;
    for (let c = 0; c < this.previousCount; c++) {
      if ((resting[bodies[2 * c]] & resting[bodies[2 * c + 1]]) === 0) continue;
      // The set is never larger than that of the last step, so there is room.
      const to = this.count++;
      const now = this.arrays;
      for (let k = 0; k < 2; k++) {
        now.bodies[2 * to + k] = bodies[2 * c + k];
        now.points[2 * to + k] = previous.points[2 * c + k];
        now.normals[2 * to + k] = previous.normals[2 * c + k];
        now.radii[2 * to + k] = previous.radii[2 * c + k];
      }
      now.ids[to] = previous.ids[c];
      now.sizes[to] = previous.sizes[c];
      now.separations[to] = previous.separations[c];
      for (let k = 0; k < 3; k++) {
        now.materials[3 * to + k] = previous.materials[3 * c + k];
        now.impulses[impulseSize * to + k] = previous.impulses[impulseSize * c + k];
      }
    }
  }

  /**
   * Adds a manifold. `part` distinguishes the manifolds of one pair of bodies, such as those of a compound.
   * Not checked: see `rigidContactsAdd2d`.
   */
  addManifold(bodyA: number, bodyB: number, manifold: ManifoldPoints2d, part = 0): void {
    const { count, normal, pointsA, pointsB, depths, ids, radii } = manifold;
    if (this.count + count > this.arrays.ids.length) this.grow();
    const { arrays, material, previous } = this;
    const shift = Math.imul(part, 0x9e3779b1);
    for (let p = 0; p < count; p++) {
      const at = this.count++;
      const id = (ids[p] + shift) & 0x7fffffff;
      const from = impulseSize * this.findPrevious(bodyA, bodyB, id);
      arrays.bodies[2 * at] = bodyA;
      arrays.bodies[2 * at + 1] = bodyB;
      arrays.ids[at] = id;
      arrays.sizes[at] = p === 0 ? count : 0;
      arrays.separations[at] = -depths[p];
      arrays.points[2 * at] = 0.5 * (pointsA[2 * p] + pointsB[2 * p]);
      arrays.points[2 * at + 1] = 0.5 * (pointsA[2 * p + 1] + pointsB[2 * p + 1]);
      arrays.normals[2 * at] = normal[0];
      arrays.normals[2 * at + 1] = normal[1];
      arrays.radii[2 * at] = radii[0];
      arrays.radii[2 * at + 1] = radii[1];
      for (let k = 0; k < 3; k++) {
        arrays.materials[3 * at + k] = material[k];
        arrays.impulses[impulseSize * at + k] = from < 0 ? 0 : previous.impulses[from + k];
      }
    }
  }

  /** Index of a point of the last step, or −1. */
  private findPrevious(bodyA: number, bodyB: number, id: number): number {
    const { bodies, ids } = this.previous;
    let found = this.next;
    if (
      !(
        found < this.previousCount &&
        ids[found] === id &&
        bodies[2 * found] === bodyA &&
        bodies[2 * found + 1] === bodyB
      )
    ) {
      if (!this.isFilled) this.table.fill(bodies, ids, this.previousCount);
      this.isFilled = true;
      found = this.table.find(bodyA, bodyB, id);
    }
    if (found >= 0) this.next = found + 1;
    return found;
  }

  private grow(): void {
    this.arrays = grownArrays(this.arrays);
    this.previous = grownArrays(this.previous);
    this.isFilled = false;
  }
}
