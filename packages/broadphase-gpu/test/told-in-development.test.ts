/** Misspelt names of options are errors in development, before a device is used. */
import { GpuBodies, type GpuBodiesOptions, GpuBroadPhase } from '@colide/broadphase-gpu';
import { expect, it } from 'vitest';

it('misspelt options are errors', () => {
  expect(() => new GpuBroadPhase({ serach: 'grid' } as object)).toThrow(
    /^options must not have serach; there are device, ownsDevice, volume, search/,
  );
  expect(() => new GpuBodies({ gravty: [0, 0, 0] } as unknown as GpuBodiesOptions)).toThrow(
    /^options must not have gravty; there are device, shapes/,
  );
});
