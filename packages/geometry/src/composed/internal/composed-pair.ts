/**
 * The base class of shapes made of two convex shapes: it holds the parts, and room for a support point of
 * each.
 */
import { type Convex, requireObject } from '@colide/core';
import { ComposedShape } from './composed-shape.ts';

/** A convex shape made of two. */
export abstract class ComposedPair extends ComposedShape {
  readonly a: Convex;
  readonly b: Convex;
  /** The direction along which the support points of the parts are taken. */
  protected readonly direction: Float64Array = new Float64Array(3);
  /** The support point of {@link b}. */
  protected readonly pointB: Float64Array = new Float64Array(3);

  constructor(a: Convex, b: Convex) {
    super();
    requireObject('a', a);
    requireObject('b', b);
    this.a = a;
    this.b = b;
  }
}
