import { BoxShape, HalfSpace, ropeLine, solidIcosphere } from '@colide/geometry';
import { BruteForce, DynamicBvh, SweepAndPrune } from '@colide/spatial';
import { SoftBodies, World, type WorldOptions } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { bits, dt, extent, run } from '../support/soft-scenes.ts';

const ground = new HalfSpace();
const ball = solidIcosphere(0.4, 1);

/** Cloth, rope, soft bodies and rigid ones that fall on each other. */
function mixedScene(options: WorldOptions = {}): { world: World; soft: SoftBodies } {
  const soft = new SoftBodies();
  const world = new World({ ...options, parts: [soft] });
  world.add({ shape: ground });
  world.add({ shape: new BoxShape([0.4, 0.4, 0.4]), position: [0, 0.4, 0] });
  world.add({ shape: new BoxShape([0.2, 0.15, 0.2]), position: [0.1, 2.6, 0.1], density: 200 });
  soft.addCloth({ columns: 10, rows: 10, spacing: 0.12, position: [0, 1, 0], pins: [0] });
  soft.addRope({
    positions: ropeLine(1.2, 16).positions,
    position: [0, 1.25, 0],
    rotation: [0, 0.3, 0, 0.9],
  });
  soft.addSoft({ positions: ball.positions, triangles: ball.indices, position: [0.1, 1.9, 0] });
  soft.addSoft({
    size: [3, 3, 3],
    spacing: 0.2,
    position: [0.9, 0.6, 0],
    regionRadius: 1,
    velocity: [-1, 0, 0],
  });
  return { world, soft };
}

describe('state', () => {
  it('same calls, same bits, with every broad phase', () => {
    const hashes = [undefined, new BruteForce(), new DynamicBvh(), new SweepAndPrune()].map(broadPhase => {
      const { world, soft } = mixedScene(broadPhase ? { broadPhase } : {});
      run(world, 0.8);
      return bits(world, soft);
    });
    expect(new Set(hashes).size).toBe(1);
  });

  it('a snapshot brings back the same bits, here and in a world built alike', () => {
    const { world, soft } = mixedScene();
    run(world, 0.8);
    soft.unpin(soft.bodies[0], 0);
    soft.pin(soft.bodies[0], 35);
    run(world, 0.2);
    const middle = world.snapshot();
    run(world, 1);
    const end = bits(world, soft);
    world.restore(middle);
    run(world, 1);
    expect(bits(world, soft)).toBe(end);
    const last = world.snapshot();
    world.restore(middle);
    run(world, 1);
    expect(new Uint8Array(world.snapshot())).toEqual(new Uint8Array(last));
    const twin = mixedScene();
    twin.world.restore(middle);
    run(twin.world, 1);
    expect(bits(twin.world, twin.soft)).toBe(end);
    expect(twin.soft.isPinned(twin.soft.bodies[0], 35)).toBe(true);
    expect(twin.soft.isPinned(twin.soft.bodies[0], 0)).toBe(false);
  });

  it('a snapshot of sleepers too', () => {
    const { world, soft } = mixedScene();
    run(world, 0.5);
    const before = world.snapshot();
    run(world, 20);
    expect(soft.sleeperCount).toBe(4);
    const asleep = world.snapshot();
    const end = bits(world, soft);
    world.restore(before);
    expect(soft.sleeperCount).toBe(0);
    world.restore(asleep);
    expect(soft.sleeperCount).toBe(4);
    run(world, 0.2);
    expect(bits(world, soft)).toBe(end);
    // woken alike
    const hashes = [0, 1].map(() => {
      world.restore(asleep);
      world.setVelocity(2, [0, 3, 0]);
      run(world, 1.5);
      return bits(world, soft);
    });
    expect(hashes[1]).toBe(hashes[0]);
  });

  it('a snapshot with other bodies is refused and changes nothing', () => {
    const { world, soft } = mixedScene();
    const full = world.snapshot();
    soft.remove(soft.bodies[1]);
    const before = bits(world, soft);
    expect(() => world.restore(full)).toThrow('snapshot');
    expect(bits(world, soft)).toBe(before);
  });

  it('a particle that is no longer finite is named', () => {
    const { world, soft } = mixedScene();
    run(world, 0.1);
    soft.system.previousPositions[3 * 7] = Number.MAX_VALUE;
    soft.system.positions[3 * 7] = -Number.MAX_VALUE;
    expect(() => run(world, 0.2)).toThrow(/particle|finite|box/);
  });
});

