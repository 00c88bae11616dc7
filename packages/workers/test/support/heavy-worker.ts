/** A worker whose steps take 50 ms at least, however fast the machine. */
import { serveWorld } from '@colide/workers';
import { World, type WorldPart } from '@colide/world';

const milliseconds = 50;

const burden: WorldPart = {
  name: 'burden',
  stateLength: 0,
  step(): void {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
  },
  save(): void {},
  load(): void {},
};

serveWorld(options => new World({ ...options, parts: [burden] }));
