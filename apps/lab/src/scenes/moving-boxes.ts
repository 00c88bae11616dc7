/**
 * Boxes that drift to and fro: one box in a unit of volume, which gives about 1.6 overlapping pairs per box.
 * Coordinates are floats, so that programs which keep floats and programs which keep doubles must find the
 * same pairs.
 */
import { Random } from '@colide/math';

/** How sizes and positions are distributed. */
export type BoxScene = 'uniform' | 'mixed' | 'clustered';

/** Frames of a scene, six numbers per box. */
export interface MovingBoxes {
  count: number;
  frames: Float32Array[];
}

/** Frames of `count` boxes; every box goes up to 0.02 on each axis from one frame to the next. */
export function makeMovingBoxes(scene: BoxScene, count: number, frames = 1): MovingBoxes {
  const random = new Random(12345);
  const side = Math.cbrt(count);
  const center = new Float64Array(3 * count);
  const half = new Float64Array(3 * count);
  const velocity = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let axis = 0; axis < 3; axis++) {
      const at = 3 * i + axis;
      center[at] = random.uniform(0, side);
      half[at] = random.uniform(0.25, 0.5);
      velocity[at] = random.uniform(-0.02, 0.02);
      if (scene === 'mixed') {
        // One of a hundred is ten times as long, and half of all are squeezed into an eighth of the space.
        half[at] = i % 100 === 0 ? random.uniform(2, 5) : random.uniform(0.15, 0.35);
        if (i % 2 === 1) center[at] *= 0.5;
      }
      if (scene === 'clustered') {
        // Heaps of a thousand around points far apart.
        const heap = new Random(7 + Math.floor(i / 1000) * 3 + axis);
        center[at] = 3 * side * heap.next() + 3 * random.normal();
      }
    }
  return {
    count,
    frames: Array.from({ length: frames }, (_, frame) => {
      const boxes = new Float32Array(6 * count);
      for (let i = 0; i < 3 * count; i++) {
        const at = 6 * Math.floor(i / 3) + (i % 3);
        boxes[at] = center[i] + frame * velocity[i] - half[i];
        boxes[at + 3] = center[i] + frame * velocity[i] + half[i];
      }
      return boxes;
    }),
  };
}

/** The frames one after the other, forwards and backwards without a leap. */
export class FrameWalk {
  private at = -1;
  private step = 1;
  private readonly frames: Float32Array[];

  constructor(scene: MovingBoxes) {
    this.frames = scene.frames;
  }

  /** The boxes of the next frame. */
  next(): Float32Array {
    const next = this.at + this.step;
    if (next < 0 || next >= this.frames.length) this.step = -this.step;
    this.at += this.frames.length === 1 && this.at === 0 ? 0 : this.step;
    return this.frames[this.at];
  }
}
