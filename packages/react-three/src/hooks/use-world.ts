/** The world, for components that cast rays, add bodies or change them. */
import type { World } from '@colide/world';
import { usePhysics } from '../internal/contexts.ts';

/** The world of the nearest `<Physics>`; throws outside of one. It is the same in every render. */
export function useWorld(): World {
  return usePhysics('useWorld').world;
}