describe('bodies come and go', () => {
  it('removal in the middle leaves the others as they are, and the room is used again', () => {
    const { world, soft } = mixedScene();
    run(world, 0.3);
    const [cloth, rope, matched, lattice] = [...soft.bodies];
    const before = [cloth, matched, lattice].map(b =>
      soft.positions.slice(3 * b.first, 3 * (b.first + b.count)),
    );
    const count = soft.particleCount;
    soft.remove(rope);
    expect(soft.bodies).toEqual([cloth, matched, lattice]);
    for (const [i, b] of [cloth, matched, lattice].entries())
      expect(soft.positions.slice(3 * b.first, 3 * (b.first + b.count))).toEqual(before[i]);
    run(world, 0.3);
    const shorter = soft.addRope({ positions: ropeLine(1, 8).positions, position: [0, 3, 0] });
    expect(shorter.first).toBe(rope.first);
    const rest = soft.addRope({ positions: ropeLine(1, 7).positions, position: [0, 3.3, 0] });
    expect(rest.first).toBe(rope.first + 9);
    expect(soft.particleCount).toBe(count);
    soft.remove(lattice);
    soft.remove(shorter);
    soft.remove(rest);
    expect(soft.particleCount).toBe(matched.first + matched.count);
    expect(() => soft.remove(rope)).toThrow('body');
    expect(() => soft.pin(rope, 0)).toThrow('body');
    run(world, 0.5);
    expect(extent(soft, cloth, 1)[0]).toBeGreaterThan(0);
  });

  it('many bodies, added and removed in any order, stay themselves', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const lengths = new Map<number, number>();
    let next = 1;
    const random = () => {
      next = (next * 48271) % 0x7fffffff;
      return next / 0x7fffffff;
    };
    for (let n = 0; n < 120; n++) {
      if (random() < 0.6 || soft.bodies.length < 3) {
        const segments = 2 + Math.floor(random() * 12);
        const body = soft.addRope({
          positions: ropeLine(0.1 * segments, segments).positions,
          position: [0, 0.5 + random(), random()],
        });
        lengths.set(body.first, segments + 1);
      } else {
        const body = soft.bodies[Math.floor(random() * soft.bodies.length)];
        lengths.delete(body.first);
        soft.remove(body);
      }
      world.step(dt);
      expect(new Map(soft.bodies.map(b => [b.first, b.count]))).toEqual(lengths);
    }
    const ranges = soft.bodies.map(b => [b.first, b.first + b.count]).sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < ranges.length; i++) expect(ranges[i][0]).toBeGreaterThanOrEqual(ranges[i - 1][1]);
    for (const body of soft.bodies) {
      const x = soft.positions;
      for (let i = body.first; i + 1 < body.first + body.count; i++)
        expect(Math.hypot(...[0, 1, 2].map(k => x[3 * i + k] - x[3 * i + 3 + k]))).toBeLessThan(0.13);
    }
  });

  it('groups and masks decide who meets whom', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground, group: 2 });
    const through = soft.addCloth({ columns: 4, rows: 4, spacing: 0.1, position: [0, 0.2, 0], mask: 1 });
    const held = soft.addCloth({ columns: 4, rows: 4, spacing: 0.1, position: [2, 0.2, 0], mask: 2 });
    const ghost = world.add({
      shape: new BoxShape([1, 0.1, 1]),
      position: [2, 0.6, 0],
      sensor: true,
      type: 'static',
      group: 2,
    });
    const upper = soft.addSoft({ size: [3, 3, 3], spacing: 0.1, position: [2, 1, 0], group: 4 });
    run(world, 1);
    expect(extent(soft, through, 1)[1]).toBeLessThan(-1);
    expect(extent(soft, held, 1)[0]).toBeGreaterThan(0);
    expect(world.bodies.positions[3 * ghost + 1]).toBe(0.6);
    // it falls through the sensor, and through the cloth, which does not want it, on the ground
    expect(extent(soft, upper, 1)[0]).toBeLessThan(0.1);
    expect(extent(soft, upper, 1)[0]).toBeGreaterThan(0);
  });
});

