/** Copies contact points, for the reduction of manifolds. */

/** The arrays of a `ContactManifold`, whose file imports this one. */
interface PointArrays {
  readonly pointsA: Float64Array;
  readonly pointsB: Float64Array;
  readonly depths: Float64Array;
  readonly ids: Int32Array;
}

/** Copies point `from` of a manifold to point `to` of another manifold or of the same. */
export function copyPoint(out: PointArrays, to: number, manifold: PointArrays, from: number): void {
  out.depths[to] = manifold.depths[from];
  out.ids[to] = manifold.ids[from];
  for (let k = 0; k < 3; k++) {
    out.pointsA[3 * to + k] = manifold.pointsA[3 * from + k];
    out.pointsB[3 * to + k] = manifold.pointsB[3 * from + k];
  }
}
