/**
 * Continuous detection: a body whose centre would move by more than half its thickness in a step must not have passed through
 * something. A ray from where its centre was to where it is now finds out, and the body is put back to where its surface
 * reaches what was hit; the next step finds the contact. Resting and sliding bodies are never held up, since a centre does
 * not touch what its body rests on.
 *
 * All bodies are stopped by static ones, bullets by moving ones too. Rotation is not swept: the end of a long rod that turns
 * fast may pass through a thin wall.
 */
import { IdList } from '@colide/core';
import { lerpRange } from '@colide/math';
import { colliderRaycast, createRayHit } from '@colide/narrowphase';
import type { vec3 } from 'gl-matrix';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';

const origin = /* @__PURE__ */ new Float64Array(3);
const motion = /* @__PURE__ */ new Float64Array(3);
const first = /* @__PURE__ */ new Float64Array(1);

/** Keeps fast bodies from passing through others. */
export class ContinuousStage {
  private readonly table: BodyTable;
  private readonly boxes: ColliderBoxes;
  private readonly planes: readonly number[];
  private previous = new Float64Array(0);
  private readonly found = new IdList();
  private readonly hit = createRayHit();

  /** @param planes the half-spaces, which the broad phase does not know */
  constructor(table: BodyTable, boxes: ColliderBoxes, planes: readonly number[]) {
    this.table = table;
    this.boxes = boxes;
    this.planes = planes;
  }

  /** Notes where the bodies are before a step. */
  begin(): void {
    const { positions } = this.table.state;
    if (this.previous.length < positions.length) this.previous = new Float64Array(positions.length);
    this.previous.set(positions);
  }

  /** Puts back bodies that went too far. The colliders must still be where they were before the step. */
  finish(): void {
    const { state, slots, thicknesses, idCount } = this.table;
    const { positions, asleep } = state;
    const { previous } = this;
    for (let body = 0; body < idCount; body++) {
      if (slots[body] !== slot.dynamic || asleep[body] === 1) continue;
      const at = 3 * body;
      let squared = 0;
      for (let k = 0; k < 3; k++) {
        origin[k] = previous[at + k]!;
        motion[k] = positions[at + k]! - previous[at + k]!;
        squared += motion[k]! * motion[k]!;
      }
      const thickness = thicknesses[body]!;
      if (squared < 0.25 * thickness * thickness) continue;
      const t = this.firstHit(body) - thickness / Math.sqrt(squared);
      if (t < 1) lerpRange(positions, previous, positions, Math.max(0, t), at, at + 3);
    }
  }

  /** The part of its way after which the centre of a body meets something that it must not pass. */
  private firstHit(body: number): number {
    const { found, boxes, planes } = this;
    found.clear();
    boxes.broadPhase.queryRay(found, origin as unknown as vec3, motion as unknown as vec3, 1);
    first[0] = Infinity;
    for (let i = 0; i < found.length; i++) this.meet(body, boxes.colliderAt(found.get(i)));
    for (let i = 0; i < planes.length; i++) this.meet(body, planes[i]!);
    return first[0];
  }

  /** Notes in {@link first} where a body meets a collider, if it must not pass it. */
  private meet(body: number, collider: number): void {
    const { colliders, meshes, slots, bullets, sensors, groups, masks } = this.table;
    const other = colliders.bodies[collider]!;
    if (other === body || sensors[other] === 1 || sensors[body] === 1) return;
    if (slots[other] === slot.dynamic && bullets[body] === 0) return;
    if ((groups[body]! & masks[other]!) === 0 || (groups[other]! & masks[body]!) === 0) return;
    const from = origin as unknown as vec3;
    const by = motion as unknown as vec3;
    const mesh = meshes[collider];
    const t = mesh
      ? mesh.raycast(this.hit, colliders.convexes[collider]!, from, by, 1)
      : colliderRaycast(this.hit, colliders, collider, from, by, 1);
    if (t > 0 && t < first[0]!) first[0] = t;
  }
}
