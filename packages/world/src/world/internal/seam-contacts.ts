/**
 * Contacts at the seams of ground made of many pieces: boxes side by side, parts of a compound. What moves
 * over a seam comes near the side of the next piece. A contact with that side would stop it, or throw it up,
 * although nothing sticks out.
 *
 * While a contact holds, the body stays in front of the plane that touches it there. Another piece that ends
 * at this plane, and does not move against the first, can be met only across it: so its contacts get the
 * normal of the plane, and distances from it. What continuous detection finds is treated alike.
 *
 * O(pieces touched by a collider) per pair; nothing is allocated once as many pairs and colliders were seen.
 */
import type { ConvexShape, SphereShape } from '@colide/geometry';
import type { RigidContacts } from '@colide/solvers';
import type { BodyTable, Seams } from './body-table.ts';

/** How far from the plane a piece may end, in radii of the smaller shape: nobody feels such a step. */
const tolerance = 1e-3;
/** The cosine from which on two normals are the same. */
const parallel = 1 - 1e-9;
/**
 * The cosine from which on a face of a box is the plane that touches: the normal may be that of the body on
 * it, which is not quite level.
 */
const faceCosine = 0.9999;

/** Numbers per entry: the piece, its first contact, the one after its last, and the entry before it. */
const entrySize = 4;

/** The normal of the plane at hand, away from the ground, and the other direction. */
const normal = /* @__PURE__ */ new Float64Array(3);
const down = /* @__PURE__ */ new Float64Array(3);
const point = /* @__PURE__ */ new Float64Array(3);

/** The pieces of ground that each collider touches in a step. */
export class SeamContacts implements Seams {
  private readonly table: BodyTable;
  private readonly contacts: RigidContacts;
  private readonly entries: number[] = [];
  private size = 0;
  /** Where the last entry of each collider is, −1 for none. */
  private readonly last: number[] = [];

  constructor(table: BodyTable, contacts: RigidContacts) {
    this.table = table;
    this.contacts = contacts;
  }

  /** Forgets the contacts of the last step. */
  begin(): void {
    this.size = 0;
    this.last.fill(-1);
  }

  /** Compares the contacts from `first` on, of a collider with a piece of ground, with its earlier ones. */
  add(first: number, collider: number, piece: number): void {
    const { table, entries, last } = this;
    const ground = table.colliders.bodies[piece];
    // Half-spaces are ground, and never what moves over it.
    if (!table.colliders.convexes[collider]) return;
    const { inverseMasses } = table.state;
    // What moves by itself and is one piece has no seams: a planet may carry thousands of bodies.
    if (inverseMasses[ground] !== 0 && table.collidersOf[ground].length < 2) return;
    if (inverseMasses[ground] + inverseMasses[table.colliders.bodies[collider]] === 0) return;
    const at = this.size;
    this.size += entrySize;
    entries[at] = piece;
    entries[at + 1] = first;
    entries[at + 2] = this.contacts.count;
    entries[at + 3] = last[collider] ?? -1;
    last[collider] = at;
    for (let e = entries[at + 3]; e >= 0; e = entries[e + 3]) {
      const other = table.colliders.bodies[entries[e]];
      if (other !== ground && inverseMasses[ground] + inverseMasses[other] !== 0) continue;
      this.level(collider, e, at);
      this.level(collider, at, e);
    }
  }

  /**
   * Whether `collider`, as it is posed now, is in front of a plane that it touched in this step, up to
   * `depth`, and `piece` is another one that ends at this plane.
   */
  isOver(collider: number, piece: number, depth: number): boolean {
    const { entries } = this;
    for (let e = this.last[collider]; e >= 0; e = entries[e + 3]) {
      const plane = this.readPlane(collider, e);
      if (entries[e] === piece || !this.ends(piece, collider, e, plane)) continue;
      const body = this.table.colliders.convexes[collider]!;
      if (along(body.support(point, down), 0) > plane - depth) return true;
    }
    return false;
  }

