/**
 * Capsules and cylinders on their sides slowed down or stopped as they rolled over ground of many boxes.
 * Where they come near the next box, their contact with its edge is ahead of the line they roll on, and was
 * taken to move with their surface.
 */
import { BoxShape, CapsuleShape, Compound, CylinderShape } from '@colide/geometry';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const shapes = {
  capsule: (r: number) => new CapsuleShape(r, 1.3 * r),
  cylinder: (r: number) => new CylinderShape(r, 1.3 * r),
};

/** Boxes side by side along x and z, with their tops at y = 0. */
function tiles(width: number, columns: number, rows: number) {
  const shape = new BoxShape([width / 2, width, width / 2]);
  return Array.from({ length: columns * rows }, (_, t) => ({
    shape,
    position: [
      ((t % columns) - 2) * width,
      -width,
      (Math.floor(t / columns) + 0.5 - rows / 2) * width,
    ] as const,
  }));
}

describe.each(['capsule', 'cylinder'] as const)('a %s', name => {
  it.each([
    [0.006, 'tiles'],
    [0.3, 'tiles'],
    [0.3, 'compound'],
  ] as const)('of radius %f m keeps its speed on %s', (radius, kind) => {
    const speed = Math.min(4, 40 * radius);
    const world = new World();
    const ground = tiles(Math.max(0.25, 3.3 * radius), Math.ceil((9 * speed) / (3.3 * radius)) >> 1, 8);
    if (kind === 'compound') world.add({ shape: new Compound(ground), type: 'static' });
    else for (const tile of ground) world.add({ ...tile, type: 'static' });
    const [angle, lying] = [0.4, Math.SQRT1_2];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    // A quarter turn about x, then `angle` about y.
    const [c, s] = [Math.cos(angle / 2), Math.sin(angle / 2)];
    const body = world.add({
      shape: shapes[name](radius),
      position: [0, radius, 0],
      rotation: [c * lying, s * lying, -s * lying, c * lying],
      velocity: [speed * cos, 0, -speed * sin],
      angularVelocity: [(-speed / radius) * sin, 0, (-speed / radius) * cos],
    });
    for (let n = 0; n < 120; n++) world.step(1 / 60);
    const [x, y, z] = world.bodies.velocities.slice(3 * body, 3 * body + 3);
    expect(Math.hypot(x, z) / speed).toBeGreaterThan(0.998);
    expect(Math.hypot(x, z) / speed).toBeLessThan(1.002);
    expect(Math.abs(y)).toBeLessThan(0.01);
  });
});
