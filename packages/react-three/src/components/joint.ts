/**
 * A joint between two bodies for as long as the component is mounted. A function makes the joint, so that an
 * application includes only the code of the joints that it uses.
 */
import type { World } from '@colide/world';
import { type RefObject, useEffect, useRef } from 'react';
import { usePhysics } from '../internal/contexts.ts';

/** Props of {@link Joint}. */
export interface JointProps {
  /** Refs of two bodies, as given to `<RigidBody ref={…}>`. */
  readonly bodies: readonly [a: RefObject<number | null>, b: RefObject<number | null>];
  /**
   * Makes the joint when the component mounts, given the ids of the bodies, and returns a function that
   * removes it. To make another joint, give the component another `key`.
   */
  readonly make: (world: World, a: number, b: number) => () => void;
}

/** A joint. It may come before or after its bodies. */
export function Joint({ bodies: [a, b], make }: JointProps): null {
  const { world } = usePhysics('Joint');
  const maker = useRef(make);
  useEffect(() => {
    // Bodies are added in layout effects, so they all exist by now.
    const first = a.current;
    const second = b.current;
    if (first === null || second === null) throw new Error('bodies of Joint must be mounted with it');
    const remove = maker.current(world, first, second);
    return () => {
      // A joint is removed with its bodies.
      if (a.current === first && b.current === second) remove();
    };
  }, [world, a, b]);
  return null;
}
