/**
 * A chain of ten links of 5 cm whose last one bears a hundred times the mass of each flew apart when it
 * swung: between forces as strong as that light links turn back and forth faster than substeps can follow.
 */
import { CapsuleShape2d, CircleShape2d } from '@colide/geometry';
import { World2d, WorldJoints2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';

const linkCount = 10;

/**
 * Lets a chain swing from the horizontal for 4 s. Returns how far its end comes from where it hangs, and how
 * fast it becomes, relative to a rigid pendulum. Without `dt`, steps are random.
 */
function swing(link: number, ratio: number, random: Random, dt?: number): [reach: number, speed: number] {
  const world = new World2d();
  const joints = new WorldJoints2d(world);
  const shape = new CapsuleShape2d(0.1 * link, 0.4 * link);
  let last: number | undefined;
  for (let i = 0; i < linkCount; i++) {
    const body = world.add({ shape, position: [(i + 0.5) * link, 0], rotation: Math.PI / 2 });
    joints.revolute(last, body, { anchor: [i * link, 0] });
    last = body;
  }
  const length = (linkCount + 0.5) * link;
  const mass = ratio / world.bodies.inverseMasses[last!];
  const end = world.add({ shape: new CircleShape2d(link / 2), position: [length, 0], mass });
  joints.revolute(last, end, { anchor: [linkCount * link, 0] });
  let [reach, speed] = [0, 0];
  for (let time = 0; time < 4; ) {
    const step = dt ?? 1 / random.uniform(30, 144);
    world.step(step);
    time += step;
    const { positions: p, velocities: v } = world.bodies;
    reach = Math.max(reach, Math.hypot(p[2 * end], p[2 * end + 1]) / length);
    speed = Math.max(speed, Math.hypot(v[2 * end], v[2 * end + 1]) / Math.sqrt(2 * 9.81 * length));
  }
  return [reach, speed];
}

describe('a chain that bears 100 times the mass of a link', () => {
  it.each([0.05, 0.1, 0.3, 1, 4])('of links of %d m swings and stays together', link => {
    const random = new Random(Math.round(1000 * link));
    for (const dt of [1 / 30, 1 / 60, 1 / 144, undefined]) {
      const [reach, speed] = swing(link, 100, random, dt);
      // Joints give way by up to a quarter of the length under a load like that on links of 5 cm.
      expect(reach).toBeLessThan(link < 0.1 ? 1.3 : 1.15);
      expect(reach).toBeGreaterThan(0.95);
      expect(speed).toBeLessThan(1.15);
    }
  });

  it('of links of 1 cm stays finite, though joints give way', () => {
    const random = new Random(3);
    for (const dt of [1 / 30, 1 / 60, undefined]) {
      const [reach, speed] = swing(0.01, 100, random, dt);
      expect(reach).toBeLessThan(2);
      expect(speed).toBeLessThan(1.5);
    }
  });
});

it('chains of links of 2 cm to 5 m with other masses at their ends swing and stay together', () => {
  const random = new Random(91);
  for (let n = 0; n < 24; n++) {
    const link = 0.02 * 250 ** random.next();
    const ratio = 10 * 10 ** random.next() * Math.min(1, link / 0.05);
    const [reach, speed] = swing(link, ratio, random, n % 3 ? 1 / random.uniform(30, 144) : undefined);
    expect(reach, `links of ${link} m, ratio ${ratio}`).toBeLessThan(1.2);
    expect(speed, `links of ${link} m, ratio ${ratio}`).toBeLessThan(1.2);
  }
});
