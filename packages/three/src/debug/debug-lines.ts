/**
 * Many coloured lines in one draw call, rewritten every frame: `begin`, any number of `debug…` calls, `end`.
 * Memory grows when needed and is kept, so that nothing is allocated in steady state.
 */
import { grown, requireInteger } from '@colide/core';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  type ColorRepresentation,
  DynamicDrawUsage,
  LineBasicMaterial,
  LineSegments,
} from 'three';

/** Numbers per segment, and the offset of its second end. */
const segmentSize = 6;
const endAt = 3;

/** A pen that draws line segments. */
export class DebugLines {
  /** The object to add to a scene. */
  readonly object: LineSegments<BufferGeometry, LineBasicMaterial>;
  /** Segments since {@link begin}. */
  count = 0;
  /** Six numbers per segment: its ends. Replaced when it grows. */
  positions: Float32Array;
  /** Six numbers per segment: the colours of its ends, red, green and blue of the working colour space. */
  colors: Float32Array;
  private readonly pen = new Float32Array(3).fill(1);
  private readonly range = { start: 0, count: 0 };

  /** @param capacity segments that fit before the memory grows for the first time */
  constructor(capacity = 1024) {
    requireInteger('capacity', capacity, 1, 0xfffffff);
    this.positions = new Float32Array(segmentSize * capacity);
    this.colors = new Float32Array(segmentSize * capacity);
    const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.attach();
  }

  /** Removes all lines. */
  begin(): this {
    this.count = 0;
    return this;
  }

  /** The colour of the segments that follow; a `Color` is read without allocation. */
  color(color: ColorRepresentation): this {
    const { r, g, b } = typeof color === 'object' ? color : new Color(color);
    this.pen[0] = r;
    this.pen[1] = g;
    this.pen[2] = b;
    return this;
  }

  /** Allocates more segments, which the caller writes; returns the index of their first number. Unchecked. */
  reserve(segments: number): number {
    const at = segmentSize * this.count;
    this.count += segments;
    if (segmentSize * this.count > this.positions.length) this.grow();
    const { colors, pen } = this;
    for (let i = at; i < segmentSize * this.count; i++) colors[i] = pen[(i - at) % 3];
    return at;
  }

  /** A segment between the points at `fromAt` of one array and `toAt` of another, or of the same. */
  segment(from: ArrayLike<number>, fromAt: number, to: ArrayLike<number>, toAt: number): void {
    const at = this.reserve(1);
    const { positions } = this;
    for (let k = 0; k < 3; k++) {
      positions[at + k] = from[fromAt + k];
      positions[at + endAt + k] = to[toAt + k];
    }
  }

  /** Passes the lines to three.js. */
  end(): void {
    const { geometry } = this.object;
    geometry.setDrawRange(0, 2 * this.count);
    this.range.count = segmentSize * this.count;
    submit(geometry.attributes['position'] as BufferAttribute, this.range);
    submit(geometry.attributes['color'] as BufferAttribute, this.range);
  }

  /** Frees GPU memory. */
  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }

  private grow(): void {
    let room = this.positions.length;
    while (room < segmentSize * this.count) room *= 2;
    this.positions = grown(this.positions, room);
    this.colors = grown(this.colors, room);
    this.object.geometry.dispose();
    this.attach();
  }

  private attach(): void {
    const { geometry } = this.object;
    for (const [name, array] of [
      ['position', this.positions],
      ['color', this.colors],
    ] as const)
      geometry.setAttribute(name, new BufferAttribute(array, 3).setUsage(DynamicDrawUsage));
  }
}

function submit(attribute: BufferAttribute, range: { start: number; count: number }): void {
  // The same range is reused: `addUpdateRange` would make a new one every time.
  if (attribute.updateRanges.length === 0) attribute.updateRanges.push(range);
  attribute.needsUpdate = true;
}
