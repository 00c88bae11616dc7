/**
 * The motion of a planar character: it walks up slopes and steps, falls, slides, and stays on the ground. All
 * of this consists of shape casts, each of which ends at a distance from the obstacle, so a character never
 * passes through anything.
 *
 * Walking is a motion perpendicular to the upward direction. An edge too steep to stand on is a wall and
 * stops it; any other edge lifts the motion and does not slow it down. A ceiling above a slope becomes a wall
 * if there is no room between the two.
 */
import type { WorldHit2d, WorldHitList2d } from '../../queries/world-hit-list-2d.ts';
import { type CharacterCasts2d, tiny } from './character-casts-2d.ts';
import type { CharacterPush2d } from './character-push-2d.ts';
import { SlideLines } from './slide-lines.ts';

/** Largest number of casts for one motion. */
const rounds = 8;
/** The least distance that a step must lead, in m. */
const leastStep = 1e-7;
/** A normal that points down by more than this is that of a ceiling. */
const ceiling = -0.01;

const motion = /* @__PURE__ */ new Float64Array(2);
const remaining = /* @__PURE__ */ new Float64Array(2);
const start = /* @__PURE__ */ new Float64Array(2);

/** Dimensions and limits of a character. */
export interface CharacterMeasures2d {
  readonly up: Float64Array;
  readonly radius: number;
  halfHeight: number;
  readonly stepHeight: number;
  /** Smallest component of the ground's normal along {@link up}. */
  readonly groundSlope: number;
}

/** Moves a position by shape casts. */
export class CharacterMover2d {
  /** Centre of the character. */
  readonly position = new Float64Array(2);
  /** Whether the character stands on something; the body, the contact point and its normal. */
  isGrounded = false;
  groundBody = -1;
  readonly groundPoint = new Float64Array(2);
  readonly groundNormal = new Float64Array(2);

  private readonly casts: CharacterCasts2d;
  private readonly pushes: CharacterPush2d;
  private readonly hits: WorldHitList2d;
  private readonly measures: CharacterMeasures2d;
  private readonly lines = new SlideLines();
  /** Normals of the ground that was met while walking. */
  private readonly slopes = new SlideLines();

  constructor(
    casts: CharacterCasts2d,
    pushes: CharacterPush2d,
    hits: WorldHitList2d,
    measures: CharacterMeasures2d,
  ) {
    this.casts = casts;
    this.pushes = pushes;
    this.hits = hits;
    this.measures = measures;
  }

  /** Moves away from everything that has come nearer than `distance`. */
  recover(distance: number): void {
    const { casts, position } = this;
    for (let n = 0; n < rounds && casts.deepest(position, distance - tiny); n++) {
      const { hit } = casts;
      const depth = Math.min(distance - hit.distance, this.measures.radius);
      for (let k = 0; k < 2; k++) motion[k] = depth * hit.normal[k];
      if (this.advance(motion, hit.body) === 0) return;
    }
  }

  /** Moves as far along `displacement` as possible, sliding along obstacles. */
  slide(displacement: Float64Array, ignored = -1, isSilent = false): void {
    remaining.set(displacement);
    this.lines.clear();
    for (let n = 0; n < rounds; n++) {
      const share = this.advance(remaining, ignored);
      const { hit } = this.casts;
      if (hit.body < 0) return;
      if (!isSilent) this.report(hit, true);
      this.lines.add(hit.normal[0], hit.normal[1]);
      if (!this.goOn(1 - share)) return;
    }
  }

  /** Falls by a distance, sliding down edges too steep to stand on, until there is ground. */
  fall(distance: number, isSilent = false): void {
    const { up } = this.measures;
    for (let k = 0; k < 2; k++) remaining[k] = -distance * up[k];
    this.lines.clear();
    for (let n = 0; n < rounds; n++) {
      const share = this.advance(remaining, -1);
      const { hit } = this.casts;
      if (hit.body < 0) return;
      if (!isSilent) this.report(hit, false);
      this.lines.add(hit.normal[0], hit.normal[1]);
      // A character wedged between steep edges also stands.
      if (this.isSupport() || !this.goOn(1 - share)) {
        this.stand();
        return;
      }
    }
  }

  /** Moves down to the ground if there is any within a distance. */
  settle(distance: number): void {
    start.set(this.position);
    this.fall(distance, true);
    if (!this.isGrounded) this.position.set(start);
  }

  /** Walks by a displacement perpendicular to {@link CharacterMeasures2d.up}. */
  walk(displacement: Float64Array, canStep: boolean): void {
    remaining.set(displacement);
    this.slopes.clear();
    let isFree = dot(remaining, remaining) > tiny * tiny;
    for (let n = 0; isFree && n < rounds; n++) {
      this.climb();
      const share = this.advance(motion, -1);
      if (this.casts.hit.body < 0) return;
      for (let k = 0; k < 2; k++) remaining[k] *= 1 - share;
      isFree = this.meet(canStep) && dot(remaining, remaining) > tiny * tiny;
    }
  }

