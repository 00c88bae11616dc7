/**
 * The engine of Ponce Atencio (2005) with its deformable bodies: a cube of particles at its vertices, cloth
 * and a rope that collide with themselves by sphere trees, all in one world.
 */
import { BoxShape, HalfSpace, ropeLine } from '@colide/geometry';
import { triangleTriangle } from '@colide/narrowphase';
import { isSoak, soak } from '@colide/testing';
import { ProjectionSolver, SoftBodies, type SoftBody, SphereTreeSelfCollision, World } from '@colide/world';
import { describe, expect, it } from 'vitest';

const columns = soak(10, 14);
const spacing = 1.6 / (columns - 1);
const radius = 0.03;
const cubeHalf = 0.35;

function engine(relaxation: 'ordered' | 'plain', hasTrees = true) {
  const solver = new ProjectionSolver({ relaxation });
  const selfCollision = new SphereTreeSelfCollision();
  const soft = new SoftBodies(hasTrees ? { selfCollision } : {});
  const world = new World({ solver, parts: [soft] });
  world.add({ shape: new HalfSpace() });
  return { solver, selfCollision, soft, world };
}

function addCloth(soft: SoftBodies, height: number): SoftBody {
  return soft.addCloth({
    columns,
    rows: columns,
    spacing,
    radius,
    thickness: 0.02,
    friction: 1,
    position: [0.04, height, -0.03],
    rotation: [0, 0.2, 0, 0.98],
  });
}

/** Pairs of triangles that cross and share no particle. */
function crossings({ view, triangles, triangleCount }: SoftBody): number {
  const ids = Array.from({ length: triangleCount }, (_, t) => [...triangles.subarray(3 * t, 3 * t + 3)]);
  const corners = ids.map(triangle =>
    Float64Array.from(triangle.flatMap(id => [...view.positions.subarray(3 * id, 3 * id + 3)])),
  );
  let count = 0;
  for (let s = 0; s < ids.length; s++)
    for (let t = s + 1; t < ids.length; t++)
      if (!ids[s].some(id => ids[t].includes(id)) && triangleTriangle(corners[s], corners[t])) count++;
  return count;
}

/** Relative errors of the lengths between neighbours in a row: the mean and the largest. */
function strain(body: SoftBody, length: number, perRow: number) {
  const { positions } = body.view;
  const errors: number[] = [];
  for (let i = 0; i + 1 < body.count; i++) {
    if ((i + 1) % perRow === 0) continue;
    const d = [0, 1, 2].map(k => positions[3 * i + 3 + k] - positions[3 * i + k]);
    errors.push(Math.abs(Math.hypot(...d) / length - 1));
  }
  return { mean: errors.reduce((sum, error) => sum + error, 0) / errors.length, most: Math.max(...errors) };
}

/**
 * Steps until everything sleeps; returns the seconds that took, the sums of counters and the largest error.
 */
function settle({ world, soft, solver }: ReturnType<typeof engine>, bodies: number) {
  const found = { seconds: Infinity, moved: 0, contacts: 0, error: 0 };
  for (let n = 1; n <= 600 && found.seconds === Infinity; n++) {
    world.step(1 / 60);
    const { vertices, edges, faces } = solver.counters;
    found.moved += vertices + edges + faces;
    found.contacts = Math.max(found.contacts, soft.particleContacts.count);
    found.error = Math.max(found.error, solver.constraintError);
    if (world.sleeperCount === bodies && soft.sleeperCount === soft.bodies.length) found.seconds = n / 60;
  }
  return found;
}

const relaxations = isSoak ? (['ordered', 'plain'] as const) : (['ordered'] as const);

