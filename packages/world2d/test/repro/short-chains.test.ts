/**
 * A chain of ten links of 5 cm whose last one bears a hundred times the mass of each flew apart when it
 * swung: between forces as strong as that light links turn back and forth faster than substeps can follow.
 * When it held together, its joints still gave way by a quarter of a link, those of 1 cm by a whole one.
 */
import { CapsuleShape2d, CircleShape2d } from '@colide/geometry';
import { World2d, WorldJoints2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';

const linkCount = 10;

/** The largest distance between the ends of two links that follow each other, the first from the origin. */
function widestGap(
  { bodies: { positions: p, rotations: q } }: World2d,
  links: number[],
  link: number,
): number {
  let widest = 0;
  let [x, y] = [0, 0];
  for (const body of links) {
    // Links point down their own y axis.
    const dx = 0.5 * link * q[2 * body + 1];
    const dy = -0.5 * link * q[2 * body];
    widest = Math.max(widest, Math.hypot(p[2 * body] - dx - x, p[2 * body + 1] - dy - y));
    x = p[2 * body] + dx;
    y = p[2 * body + 1] + dy;
  }
  return widest;
}

/**
 * Lets a chain swing from the horizontal for up to 4 s. Returns how far its end comes from where it hangs,
 * how fast it becomes, relative to a rigid pendulum, and the largest gap between two links, as a share of a
 * link. Without `dt`, steps are random.
 */
function swing(
  link: number,
  ratio: number,
  random: Random,
  dt?: number,
  gravityScale = 1,
): [reach: number, speed: number, gap: number] {
  const world = new World2d();
  const joints = new WorldJoints2d(world);
  const shape = new CapsuleShape2d(0.1 * link, 0.4 * link);
  const links: number[] = [];
  let last: number | undefined;
  for (let i = 0; i < linkCount; i++) {
    const body = world.add({ shape, position: [(i + 0.5) * link, 0], rotation: Math.PI / 2, gravityScale });
    joints.revolute(last, body, { anchor: [i * link, 0] });
    last = body;
    links.push(body);
  }
  const length = (linkCount + 0.5) * link;
  const mass = ratio / world.bodies.inverseMasses[last!];
  const end = world.add({ shape: new CircleShape2d(link / 2), position: [length, 0], mass, gravityScale });
  joints.revolute(last, end, { anchor: [linkCount * link, 0] });
  let [reach, speed, gap] = [0, 0, 0];
  // Several swings of a short chain, and the first of a long one.
  const seconds = Math.min(4, 1 + 8 * Math.sqrt(length / 9.81));
  for (let time = 0; time < seconds; ) {
    const step = dt ?? 1 / random.uniform(30, 144);
    world.step(step);
    time += step;
    const { positions: p, velocities: v } = world.bodies;
    reach = Math.max(reach, Math.hypot(p[2 * end], p[2 * end + 1]) / length);
    speed = Math.max(
      speed,
      Math.hypot(v[2 * end], v[2 * end + 1]) / Math.sqrt(2 * 9.81 * gravityScale * length),
    );
    gap = Math.max(gap, widestGap(world, links, link) / link);
  }
  return [reach, speed, gap];
}

describe('a chain that bears 100 times the mass of a link', () => {
  it.each([0.005, 0.01, 0.02, 0.05, 0.1, 0.3, 1, 4])(
    'of links of %d m swings and gives way by less than a twentieth of a link',
    link => {
      const random = new Random(Math.round(1000 * link));
      for (const dt of [1 / 30, 1 / 45, 1 / 60, 1 / 144, undefined]) {
        const [reach, speed, gap] = swing(link, 100, random, dt);
        expect(gap).toBeLessThan(0.05);
        expect(reach).toBeLessThan(1.05);
        expect(reach).toBeGreaterThan(0.95);
        expect(speed).toBeLessThan(1.05);
      }
    },
  );
});

it('a chain of heavy bodies, by a scale of gravity, stays together, too', () => {
  const random = new Random(92);
  for (const link of [0.05, 0.2, 1])
    for (const dt of [1 / 30, 1 / 60, 1 / 144]) {
      const [reach, speed, gap] = swing(link, 100, random, dt, 10);
      expect(gap, `links of ${link} m`).toBeLessThan(0.1);
      expect(reach, `links of ${link} m`).toBeLessThan(1.05);
      expect(speed, `links of ${link} m`).toBeLessThan(1.05);
    }
});

it('a chain of 60 links of 5 cm without a load hangs without stretching', () => {
  const world = new World2d();
  const joints = new WorldJoints2d(world);
  const link = 0.05;
  const links: number[] = [];
  for (let i = 0; i < 60; i++) {
    links.push(
      world.add({ shape: new CapsuleShape2d(0.1 * link, 0.4 * link), position: [0, -(i + 0.5) * link] }),
    );
    joints.revolute(links[i - 1], links[i], { anchor: [0, -i * link] });
  }
  for (let n = 0; n < 120; n++) world.step(1 / 60);
  expect(widestGap(world, links, link)).toBeLessThan(0.05 * link);
});

it('chains of links of 2 cm to 5 m with other masses at their ends swing and stay together', () => {
  const random = new Random(91);
  for (let n = 0; n < 24; n++) {
    const link = 0.02 * 250 ** random.next();
    const ratio = 10 * 10 ** random.next() * Math.min(1, link / 0.05);
    const [reach, speed, gap] = swing(link, ratio, random, n % 3 ? 1 / random.uniform(30, 144) : undefined);
    expect(gap, `links of ${link} m, ratio ${ratio}`).toBeLessThan(0.05);
    expect(reach, `links of ${link} m, ratio ${ratio}`).toBeLessThan(1.05);
    expect(speed, `links of ${link} m, ratio ${ratio}`).toBeLessThan(1.1);
  }
});

it('chains of short links with a hundred times their mass hang still, in steps of any length', () => {
  const random = new Random(93);
  for (const link of [0.01, 0.02, 0.05, 0.5])
    for (const dt of [1 / 30, 1 / 60, 1 / 144, undefined]) {
      const world = new World2d();
      const joints = new WorldJoints2d(world);
      const shape = new CapsuleShape2d(0.1 * link, 0.4 * link);
      let last: number | undefined;
      for (let i = 0; i < linkCount; i++) {
        const body = world.add({ shape, position: [0, -(i + 0.5) * link] });
        joints.revolute(last, body, { anchor: [0, -i * link] });
        last = body;
      }
      const mass = 100 / world.bodies.inverseMasses[last!];
      const position = [0, -(linkCount + 0.5) * link] as const;
      const end = world.add({ shape: new CircleShape2d(link / 2), position, mass });
      joints.revolute(last, end, { anchor: [0, -linkCount * link] });
      for (let time = 0; time < 6 && world.sleeperCount < world.count; ) {
        const step = dt ?? 1 / random.uniform(30, 144);
        world.step(step);
        time += step;
      }
      expect(world.sleeperCount, `links of ${link} m, steps of ${dt} s`).toBe(world.count);
      const stretch = -world.bodies.positions[2 * end + 1] / link - linkCount - 0.5;
      expect(stretch, `links of ${link} m`).toBeLessThan(0.02 * linkCount);
    }
});
