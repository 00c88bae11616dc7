/** Closed meshes in water: their volume under water against boxes, sums over slices, and what floats. */
import { BoxShape, Compound, HullShape, solidBox, solidTorus, type TriangleGeometry } from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { Buoyancy, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const meshOf = ({ positions, indices }: TriangleGeometry) =>
  new MeshShape(new TriangleBvh(positions, indices));

/** The prism over the outline of a U, which is 2 wide and high and 1 deep, with walls of 0.5. */
function trough(): MeshShape {
  const outline = [-1, -1, 1, -1, 1, 1, 0.5, 1, 0.5, -0.5, -0.5, -0.5, -0.5, 1, -1, 1];
  const positions: number[] = [];
  for (const z of [0.5, -0.5]) for (let i = 0; i < 16; i += 2) positions.push(outline[i], outline[i + 1], z);
  const front = [0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4, 0, 5, 6, 0, 6, 7];
  const indices = [...front];
  for (let i = 0; i < front.length; i += 3) indices.push(front[i] + 8, front[i + 2] + 8, front[i + 1] + 8);
  for (let i = 0; i < 8; i++) {
    const j = (i + 1) % 8;
    indices.push(i, i + 8, j + 8, i, j + 8, j);
  }
  return new MeshShape(new TriangleBvh(positions, indices));
}

const walls = () =>
  new Compound([
    { shape: new BoxShape([1, 0.25, 0.5]), position: [0, -0.75, 0] },
    { shape: new BoxShape([0.25, 0.75, 0.5]), position: [-0.75, 0.25, 0] },
    { shape: new BoxShape([0.25, 0.75, 0.5]), position: [0.75, 0.25, 0] },
  ]);

describe('meshes in water', () => {
  it('displace as much as the same shape of convex parts, at any pose', () => {
    const random = new Random(3);
    const cut = HullShape.fromPoints(Float64Array.from({ length: 60 }, () => random.normal()));
    const { vertices, faceOffsets, faceVertices } = cut;
    const indices: number[] = [];
    for (let f = 0; f + 1 < faceOffsets.length; f++)
      for (let i = faceOffsets[f] + 1; i + 1 < faceOffsets[f + 1]; i++)
        indices.push(faceVertices[faceOffsets[f]], faceVertices[i], faceVertices[i + 1]);
    const pairs = [
      [meshOf(solidBox([1, 0.5, 0.25])), new BoxShape([1, 0.5, 0.25])],
      [trough(), walls()],
      [new Compound([{ shape: meshOf({ positions: vertices, indices: Uint32Array.from(indices) }) }]), cut],
    ];
    let cuts = 0;
    for (let n = 0; n < 60; n++) {
      const water = new Buoyancy();
      const world = new World({ parts: [water], gravity: [0, 0, 0], sleeping: false });
      const rotation = random.rotation([0, 0, 0, 1]);
      const y = random.uniform(-1, 1);
      const ids = pairs.flatMap(([mesh, parts], i) =>
        [mesh, parts].map((shape, k) => world.add({ shape, position: [9 * i, y, 9 * k], rotation })),
      );
      water.step(world, dt);
      for (let i = 0; i < ids.length; i += 2) {
        const [volume, expected] = [ids[i], ids[i + 1]].map(id => water.submerged(id));
        expect(volume).toBeCloseTo(expected, 9);
        const whole = pairs[i / 2][0].volume;
        if (volume > 0.05 * whole && volume < 0.95 * whole) cuts++;
        // The same push at the same centre turns both alike.
        for (let k = 0; k < 3; k++) {
          const spins = [ids[i], ids[i + 1]].map(id => world.bodies.angularVelocities[3 * id + k]);
          expect(spins[0]).toBeCloseTo(spins[1], 9);
        }
      }
    }
    expect(cuts).toBeGreaterThan(90);
  });

  it('float: a ring of half the density of water lies half in it', () => {
    const water = new Buoyancy();
    const world = new World({ parts: [water], sleeping: false });
    const shape = meshOf(solidTorus(1, 0.3, 24, 12));
    const ring = world.add({ shape, density: 500, position: [0, 0.4, 0], rotation: [0.1, 0, 0.05, 1] });
    for (let n = 0; n < 1500; n++) world.step(dt);
    expect(Math.abs(world.bodies.positions[3 * ring + 1])).toBeLessThan(0.004);
    expect(water.submerged(ring) / shape.volume).toBeCloseTo(0.5, 2);
  });

  it('that are open displace nothing', () => {
    const water = new Buoyancy();
    const world = new World({ parts: [water] });
    const shape = new MeshShape(new TriangleBvh([0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 1, 2]));
    const body = world.add({ shape, mass: 1, inertia: [1, 1, 1], position: [0, -2, 0] });
    world.step(dt);
    expect(water.submerged(body)).toBe(0);
  });
});
