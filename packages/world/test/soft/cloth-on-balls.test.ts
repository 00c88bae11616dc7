import { type ConvexShape, SphereShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { SoftBodies, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const radius = 0.3;

/** A ball whose core does not say that it is a point: GJK has to find its distance from triangles. */
function anyBall(): ConvexShape {
  const ball = new SphereShape(radius);
  const { core } = ball;
  return {
    support: (out, direction) => ball.support(out, direction),
    aabb: out => ball.aabb(out),
    volume: ball.volume,
    boundingRadius: radius,
    core: { support: (out, direction) => core.support(out, direction) },
    margin: radius,
    centerOfMass: out => ball.centerOfMass(out),
    inertia: out => ball.inertia(out),
  };
}

/** The contacts that the first step finds between a crumpled cloth, or a rope, and a static ball. */
function contactsWith(shape: ConvexShape, seed: number) {
  const random = new Random(seed);
  const soft = new SoftBodies();
  const world = new World({ parts: [soft], gravity: [0, 0, 0] });
  world.add({ shape, type: 'static' });
  const height = random.uniform(0.2, 0.5);
  const cloth = soft.addCloth({
    columns: 6,
    rows: 6,
    spacing: 0.2,
    position: [0, height, 0],
    thickness: 0.01,
  });
  const rope = soft.addRope({
    positions: Float64Array.from({ length: 18 }, (_, k) => (k % 3 === 0 ? 0.2 * (k / 3) - 0.5 : 0.25)),
    thickness: 0.01,
  });
  for (const body of [cloth, rope]) {
    for (let i = 0; i < body.count; i++) {
      const at = 3 * (body.first + i);
      const place = [0, 1, 2].map(k => soft.positions[at + k] + random.uniform(-0.08, 0.08));
      soft.move(body, i, place);
    }
    soft.setVelocity(body, [0, -3, 0]);
  }
  const before = soft.positions.slice();
  world.step(1 / 60);
  const { count, ids, weights, points, normals } = soft.contacts;
  /** The points of the elements: slivers have several weights for one point. */
  const spots = Array.from({ length: 3 * count }, (_, at) => {
    const [c, k] = [Math.floor(at / 3), at % 3];
    return [0, 1, 2].reduce(
      (sum, e) => (ids[3 * c + e] < 0 ? sum : sum + weights[3 * c + e] * before[3 * ids[3 * c + e] + k]),
      0,
    );
  });
  return { count, ids: [...ids.slice(0, 3 * count)], spots, points, normals };
}

describe('triangles and segments against a ball', () => {
  it('give the contacts that GJK finds', () => {
    let elements = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const ours = contactsWith(new SphereShape(radius), seed);
      const theirs = contactsWith(anyBall(), seed);
      expect(ours.ids).toEqual(theirs.ids);
      for (let c = 0; c < ours.count; c++) if (ours.ids[3 * c + 1] >= 0) elements++;
      for (let k = 0; k < 3 * ours.count; k++) {
        expect(Math.abs(ours.normals[k] - theirs.normals[k])).toBeLessThan(1e-5);
        expect(Math.abs(ours.points[k] - theirs.points[k])).toBeLessThan(1e-5);
        expect(Math.abs(ours.spots[k] - theirs.spots[k])).toBeLessThan(1e-5);
      }
    }
    expect(elements).toBeGreaterThan(200);
  });
});
