/**
 * The triangles of a mesh near a convex set, kept from step to step. Each has a lower bound of its distance
 * at the pose at which the list was made. Until the set has moved by as much as the list is wider than the
 * margin, the mesh need not be searched; and a triangle whose bound exceeds the margin by more than the set
 * has moved need not be looked at. All others are tested as if there were no list, and in the same order, so
 * results do not depend on what is kept: it is in no snapshot.
 *
 * A list is made when the set moves so slowly that it will serve for some steps. It takes 16 bytes per
 * triangle; nothing is allocated unless more triangles are near than ever before.
 */
import { type Convex, grown, IdList } from '@colide/core';
import { type ConvexShape, convexAabb, type Posed } from '@colide/geometry';
import type { TriangleContacts } from '@colide/narrowphase';
import { PlacedTriangles } from './placed-triangles.ts';
import type { TreeMesh } from './tree-mesh.ts';

const poseSize = 12;
const positionAt = 9;
/**
 * Offsets in `KeptTriangles.numbers`: poses of the set when the list was made and in the last step, the pose
 * of the mesh, how much wider than the margin the list is, 0 if there is none, and the radius of the set:
 * with many kinds of shapes V8 would box it whenever it is read.
 */
const listAt = 0;
const lastAt = poseSize;
const meshAt = 2 * poseSize;
const reachAt = 3 * poseSize;
const radiusAt = reachAt + 1;
/** Numbers per triangle of a list: its slot, and the bound. */
const entrySize = 2;
/** How many steps a list should serve if the set goes on as in the last, and how many it has to. */
const wantedSteps = 8;
const leastSteps = 4;
/**
 * A list is renewed if the set has moved by this share of the margin and by as much as in this many steps
 * like the last: otherwise what came to rest would keep the weak bounds of its fall.
 */
const oldShare = 0.25;
const oldSteps = 16;
/** The widest and the narrowest list, as shares of the radius of the set. */
const widest = 0.2;
const narrowest = 0.02;
/** Room for rounding, as shares of the margin and of coordinates. */
const marginSlack = 1e-3;
const coordinateSlack = 1e-12;

const near = /* @__PURE__ */ new PlacedTriangles();
const found = /* @__PURE__ */ new IdList();
const wide = /* @__PURE__ */ new Float64Array(6);
/** Distances, in an array, as V8 may box them: how far the set may have moved, and that with the margin. */
const distances = /* @__PURE__ */ new Float64Array(2);
const movedAt = 0;
const gapAt = 1;

/** A mesh whose triangles can be kept: it counts its changes. */
interface CountedMesh extends TreeMesh {
  readonly revision: number;
  readonly indices: ArrayLike<number>;
}

function isCounted(mesh: TreeMesh): mesh is CountedMesh {
  return mesh.revision !== undefined;
}

/** The triangles near one convex set. */
export class KeptTriangles {
  private readonly numbers = new Float64Array(radiusAt + 1);
  private list = new Float64Array(entrySize * 16);
  private count = 0;
  private placed: Posed | undefined = undefined;
  private convex: Posed | undefined = undefined;
  private revision = -1;

  /**
   * Finds the contacts of `convex` with a mesh as `MeshShape.contacts` does; −1 if that is quicker. The
   * margin must be the same in all calls.
   */
  contacts(out: TriangleContacts, mesh: TreeMesh, placed: Posed, convex: Posed, margin: number): number {
    const { numbers } = this;
    if (!isCounted(mesh)) return -1;
    const { shape } = convex;
    if (!this.isSame(mesh, placed, convex)) {
      this.remember(mesh, placed, convex);
      return -1;
    }
    const radius = numbers[radiusAt];
    if (!(radius > 0)) return -1;
    let slack = marginSlack * margin;
    for (let k = positionAt; k < poseSize; k++)
      slack += coordinateSlack * (Math.abs(convex.pose[k]) + Math.abs(placed.pose[k]));
    this.measure(shape, convex.pose, lastAt);
    const step = distances[movedAt];
    this.measure(shape, convex.pose, listAt);
    const moved = distances[movedAt] + slack;
    copyPose(numbers, lastAt, convex.pose);
    if (moved < numbers[reachAt] && moved < Math.max(oldShare * margin, oldSteps * step)) {
      out.begin(convex, margin);
      distances[movedAt] = moved;
      this.addKept(out, mesh, placed, convex, margin);
      return out.finish();
    }
    const reach = Math.min(widest * radius, Math.max(narrowest * radius, wantedSteps * step));
    numbers[reachAt] = leastSteps * step + slack < reach ? reach : 0;
    if (numbers[reachAt] === 0) return -1;
    copyPose(numbers, listAt, convex.pose);
    out.begin(convex, margin);
    this.make(out, mesh, placed, convex, margin);
    return out.finish();
  }

