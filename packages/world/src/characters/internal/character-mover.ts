/**
 * The motion of a character: it walks up slopes and steps, falls, slides, and stays on the ground. All of
 * this consists of shape casts, each of which ends at a distance from the obstacle, so a character never
 * passes through anything.
 *
 * Walking is a motion in the horizontal plane. A face too steep to stand on is a wall, and its normal is made
 * horizontal; any other face lifts the motion and does not slow it down. A ceiling above a slope becomes a
 * wall if there is no room between the two.
 */
import type { WorldHit, WorldHitList } from '../../queries/world-hit-list.ts';
import { type CharacterCasts, tiny } from './character-casts.ts';
import type { CharacterPush } from './character-push.ts';
import { SlidePlanes } from './slide-planes.ts';

/** Largest number of casts for one motion. */
const rounds = 8;
/** A normal that points down by more than this is that of a ceiling. */
const ceiling = -0.01;

const motion = /* @__PURE__ */ new Float64Array(3);
const remaining = /* @__PURE__ */ new Float64Array(3);
const start = /* @__PURE__ */ new Float64Array(3);
const normal = /* @__PURE__ */ new Float64Array(3);

/** Dimensions and limits of a character. */
export interface CharacterMeasures {
  readonly up: Float64Array;
  readonly radius: number;
  halfHeight: number;
  readonly stepHeight: number;
  /** Smallest component of the ground's normal along {@link up}. */
  readonly groundSlope: number;
}

/** Moves a position by shape casts. */
export class CharacterMover {
  /** Centre of the character. */
  readonly position = new Float64Array(3);
  /** Whether the character stands on something; the body, the contact point and its normal. */
  isGrounded = false;
  groundBody = -1;
  readonly groundPoint = new Float64Array(3);
  readonly groundNormal = new Float64Array(3);

  private readonly casts: CharacterCasts;
  private readonly pushes: CharacterPush;
  private readonly hits: WorldHitList;
  private readonly measures: CharacterMeasures;
  private readonly planes = new SlidePlanes();
  /** Normals of the ground that was met while walking. */
  private readonly slopes = new SlidePlanes();

