/** Bodies that lie on cloth on the floor are carried by it and stay where they are. */
import { BoxShape, HalfSpace } from '@colide/geometry';
import { SoftBodies, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const half = Math.cbrt(0.037) / 2;

describe('a box on a cloth on the floor', () => {
  it.each([
    ['of 37 kg', [half, half, half], 1000, 0.2, 0],
    ['of 37 kg, aside', [half, half, half], 1000, 0.2, 0.017],
    ['of 37 kg, on heavy cloth', [half, half, half], 1000, 1, 0],
    ['of 5 kg', [half, half, half], 135, 0.2, 0.01],
    ['of 200 kg', [half, half, half], 5400, 0.2, 0.01],
    ['that is flat', [0.3, 0.05, 0.3], 1000, 0.2, 0],
  ])('%s does not drift, and sleeps on top of it', (_, edges, density, clothDensity, aside) => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: new HalfSpace() });
    const box = world.add({ shape: new BoxShape(edges), position: [aside, 0.03 + edges[1], 0], density });
    const cloth = soft.addCloth({
      columns: 21,
      rows: 21,
      spacing: 0.05,
      density: clothDensity,
      position: [0, 0.02, 0],
      friction: 0.6,
    });
    for (let n = 0; n < 180; n++) world.step(1 / 60);
    const { positions, asleep } = world.bodies;
    expect(Math.hypot(positions[3 * box] - aside, positions[3 * box + 2])).toBeLessThan(0.005);
    expect(positions[3 * box + 1] - edges[1]).toBeGreaterThan(1.5 * cloth.thickness);
    expect(asleep[box]).toBe(1);
  });
});