  /** Sets {@link motion} to the {@link remaining} displacement, lifted by the slopes. */
  private climb(): void {
    const { up } = this.measures;
    const { normals, count } = this.slopes;
    let rise = 0;
    for (let i = 0; i < 2 * count; i += 2) {
      const along = remaining[0] * normals[i] + remaining[1] * normals[i + 1];
      rise = Math.max(rise, -along / (up[0] * normals[i] + up[1] * normals[i + 1]));
    }
    for (let k = 0; k < 2; k++) motion[k] = remaining[k] + rise * up[k];
  }

  /** Treats the hit of a walk as a slope, a ceiling, a step or a wall; returns whether the walk goes on. */
  private meet(canStep: boolean): boolean {
    const { up, groundSlope } = this.measures;
    const { hit } = this.casts;
    const rise = dot(hit.normal, up);
    if (rise >= groundSlope) {
      this.report(hit, false);
      this.slopes.add(hit.normal[0], hit.normal[1]);
      return true;
    }
    const index = this.report(hit, rise < ceiling);
    if (rise < ceiling) return false;
    if (canStep && this.step()) return true;
    this.pushAt(index);
    return false;
  }

  /**
   * Tries to climb a step along the {@link remaining} displacement: up, forward, down. Returns whether it
   * did; if not, nothing has moved.
   */
  private step(): boolean {
    const { casts, position } = this;
    const { up, stepHeight, radius, halfHeight } = this.measures;
    start.set(position);
    for (let k = 0; k < 2; k++) motion[k] = stepHeight * up[k];
    const height = stepHeight > 0 ? casts.cast(position, motion) : 0;
    for (let k = 0; k < 2; k++) position[k] += height * up[k];
    const share = height > 0 ? this.advance(remaining, -1) : 0;
    if (share * share * dot(remaining, remaining) > leastStep * leastStep) {
      for (let k = 0; k < 2; k++) motion[k] = -height * up[k];
      const length = casts.cast(position, motion);
      const { hit } = casts;
      let above = radius + halfHeight - stepHeight;
      for (let k = 0; k < 2; k++) above += (hit.point[k] - start[k]) * up[k];
      if (hit.body < 0 || (above <= 1e-3 * radius && this.isSupport())) {
        for (let k = 0; k < 2; k++) {
          position[k] -= length * up[k];
          remaining[k] *= 1 - share;
        }
        this.slopes.clear();
        return true;
      }
    }
    position.set(start);
    return false;
  }

  /** Moves along a motion until something is hit; returns the fraction of the motion. */
  private advance(along: Float64Array, ignored: number): number {
    const { position } = this;
    const whole = Math.sqrt(dot(along, along));
    if (!(whole > tiny)) {
      this.casts.hit.body = -1;
      return 0;
    }
    const share = this.casts.cast(position, along, ignored) / whole;
    for (let k = 0; k < 2; k++) position[k] += share * along[k];
    return share;
  }

  /**
   * Shortens the {@link remaining} displacement and projects it onto the lines; returns whether anything is
   * left of it.
   */
  private goOn(share: number): boolean {
    for (let k = 0; k < 2; k++) remaining[k] *= share;
    this.lines.clip(remaining);
    return dot(remaining, remaining) > tiny * tiny;
  }

  /**
   * Whether a character can stand at the hit: on an edge that is not too steep, or on a corner no higher than
   * a step if the edge behind it is not too steep.
   */
  private isSupport(): boolean {
    const { up, radius, stepHeight, groundSlope } = this.measures;
    const rise = dot(this.casts.hit.normal, up);
    if (rise >= groundSlope) return true;
    if (rise < -ceiling || radius * (1 - rise) > stepHeight) return false;
    return this.casts.edgeBehind(up) >= groundSlope;
  }

  /** Makes the hit below the character its ground, and moves up if that is too near. */
  private stand(): void {
    const { hit, lack } = this.casts;
    this.isGrounded = true;
    this.groundBody = hit.body;
    this.groundPoint.set(hit.point);
    this.groundNormal.set(hit.normal);
    if (lack === 0) return;
    const { up, radius } = this.measures;
    for (let k = 0; k < 2; k++) motion[k] = Math.min(lack, radius) * up[k];
    this.advance(motion, hit.body);
  }

  /** Adds a hit to the list, and pushes its body if asked to; returns its index in the list. */
  private report(hit: WorldHit2d, isPushed: boolean): number {
    const copy = this.hits.push();
    copy.body = hit.body;
    copy.collider = hit.collider;
    copy.child = hit.child;
    copy.t = hit.t;
    copy.distance = Infinity;
    copy.normal.set(hit.normal);
    copy.point.set(hit.point);
    if (isPushed) this.pushAt(this.hits.count - 1);
    return this.hits.count - 1;
  }

  /** Pushes the body of a hit. */
  private pushAt(index: number): void {
    this.pushes.push(this.hits.get(index));
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1];
}