  /** Gives the contacts of entry `to` the plane of entry `from`, if the piece of `to` ends there. */
  private level(collider: number, from: number, to: number): void {
    const { entries } = this;
    const { bodies, normals, points, separations, axes, radii } = this.contacts;
    const near = entries[from + 1];
    const far = entries[to + 1];
    const side = this.sideOf(collider, far);
    for (let k = 0; k < 3; k++) normal[k] = this.sideOf(collider, near) * normals[3 * near + k];
    // Most contacts agree, which is seen before anything else is read.
    if (side * along(normals, 3 * far) > parallel) return;
    const plane = this.readPlane(collider, from);
    if (side * along(normals, 3 * far) > parallel || !this.ends(entries[to], collider, from, plane)) return;
    const body = this.table.colliders.convexes[collider]!;
    // Of the two radii, those of the bodies in their order.
    const swap = bodies[2 * near] === bodies[2 * far] || bodies[2 * near + 1] === bodies[2 * far + 1] ? 0 : 1;
    for (let c = far; c < entries[to + 2]; c++) {
      // What counts now is the point of the body; a ball must not be held where it does not roll.
      for (let k = 0; k < 3; k++)
        point[k] = points[3 * c + k] + 0.5 * side * separations[c] * normals[3 * c + k];
      (body.shape as Partial<SphereShape>).putBelow?.(point, body, normal);
      separations[c] = along(point, 0) - plane;
      for (let k = 0; k < 3; k++) {
        normals[3 * c + k] = side * normal[k];
        points[3 * c + k] = point[k] - 0.5 * separations[c] * normal[k];
        axes[3 * c + k] = axes[3 * near + k];
      }
      for (let k = 0; k < 2; k++) radii[2 * c + k] = radii[2 * near + (k ^ swap)];
    }
  }

  /** 1 if the normal of a contact points to the body of `collider`, −1 if away from it. */
  private sideOf(collider: number, contact: number): number {
    return this.contacts.bodies[2 * contact] === this.table.colliders.bodies[collider] ? -1 : 1;
  }

  /** Reads the normal of an entry of `collider`; returns where its plane is along that. */
  private readPlane(collider: number, at: number): number {
    const { convexes } = this.table.colliders;
    const first = this.entries[at + 1];
    const ground = convexes[this.entries[at]];
    this.setNormal(this.contacts.normals, 3 * first, this.sideOf(collider, first));
    if (ground?.shape.kind === 'box')
      for (let axis = 0; axis < 9; axis += 3) {
        const cosine = along(ground.matrix, axis);
        if (Math.abs(cosine) < faceCosine) continue;
        this.setNormal(ground.matrix, axis, Math.sign(cosine));
        // Beyond a ridge of half a degree, a body is behind the face that it leaves.
        const body = convexes[collider]!;
        const slack = tolerance * radiusOf(body);
        if (along(body.support(point, down), 0) < -this.farthest(at, -1) - slack)
          this.setNormal(this.contacts.normals, 3 * first, this.sideOf(collider, first));
      }
    return this.farthest(at, 1);
  }

  /** How far the ground below the contacts of an entry goes along the normal; for −1, the body against it. */
  private farthest(at: number, sign: number): number {
    const { points, separations } = this.contacts;
    let farthest = -Infinity;
    for (let c = this.entries[at + 1]; c < this.entries[at + 2]; c++)
      farthest = Math.max(farthest, sign * along(points, 3 * c) - separations[c] / 2);
    return farthest;
  }

  private setNormal(vectors: ArrayLike<number>, at: number, sign: number): void {
    for (let k = 0; k < 3; k++) {
      normal[k] = sign * vectors[at + k];
      down[k] = -normal[k];
    }
  }

  /**
   * Whether a piece ends at the plane of an entry, as far as `collider` can tell, and does not move against
   * its piece: they are of one body, or neither can be pushed nor rotates.
   */
  private ends(piece: number, collider: number, at: number, plane: number): boolean {
    const { colliders, state } = this.table;
    const { inverseMasses, velocities: v, angularVelocities: w } = state;
    const convex = colliders.convexes[piece];
    const a = colliders.bodies[piece];
    const b = colliders.bodies[this.entries[at]];
    let motion = a === b ? 0 : inverseMasses[a] + inverseMasses[b];
    for (let k = 0; k < 3 && a !== b; k++)
      motion += Math.abs(v[3 * a + k] - v[3 * b + k]) + Math.abs(w[3 * a + k]) + Math.abs(w[3 * b + k]);
    if (motion !== 0 || !convex) return false;
    // Of the smaller one: a floor of 100 m has no slack of centimetres for the feet of a table.
    const slack = tolerance * Math.min(radiusOf(colliders.convexes[collider]!), radiusOf(convex));
    return Math.abs(along(convex.support(point, normal), 0) - plane) <= slack;
  }
}

/** The component along {@link normal} of the vector at `at`. */
function radiusOf({ shape }: { readonly shape: unknown }): number {
  return (shape as ConvexShape).boundingRadius;
}

function along(vectors: ArrayLike<number>, at: number): number {
  return vectors[at] * normal[0] + vectors[at + 1] * normal[1] + vectors[at + 2] * normal[2];
}
