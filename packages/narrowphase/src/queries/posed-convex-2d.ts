/**
 * A posed shape as a convex set with a support mapping, for GJK and EPA. One of these serves many shapes, one
 * after the other, so that nothing is allocated. Support is a scan over the vertices of the core.
 */
import type { Convex2d, ReadonlyVec2, Vec2 } from '@colide/core';
import { PosedShape2d } from '../contacts-2d/posed-shape-2d.ts';

const nothing = /* @__PURE__ */ new PosedShape2d(/* @__PURE__ */ new Float64Array(2));

/** The vertices of a posed shape. */
class PosedCore2d implements Convex2d {
  part: PosedShape2d = nothing;

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const { points, count } = this.part;
    const x = direction[0];
    const y = direction[1];
    let best = 0;
    let farthest = points[0] * x + points[1] * y;
    for (let i = 2; i < 2 * count; i += 2) {
      const along = points[i] * x + points[i + 1] * y;
      if (!(along > farthest)) continue;
      farthest = along;
      best = i;
    }
    out[0] = points[best];
    out[1] = points[best + 1];
    return out;
  }
}

/** A posed shape, not a half-plane, in the form that GJK and EPA need. A link of a chain is its segment. */
export class PosedConvex2d implements Convex2d {
  readonly core: Convex2d;
  private readonly vertices = new PosedCore2d();

  constructor() {
    this.core = this.vertices;
  }

  /** The radius around the core. */
  get margin(): number {
    return this.vertices.part.radius;
  }

  /** Represents `part` from now on, at its pose at the time of each call. */
  set(part: PosedShape2d): this {
    this.vertices.part = part;
    return this;
  }

  support(out: Vec2, direction: ReadonlyVec2): Vec2 {
    const x = direction[0];
    const y = direction[1];
    const length = Math.sqrt(x * x + y * y);
    const scale = length > 0 ? this.margin / length : 0;
    this.core.support(out, direction);
    out[0] += scale * x;
    out[1] += scale * y;
    return out;
  }
}
