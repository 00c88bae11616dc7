/** Runs the mixed scene in a worker and posts its hash. */
import { runMixedScene2d } from './mixed-scene.ts';

globalThis.postMessage(runMixedScene2d(true));