for (const relaxation of relaxations)
  describe(`bodies of vertices and deformable bodies, ${relaxation} relaxation`, () => {
    it('a cloth falls on a cube, drapes it and rests', () => {
      const scene = engine(relaxation);
      const { world, soft, selfCollision } = scene;
      const cube = world.add({ shape: new BoxShape([cubeHalf, cubeHalf, cubeHalf]), position: [0, 0.5, 0] });
      const cloth = addCloth(soft, 1.2);
      const { seconds, moved, error } = settle(scene, 1);
      expect(seconds).toBeLessThan(10);
      expect(moved).toBeGreaterThan(100);
      expect(error).toBeLessThan(0.02);
      const [x, y, z] = world.bodies.positions.subarray(3 * cube, 3 * cube + 3);
      expect(Math.abs(y - cubeHalf)).toBeLessThan(0.003);
      expect(Math.hypot(x, z)).toBeLessThan(0.05);
      const p = cloth.view.positions;
      let onTop = 0;
      for (let k = 0; k < p.length; k += 3) {
        // The cube has hardly turned.
        const beyond = [p[k] - x, p[k + 1] - y, p[k + 2] - z].map(d => Math.max(0, Math.abs(d) - cubeHalf));
        expect(Math.hypot(...beyond)).toBeGreaterThan(radius - 0.01);
        expect(p[k + 1]).toBeGreaterThan(radius - 0.01);
        if (p[k + 1] > 2 * cubeHalf) onTop++;
      }
      expect(onTop).toBeGreaterThan(10);
      expect(crossings(cloth)).toBe(0);
      expect(selfCollision.counters(cloth)!.trianglesTested).toBeGreaterThan(1000);
      const { mean, most } = strain(cloth, spacing, columns);
      expect(mean).toBeLessThan(0.01);
      expect(most).toBeLessThan(0.1);
    });

    it('a cloth is thrown at a cube and crumples; triangles do not cross, where balls let them', () => {
      const found = [true, false].map(hasTrees => {
        const { world, soft, solver } = engine(relaxation, hasTrees);
        const cubeX = 1.1;
        world.add({ shape: new BoxShape([0.15, 0.15, 0.15]), position: [cubeX, 0.15, 0] });
        // It stands on its edge, and is far thinner than its threads are long.
        const cloth = soft.addCloth({
          columns: 16,
          rows: 16,
          spacing: 0.1,
          thickness: 0.012,
          radius: 0.012,
          position: [0, 1, 0],
          rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2],
          velocity: [2, -3, 0.7],
        });
        const sums = { crossings: 0, contacts: 0, moved: 0, gap: Infinity };
        const { positions: p } = cloth.view;
        for (let n = 1; n <= 120; n++) {
          world.step(1 / 60);
          for (let k = 0; k < p.length; k += 3) {
            const beyond = [p[k] - cubeX, p[k + 1] - 0.15, p[k + 2]].map(d =>
              Math.max(0, Math.abs(d) - 0.15),
            );
            sums.gap = Math.min(sums.gap, Math.hypot(...beyond));
          }
          sums.contacts = Math.max(sums.contacts, soft.particleContacts.count);
          sums.moved += solver.counters.vertices;
          if (n % 30 === 0) sums.crossings += crossings(cloth);
        }
        expect(sums.moved).toBeGreaterThan(100);
        return sums;
      });
      // The cloth has touched the cube, which is where it was.
      expect(found[0].gap).toBeGreaterThan(0.005);
      expect(found[0].gap).toBeLessThan(0.02);
      expect(found[0].contacts).toBeGreaterThan(20);
      expect(found[0].crossings).toBe(0);
      expect(found[1].crossings, 'balls of that radius let triangles cross').toBeGreaterThan(20);
    });

    it('a cloth falls over a rope of fifty segments and rests on it', () => {
      const scene = engine(relaxation);
      const { world, soft, selfCollision } = scene;
      // A cube of vertices beside them, so that the solver has something to move.
      world.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [1.6, 0.4, 0] });
      const rope = soft.addRope({
        ...ropeLine(3, 50),
        position: [0, 1.6, 0],
        density: 1,
        radius: 0.04,
        thickness: 0.02,
        friction: 1,
        pins: [0, 50],
      });
      const cloth = addCloth(soft, 1.9);
      const { seconds, moved, contacts } = settle(scene, 1);
      expect(seconds).toBeLessThan(10);
      expect(moved).toBeGreaterThan(100);
      expect(contacts).toBeGreaterThan(20);
      const lowest = (body: SoftBody) =>
        body.view.positions.reduce((least, y, k) => (k % 3 === 1 ? Math.min(least, y) : least), Infinity);
      // The cloth hangs on the rope, which hangs on its pins.
      expect(lowest(rope)).toBeGreaterThan(0.8);
      expect(lowest(cloth)).toBeGreaterThan(0.3);
      for (const body of [rope, cloth])
        for (const x of body.view.positions) expect(Number.isFinite(x)).toBe(true);
      expect(crossings(cloth)).toBe(0);
      expect(selfCollision.counters(rope)!.trianglesTested).toBeGreaterThan(100);
      expect(strain(rope, 3 / 50, 51).mean).toBeLessThan(0.02);
      expect(strain(cloth, spacing, columns).mean).toBeLessThan(0.02);
    });
  });
