import { BoxShape, HalfSpace, SphereShape, solidBox } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { ProjectionSolver, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import {
  cube,
  cylinder,
  cylinderFrame,
  deepestOverlap,
  drift,
  dropBodies,
  firstBody,
  icosahedron,
  walledWorld,
} from '../support/vertex-scenes.ts';

/** Runs a world; returns the sums of the solver's counters and the largest error of a constraint. */
function run(world: World, solver: ProjectionSolver, steps: number) {
  const sum = { vertices: 0, edges: 0, faces: 0, relaxations: 0, error: 0 };
  for (let n = 0; n < steps; n++) {
    world.step(1 / 60);
    for (const key of ['vertices', 'edges', 'faces', 'relaxations'] as const)
      sum[key] += solver.counters[key];
    sum.error = Math.max(sum.error, solver.constraintError);
  }
  return sum;
}

for (const relaxation of ['ordered', 'plain'] as const)
  describe(`bodies of particles at their vertices, ${relaxation} relaxation`, () => {
    it('come to rest as icosahedra in a box', () => {
      const solver = new ProjectionSolver({ relaxation });
      const world = walledWorld(solver);
      dropBodies(world, [icosahedron], 8);
      const { error } = run(world, solver, 360);
      expect(drift(world, 30)).toBeLessThan(0.01);
      expect(deepestOverlap(world)).toBeLessThan(0.005);
      expect(error).toBeLessThan(0.02);
    });

    it('come to rest as mixed shapes, and vertices, edges and faces collide', () => {
      const solver = new ProjectionSolver({ relaxation });
      const world = walledWorld(solver);
      dropBodies(world, [icosahedron, cylinder, cube], 9);
      const { vertices, edges, faces, relaxations, error } = run(world, solver, 360);
      expect(drift(world, 30)).toBeLessThan(0.01);
      expect(deepestOverlap(world)).toBeLessThan(0.005);
      expect(error).toBeLessThan(0.02);
      expect(Math.min(vertices, edges, faces)).toBeGreaterThan(100);
      expect(relaxations).toBeGreaterThan(1000);
    });

    it('come to rest as stacked cubes of different sizes', () => {
      const solver = new ProjectionSolver({ relaxation });
      const world = walledWorld(solver);
      let height = 0;
      const centers: number[] = [];
      for (const half of [0.5, 0.4, 0.3, 0.2, 0.35]) {
        centers.push(height + half);
        world.add({ shape: new BoxShape([half, half, half]), position: [0, height + half, 0] });
        height += 2 * half;
      }
      run(world, solver, 360);
      expect(world.sleeperCount).toBe(5);
      expect(deepestOverlap(world)).toBeLessThan(0.003);
      for (const [i, center] of centers.entries()) {
        const [x, y, z] = world.bodies.positions.slice(3 * (firstBody + i));
        expect(Math.abs(y - center)).toBeLessThan(0.01);
        expect(Math.hypot(x, z)).toBeLessThan(0.02);
      }
    });
  });

describe('a projection solver', () => {
  it('holds cylinders of 26 particles by the 60 constraints of the source', () => {
    const solver = new ProjectionSolver();
    const { more, pairs } = cylinderFrame();
    expect(pairs.length).toBe(120);
    expect(cylinder.vertices.length / 3 + more.length / 3).toBe(26);
    solver.setFrame(cylinder, more, pairs);
    const world = walledWorld(solver);
    dropBodies(world, [cylinder], 6);
    const { error, edges } = run(world, solver, 360);
    expect(edges).toBeGreaterThan(0);
    expect(drift(world, 30)).toBeLessThan(0.01);
    expect(deepestOverlap(world)).toBeLessThan(0.005);
    expect(error).toBeLessThan(0.02);
    // Of a cylinder that spins freely, all distances grow a little, and each is relaxed once.
    const once = new ProjectionSolver({ relaxation: 'plain', tolerance: 0, relaxations: 1, substeps: 1 });
    once.setFrame(cylinder, more, pairs);
    const free = new World({ solver: once, gravity: [0, 0, 0] });
    free.add({ shape: cylinder, angularVelocity: [1, 2, 3] });
    expect(run(free, once, 1).relaxations).toBe(60);
  });

  it('keeps momentum where a vertex meets a face, and free flight to the order of the substep', () => {
    const solver = new ProjectionSolver();
    const world = new World({ solver, gravity: [0, 0, 0] });
    // A cube on its corner flies into the face of one that is eight times as heavy.
    const light = world.add({
      shape: new BoxShape([0.25, 0.25, 0.25]),
      rotation: [0, Math.sin(0.4777), 0.6 * Math.sin(0.4777), Math.cos(0.5)],
      velocity: [3, 0, 0],
      angularVelocity: [0, 0, 1],
    });
    const heavy = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: [1.2, 0.1, 0.05] });
    const momentum = (k: number) =>
      [light, heavy].reduce(
        (sum, i) => sum + world.bodies.velocities[3 * i + k] / world.bodies.inverseMasses[i],
        0,
      );
    const before = [0, 1, 2].map(momentum);
    const { faces } = run(world, solver, 30);
    expect(faces).toBeGreaterThan(0);
    for (let k = 0; k < 3; k++) expect(Math.abs(momentum(k) - before[k])).toBeLessThan(1e-9 * before[0]);
    expect(world.bodies.velocities[3 * heavy]).toBeGreaterThan(0.2);
    const free = new World({ solver: new ProjectionSolver() });
    const body = free.add({ shape: icosahedron, velocity: [1, 5, 0], angularVelocity: [0, 3, 0] });
    for (let n = 0; n < 60; n++) free.step(1 / 60);
    expect(free.bodies.positions[3 * body]).toBeCloseTo(1, 9);
    expect(Math.abs(free.bodies.positions[3 * body + 1] - (5 - 9.81 / 2))).toBeLessThan(9.81 / 600);
    expect(Math.abs(free.bodies.angularVelocities[3 * body + 1] - 3)).toBeLessThan(0.06);
  });

  it('moves the elements of both bodies that touch, whichever comes first', () => {
    const [s, c] = [Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
    const tilt = 0.5 * Math.atan(Math.SQRT1_2);
    const [y, w] = [Math.sin(tilt), Math.cos(tilt)];
    // Cubes that meet along x by a face, an edge along z, one along y, and a corner.
    const flat = { shape: cube, reach: 0.3 };
    const bladeZ = { shape: cube, rotation: [0, 0, s, c], reach: 0.3 * Math.SQRT2 };
    const bladeY = { shape: cube, rotation: [0, s, 0, c], reach: 0.3 * Math.SQRT2 };
    const tip = { shape: cube, rotation: [y * s, y * c, w * s, w * c], reach: 0.3 * Math.sqrt(3) };
    const cases = [
      ['faces', 'vertices', flat, tip],
      ['faces', 'edges', flat, bladeY],
      ['edges', 'edges', bladeZ, bladeY],
    ] as const;
    for (const [onLeft, onRight, { reach, ...one }, { reach: otherReach, ...other }] of cases) {
      const speeds = [true, false].map(isLeftFirst => {
        const solver = new ProjectionSolver({ substeps: 1, rounds: 1 });
        const world = new World({ solver, gravity: [0, 0, 0] });
        const left = { ...one, velocity: [1, 0, 0] };
        const right = { ...other, position: [reach + otherReach + 0.01, 0.02, 0.05], velocity: [-1, 0, 0] };
        const ids = (isLeftFirst ? [left, right] : [right, left]).map(body => world.add(body));
        const { vertices, edges, faces } = run(world, solver, 1);
        const expected = { vertices: 0, edges: 0, faces: 0 };
        expected[onLeft]++;
        expected[onRight]++;
        expect({ vertices, edges, faces }, `${onLeft} against ${onRight}`).toEqual(expected);
        const [first, second] = ids.map(id => world.bodies.velocities[3 * id]);
        return isLeftFirst ? [first, second] : [second, first];
      });
      // They came at 2 m/s.
      expect(speeds[0][1] - speeds[0][0]).toBeGreaterThan(-1.95);
      for (const k of [0, 1]) expect(Math.abs(speeds[0][k] - speeds[1][k])).toBeLessThan(1e-9);
    }
  });

  it('follows the order it is told', () => {
    const ends = (['ordered', 'plain'] as const).map(relaxation => {
      const solver = new ProjectionSolver({ relaxation });
      const world = walledWorld(solver);
      dropBodies(world, [icosahedron], 4);
      const { relaxations } = run(world, solver, 60);
      return [relaxations, ...world.bodies.positions];
    });
    expect(ends[0][0]).not.toBe(ends[1][0]);
    expect(ends[0]).not.toEqual(ends[1]);
  });

  it('carries bodies by friction on what moves', () => {
    const solver = new ProjectionSolver();
    const world = new World({ solver });
    world.add({ shape: new BoxShape([2, 0.5, 2]), type: 'kinematic', velocity: [0.5, 0, 0] });
    const rider = world.add({ shape: cube, position: [0, 0.8, 0] });
    for (let n = 0; n < 120; n++) world.step(1 / 60);
    expect(world.bodies.velocities[3 * rider]).toBeCloseTo(0.5, 1);
    expect(world.bodies.positions[3 * rider]).toBeGreaterThan(0.9);
  });

  it('goes on from a snapshot with the same bits', () => {
    const make = () => {
      const world = walledWorld(new ProjectionSolver());
      dropBodies(world, [cube, icosahedron], 6);
      return world;
    };
    const world = make();
    for (let n = 0; n < 60; n++) world.step(1 / 60);
    const snapshot = world.snapshot();
    for (let n = 0; n < 30; n++) world.step(1 / 60);
    const twin = make();
    twin.restore(snapshot);
    for (let n = 0; n < 30; n++) twin.step(1 / 60);
    expect(twin.bodies.positions).toEqual(world.bodies.positions);
    expect(twin.bodies.rotations).toEqual(world.bodies.rotations);
  });

  it('refuses what it cannot do, with nothing changed', () => {
    expect(() => new ProjectionSolver({ relaxation: 'random' as 'plain' })).toThrow(/relaxation/);
    expect(() => new ProjectionSolver({ substeps: 0 })).toThrow(/substeps/);
    expect(() => new ProjectionSolver({ rounds: 0.5 })).toThrow(/rounds/);
    expect(() => new ProjectionSolver({ tolerance: -1 })).toThrow(/tolerance/);
    expect(() => new ProjectionSolver().setFrame(new SphereShape(1), [], [])).toThrow(/shape/);
    expect(() => new ProjectionSolver().setFrame(cube, [], [0, 9])).toThrow();
    const solver = new ProjectionSolver();
    const world = new World({ solver });
    expect(() => new World({ solver })).toThrow(/one world/);
    world.add({ shape: new HalfSpace() });
    const ball = world.add({ shape: new SphereShape(0.5), position: [0, 2, 0] });
    expect(() => world.step(1 / 60)).toThrow(/body 1 must be a box or a hull/);
    expect(world.bodies.positions[3 * ball + 1]).toBe(2);
    const { positions, indices } = solidBox([2, 0.1, 2]);
    const onMesh = new World({ solver: new ProjectionSolver() });
    onMesh.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static' });
    onMesh.add({ shape: cube, position: [0, 0.4, 0] });
    expect(() => onMesh.step(1 / 60)).toThrow(/mesh/);
    const joints = new RigidJoints();
    const jointed = new World({ solver: new ProjectionSolver(), joints });
    const [a, b] = [0, 2].map(x => jointed.add({ shape: cube, position: [x, 0, 0] }));
    joints.addBall(jointed.bodies, a, b, [1, 0, 0]);
    expect(() => jointed.step(1 / 60)).toThrow(/joints/);
  });
});
