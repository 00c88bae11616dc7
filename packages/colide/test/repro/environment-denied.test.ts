/**
 * Deno refuses to read the environment without `--allow-env`: since 2.3 the getter throws instead of
 * answering `undefined`, and so did `new World()`.
 */
import { World, World2d, type WorldOptions, type WorldOptions2d } from 'colide';
import { expect, it, vi } from 'vitest';

/** The error of `action` if the environment must not be read. */
function denied(action: () => void): unknown {
  const deny = () => {
    throw new Error('Requires env access to "NODE_ENV"');
  };
  vi.stubGlobal('process', { env: new Proxy({}, { get: deny }) });
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    vi.unstubAllGlobals();
  }
}

it('worlds do without the environment', () => {
  expect(denied(() => new World().step(1 / 60))).toBeUndefined();
  expect(denied(() => new World2d().step(1 / 60))).toBeUndefined();
});

it('mistakes are told without it', () => {
  const message = /^options must not have gravitiy; there are gravity/;
  const misspelt = { gravitiy: [0, 0, 0] };
  expect(denied(() => new World(misspelt as WorldOptions<World>))).toHaveProperty(
    'message',
    expect.stringMatching(message),
  );
  expect(denied(() => new World2d(misspelt as WorldOptions2d))).toHaveProperty(
    'message',
    expect.stringMatching(message),
  );
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(denied(() => new World().step(2))).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});
