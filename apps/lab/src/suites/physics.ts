/**
 * Physics: how well worlds behave, not how fast they are. Our world, Rapier and Jolt run the same scenes
 * (balls that roll, towers that stand, bodies that must not fall through) with their default settings, and
 * each scene is judged by one number.
 */
import { readFileSync } from 'node:fs';
import { defineFigures } from '../harness/figures.ts';
import { openScenes, physicsFigures } from '../physics/all-figures.ts';
import { colideEngine } from '../physics/engines/colide.ts';
import { loadJolt } from '../physics/engines/jolt.ts';
import { loadRapier } from '../physics/engines/rapier.ts';

/** Versions of the peers; the command runs in the folder of the lab. */
const { devDependencies: versions } = JSON.parse(readFileSync('package.json', 'utf8'));

export const suite = defineFigures({
  title: 'Physics: figures of quality',
  remarks: [
    `Peers: @dimforge/rapier3d-compat ${versions['@dimforge/rapier3d-compat']}, jolt-physics ${versions['jolt-physics']}.`,
    'All engines: steps of 1/60 s, the same shapes, densities, friction and restitution, no damping; otherwise their defaults.',
    'Rapier and Jolt have continuous detection switched on for the bodies of the scenes that test it; ours needs no switch there.',
    'Meshes: both peers can smooth the edges inside a mesh, but do not by default. With `FIX_INTERNAL_EDGES` Rapier’s balls keep 4.90 to 5.00 on one, with `mEnhancedInternalEdgeRemoval` Jolt’s keep 4.68 to 5.00.',
    'Rapier’s half-space does not hold hulls whose faces have six or more corners: a single octagonal prism sinks into it.',
    '“At rest”: all bodies stay slower than 1 cm/s and 0.05 rad/s, or asleep. “never”: not within the time that the scene runs.',
  ],
  figures: physicsFigures,
  open: openScenes,
  async load() {
    return { ours: colideEngine, Rapier: await loadRapier(), Jolt: await loadJolt() };
  },
});
