/** Copies contact points, for the reduction of manifolds. */
import type { ContactManifold } from '../contacts/contact-manifold.ts';

/** Copies point `from` of a manifold to the place `to` of another or of the same. */
export function copyPoint(out: ContactManifold, to: number, manifold: ContactManifold, from: number): void {
  out.depths[to] = manifold.depths[from];
  out.ids[to] = manifold.ids[from];
  for (let k = 0; k < 3; k++) {
    out.pointsA[3 * to + k] = manifold.pointsA[3 * from + k];
    out.pointsB[3 * to + k] = manifold.pointsB[3 * from + k];
  }
}
