/**
 * Contact points between rigid bodies as flat arrays, with the memory that warm starting needs. Consecutive
 * points of one pair with the same normal and friction are a manifold: the solver treats them together, with
 * friction at their centre. The points of a manifold must therefore be added one after the other.
 *
 * In every step call `begin`, then add the points that collision detection found, by `addManifold` or
 * `rigidContactsAdd`, each with an id that stays the same from step to step (a feature or vertex number). A
 * point that was there in the last step starts with its impulses, which are found by body pair in a hash
 * table and then by id. A point takes the friction and restitution that the set has when it is added, so
 * materials can differ. Memory grows when needed and is kept.
 */
import { grown, requireInteger, requireNonNegative, tellUnknown } from '@colide/core';
import { requireFraction } from '../internal/parameter-checks.ts';
import { PointTable } from '../internal/point-table.ts';
import { impulseSize } from '../internal/solve-contacts.ts';

/** Settings of a set of contacts. */
export interface RigidContactsOptions {
  /** Coulomb's μ of points that are added. Default 0.6. */
  readonly friction?: number;
  /** Restitution e in [0, 1] of points that are added. Default 0. */
  readonly restitution?: number;
  /** Points that fit before the set grows. Default 64. */
  readonly capacity?: number;
}

/**
 * Points of one pair of bodies as collision detection gives them, such as a `ContactManifold` of
 * @colide/narrowphase.
 */
export interface ManifoldPoints {
  /** How many points there are. */
  readonly count: number;
  /** Unit vector from A to B. */
  readonly normal: ArrayLike<number>;
  /** Points on A, x, y, z each. */
  readonly pointsA: ArrayLike<number>;
  /** Points on B. */
  readonly pointsB: ArrayLike<number>;
  /** Depth of each point; negative where there is a gap. */
  readonly depths: ArrayLike<number>;
  /** Contact id of each point, the same in the next step. */
  readonly ids: ArrayLike<number>;
}

/** A reusable set of contact points. */
export class RigidContacts {
  /** How many points the set holds. */
  count = 0;
  /** Two bodies per point. */
  bodies: Int32Array<ArrayBuffer>;
  /** Feature ids, unique within a pair of bodies. */
  ids: Int32Array<ArrayBuffer>;
  /** World points, halfway between the surfaces. */
  points: Float64Array;
  /** Unit normals from the first body to the second. */
  normals: Float64Array;
  /** Distance of the surfaces along the normal, negative where they overlap. */
  separations: Float64Array;
  /** μ of each point. */
  frictions: Float64Array;
  /** e of each point. */
  restitutions: Float64Array;
  /** Two radii of curvature per point. */
  radii: Float64Array;
  /** Axis about which the rounder of the two surfaces is round, a unit vector per point; 0 for none. */
  axes: Float64Array;
  /**
   * Five numbers per point, of one substep: normal impulse, share of the friction in world axes, share of the
   * twist.
   */
  impulses: Float64Array;
  /** The initial load of each point, in N: it does not sink under that. */
  firstLoads: Float64Array;
  /**
   * μ and e of points that are added next: in an array, since V8 boxes fractions that are stored in fields.
   */
  private readonly material = Float64Array.of(0, 0, Infinity, Infinity);
  /** Indices of the points of pairs that did not touch in the last step. */
  newPoints: Int32Array;
  /** Number of {@link newPoints}. */
  newCount = 0;
  private readonly time = new Float64Array(1);
  private previousCount = 0;
  private previousBodies: Int32Array<ArrayBuffer>;
  private previousIds: Int32Array<ArrayBuffer>;
  private previousImpulses: Float64Array;
  private previousLoads: Float64Array;
  private readonly table = new PointTable();

  constructor(options: RigidContactsOptions = {}) {
    tellUnknown('options', options, ['friction', 'restitution', 'capacity']);
    const { friction = 0.6, restitution = 0, capacity = 64 } = options;
    requireNonNegative('friction', friction);
    requireFraction('restitution', restitution);
    requireInteger('capacity', capacity, 1, 0x0fffffff);
    this.friction = friction;
    this.restitution = restitution;
    this.bodies = new Int32Array(2 * capacity);
    this.ids = new Int32Array(capacity);
    this.points = new Float64Array(3 * capacity);
    this.normals = new Float64Array(3 * capacity);
    this.separations = new Float64Array(capacity);
    this.frictions = new Float64Array(capacity);
    this.restitutions = new Float64Array(capacity);
    this.radii = new Float64Array(2 * capacity);
    this.axes = new Float64Array(3 * capacity);
    this.impulses = new Float64Array(impulseSize * capacity);
    this.firstLoads = new Float64Array(capacity);
    this.previousLoads = new Float64Array(capacity);
    this.newPoints = new Int32Array(capacity);
    this.previousBodies = new Int32Array(2 * capacity);
    this.previousIds = new Int32Array(capacity);
    this.previousImpulses = new Float64Array(impulseSize * capacity);
  }

