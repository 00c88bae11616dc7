/** Motors without a largest force used to push joints through their limits. */
import { BoxShape } from '@colide/geometry';
import { World, WorldJoints } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shape = new BoxShape([0.5, 0.1, 0.1]);

describe.each([1, 6, 50])('a motor of speed %d', speed => {
  it.each([Infinity, 1000, 5])('and force %d stops at a limit, both ways', maxForce => {
    const world = new World({ gravity: [0, 0, 0] });
    const joints = new WorldJoints(world);
    const bodies = [0, 3].map(z => world.add({ shape, position: [0.5, 3, z], mass: 1 }));
    const limits = [-0.3, 0.8] as const;
    const made = [
      joints.hinge(undefined, bodies[0], { anchor: [0, 3, 0], axis: [0, 0, 1], limits }),
      joints.slider(undefined, bodies[1], { axis: [0.6, 0.8, 0], limits }),
    ];
    for (const direction of [1, -1, 1]) {
      for (const joint of made) joints.setMotor(joint, { speed: direction * speed, maxForce });
      for (let n = 0; n < 240; n++) world.step(1 / 60);
      for (const joint of made) {
        expect(joints.value(joint)).toBeCloseTo(direction > 0 ? 0.8 : -0.3, 2);
        expect(Math.abs(joints.speed(joint))).toBeLessThan(1e-3);
      }
    }
  });
});
