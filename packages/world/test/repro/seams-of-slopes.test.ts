/**
 * Where two slabs met at half a degree, the contacts of one got the plane of the other, and a long box that
 * lay over the ridge was thrown up. The slack of seams was measured by the floor, so a table with a short leg
 * on a floor of 100 m stood on that leg, too, in the air.
 */
import { BoxShape, Compound } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

describe('A long box that slides over a ridge', () => {
  it.each([0.3, 0.5, 0.7])('of %d degrees stays on it', degrees => {
    const world = new World();
    const angle = (degrees * Math.PI) / 180;
    const slab = new BoxShape([10, 0.5, 3]);
    world.add({ shape: slab, type: 'static', position: [-10, -0.5, 0], friction: 0 });
    // Turned about the edge that the tops share.
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    world.add({
      shape: slab,
      type: 'static',
      position: [10 * c - 0.5 * s, -10 * s - 0.5 * c, 0],
      rotation: [0, 0, -Math.sin(angle / 2), Math.cos(angle / 2)],
      friction: 0,
    });
    const body = world.add({
      shape: new BoxShape([2, 0.2, 0.5]),
      position: [-3, 0.2, 0],
      velocity: [2, 0, 0],
      friction: 0,
      canSleep: false,
    });
    const rotation = [0, 0, 0, 1];
    const position = [0, 0, 0];
    for (let n = 0; n < 240; n++) {
      world.step(dt);
      world.getPose(position, rotation, body);
      // Between the two slabs, its tilt is between theirs.
      const tilt = -2 * Math.asin(rotation[2]);
      expect(tilt).toBeGreaterThan(-1e-3);
      expect(tilt).toBeLessThan(angle + 1e-3);
      // It tips over the ridge at 0.065 m/s; it was thrown up at 0.13 m/s.
      expect(Math.abs(world.bodies.velocities[3 * body + 1])).toBeLessThan(0.08);
    }
    expect(position[0]).toBeGreaterThan(4.9);
  });
});

describe('A table with a leg too short', () => {
  it('tilts until the leg is on the floor', () => {
    const world = new World();
    world.add({ shape: new BoxShape([100, 1, 100]), type: 'static', position: [0, -1, 0] });
    const leg = new BoxShape([0.05, 0.5, 0.5]);
    const table = new Compound([
      { shape: new BoxShape([1.05, 0.05, 0.5]), position: [0, 1.05, 0] },
      { shape: leg, position: [-1, 0.5, 0] },
      { shape: new BoxShape([0.05, 0.495, 0.5]), position: [1, 0.505, 0] },
    ]);
    const body = world.add({ shape: table, position: [0, 0.001, 0] });
    const rotation = [0, 0, 0, 1];
    for (let n = 0; n < 240; n++) world.step(dt);
    world.getPose([0, 0, 0], rotation, body);
    expect(Math.abs(2 * Math.asin(rotation[2]))).toBeCloseTo(0.01 / 2, 3);
    expect(world.sleeperCount).toBe(1);
  });
});
