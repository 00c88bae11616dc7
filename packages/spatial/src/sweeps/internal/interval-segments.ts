/**
 * A sorted list of interval ends in segments of bounded length. Each segment has a continuation list: the
 * intervals that began in an earlier segment and end in this one or later. So the intervals open at a
 * position are known without a scan from the beginning, and inserting or removing an end moves the ends of
 * one segment only.
 *
 * D. Tracy, S. Buss, B. Woods, "Efficient large-scale sweep and prune methods with AABB insertion and
 * removal", 2009, §4.
 */
import { grown, type IdList } from '@colide/core';
import { idOfEnd, isUpperEnd, lowerEnd, upperEnd } from './box-ends.ts';

/** The largest number of ends per segment. */
const segmentLength = 128;

interface Segment {
  /** Position among the segments. */
  index: number;
  count: number;
  /** Ends as in `box-ends.ts`. */
  readonly ends: Uint32Array;
  readonly values: Float64Array;
  /** Ids that began before and end here or later. */
  continuation: Uint32Array;
  continuationCount: number;
}

function createSegment(): Segment {
  return {
    index: 0,
    count: 0,
    ends: new Uint32Array(segmentLength),
    values: new Float64Array(segmentLength),
    continuation: new Uint32Array(16),
    continuationCount: 0,
  };
}

function hold(segment: Segment, id: number): void {
  const { continuation } = segment;
  if (segment.continuationCount === continuation.length) segment.continuation = grown(continuation);
  segment.continuation[segment.continuationCount++] = id;
}

function release(segment: Segment, id: number): void {
  const { continuation } = segment;
  let at = 0;
  while (continuation[at] !== id) at++;
  continuation[at] = continuation[--segment.continuationCount];
}

/** Intervals by id, in segments. */
export class IntervalSegments {
  private segments: Segment[] = [createSegment()];
  private readonly spare: Segment[] = [];
  /** The segment of each end. */
  private readonly homes: Segment[] = [];

  /** How many segments there are. */
  get segmentCount(): number {
    return this.segments.length;
  }

  /** Inserts the interval `from`, `to` of the array. */
  insert(id: number, values: Float64Array, from: number, to: number): void {
    // Makes room first, so that no segment is split while an interval is half inserted.
    this.makeRoom(values, from);
    this.makeRoom(values, to);
    this.put(lowerEnd(id), values, from);
    this.put(upperEnd(id), values, to);
    const last = this.homes[upperEnd(id)].index;
    for (let i = this.homes[lowerEnd(id)].index + 1; i <= last; i++) hold(this.segments[i], id);
  }

  /** Removes the interval of an id. */
  remove(id: number): void {
    const last = this.homes[upperEnd(id)].index;
    for (let i = this.homes[lowerEnd(id)].index + 1; i <= last; i++) release(this.segments[i], id);
    this.takeOut(lowerEnd(id));
    this.takeOut(upperEnd(id));
  }

  /** Appends the ids of all intervals that may touch the interval `from`, `to` of the array, each once. */
  query(out: IdList, values: Float64Array, from: number, to: number): void {
    const { segments } = this;
    const low = values[from];
    const high = values[to];
    // The first segment with an end that is not below the interval.
    let start = 0;
    let end = segments.length - 1;
    while (start < end) {
      const middle = (start + end) >> 1;
      const { values: inside, count } = segments[middle];
      if (inside[count - 1] < low) start = middle + 1;
      else end = middle;
    }
    const first = segments[start];
    for (let i = 0; i < first.continuationCount; i++) out.push(first.continuation[i]);
    for (let s = start; s < segments.length; s++) {
      const { ends, values: inside, count } = segments[s];
      for (let i = 0; i < count; i++) {
        if (inside[i] > high) return;
        if (!isUpperEnd(ends[i])) out.push(idOfEnd(ends[i]));
      }
    }
  }

  /** Removes all intervals. */
  clear(): void {
    for (const segment of this.segments) this.giveUp(segment);
    this.segments = [this.obtain()];
    this.segments[0].index = 0;
  }

  private obtain(): Segment {
    return this.spare.pop() ?? createSegment();
  }

  private giveUp(segment: Segment): void {
    segment.count = 0;
    segment.continuationCount = 0;
    this.spare.push(segment);
  }

  /** The last segment that begins at or before the value. */
  private segmentFor(values: Float64Array, at: number): Segment {
    const { segments } = this;
    const value = values[at];
    let start = 0;
    let end = segments.length - 1;
    while (start < end) {
      const middle = (start + end + 1) >> 1;
      if (segments[middle].values[0] <= value) start = middle;
      else end = middle - 1;
    }
    return segments[start];
  }

  private makeRoom(values: Float64Array, at: number): void {
    const segment = this.segmentFor(values, at);
    if (segment.count < segmentLength - 1) return;
    const { homes } = this;
    const right = this.obtain();
    const half = segmentLength >> 1;
    right.count = segment.count - half;
    for (let i = 0; i < right.count; i++) {
      right.ends[i] = segment.ends[half + i];
      right.values[i] = segment.values[half + i];
      homes[right.ends[i]] = right;
    }
    segment.count = half;
    // Intervals open at the beginning of the right half: those that were open before or began in the left
    // half, and do not end there.
    for (let i = 0; i < segment.continuationCount; i++) {
      const id = segment.continuation[i];
      if (homes[upperEnd(id)] !== segment) hold(right, id);
    }
    for (let i = 0; i < half; i++) {
      const end = segment.ends[i];
      const id = idOfEnd(end);
      if (!isUpperEnd(end) && homes[upperEnd(id)] !== segment) hold(right, id);
    }
    this.segments.splice(segment.index + 1, 0, right);
    this.renumber(segment.index + 1);
  }

  private put(end: number, values: Float64Array, at: number): void {
    const segment = this.segmentFor(values, at);
    const value = values[at];
    let i = segment.count++;
    for (; i > 0 && segment.values[i - 1] > value; i--) {
      segment.values[i] = segment.values[i - 1];
      segment.ends[i] = segment.ends[i - 1];
    }
    segment.values[i] = value;
    segment.ends[i] = end;
    this.homes[end] = segment;
  }

  private takeOut(end: number): void {
    const segment = this.homes[end];
    const { ends, values } = segment;
    let i = 0;
    while (ends[i] !== end) i++;
    segment.count--;
    for (; i < segment.count; i++) {
      ends[i] = ends[i + 1];
      values[i] = values[i + 1];
    }
    if (segment.count > 0 || this.segments.length === 1) return;
    this.segments.splice(segment.index, 1);
    this.renumber(segment.index);
    this.giveUp(segment);
  }

  private renumber(from: number): void {
    for (let i = from; i < this.segments.length; i++) this.segments[i].index = i;
  }
}
