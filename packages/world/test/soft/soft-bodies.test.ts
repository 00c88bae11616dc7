import { BoxShape, CylinderShape, HalfSpace, ropeLine, SphereShape, solidIcosphere } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { SoftBodies, World } from '@colide/world';
import { describe, expect, it } from 'vitest';
import { border, dt, extent, momentum, run } from '../support/soft-scenes.ts';

const ground = new HalfSpace();
const cube = new BoxShape([0.5, 0.5, 0.5]);
const ball = solidIcosphere(0.5, 1);
/** Barycentric coordinates of the middles of a triangle and its sides. */
const middles = [
  [1 / 3, 1 / 3],
  [0.5, 0.5],
  [0.5, 0],
  [0, 0.5],
] as const;

describe('cloth', () => {
  it('drapes a cube: stays on it, outside it and above the ground, and comes to rest', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    world.add({ shape: cube, position: [0, 0.5, 0], type: 'static' });
    const cloth = soft.addCloth({ columns: 20, rows: 20, spacing: 0.12, position: [0.05, 1.3, 0] });
    let deepest = Infinity;
    run(world, 12, () => {
      if (cloth.asleep) return;
      for (let i = 0; i < cloth.count; i++) {
        const [x, y, z] = soft.positions.subarray(3 * i, 3 * i + 3);
        deepest = Math.min(deepest, y, Math.max(Math.abs(x), Math.abs(y - 0.5), Math.abs(z)) - 0.5);
      }
    });
    // over an edge the distance is that of a round corner
    expect(deepest).toBeGreaterThan(0.6 * cloth.thickness);
    const [low, high] = extent(soft, cloth, 1);
    expect(high).toBeGreaterThan(1);
    expect(high).toBeLessThan(1.15);
    expect(low).toBeLessThan(0.5);
    expect(cloth.asleep).toBe(true);
    // the triangles do not cut the edges and corners of the cube either
    let cut = Infinity;
    for (let t = 0; t < 3 * cloth.triangleCount; t += 3)
      for (const [u, v] of middles) {
        const p = [0, 1, 2].map(k => {
          const [a, b, c] = [0, 1, 2].map(e => soft.positions[3 * cloth.triangles[t + e] + k]);
          return (1 - u - v) * a + u * b + v * c;
        });
        cut = Math.min(cut, Math.max(Math.abs(p[0]), Math.abs(p[1] - 0.5), Math.abs(p[2])) - 0.5);
      }
    expect(cut).toBeGreaterThan(0);
  });

  it('exchanges momentum with a ball exactly', () => {
    const soft = new SoftBodies({ damping: 0, sleeping: false });
    const world = new World({ gravity: [0, 0, 0], parts: [soft], sleeping: false });
    const shot = world.add({
      shape: new SphereShape(0.3),
      position: [0.1, 0.5, 0],
      velocity: [0.5, -6, 0],
      density: 50,
    });
    soft.addCloth({ columns: 14, rows: 14, spacing: 0.12, mass: 2 });
    const before = momentum(world, soft);
    run(world, 0.7);
    const after = momentum(world, soft);
    for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 9);
    expect(world.bodies.velocities[3 * shot + 1]).toBeGreaterThan(-5.2);
    expect(world.bodies.velocities[3 * shot + 1]).toBeLessThan(-2);
  });

  it('carries a heavy box and a ball that would fit between its particles', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const cloth = soft.addCloth({ columns: 16, rows: 16, spacing: 0.12, pins: border(16) });
    const box = world.add({ shape: new BoxShape([0.25, 0.2, 0.25]), position: [0.3, 0.5, 0], density: 150 });
    const small = world.add({ shape: new SphereShape(0.05), position: [-0.42, 0.4, -0.3], density: 500 });
    expect(1 / world.bodies.inverseMasses[box]).toBeGreaterThan(15 * cloth.mass);
    run(world, 4);
    const { positions } = world.bodies;
    expect(positions[3 * box + 1]).toBeGreaterThan(-0.6);
    expect(positions[3 * small + 1]).toBeGreaterThan(-0.8);
    const [low] = extent(soft, cloth, 1);
    expect(low).toBeLessThan(-0.05);
    expect(low).toBeGreaterThan(-0.9);
  });

  it('moves along with a kinematic body and is pushed by it', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const table = world.add({ shape: new BoxShape([1, 0.1, 1]), type: 'kinematic', friction: 1 });
    const cloth = soft.addCloth({ columns: 8, rows: 8, spacing: 0.1, position: [0, 0.13, 0], friction: 1 });
    run(world, 0.3);
    world.setVelocity(table, [0.5, 1, 0]);
    run(world, 2);
    const [left, right] = extent(soft, cloth, 0);
    expect((left + right) / 2).toBeCloseTo(1, 1);
    expect(extent(soft, cloth, 1)[0]).toBeGreaterThan(2.1);
    expect(extent(soft, cloth, 1)[0]).toBeLessThan(2.2);
    expect(cloth.asleep).toBe(false);
  });

  it.each([
    ['a half-space', 25],
    ['a thin plate', 25],
    ['a thin mesh', 25],
  ] as const)('does not pass through %s at %d m/s', (kind, speed) => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const side = [-3, 0, -3, 3, 0, -3, 3, 0, 3, -3, 0, 3];
    if (kind === 'a half-space') world.add({ shape: ground });
    else if (kind === 'a thin plate')
      world.add({ shape: new BoxShape([3, 0.02, 3]), position: [0, -0.02, 0], type: 'static' });
    else world.add({ shape: new MeshShape(new TriangleBvh(side, [0, 2, 1, 0, 3, 2])), type: 'static' });
    const cloth = soft.addCloth({
      columns: 8,
      rows: 8,
      spacing: 0.1,
      position: [0, 2, 0],
      rotation: [0.3, 0, 0.2, 0.9],
      velocity: [3, -speed, 0],
    });
    let low = Infinity;
    run(world, 1.5, () => {
      low = Math.min(low, extent(soft, cloth, 1)[0]);
    });
    expect(low).toBeGreaterThan(0.5 * cloth.thickness);
    expect(extent(soft, cloth, 1)[1]).toBeLessThan(0.5);
  });

  it('lies in a valley of a mesh', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    // y = |x| / 2
    const valley = [-3, 1.5, -3, 0, 0, -3, 3, 1.5, -3, -3, 1.5, 3, 0, 0, 3, 3, 1.5, 3];
    world.add({
      shape: new MeshShape(new TriangleBvh(valley, [0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2])),
      type: 'static',
    });
    const cloth = soft.addCloth({ columns: 12, rows: 12, spacing: 0.1, position: [0.3, 0.8, 0] });
    let deepest = Infinity;
    run(world, 3, () => {
      for (let i = 0; i < cloth.count; i++)
        deepest = Math.min(deepest, soft.positions[3 * i + 1] - Math.abs(soft.positions[3 * i]) / 2);
    });
    expect(deepest).toBeGreaterThan(0.5 * cloth.thickness);
    expect(extent(soft, cloth, 1)[0]).toBeLessThan(0.1);
  });

  it('tears where it is stretched too far', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const cloth = soft.addCloth({ columns: 10, rows: 10, spacing: 0.1, pins: border(10), tearFactor: 1.3 });
    const shot = world.add({
      shape: new SphereShape(0.2),
      position: [0, 0.5, 0],
      velocity: [0, -20, 0],
      density: 3000,
    });
    const whole = cloth.triangleCount;
    const before = world.snapshot();
    run(world, 0.5);
    expect(cloth.triangleCount).toBeLessThan(whole);
    expect(cloth.triangleCount).toBeGreaterThan(0);
    expect(world.bodies.positions[3 * shot + 1]).toBeLessThan(-2);
    const torn = cloth.triangleCount;
    world.restore(before);
    expect(cloth.triangleCount).toBe(whole);
    run(world, 0.5);
    expect(cloth.triangleCount).toBe(torn);
  });

  it('of any mesh holds together', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const balloon = soft.addCloth({
      positions: ball.positions,
      triangles: ball.indices,
      position: [0, 1, 0],
      bending: 0.2,
    });
    run(world, 2);
    const { triangles, first } = balloon;
    for (let t = 0; t < triangles.length; t += 3) {
      const [a, b] = [3 * (first + triangles[t]), 3 * (first + triangles[t + 1])];
      const [i, j] = [3 * triangles[t], 3 * triangles[t + 1]];
      const length = Math.hypot(...[0, 1, 2].map(k => soft.positions[a + k] - soft.positions[b + k]));
      const rest = Math.hypot(...[0, 1, 2].map(k => ball.positions[i + k] - ball.positions[j + k]));
      expect(Math.abs(length / rest - 1)).toBeLessThan(0.1);
    }
    expect(extent(soft, balloon, 1)[0]).toBeGreaterThan(0);
  });
});