  private isSame({ revision }: CountedMesh, placed: Posed, convex: Posed): boolean {
    const { numbers } = this;
    if (this.placed !== placed || this.convex !== convex || this.revision !== revision) return false;
    for (let k = 0; k < poseSize; k++) if (numbers[meshAt + k] !== placed.pose[k]) return false;
    return true;
  }

  private remember({ revision }: CountedMesh, placed: Posed, convex: Posed): void {
    this.placed = placed;
    this.convex = convex;
    this.revision = revision;
    this.numbers[reachAt] = 0;
    this.numbers[radiusAt] = (convex as Posed<ConvexShape>).shape.boundingRadius;
    copyPose(this.numbers, meshAt, placed.pose);
    copyPose(this.numbers, listAt, convex.pose);
    copyPose(this.numbers, lastAt, convex.pose);
  }

  /** Measures how far a point of the shape may have moved since the pose at `at`. */
  private measure({ kind }: Convex, pose: Float64Array, at: number): void {
    const { numbers } = this;
    let turn = 0;
    let way = 0;
    for (let k = 0; k < positionAt; k++) turn += (pose[k] - numbers[at + k]) ** 2;
    for (let k = positionAt; k < poseSize; k++) way += (pose[k] - numbers[at + k]) ** 2;
    distances[movedAt] = Math.sqrt(way) + (kind === 'sphere' ? 0 : numbers[radiusAt] * Math.sqrt(turn));
  }

  /**
   * Adds the triangles of the list that may be near enough. Those that must still be are not compared with
   * the box around the set.
   */
  private addKept(
    out: TriangleContacts,
    mesh: CountedMesh,
    placed: Posed,
    convex: Posed,
    margin: number,
  ): void {
    const { list, count } = this;
    const moved = distances[movedAt];
    let hasBox = false;
    for (let i = 0; i < entrySize * count; i += entrySize) {
      const bound = list[i + 1];
      if (bound > margin + moved) continue;
      const slot = list[i] | 0;
      if (bound + moved < margin) add(out, mesh, near.loadSlot(mesh, placed, slot));
      else {
        if (!hasBox) placeBox(placed, convex, margin);
        hasBox = true;
        const id = near.loadInBox(mesh, placed, slot);
        if (id >= 0) add(out, mesh, id);
      }
    }
  }

  /** Makes the list, and adds all its triangles. */
  private make(out: TriangleContacts, mesh: CountedMesh, placed: Posed, convex: Posed, margin: number): void {
    placeBox(placed, convex, margin);
    const reach = this.numbers[reachAt];
    for (let k = 0; k < 6; k++) wide[k] = near.box[k] + (k < 3 ? -reach : reach);
    found.clear();
    mesh.slotsIn(found, wide);
    const { count } = found;
    this.count = count;
    if (this.list.length < entrySize * count) this.list = grown(this.list, entrySize * (count + 16));
    for (let i = 0; i < count; i++) {
      const slot = found.get(i);
      this.list[entrySize * i] = slot;
      const id = near.loadInBox(mesh, placed, slot);
      if (id >= 0) {
        add(out, mesh, id);
        this.list[entrySize * i + 1] = out.bound[0];
      } else {
        near.measureGap(distances, gapAt, mesh, slot);
        this.list[entrySize * i + 1] = margin + distances[gapAt];
      }
    }
  }
}

function copyPose(out: Float64Array, at: number, pose: Float64Array): void {
  for (let k = 0; k < poseSize; k++) out[at + k] = pose[k];
}

/** Sets the box of {@link near} to that around the set and the margin, in the frame of the mesh. */
function placeBox(placed: Posed, convex: Posed, margin: number): void {
  convexAabb(near.box, convex);
  near.moveBox(placed, margin);
}

/** Adds the triangle that was loaded last. */
function add(out: TriangleContacts, { indices }: CountedMesh, id: number): void {
  out.add(near.corners, indices[3 * id], indices[3 * id + 1], indices[3 * id + 2], id);
}
