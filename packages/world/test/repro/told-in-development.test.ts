import { BoxShape, HalfSpace } from '@colide/geometry';
import { World, type WorldOptions } from '@colide/world';
import { describe, expect, it, vi } from 'vitest';

describe('what worlds tell', () => {
  it('options that they do not have', () => {
    expect(() => new World({ gravitiy: [0, 0, 0] } as WorldOptions<World>)).toThrow(
      /^options must not have gravitiy; there are gravity/,
    );
  });

  it('a step in milliseconds, once', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const world = new World();
    world.step(1 / 60);
    expect(warn).not.toHaveBeenCalled();
    world.step(16.67);
    world.step(16.67);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.mock.calls[0][0]).toMatch(/16\.67 s/);
    warn.mockRestore();
  });

  it('that half-spaces cannot be placed, which was an error inside', () => {
    const world = new World();
    const ground = world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: new BoxShape([1, 1, 1]), position: [0, 3, 0] });
    expect(() => world.place(ground)).toThrow(/^body must not be a half-space/);
    expect(() => world.place(box)).not.toThrow();
  });
});
