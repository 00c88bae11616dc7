/** The pairs of the broad phase, as bodies. */
import { PairList, type World } from 'colide';

const boxes = new PairList();

/**
 * Fills `out` with pairs of bodies whose boxes in the broad phase overlap. Those boxes may be a little wider
 * than the bodies.
 */
export function findBoxPairs(out: PairList, world: World): void {
  const { bodies } = world.colliders;
  boxes.clear();
  out.clear();
  world.broadPhase.findPairs(boxes);
  for (let i = 0; i < boxes.count; i++) {
    const a = bodies[world.colliderOfBox(boxes.first(i))];
    const b = bodies[world.colliderOfBox(boxes.second(i))];
    if (a !== b) out.push(a, b);
  }
}
