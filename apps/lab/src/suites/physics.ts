/**
 * Physics: how well worlds behave, not how fast they are. Our world, Rapier and Jolt run the same scenes (balls that roll, towers that
 * stand, bodies that must not fall through) with their default settings, and each scene is judged by one number.
 */
import { defineFigures } from '../harness/figures.ts';
import { physicsFigures } from '../physics/all-figures.ts';
import { colideEngine } from '../physics/engines/colide.ts';
import { loadJolt } from '../physics/engines/jolt.ts';
import { loadRapier } from '../physics/engines/rapier.ts';

export const suite = defineFigures({
  title: 'Physics: figures of quality',
  remarks: [
    'All engines: steps of 1/60 s, the same shapes, densities, friction and restitution, no damping; otherwise their defaults.',
    'Rapier and Jolt have continuous detection switched on for the bodies of the scenes that test it; ours needs no switch there.',
    '“At rest”: all bodies stay slower than 1 cm/s and 0.05 rad/s, or asleep. “never”: not within the time that the scene runs.',
  ],
  figures: physicsFigures,
  async load() {
    return { ours: colideEngine, Rapier: await loadRapier(), Jolt: await loadJolt() };
  },
});
