/** The body that a component is part of. */
import { type RefObject, useContext } from 'react';
import { BodyContext } from '../internal/contexts.ts';

/**
 * The id of the body of the nearest `<RigidBody>`, as a ref: null while rendering for the first time, set
 * when effects (`useEffect`) and frames (`useFrame`) run. Throws outside of a `<RigidBody>`.
 */
export function useBody(): RefObject<number | null> {
  const body = useContext(BodyContext);
  if (body === null) throw new Error('useBody must be used inside <RigidBody>');
  return body;
}