describe('ropes', () => {
  it('pile up without passing through themselves', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const { positions } = ropeLine(2, 40);
    const rope = soft.addRope({
      positions,
      position: [0, 1.3, 0],
      rotation: [0.1, 0.05, 0.7, 0.7],
      radius: 0.03,
    });
    run(world, 8);
    expect(extent(soft, rope, 1)[0]).toBeGreaterThan(0.5 * rope.thickness);
    expect(extent(soft, rope, 1)[1]).toBeLessThan(0.8);
    const x = soft.positions;
    for (let i = 0; i < rope.count; i++)
      for (let j = i + 3; j < rope.count; j++) {
        const distance = Math.hypot(...[0, 1, 2].map(k => x[3 * i + k] - x[3 * j + k]));
        expect(distance).toBeGreaterThan(0.9 * 2 * rope.radius);
      }
    expect(rope.asleep).toBe(true);
  });

  it('hold a cloth that falls over them', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const rope = soft.addRope({
      ...ropeLine(2.4, 50),
      position: [0, 1.5, 0],
      density: 1,
      radius: 0.04,
      friction: 1,
      pins: [0, 50],
    });
    const cloth = soft.addCloth({
      columns: 16,
      rows: 16,
      spacing: 0.08,
      position: [0, 1.7, 0.01],
      friction: 1,
    });
    run(world, 4);
    expect(extent(soft, cloth, 1)[1]).toBeGreaterThan(extent(soft, rope, 1)[0]);
    expect(extent(soft, cloth, 1)[0]).toBeLessThan(1.3);
    expect(extent(soft, cloth, 1)[0]).toBeGreaterThan(0.5);
    // some of it on both sides
    expect(extent(soft, cloth, 2)[0]).toBeLessThan(-0.03);
    expect(extent(soft, cloth, 2)[1]).toBeGreaterThan(0.03);
  });

  it('carry a rigid body that is attached, until they let go', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const rope = soft.addRope({ positions: ropeLine(1, 10).positions, position: [0.5, 0, 0], pins: [0] });
    const box = world.add({ shape: new BoxShape([0.1, 0.1, 0.1]), position: [1.1, 0, 0], density: 1000 });
    soft.attach(rope, 10, world, box);
    expect(1 / world.bodies.inverseMasses[box]).toBeGreaterThan(30 * rope.mass);
    const { positions } = world.bodies;
    let farthest = 0;
    run(world, 3, () => {
      farthest = Math.max(
        farthest,
        Math.hypot(positions[3 * box], positions[3 * box + 1], positions[3 * box + 2]),
      );
    });
    expect(farthest).toBeLessThan(1.15);
    expect(positions[3 * box + 1]).toBeLessThan(-0.3);
    soft.detach(rope, 10);
    run(world, 1);
    expect(positions[3 * box + 1]).toBeLessThan(-4);
  });

  it('fall when the rigid body that held them is removed', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const hook = world.add({ shape: new BoxShape([0.1, 0.1, 0.1]), type: 'static' });
    const rope = soft.addRope({ positions: ropeLine(1, 10).positions, position: [0.5, -0.1, 0] });
    soft.attach(rope, 0, world, hook);
    soft.attach(rope, 1, world, hook);
    run(world, 1);
    expect(extent(soft, rope, 1)[1]).toBeGreaterThan(-0.15);
    world.remove(hook);
    run(world, 1);
    expect(extent(soft, rope, 1)[1]).toBeLessThan(-4);
  });

  it('follow the particle that is led', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    const rope = soft.addRope({ positions: ropeLine(1, 10).positions, pins: [0] });
    for (let n = 0; n < 120; n++) {
      soft.move(rope, 0, [-0.5 + n / 60, 0, 0]);
      world.step(dt);
    }
    expect(soft.positions[0]).toBeCloseTo(-0.5 + 119 / 60, 12);
    expect(extent(soft, rope, 0)[1]).toBeGreaterThan(0.9);
    expect(soft.isPinned(rope, 0)).toBe(true);
    soft.unpin(rope, 0);
    run(world, 1);
    expect(extent(soft, rope, 1)[1]).toBeLessThan(-3);
  });
});

