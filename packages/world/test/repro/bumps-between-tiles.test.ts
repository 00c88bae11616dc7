import { BoxShape, Compound, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const side = 12;
const seconds = 3;

const grounds = [
  'static boxes',
  'a static compound',
  'kinematic boxes that move',
  'a heavy compound',
] as const;

/** A square of tiles under which there is nothing, `cell` wide each, with their tops at y = 0. */
function lay(world: World, ground: (typeof grounds)[number], cell: number): void {
  const shape = new BoxShape([cell / 2, 1, cell / 2]);
  const tiles = Array.from({ length: side * side }, (_, t) => ({
    shape,
    position: [
      ((t % side) - side / 2 + 0.5) * cell,
      -1,
      (Math.floor(t / side) - side / 2 + 0.5) * cell,
    ] as const,
  }));
  const compound = () => new Compound(tiles);
  if (ground === 'static boxes') for (const tile of tiles) world.add({ ...tile, type: 'static' });
  else if (ground === 'a static compound') world.add({ shape: compound(), type: 'static' });
  else if (ground === 'kinematic boxes that move')
    for (const tile of tiles) world.add({ ...tile, type: 'kinematic', velocity: [0, 0.5, 0] });
  else {
    const half = (side * cell) / 2;
    world.add({ shape: new BoxShape([half, 1, half]), type: 'static', position: [0, -3, 0] });
    world.add({ shape: compound() });
  }
}

/** The least and the largest speed over the ground of a ball that rolls, relative to that at the start. */
function roll(ground: (typeof grounds)[number], radius: number, seed: number): [number, number] {
  const random = new Random(seed);
  const speed = Math.min(5, 20 * radius);
  const world = new World();
  lay(world, ground, (2 * (speed * seconds + 4 * radius)) / side);
  const angle = random.uniform(0, 2 * Math.PI);
  const [x, z] = [speed * Math.cos(angle), speed * Math.sin(angle)];
  const rises = ground === 'kinematic boxes that move' ? 0.5 : 0;
  const ball = world.add({
    shape: new SphereShape(radius),
    position: [random.uniform(-0.1, 0.1), radius, random.uniform(-0.1, 0.1)],
    velocity: [x, rises, z],
    angularVelocity: [z / radius, 0, -x / radius],
  });
  let [least, largest] = [1, 1];
  for (let time = 0; time < seconds; ) {
    const isEven = seed % 2 === 0 || ground === 'a heavy compound';
    const dt = isEven ? 1 / 60 : 1 / random.uniform(30, 144);
    world.step(dt);
    time += dt;
    const { velocities } = world.bodies;
    const now = Math.hypot(velocities[3 * ball], velocities[3 * ball + 2]) / speed;
    least = Math.min(least, now);
    largest = Math.max(largest, now);
  }
  return [least, largest];
}

describe('a ball that rolls over tiles', () => {
  it.each(grounds)('neither loses nor gains speed at the edges of %s', ground => {
    for (const radius of [0.05, 0.2, 0.5])
      for (let seed = 0; seed < 4; seed++) {
        const [least, largest] = roll(ground, radius, seed);
        expect(least).toBeGreaterThan(0.99);
        expect(largest).toBeLessThan(1.001);
      }
  });

  it('still meets an edge that sticks out', () => {
    const world = new World();
    world.add({ shape: new BoxShape([2, 1, 2]), type: 'static', position: [0, -1, 0] });
    world.add({ shape: new BoxShape([2, 1, 2]), type: 'static', position: [4, -0.98, 0] });
    const ball = world.add({
      shape: new SphereShape(0.2),
      position: [0, 0.2, 0],
      velocity: [1, 0, 0],
      angularVelocity: [0, 0, -5],
    });
    for (let n = 0; n < 180; n++) world.step(1 / 60);
    const { positions, velocities } = world.bodies;
    // A step of 2 cm is climbed at a loss.
    expect(velocities[3 * ball]).toBeLessThan(0.97);
    expect(positions[3 * ball + 1]).toBeGreaterThan(0.195);
  });

  it('still falls into a gap', () => {
    const world = new World();
    world.add({ shape: new BoxShape([2, 1, 2]), type: 'static', position: [0, -1, 0] });
    world.add({ shape: new BoxShape([2, 1, 2]), type: 'static', position: [4.5, -1, 0] });
    const ball = world.add({
      shape: new SphereShape(0.2),
      position: [0, 0.2, 0],
      velocity: [1, 0, 0],
      angularVelocity: [0, 0, -5],
    });
    for (let n = 0; n < 180; n++) world.step(1 / 60);
    expect(world.bodies.positions[3 * ball + 1]).toBeLessThan(-0.2);
  });
});