  /**
   * Length of the substep that the impulses belong to, 0 if there are none; the solver scales them when it
   * changes.
   */
  get impulseTime(): number {
    return this.time[0];
  }

  set impulseTime(value: number) {
    this.time[0] = value;
  }

  /** μ of points that are added next. */
  get friction(): number {
    return this.material[0];
  }

  set friction(value: number) {
    this.material[0] = value;
  }

  /** e of points that are added next. */
  get restitution(): number {
    return this.material[1];
  }

  set restitution(value: number) {
    this.material[1] = value;
  }

  /**
   * Radius of curvature of the first body's surface at the points that are added next, in m: that of a ball
   * or capsule, 0 for a vertex or a body with {@link axes an axis}, `Infinity` for a face; `-Infinity` for
   * both if they are round without one radius of curvature. The points move over the flatter of the two
   * surfaces when the bodies roll or slide; between two finite radii, those of balls, the normal turns as
   * well. Default `Infinity`.
   */
  get radiusA(): number {
    return this.material[2];
  }

  set radiusA(value: number) {
    this.material[2] = value;
  }

  /** Radius of curvature of the second body's surface. Default `Infinity`. */
  get radiusB(): number {
    return this.material[3];
  }

  set radiusB(value: number) {
    this.material[3] = value;
  }

  /** Empties the set and remembers its impulses. */
  begin(): void {
    const { bodies, ids, impulses, firstLoads, count } = this;
    this.bodies = this.previousBodies;
    this.ids = this.previousIds;
    this.impulses = this.previousImpulses;
    this.firstLoads = this.previousLoads;
    this.previousBodies = bodies;
    this.previousIds = ids;
    this.previousImpulses = impulses;
    this.previousLoads = firstLoads;
    this.previousCount = count;
    this.count = 0;
    this.newCount = 0;
    this.fillTable();
  }

  /** Forgets all impulses: the next points start from zero. */
  forget(): void {
    this.count = 0;
    this.begin();
  }

  /**
   * Adds a point whose geometry the caller writes to {@link points}, {@link normals} and {@link separations}
   * afterwards; returns its index. Not checked.
   */
  append(bodyA: number, bodyB: number, id: number): number {
    const at = this.count++;
    if (at === this.ids.length) this.grow();
    this.bodies[2 * at] = bodyA;
    this.bodies[2 * at + 1] = bodyB;
    this.ids[at] = id;
    this.frictions[at] = this.material[0];
    this.restitutions[at] = this.material[1];
    this.radii[2 * at] = this.material[2];
    this.radii[2 * at + 1] = this.material[3];
    this.axes[3 * at] = this.axes[3 * at + 1] = this.axes[3 * at + 2] = 0;
    const from = this.table.find(bodyA, bodyB, id);
    if (from < 0 && this.table.isNewPair) this.newPoints[this.newCount++] = at;
    this.firstLoads[at] = from < 0 ? 0 : this.previousLoads[from];
    const { impulses } = this;
    const previous = this.previousImpulses;
    for (let k = impulseSize * at, l = impulseSize * from; k < impulseSize * (at + 1); k++, l++)
      impulses[k] = from < 0 ? 0 : previous[l];
    return at;
  }

  /**
   * Adds all points of a manifold. `part` distinguishes the manifolds of one pair of bodies, such as those of
   * a compound. Not checked.
   */
  addManifold(bodyA: number, bodyB: number, manifold: ManifoldPoints, part = 0): void {
    const { count, normal, pointsA, pointsB, depths, ids } = manifold;
    while (this.count + count > this.ids.length) this.grow();
    const first = this.count;
    const shift = Math.imul(part, 0x9e3779b1);
    const { points, normals, separations } = this;
    for (let p = 0; p < count; p++) {
      const at = first + p;
      this.append(bodyA, bodyB, (ids[p] + shift) & 0x7fffffff);
      for (let k = 0; k < 3; k++) {
        points[3 * at + k] = 0.5 * (pointsA[3 * p + k] + pointsB[3 * p + k]);
        normals[3 * at + k] = normal[k];
      }
      separations[at] = -depths[p];
    }
  }

  private fillTable(): void {
    this.table.fill(this.previousBodies, this.previousIds, this.previousCount);
  }

  /** Adds an eighth to the capacity, at least one point. */
  private grow(): void {
    const { ids } = this;
    const scale = Math.ceil(1.125 * ids.length) / ids.length;
    for (const [name, value] of Object.entries(this)) {
      const array = value;
      // The arrays of material and time do not depend on the number of points.
      if (ArrayBuffer.isView(value) && array.length >= ids.length)
        Object.assign(this, { [name]: grown(array, Math.round(scale * array.length)) });
    }
    this.fillTable();
  }
}
