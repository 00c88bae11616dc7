import { BoxShape, HalfSpace, SphereShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { type BodySettings, type ContinuousMethod, World, worldLoad, worldSave } from '@colide/world';
import { describe, expect, it } from 'vitest';

const methods: readonly ContinuousMethod[] = ['sweep', 'straight', 'center', 'none'];

/** A sheet of two triangles at x = 0. */
const sheet = new MeshShape(new TriangleBvh([0, -2, -2, 0, 2, -2, 0, 2, 2, 0, -2, 2], [0, 1, 2, 0, 2, 3]));

/**
 * Steps a world with an obstacle and a body: the distance that the body moved, and how often it was moved
 * back.
 */
function run(
  continuous: ContinuousMethod | undefined,
  obstacle: BodySettings,
  body: BodySettings,
  steps = 6,
) {
  const world = new World({ gravity: [0, 0, 0], ...(continuous && { continuous }) });
  world.add({ type: 'static', ...obstacle });
  const id = world.add(body);
  let stopped = 0;
  for (let n = 0; n < steps; n++) {
    world.step(1 / 60);
    stopped += world.stoppedCount;
  }
  return { x: world.bodies.positions[3 * id], stopped, bits: Array.from(world.bodies.positions) };
}

/** Which methods put the body back at least once. */
function stoppers(obstacle: BodySettings, body: BodySettings, steps?: number): ContinuousMethod[] {
  return methods.filter(method => run(method, obstacle, body, steps).stopped > 0);
}

const wall: BodySettings = { shape: new BoxShape([0.01, 2, 2]) };
const ball: BodySettings = { shape: new SphereShape(0.1), position: [-2, 0, 0], velocity: [100, 0, 0] };

describe('World with a method of continuous detection', () => {
  it.each([
    ['a thin wall', wall],
    ['a sheet', { shape: sheet }],
    ['a half-space', { shape: new HalfSpace([-1, 0, 0]) }],
  ])('stops a ball at %s by all methods but none', (_, obstacle) => {
    for (const method of methods) {
      const { x, stopped } = run(method, obstacle, ball);
      expect(x > 0).toBe(method === 'none');
      expect(stopped > 0).toBe(method !== 'none');
    }
  });

  it('sees by the centre alone nothing beside its path', () => {
    // The stick hits the plate with one end.
    const plate: BodySettings = { shape: new BoxShape([0.01, 0.3, 0.3]), position: [0, 0.8, 0] };
    const stick: BodySettings = {
      shape: new BoxShape([0.05, 1, 0.05]),
      position: [-2, 0, 0],
      velocity: [100, 0, 0],
    };
    expect(stoppers(plate, stick)).toEqual(['sweep', 'straight']);
  });

  it('sees what a body that turns meets by the whole sweep alone', () => {
    // The stick turns on the spot by 95° per step; the post is on the path of its ends.
    const post: BodySettings = { shape: new BoxShape([0.01, 0.01, 1]), position: [0.6, 0.6, 0] };
    const stick: BodySettings = { shape: new BoxShape([1, 0.02, 0.02]), angularVelocity: [0, 0, 100] };
    expect(stoppers(post, stick, 1)).toEqual(['sweep']);
  });

  it('sees the rotation of a body where that is more than half a turn', () => {
    // By 216° per step, through 18°; the shorter way, back by 144°, would pass beside the post.
    const post: BodySettings = { shape: new BoxShape([0.01, 0.01, 1]), position: [0.666, 0.216, 0] };
    const stick: BodySettings = {
      shape: new BoxShape([1, 0.02, 0.02]),
      angularVelocity: [0, 0, 1.2 * Math.PI * 60],
    };
    expect(stoppers(post, stick, 1)).toEqual(['sweep']);
  });

  it('sees what a kinematic bar meets as it turns by the whole sweep alone', () => {
    // It turns by 95° per step, over a slow ball on the path of its ends.
    const stopped = methods.map(continuous => {
      const world = new World({ gravity: [0, 0, 0], continuous });
      const bar = { shape: new BoxShape([1, 0.02, 0.02]), angularVelocity: [0, 0, 100] } as const;
      world.add({ ...bar, type: 'kinematic' });
      const ball = world.add({
        shape: new SphereShape(0.05),
        position: [0.6, 0.6, 0],
        velocity: [0.1, 0, 0],
      });
      world.step(1 / 60);
      const [x, y] = world.bodies.positions.slice(3 * ball);
      return [world.stoppedCount > 0, Math.hypot(x - 0.6, y - 0.6) > 0.1];
    });
    expect(stopped).toEqual([[true, true], ...methods.slice(1).map(() => [false, false])]);
  });

  it('sweeps unless told otherwise', () => {
    expect(run(undefined, wall, ball)).toEqual(run('sweep', wall, ball));
  });

  it('keeps the method in a saved world', () => {
    const world = worldLoad(worldSave(new World({ continuous: 'center' })));
    expect(world.options.continuous).toBe('center');
  });

  it('rejects what is not a method', () => {
    expect(() => new World({ continuous: 'ray' as ContinuousMethod })).toThrow('continuous');
  });
});