describe('sleep', () => {
  function restingCloth(): { world: World; soft: SoftBodies; box: number } {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const box = world.add({ shape: new BoxShape([0.5, 0.25, 0.5]), position: [0, 0.25, 0] });
    soft.addCloth({ columns: 8, rows: 8, spacing: 0.1, position: [0, 0.56, 0] });
    run(world, 4);
    expect(soft.sleeperCount).toBe(1);
    expect(world.bodies.asleep[box]).toBe(1);
    return { world, soft, box };
  }

  it('nothing moves during it', () => {
    const { world, soft } = restingCloth();
    const before = bits(world, soft);
    run(world, 1);
    expect(bits(world, soft)).toBe(before);
  });

  it('ends when the support is removed, moved or pushed away', () => {
    for (const disturb of [
      ({ world, box }: { world: World; box: number }) => world.remove(box),
      ({ world, box }: { world: World; box: number }) => world.setPose(box, [5, 0.25, 0]),
      ({ world, box }: { world: World; box: number }) => world.setVelocity(box, [0, 3, 0]),
    ]) {
      const scene = restingCloth();
      const [, high] = extent(scene.soft, scene.soft.bodies[0], 1);
      disturb(scene);
      run(scene.world, 0.2);
      expect(scene.soft.sleeperCount).toBe(0);
      expect(Math.abs(extent(scene.soft, scene.soft.bodies[0], 1)[1] - high)).toBeGreaterThan(0.05);
    }
  });

  it('ends when something falls on the body, or when what lay below it is gone', () => {
    const { world, soft } = restingCloth();
    const cloth = soft.bodies[0];
    const other = soft.addSoft({ size: [3, 3, 3], spacing: 0.12, position: [0, 1.4, 0], density: 500 });
    let woke = false;
    run(world, 0.8, () => {
      if (!cloth.asleep) woke = true;
    });
    expect(woke).toBe(true);
    expect(extent(soft, other, 1)[0]).toBeGreaterThan(0.5);
    run(world, 3);
    expect(soft.sleeperCount).toBe(2);
    soft.remove(cloth);
    expect(other.asleep).toBe(false);
  });

  it('of rigid bodies ends when something soft falls on them', () => {
    const { world, soft, box } = restingCloth();
    soft.remove(soft.bodies[0]);
    soft.addSoft({ size: [3, 3, 3], spacing: 0.12, position: [0.4, 1.4, 0], density: 500 });
    let woke = false;
    run(world, 0.8, () => {
      if (world.bodies.asleep[box] === 0) woke = true;
    });
    expect(woke).toBe(true);
  });

  it('can be turned off and ended by hand', () => {
    const { world, soft } = restingCloth();
    soft.wake(soft.bodies[0]);
    expect(soft.sleeperCount).toBe(0);
    run(world, 1);
    expect(soft.sleeperCount).toBe(1);
    soft.setVelocity(soft.bodies[0], [0, 2, 0]);
    run(world, 0.1);
    expect(extent(soft, soft.bodies[0], 1)[0]).toBeGreaterThan(0.6);
    const restless = new SoftBodies({ sleeping: false });
    const other = new World({ parts: [restless] });
    other.add({ shape: ground });
    restless.addCloth({ columns: 4, rows: 4, spacing: 0.1, position: [0, 0.02, 0] });
    run(other, 3);
    expect(restless.sleeperCount).toBe(0);
  });
});

