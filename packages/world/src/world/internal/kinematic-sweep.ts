/**
 * Continuous detection for fast kinematic bodies: nothing stops them, and they push slow bodies along. A
 * kinematic body meets a slow body if the slow one, relative to it, moves by more than a share of its
 * thickness; the slow body is then swept like a fast one. Cost: one query of the broad phase for each
 * collider of a fast kinematic body.
 */
import { IdList } from '@colide/core';
import { type BodyTable, slot } from './body-table.ts';
import type { ColliderBoxes } from './collider-boxes.ts';
import type { StartPoses, SweptMotion } from './swept-motion.ts';

/** Share of its thickness by which a body may move unchecked, and sink into others. */
export const share = 0.5;

/** Marks of bodies: fast, or slow but met by a fast kinematic body; 0 for all others. */
export const isFast = 1;
export const isMet = 2;

const found = /* @__PURE__ */ new IdList();
const carried = /* @__PURE__ */ new Float64Array(3);

/** Finds the bodies that fast kinematic ones meet. */
export class KinematicSweep {
  /** How far each body that is met moves relative to the kinematic body. */
  motions = new Float64Array(0);
  private readonly table: BodyTable;
  private readonly start: StartPoses;
  private readonly boxes: ColliderBoxes;
  /** The motion of the current kinematic body. */
  private readonly swept: SweptMotion;

  constructor(table: BodyTable, start: StartPoses, boxes: ColliderBoxes, swept: SweptMotion) {
    this.table = table;
    this.start = start;
    this.boxes = boxes;
    this.swept = swept;
  }

  /** Marks the slow bodies that kinematic bodies of the list `fast` meet; returns whether there are any. */
  mark(marks: Uint8Array, fast: IdList): boolean {
    const { slots, collidersOf, colliders } = this.table;
    const { boxes, swept } = this;
    let hasMet = false;
    if (this.motions.length < marks.length) this.motions = new Float64Array(marks.length);
    for (let i = 0; i < fast.count; i++) {
      const parts = collidersOf[fast.get(i)];
      if (slots[fast.get(i)] !== slot.kinematic) continue;
      swept.setBody(fast.get(i));
      for (let p = 0; p < parts.length; p++) {
        swept.setPart(parts[p]);
        swept.measure();
        found.clear();
        boxes.broadPhase.queryBox(found, swept.box);
        for (let f = 0; f < found.count; f++) {
          const body = colliders.bodies[boxes.colliderAt(found.get(f))];
          if (slots[body] !== slot.dynamic || marks[body] === isFast) continue;
          if (!this.meets(body, marks[body] === isMet)) continue;
          marks[body] = isMet;
          hasMet = true;
        }
      }
    }
    return hasMet;
  }

  /**
   * Whether a body moves by more than a share of its thickness relative to the current kinematic body, or to
   * another that meets it.
   */
  private meets(body: number, hasMet: boolean): boolean {
    const { startPositions } = this.start;
    const { motions, swept } = this;
    const { state, thicknesses } = this.table;
    let squared = 0;
    swept.carry(carried, startPositions, 3 * body);
    for (let k = 0; k < 3; k++)
      squared += (state.positions[3 * body + k] - startPositions[3 * body + k] - carried[k]) ** 2;
    motions[body] = Math.max(hasMet ? motions[body] : 0, Math.sqrt(squared));
    return motions[body] > 0 && motions[body] >= share * thicknesses[body];
  }
}
