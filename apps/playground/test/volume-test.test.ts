/** Bounding volumes between boxes and GJK: nothing that touches is lost, and less is searched in vain. */
import {
  BoxShape,
  CylinderShape,
  createContactManifold,
  createPenetrationResult,
  HullShape,
  Posed,
  penetration,
  Random,
  SphereShape,
  solidIcosahedron,
} from 'colide';
import { describe, expect, it } from 'vitest';
import { cylinders } from '../src/scenes/cylinders.ts';
import { createVolumeTest, type VolumeName, volumeNames } from '../src/volume-test.ts';
import { hashWorld } from './support/hash-world.ts';

const tight = volumeNames.filter(name => name !== 'AABB');

describe.each(tight)('%s', name => {
  it('never rejects shapes within the margin, and rejects many that are apart', () => {
    const random = new Random(5);
    const test = createVolumeTest(name);
    const margin = Float64Array.of(0.02);
    const result = createPenetrationResult();
    const out = createContactManifold();
    const hull = HullShape.fromPoints(solidIcosahedron(0.5).positions);
    const shapes = [hull, new CylinderShape(0.3, 0.6), new BoxShape([0.2, 0.5, 0.9]), new SphereShape(0.5)];
    const posed = shapes.map(shape => new Posed(shape));
    const other = shapes.map(shape => new Posed(shape));
    const turn = () => {
      const q = [random.normal(), random.normal(), random.normal(), random.normal()];
      const length = Math.hypot(...q);
      return q.map(x => x / length);
    };
    let apart = 0;
    let rejected = 0;
    for (let n = 0; n < 2000; n++) {
      const a = posed[n % 4];
      const b = other[(n >> 2) % 4];
      a.setPose([0, 0, 0], turn());
      b.setPose([random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)], turn());
      penetration(result, a, b);
      const answer = test(out, a, b, margin);
      if (result.distance <= margin[0]) expect(answer).toBe(-1);
      else {
        apart++;
        if (answer === 0) rejected++;
      }
    }
    expect(apart).toBeGreaterThan(500);
    expect(rejected / apart).toBeGreaterThan(0.5);
  });
});

/** A scene of cylinders for two seconds: its bits and how often GJK searched. */
function run(volume: VolumeName): { hash: number; searches: number; pairs: number } {
  const { world } = cylinders.build({
    count: cylinders.counts[0],
    solver: 'impulses',
    broadPhase: 'hash grid',
    volume,
  });
  let searches = 0;
  let pairs = 0;
  for (let n = 0; n < 120; n++) {
    world.step(1 / 60);
    searches += world.counters.gjkSearches;
    pairs += world.counters.candidates;
  }
  return { hash: hashWorld(world), searches, pairs };
}

it('changes how often GJK searches, and nothing else', () => {
  const usual = run('AABB');
  for (const name of tight) {
    const { hash, searches, pairs } = run(name);
    expect(hash).toBe(usual.hash);
    expect(pairs).toBe(usual.pairs);
    expect(searches).toBeLessThan(usual.searches);
    expect(searches).toBeGreaterThan(0);
  }
});
