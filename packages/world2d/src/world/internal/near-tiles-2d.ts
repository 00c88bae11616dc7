/**
 * The tiles that each collider is near in a step: colliders of static and kinematic bodies, and of bodies
 * that have several. Where they are more than one, contacts look at them together, so that nothing stumbles
 * over the seams of a floor; see `manifoldSeam2d`. O(pairs) per step: a body that lies on n tiles in one
 * plane looks at them once, since the normal that serves all is remembered. Nothing in worlds with a single
 * obstacle.
 */
import { grown, type PairList } from '@colide/core';
import {
  type ContactManifold2d,
  contactManifoldFlip2d,
  manifoldSeam2d,
  type PosedShape2d,
  posedKind2d,
  seamReach2d,
  seamReachSize,
} from '@colide/narrowphase';
import type { BodyTable2d } from './body-table-2d.ts';
import type { ColliderBoxes2d } from './collider-boxes-2d.ts';

/** Cosine from which on two normals are the same. */
const equal = 1 - 1e-14;

/** Finds tiles, and corrects contacts with them. */
export class NearTiles2d {
  /** The last entry of a collider and the entry before each, both plus one; 0 for none. */
  private last = new Int32Array(16);
  private before = new Int32Array(16);
  /** Which colliders are tiles. */
  private isTile = new Uint8Array(16);
  /** The tile of each entry. */
  private tiles = new Int32Array(16);
  private count = 0;
  /** Whether there are several tiles. */
  private hasSeams = false;
  /** The tiles that count for the contact at hand. */
  private readonly near: PosedShape2d[] = [];
  /** By collider, a normal that serves for tiles near it, see `seamReach2d`; and the owner of one of them. */
  private reaches = new Float64Array(seamReachSize * 16);
  private owners = new Int32Array(16);
  private readonly table: BodyTable2d;
  private readonly boxes: ColliderBoxes2d;

  constructor(table: BodyTable2d, boxes: ColliderBoxes2d) {
    this.table = table;
    this.boxes = boxes;
  }

  /** Finds the tiles near all colliders. */
  find({ data, count }: PairList): void {
    const { table, boxes } = this;
    const size = table.parts.length;
    if (this.last.length < size) {
      this.last = new Int32Array(2 * size);
      this.isTile = new Uint8Array(2 * size);
      this.reaches = new Float64Array(2 * seamReachSize * size);
      this.owners = new Int32Array(2 * size);
    }
    const { isTile } = this;
    let tileCount = 0;
    for (let c = 0; c < size; c++) tileCount += isTile[c] = this.canBeTile(c) ? 1 : 0;
    this.hasSeams = tileCount > 1;
    if (!this.hasSeams) return;
    this.count = 0;
    this.last.fill(0);
    this.owners.fill(-1);
    for (let i = 0; i < 2 * count; i += 2) {
      const first = data[i];
      const second = data[i + 1];
      if ((isTile[first] | isTile[second]) === 0 || !boxes.overlap(first, second)) continue;
      if (isTile[first] === 1) this.enter(second, first);
      if (isTile[second] === 1) this.enter(first, second);
    }
  }

  private canBeTile(collider: number): boolean {
    const { partBodies, parts, state, collidersOf } = this.table;
    const body = partBodies[collider];
    return (
      body >= 0 &&
      (state.inverseMasses[body] === 0 || collidersOf[body].length > 1) &&
      parts[collider].kind === posedKind2d.convex
    );
  }

  private enter(collider: number, tile: number): void {
    const { partBodies, sensors, state } = this.table;
    const a = partBodies[collider];
    const b = partBodies[tile];
    // A body with mass is joined to nothing but itself.
    if (a === b || state.inverseMasses[b] !== 0 || (state.asleep[a] === 1 && state.asleep[b] === 1)) return;
    if (sensors[a] === 1 || sensors[b] === 1 || !this.table.mayCollide(a, b)) return;
    if (this.count === this.tiles.length) {
      this.tiles = grown(this.tiles);
      this.before = grown(this.before);
    }
    this.tiles[this.count] = tile;
    this.before[this.count] = this.last[collider];
    this.last[collider] = ++this.count;
  }

  /**
   * Corrects the manifold of two colliders where either is near several tiles; returns the number of points.
   */
  correct(manifold: ContactManifold2d, first: number, second: number, margin: number): number {
    if (!this.hasSeams) return manifold.count;
    this.correctSide(manifold, first, second, margin);
    if (manifold.count === 0 || this.isTile[first] === 0) return manifold.count;
    contactManifoldFlip2d(manifold);
    this.correctSide(manifold, second, first, margin);
    contactManifoldFlip2d(manifold);
    return manifold.count;
  }

  /** Corrects the manifold of a collider and a tile, if it is one. */
  private correctSide(manifold: ContactManifold2d, collider: number, tile: number, margin: number): void {
    const { parts, partBodies, rules } = this.table;
    const { reaches, owners, near } = this;
    if (this.isTile[tile] === 0) return;
    const { normal, depths } = manifold;
    const owner = partBodies[tile];
    const at = seamReachSize * collider;
    const known = owners[collider];
    if (
      known >= 0 &&
      -normal[0] * reaches[at] - normal[1] * reaches[at + 1] > equal &&
      -Math.max(depths[0], depths[manifold.count - 1]) <= reaches[at + 2] &&
      this.areJoined(known, owner)
    )
      return;
    const count = this.gather(collider, tile);
    if (count < 2) return;
    // With rules, the tiles that count depend on the one at hand.
    owners[collider] = rules ? -1 : owner;
    seamReach2d(reaches, at, manifold, parts[collider], near, count);
    manifoldSeam2d(manifold, parts[collider], parts[tile], near, count, margin);
  }

  /** Gathers the tiles near `collider` that do not move against `tile`; returns their number. */
  private gather(collider: number, tile: number): number {
    const { near, before, tiles, isTile } = this;
    const { parts, partBodies, rules, sensors, state, collidersOf } = this.table;
    const body = partBodies[collider];
    const owner = partBodies[tile];
    let count = 0;
    if (state.inverseMasses[owner] !== 0) {
      if (sensors[body] === 1 || sensors[owner] === 1 || parts[collider].kind === posedKind2d.plane) return 0;
      const own = collidersOf[owner];
      for (let i = own.length - 1; i >= 0; i--)
        if (isTile[own[i]] === 1 && this.boxes.overlap(collider, own[i])) near[count++] = parts[own[i]];
      return count;
    }
    for (let e = this.last[collider] - 1; e >= 0; e = before[e] - 1) {
      const other = partBodies[tiles[e]];
      if (!this.areJoined(other, owner)) continue;
      if (other !== owner && rules?.mayIgnore(body, other, owner)) continue;
      near[count++] = parts[tiles[e]];
    }
    return count;
  }

  /**
   * Whether two bodies cannot move against each other: they are one, or nothing pushes them and they move
   * alike.
   */
  private areJoined(a: number, b: number): boolean {
    const { inverseMasses, velocities, angularVelocities } = this.table.state;
    return (
      a === b ||
      (inverseMasses[a] === 0 &&
        inverseMasses[b] === 0 &&
        velocities[2 * a] === velocities[2 * b] &&
        velocities[2 * a + 1] === velocities[2 * b + 1] &&
        angularVelocities[a] === 0 &&
        angularVelocities[b] === 0)
    );
  }
}
