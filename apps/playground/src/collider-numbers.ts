/** The record of a collider in a `ColliderSet`. */
import type { ColliderSet } from 'colide';

/**
 * The numbers of collider `id`: of a half-space normal and offset, of a box centre, half extents and axes.
 */
export function colliderNumbers({ data, bodies }: ColliderSet, id: number): Float64Array {
  const stride = data.length / bodies.length;
  return data.subarray(stride * id, stride * (id + 1));
}
