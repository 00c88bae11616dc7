/**
 * Pairs by volumes: as brute force finds them, none lost, the same steps to the last bit, and fewer pairs
 * with tighter volumes.
 */
import {
  createKdop,
  createObb,
  createSphere,
  kdopDirections,
  kdopExpand,
  kdopFromConvex,
  kdopOverlap,
  obbFromConvex,
  obbOverlap,
  obbTransform,
  sphereFromConvex,
} from '@colide/bounds';
import { PairList } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  CylinderShape,
  HalfSpace,
  HullShape,
  SphereShape,
  solidIcosahedron,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, penetration } from '@colide/narrowphase';
import { soak } from '@colide/testing';
import { VolumeBroadPhase, type VolumeKind, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const kinds: readonly VolumeKind[] = ['aabb', 'sphere', 'obb', '14-dop', '18-dop', '26-dop'];
const margin = 0.02;

function shapes() {
  return [
    new BoxShape([0.1, 0.6, 0.2]),
    new SphereShape(0.3),
    new CapsuleShape(0.4, 0.1),
    new CylinderShape(0.15, 0.5),
    HullShape.fromPoints(solidIcosahedron(0.4).positions),
  ];
}

/** Bodies of all shapes in a box, along a direction that may be slanted; some are removed and added again. */
function fill(world: World, random: Random): void {
  const forms = shapes();
  world.add({ shape: new HalfSpace() });
  const add = (n: number) => {
    const along = random.uniform(-3, 3);
    const q = [random.normal(), random.normal(), random.normal(), random.normal()];
    const rotation = q.map(x => x / Math.hypot(...q));
    const position = [along + random.uniform(-0.5, 0.5), 4 + along, random.uniform(-1, 1)];
    return world.add({ shape: forms[n % forms.length], position, rotation });
  };
  const bodies = Array.from({ length: 60 }, (_, n) => add(n));
  for (let n = 0; n < 60; n += 7) world.remove(bodies[n]);
  for (let n = 0; n < 5; n++) add(n + 2);
}

/** Pairs of colliders whose volumes overlap, by brute force with the functions of one pair. */
function bruteForce(world: World, kind: VolumeKind): number[][] {
  const { colliders } = world;
  const wider = 0.5 * margin;
  const volumes = colliders.convexes.map((posed, c) => {
    if (!posed || colliders.bodies[c] < 0) return undefined;
    if (kind === 'aabb') {
      const box = new Float64Array(6);
      colliders.aabb(box, c);
      return box;
    }
    if (kind === 'sphere') {
      const ball = sphereFromConvex(createSphere(), posed.shape);
      const center = posed.toWorld([0, 0, 0], [ball[0], ball[1], ball[2]]);
      return Float64Array.of(center[0], center[1], center[2], ball[3] + wider);
    }
    if (kind === 'obb') {
      const box = obbTransform(createObb(), obbFromConvex(createObb(), posed.shape), [0, 0, 0], [0, 0, 0, 1]);
      for (let k = 6; k < 15; k += 3) {
        const axis = [box[k], box[k + 1], box[k + 2]];
        for (let i = 0; i < 3; i++)
          box[k + i] = [0, 1, 2].reduce((sum, j) => sum + posed.matrix[3 * j + i] * axis[j], 0);
      }
      const center = posed.toWorld([0, 0, 0], [box[0], box[1], box[2]]);
      for (let k = 0; k < 3; k++) {
        box[k] = center[k];
        box[3 + k] += wider;
      }
      return box as Float64Array;
    }
    const directions = kdopDirections(Number.parseInt(kind, 10) as 14);
    const kdop = kdopFromConvex(createKdop(directions), directions, posed);
    return kdopExpand(kdop, directions, kdop, wider) as Float64Array;
  });
  const overlap = (a: Float64Array, b: Float64Array) => {
    if (kind === 'sphere')
      return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 <= (a[3] + b[3]) ** 2;
    return kind === 'obb' ? obbOverlap(a, b) : kdopOverlap(a, b);
  };
  const pairs: number[][] = [];
  for (let i = 0; i < volumes.length; i++)
    for (let j = i + 1; j < volumes.length; j++)
      if (volumes[i] && volumes[j] && overlap(volumes[i]!, volumes[j]!)) pairs.push([i, j]);
  return pairs;
}

describe.each(kinds)('VolumeBroadPhase of %s', volume => {
  it('finds the pairs of brute force from step to step, as bodies come and go', () => {
    for (const axis of ['pca', 'variance', 1] as const) {
      const random = new Random(11);
      const finder = new VolumeBroadPhase({ volume, axis });
      const world = new World({ margin });
      fill(world, random);
      const found = new PairList();
      const result = createPenetrationResult();
      let touching = 0;
      for (let step = 0; step < soak(8, 20); step++) {
        found.clear();
        finder.findPairs(found, world.colliders);
        expect(found.toArray()).toEqual(bruteForce(world, volume));
        const { convexes } = world.colliders;
        const known = new Set(found.toArray().map(([a, b]) => `${a} ${b}`));
        for (let i = 0; i < convexes.length; i++)
          for (let j = i + 1; step % 10 === 0 && j < convexes.length; j++)
            if (convexes[i] && convexes[j]) {
              penetration(result, convexes[i]!, convexes[j]!);
              if (!(result.distance <= margin)) continue;
              touching++;
              expect(known.has(`${i} ${j}`)).toBe(true);
            }
        world.step(1 / 60);
        if (step === 15) world.remove(7);
      }
      expect(touching).toBeGreaterThan(30);
      expect(finder.count).toBe(world.count - 1);
      expect(finder.counters.boxesTested).toBeGreaterThan(0);
    }
  });
});

/** A heap of hulls and boxes for a second: its bits, and the pairs that the narrow phase was given. */
function run(colliderBroadPhase?: VolumeBroadPhase) {
  const world = new World({ margin, ...(colliderBroadPhase && { colliderBroadPhase }) });
  fill(world, new Random(4));
  let candidates = 0;
  let points = 0;
  for (let step = 0; step < 90; step++) {
    world.step(1 / 60);
    candidates += world.counters.candidates;
    points += world.counters.points;
  }
  return { candidates, points, state: Buffer.from(world.snapshot()).toString('base64') };
}

describe('World with a VolumeBroadPhase', () => {
  it('takes the same steps with all volumes and directions; tighter volumes give fewer pairs', () => {
    const usual = run();
    expect(usual.points).toBeGreaterThan(1000);
    const candidates = {} as Record<VolumeKind, number>;
    for (const volume of kinds)
      for (const axis of ['pca', 2] as const) {
        const { state, candidates: pairs } = run(new VolumeBroadPhase({ volume, axis }));
        expect(state === usual.state, volume).toBe(true);
        if (axis === 'pca') candidates[volume] = pairs;
        else expect(pairs).toBe(candidates[volume]);
      }
    expect(candidates['aabb']).toBe(usual.candidates);
    expect(candidates['sphere']).toBeGreaterThan(candidates['obb']);
    expect(candidates['14-dop']).toBeLessThan(candidates['aabb']);
    expect(candidates['18-dop']).toBeLessThan(candidates['aabb']);
    expect(candidates['26-dop']).toBeLessThan(Math.min(candidates['14-dop'], candidates['18-dop']));
    expect(candidates['obb']).toBeLessThan(candidates['aabb']);
  });

  it('sweeps along the axis on which the bodies lie, which changes as they fall', () => {
    const finder = new VolumeBroadPhase({ volume: '18-dop' });
    const world = new World({ colliderBroadPhase: finder });
    world.add({ shape: new HalfSpace() });
    for (let n = 0; n < 12; n++)
      world.add({
        shape: new SphereShape(0.2),
        position: [0.01 * n, 2 + 0.5 * n, 0.02 * n],
        velocity: [n - 6, 0, 0],
      });
    const direction = new Float64Array(3);
    const seen: string[] = [];
    for (let step = 0; step < 240; step++) {
      world.step(1 / 60);
      const name = finder.direction(direction).join(' ');
      if (seen.at(-1) !== name) seen.push(name);
    }
    expect(seen[0]).toBe('0 1 0');
    expect(seen.at(-1)).toBe('1 0 0');
  });

  it('tells the principal axis from the direction of the largest variance', () => {
    // Centres spread most along e, and nearly as much along f: x is nearest to e, but spread adds up along y.
    const e = [0.6, 0.55, Math.sqrt(1 - 0.6 ** 2 - 0.55 ** 2)];
    const f = [0, 1, 0].map((y, k) => (y - 0.55 * e[k]) / Math.sqrt(1 - 0.55 ** 2));
    const swept = (['pca', 'variance'] as const).map(axis => {
      const finder = new VolumeBroadPhase({ volume: 'aabb', axis });
      const world = new World({ colliderBroadPhase: finder, gravity: [0, 0, 0] });
      for (const side of [-4, 4])
        for (const along of [e, f.map(x => 0.9 * x)])
          world.add({ shape: new SphereShape(0.2), position: along.map(x => side * x) });
      world.step(1 / 60);
      return finder.direction(new Float64Array(3)).join(' ');
    });
    expect(swept).toEqual(['1 0 0', '0 1 0']);
  });

  it('compares fewer volumes along the principal axis than along a bad one', () => {
    const tested = ([0, 'pca'] as const).map(axis => {
      const finder = new VolumeBroadPhase({ volume: 'sphere', axis });
      const world = new World({ gravity: [0, 0, 0], colliderBroadPhase: finder });
      for (let n = 0; n < 50; n++) world.add({ shape: new SphereShape(0.2), position: [0, n, 0.01 * n] });
      world.step(1 / 60);
      return finder.counters.boxesTested;
    });
    expect(tested).toEqual([(50 * 49) / 2, 0]);
  });

  it('names bad options', () => {
    expect(() => new VolumeBroadPhase({ volume: '15-dop' as '14-dop' })).toThrow(/volume/);
    expect(() => new VolumeBroadPhase({ axis: 9 })).toThrow(/axis/);
    expect(() => new VolumeBroadPhase({ axisInterval: 0 })).toThrow(/axisInterval/);
    const full = new PairList();
    full.push(0, 1);
    expect(() => new VolumeBroadPhase().findPairs(full, new World().colliders)).toThrow(/out/);
  });
});
