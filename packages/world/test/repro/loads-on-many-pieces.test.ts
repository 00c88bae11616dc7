/**
 * Loads on light bodies came to rest on one box, but not on ground of many pieces. On a mesh, the contacts of
 * a slightly tilted box had its normal, points within its face came and went, and impulses were lost when
 * another triangle came first: a box under one of 178 times its mass was pushed out from under it. On tiles
 * and parts of a compound the points were solved piece by piece; prisms that fell flat on them bounced askew.
 */
import { BoxShape, Compound, HullShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const half = 2;

/** A square mesh with its surface at y = 0, in cells of about a size. */
function meshGround(cell: number): MeshShape {
  const count = Math.round((2 * half) / cell);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let j = 0; j <= count; j++)
    for (let i = 0; i <= count; i++)
      positions.push((2 * half * i) / count - half, 0, (2 * half * j) / count - half);
  for (let j = 0; j < count; j++)
    for (let i = 0; i < count; i++) {
      const a = j * (count + 1) + i;
      indices.push(a, a + count + 1, a + 1, a + 1, a + count + 1, a + count + 2);
    }
  return new MeshShape(new TriangleBvh(positions, indices));
}

/** Boxes side by side. */
function tiles(cell: number) {
  const count = Math.round((2 * half) / cell);
  const width = (2 * half) / count;
  const shape = new BoxShape([width / 2, 0.5, width / 2]);
  return Array.from({ length: count * count }, (_, t) => ({
    shape,
    position: [
      ((t % count) + 0.5) * width - half,
      -0.5,
      (Math.floor(t / count) + 0.5) * width - half,
    ] as const,
  }));
}

type Kind = 'mesh' | 'compound' | 'tiles';

/** A world with this ground, and two boxes on it whose contacts come between those of others. */
function worldOn(kind: Kind, cell: number, restitution: number): World {
  const world = new World({ sleeping: false });
  const settings = { type: 'static', restitution } as const;
  if (kind === 'mesh') world.add({ shape: meshGround(cell), ...settings });
  else if (kind === 'compound') world.add({ shape: new Compound(tiles(cell)), ...settings });
  else for (const tile of tiles(cell)) world.add({ ...tile, ...settings });
  for (const x of [-1.5, 1.5])
    world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [x, 0.5, 0.2], density: 1000 });
  return world;
}

describe.each(['mesh', 'compound', 'tiles'] as const)('on ground of the kind %s', kind => {
  it.each([0.35, 0.7, 1.1])('of pieces of %f m, loads off the middle come to rest', cell => {
    for (const [ratio, aside, turn] of [
      [178, -0.07, 0],
      [52, 0.08, 0.05],
      [120, 0.03, 0.3],
    ]) {
      const world = worldOn(kind, cell, 0);
      const light = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [0, 0.5, 0], density: 1000 });
      const heavy = world.add({
        shape: new BoxShape([0.6, 0.5, 0.6]),
        position: [aside, 1.51, 0],
        rotation: [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)],
        density: (1000 * ratio) / 1.44,
      });
      for (let n = 0; n < 300; n++) world.step(1 / 60);
      for (const body of [light, heavy])
        expect(Math.hypot(...world.bodies.velocities.slice(3 * body, 3 * body + 3))).toBeLessThan(1e-6);
    }
  });

  it('a prism that falls flat stays flat', () => {
    const points = Array.from({ length: 12 }, (_, i) => {
      const angle = (Math.PI * (i >> 1)) / 3 + 0.4;
      return [0.9 * Math.cos(angle), i & 1 ? 0.16 : -0.16, 0.9 * Math.sin(angle)];
    }).flat();
    const world = worldOn(kind, 1.1, 0.5);
    const body = world.add({
      shape: HullShape.fromPoints(points),
      position: [0.1, 1.2, 0.3],
      restitution: 0.5,
    });
    for (let n = 0; n < 180; n++) {
      world.step(1 / 60);
      const [x, , z] = world.bodies.rotations.slice(4 * body);
      expect(Math.hypot(x, z)).toBeLessThan(0.002);
    }
  });
});