describe('soft bodies', () => {
  it('bounce and come to rest in their shape', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const body = soft.addSoft({
      positions: ball.positions,
      triangles: ball.indices,
      position: [0, 2.5, 0],
      restitution: 0.5,
    });
    let apex = 0;
    let landed = false;
    run(world, 10, () => {
      const [low] = extent(soft, body, 1);
      if (low < 0.1) landed = true;
      else if (landed) apex = Math.max(apex, low);
    });
    expect(apex).toBeGreaterThan(0.3);
    expect(apex).toBeLessThan(1.6);
    expect(body.asleep).toBe(true);
    const [low, high] = extent(soft, body, 1);
    expect(high - low).toBeGreaterThan(0.9);
    expect(high - low).toBeLessThan(1.05);
  });

  it.each([
    ['rigid', { deformation: 'rigid' }],
    ['linear', { deformation: 'linear' }],
    ['quadratic', { deformation: 'quadratic' }],
    ['clustered', { clusters: [0, 1, 2, 3].map(q => halves(q)) }],
  ] as const)('of %s shapes rest on the ground and carry a box', (_name, kind) => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const body = soft.addSoft({
      positions: ball.positions,
      triangles: ball.indices,
      position: [0, 0.6, 0],
      ...kind,
    });
    run(world, 3);
    const [low, high] = extent(soft, body, 1);
    expect(low).toBeGreaterThan(0);
    expect(high - low).toBeGreaterThan(0.75);
    expect(high - low).toBeLessThan(1.05);
  });

  it('on a lattice stack and carry light and heavy boxes', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: ground });
    const lower = soft.addSoft({ size: [7, 3, 7], spacing: 0.2, position: [0, 0.4, 0], radius: 0.1 });
    const upper = soft.addSoft({ size: [5, 3, 5], spacing: 0.2, position: [0, 1.1, 0], radius: 0.1 });
    const light = world.add({
      shape: new BoxShape([0.15, 0.15, 0.15]),
      position: [0.2, 1.8, 0.2],
      density: 50,
    });
    const heavy = world.add({
      shape: new BoxShape([0.15, 0.15, 0.15]),
      position: [-0.2, 1.8, -0.2],
      density: 3000,
    });
    run(world, 4);
    expect(extent(soft, lower, 1)[0]).toBeGreaterThan(0);
    expect(extent(soft, upper, 1)[0]).toBeGreaterThan(extent(soft, lower, 1)[1] - 0.1);
    const top = extent(soft, upper, 1)[1];
    for (const box of [light, heavy]) {
      expect(world.bodies.positions[3 * box + 1]).toBeGreaterThan(0.9);
      expect(world.bodies.positions[3 * box + 1]).toBeLessThan(top + 0.25);
    }
    const v = world.bodies.velocities;
    for (const box of [light, heavy])
      expect(Math.hypot(v[3 * box], v[3 * box + 1], v[3 * box + 2])).toBeLessThan(0.1);
  });

  it('meet convex shapes of every kind', () => {
    const soft = new SoftBodies();
    const world = new World({ parts: [soft] });
    world.add({ shape: new CylinderShape(1, 0.2), type: 'static' });
    const body = soft.addSoft({ size: [3, 3, 3], spacing: 0.15, position: [0, 0.6, 0] });
    run(world, 2);
    expect(extent(soft, body, 1)[0]).toBeGreaterThan(0.2);
    expect(extent(soft, body, 1)[0]).toBeLessThan(0.26);
  });
});

/** Particles of the ball on one side of a plane through its middle, with some overlap. */
function halves(q: number): number[] {
  const axis = q & 1 ? 0 : 2;
  const sign = q & 2 ? 1 : -1;
  return Array.from({ length: ball.positions.length / 3 }, (_, i) => i).filter(
    i => sign * ball.positions[3 * i + axis] > -0.2,
  );
}