  constructor(casts: CharacterCasts, pushes: CharacterPush, hits: WorldHitList, measures: CharacterMeasures) {
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
      for (let k = 0; k < 3; k++) motion[k] = depth * hit.normal[k];
      if (this.advance(motion, hit.body) === 0) return;
    }
  }

  /** Moves as far along `displacement` as possible, sliding along obstacles. */
  slide(displacement: Float64Array, ignored = -1, isSilent = false): void {
    remaining.set(displacement);
    this.planes.clear();
    for (let n = 0; n < rounds; n++) {
      const share = this.advance(remaining, ignored);
      const { hit } = this.casts;
      if (hit.body < 0) return;
      if (!isSilent) this.report(hit, true);
      this.planes.add(hit.normal[0], hit.normal[1], hit.normal[2]);
      if (!this.goOn(1 - share)) return;
    }
  }

  /** Falls by a distance, sliding down faces too steep to stand on, until there is ground. */
  fall(distance: number, isSilent = false): void {
    const { up } = this.measures;
    for (let k = 0; k < 3; k++) remaining[k] = -distance * up[k];
    this.planes.clear();
    for (let n = 0; n < rounds; n++) {
      const share = this.advance(remaining, -1);
      const { hit } = this.casts;
      if (hit.body < 0) return;
      if (!isSilent) this.report(hit, false);
      this.planes.add(hit.normal[0], hit.normal[1], hit.normal[2]);
      // A character wedged between steep faces also stands.
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

  /** Walks by a horizontal displacement. */
  walk(displacement: Float64Array, canStep: boolean): void {
    remaining.set(displacement);
    this.planes.clear();
    this.slopes.clear();
    let isFree = dot(remaining, remaining) > tiny * tiny;
    for (let n = 0; isFree && n < rounds; n++) {
      this.climb();
      const share = this.advance(motion, -1);
      if (this.casts.hit.body < 0) return;
      for (let k = 0; k < 3; k++) remaining[k] *= 1 - share;
      this.meet(canStep);
      // The rest of the motion must not lead back, or two walls would throw the character to and fro.
      isFree = this.goOn(1) && dot(remaining, displacement) > 0;
    }
  }

  /** Sets {@link motion} to the {@link remaining} displacement, lifted by the slopes. */
  private climb(): void {
    const { up } = this.measures;
    const { normals, count } = this.slopes;
    let rise = 0;
    for (let i = 0; i < 3 * count; i += 3) {
      const along = remaining[0] * normals[i] + remaining[1] * normals[i + 1] + remaining[2] * normals[i + 2];
      const upward = up[0] * normals[i] + up[1] * normals[i + 1] + up[2] * normals[i + 2];
      rise = Math.max(rise, -along / upward);
    }
    for (let k = 0; k < 3; k++) motion[k] = remaining[k] + rise * up[k];
  }

  /** Treats the hit of a walk as a slope, a ceiling, a step or a wall. */
  private meet(canStep: boolean): void {
    const { up, groundSlope } = this.measures;
    const { hit } = this.casts;
    const rise = dot(hit.normal, up);
    normal.set(hit.normal);
    if (rise >= groundSlope) {
      this.report(hit, false);
      this.slopes.add(normal[0], normal[1], normal[2]);
    } else if (rise < ceiling) {
      this.report(hit, true);
      this.close(rise);
    } else {
      const index = this.report(hit, false);
      if (canStep && this.step()) return;
      this.pushes.push(this.hits.get(index));
      this.planes.add(normal[0] - rise * up[0], normal[1] - rise * up[1], normal[2] - rise * up[2]);
    }
  }

  /** Adds the walls that a ceiling with the current {@link normal} forms with the slopes below it. */
  private close(rise: number): void {
    const { up } = this.measures;
    const { normals: n, count } = this.slopes;
    const scale = -1 / rise;
    for (let i = 0; i < 3 * count; i += 3) {
      const upward = up[0] * n[i] + up[1] * n[i + 1] + up[2] * n[i + 2];
      const x = n[i] / upward + scale * normal[0];
      const y = n[i + 1] / upward + scale * normal[1];
      this.planes.add(x, y, n[i + 2] / upward + scale * normal[2]);
    }
    if (count === 0)
      this.planes.add(up[0] + scale * normal[0], up[1] + scale * normal[1], up[2] + scale * normal[2]);
  }

  /**
   * Tries to climb a step along the {@link remaining} displacement: up, forward, down. Returns whether it
   * did; if not, nothing has moved.
   */
  private step(): boolean {
    const { casts, position } = this;
    const { up, stepHeight, radius, halfHeight } = this.measures;
    start.set(position);
    for (let k = 0; k < 3; k++) motion[k] = stepHeight * up[k];
    const height = stepHeight > 0 ? casts.cast(position, motion) : 0;
    for (let k = 0; k < 3; k++) position[k] += height * up[k];
    const share = height > 0 ? this.advance(remaining, -1) : 0;
    if (share > 0) {
      for (let k = 0; k < 3; k++) motion[k] = -height * up[k];
      const length = casts.cast(position, motion);
      const { hit } = casts;
      let above = radius + halfHeight - stepHeight;
      for (let k = 0; k < 3; k++) above += (hit.point[k] - start[k]) * up[k];
      if (hit.body < 0 || (above <= 1e-3 * radius && this.isSupport())) {
        for (let k = 0; k < 3; k++) {
          position[k] -= length * up[k];
          remaining[k] *= 1 - share;
        }
        this.planes.clear();
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
    for (let k = 0; k < 3; k++) position[k] += share * along[k];
    return share;
  }

  /**
   * Shortens the {@link remaining} displacement and projects it onto the planes; returns whether anything is
   * left of it.
   */
  private goOn(share: number): boolean {
    for (let k = 0; k < 3; k++) remaining[k] *= share;
    this.planes.clip(remaining);
    return dot(remaining, remaining) > tiny * tiny;
  }

  /**
   * Whether a character can stand at the hit: on a face that is not too steep, or on an edge no higher than a
   * step if the face behind it is not too steep.
   */
  private isSupport(): boolean {
    const { up, radius, stepHeight, groundSlope } = this.measures;
    const rise = dot(this.casts.hit.normal, up);
    if (rise >= groundSlope) return true;
    if (rise < -ceiling || radius * (1 - rise) > stepHeight) return false;
    return this.casts.faceBehind(up) >= groundSlope;
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
    for (let k = 0; k < 3; k++) motion[k] = Math.min(lack, radius) * up[k];
    this.advance(motion, hit.body);
  }

  /** Adds a hit to the list, and pushes its body if asked to; returns its index in the list. */
  private report(hit: WorldHit, isPushed: boolean): number {
    const copy = this.hits.push();
    copy.body = hit.body;
    copy.collider = hit.collider;
    copy.child = hit.child;
    copy.triangle = -1;
    copy.t = hit.t;
    copy.distance = Infinity;
    copy.normal.set(hit.normal);
    copy.point.set(hit.point);
    if (isPushed) this.pushes.push(copy);
    return this.hits.count - 1;
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
