/** Contact points of any two posed shapes: calls the kernel of the pair. */
import { type ContactManifold2d, contactManifoldFlip2d } from './contact-manifold-2d.ts';
import { manifoldConvex2d } from './manifold-convex-2d.ts';
import { manifoldPlane2d } from './manifold-plane-2d.ts';
import { type NarrowPhase2d, type PosedShape2d, posedKind2d } from './posed-shape-2d.ts';

/**
 * Writes the contact points of `a` and `b` that are at most `margin` apart and returns their number. Links of
 * chains and half-planes touch convex shapes only, not each other.
 *
 * @param narrowPhase the kernel for two convex shapes
 */
export function collide2d(
  out: ContactManifold2d,
  a: PosedShape2d,
  b: PosedShape2d,
  margin: number,
  narrowPhase: NarrowPhase2d = manifoldConvex2d,
): number {
  const { convex, plane } = posedKind2d;
  if (a.kind === convex && b.kind === convex) return narrowPhase(out, a, b, margin);
  out.count = 0;
  if (a.kind !== convex && b.kind !== convex) return 0;
  if (b.kind === plane) return manifoldPlane2d(out, a, b, margin);
  if (a.kernel) return a.kernel(out, a, b, margin);
  const count = a.kind === plane ? manifoldPlane2d(out, b, a, margin) : (b.kernel?.(out, b, a, margin) ?? 0);
  contactManifoldFlip2d(out);
  return count;
}