describe('bad input', () => {
  const mesh = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0], triangles: [0, 1, 2] };
  const grid = { columns: 3, rows: 3, spacing: 0.1 };
  const nan = Number.NaN;

  it('is refused by name, and nothing has changed', () => {
    const { world, soft } = mixedScene();
    run(world, 0.1);
    const before = bits(world, soft);
    const count = soft.particleCount;
    const bad: [() => unknown, string][] = [
      [() => soft.addCloth({ ...grid, columns: 1 }), 'columns'],
      [() => soft.addCloth({ ...grid, spacing: 0 }), 'spacing'],
      [() => soft.addCloth({ ...grid, density: -1 }), 'density'],
      [() => soft.addCloth({ ...grid, stiffness: 2 }), 'stiffness'],
      [() => soft.addCloth({ ...grid, bending: nan }), 'bending'],
      [() => soft.addCloth({ ...grid, tearFactor: 0.5 }), 'tearFactor'],
      [() => soft.addCloth({ ...grid, friction: -1 }), 'friction'],
      [() => soft.addCloth({ ...grid, restitution: 1.5 }), 'restitution'],
      [() => soft.addCloth({ ...grid, thickness: 0 }), 'thickness'],
      [() => soft.addCloth({ ...grid, radius: -1 }), 'radius'],
      [() => soft.addCloth({ ...grid, mass: 0 }), 'mass'],
      [() => soft.addCloth({ ...grid, group: 0.5 }), 'group'],
      [() => soft.addCloth({ ...grid, mask: -1 }), 'mask'],
      [() => soft.addCloth({ ...grid, pins: [9] }), 'pins[0]'],
      [() => soft.addCloth({ ...grid, position: [0, nan, 0] }), 'position'],
      [() => soft.addCloth({ ...grid, rotation: [0, 0, 0, 0] }), 'rotation'],
      [() => soft.addCloth({ ...grid, velocity: [nan, 0, 0] }), 'velocity'],
      [() => soft.addCloth({ ...mesh, triangles: [0, 1, 5] }), 'triangles[2]'],
      [() => soft.addCloth({ ...mesh, triangles: [] }), 'triangles'],
      [() => soft.addCloth({ ...mesh, positions: [0, 0, nan, 1, 0, 0, 0, 1, 0] }), 'positions'],
      [() => soft.addCloth({ positions: [...mesh.positions, 5, 5, 5], triangles: [0, 1, 2] }), 'particle 3'],
      [() => soft.addRope({ positions: [0, 0, 0] }), 'positions'],
      [() => soft.addRope({ positions: [0, 0, 0, 0, 0, 0] }), 'positions'],
      [() => soft.addRope({ positions: [0, 0, 0, 1, 0, 0], compliance: -1 }), 'compliance'],
      [() => soft.addRope({ positions: [0, 0, 0, 1, 0, 0], bending: 3 }), 'bending'],
      [() => soft.addSoft({ size: [0, 1, 1], spacing: 1 }), 'size[0]'],
      [() => soft.addSoft({ size: [2, 2, 2], spacing: nan }), 'spacing'],
      [() => soft.addSoft({ size: [2, 2, 2], spacing: 1, regionRadius: 0 }), 'regionRadius'],
      [() => soft.addSoft({ size: [2, 2, 2], spacing: 1, isFilled: () => false }), 'positions'],
      [
        () =>
          soft.addSoft({ positions: ball.positions, triangles: ball.indices, deformation: 'jelly' as never }),
        'deformation',
      ],
      [
        () => soft.addSoft({ positions: ball.positions, triangles: ball.indices, stiffness: -1 }),
        'stiffness',
      ],
      [
        () => soft.addSoft({ positions: ball.positions, triangles: ball.indices, clusters: [[0, 999]] }),
        'ids[1]',
      ],
      [() => soft.addSoft({ positions: ball.positions, triangles: [...ball.indices].reverse() }), 'volume'],
      [() => soft.pin(soft.bodies[0], 100), 'particle'],
      [() => soft.move(soft.bodies[0], 0, [0, nan, 0]), 'position'],
      [() => soft.attach(soft.bodies[0], 0, world, 99), 'body'],
      [() => soft.setVelocity(soft.bodies[0], [0, nan, 0]), 'velocity'],
      [() => soft.step(world, 0), 'dt'],
      [() => new SoftBodies({ substeps: 0 }), 'substeps'],
      [() => new SoftBodies({ sweeps: 0.5 }), 'sweeps'],
      [() => new SoftBodies({ damping: -1 }), 'damping'],
      [() => new SoftBodies({ sleeping: { time: 0 } }), 'sleeping.time'],
    ];
    for (const [call, name] of bad) expect(call, name).toThrow(name);
    expect(soft.particleCount).toBe(count);
    expect(soft.bodies.length).toBe(4);
    expect(bits(world, soft)).toBe(before);
    run(world, 0.1);
  });

  it('very long and very short steps, big and small bodies stay finite', () => {
    const { world, soft } = mixedScene();
    for (const step of [1e-6, 0.5, 1 / 60, 2, 1e-3, 1 / 60]) {
      world.step(step);
      for (const x of soft.positions) expect(Number.isFinite(x)).toBe(true);
    }
    for (const scale of [1e-3, 1e3]) {
      const other = new SoftBodies({ maxSpeed: 100 * scale });
      const wide = new World({ parts: [other], gravity: [0, -9.81 * scale, 0], margin: 0.02 * scale });
      wide.add({ shape: ground });
      const cloth = other.addCloth({
        columns: 6,
        rows: 6,
        spacing: 0.1 * scale,
        position: [0, 0.5 * scale, 0],
      });
      run(wide, 2);
      expect(extent(other, cloth, 1)[0]).toBeGreaterThan(0);
      expect(extent(other, cloth, 1)[1]).toBeLessThan(0.1 * scale);
    }
  });
});
