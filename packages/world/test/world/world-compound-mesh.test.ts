/** Meshes as children of compounds: contacts, queries, mass, saved games. */
import { IdList } from '@colide/core';
import { BoxShape, Compound, HalfSpace, MeshSurface, Posed, SphereShape, solidTorus } from '@colide/geometry';
import { Random } from '@colide/math';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { createWorldHit, World, WorldQueries, worldLoad, worldSave } from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;

function torus(): MeshShape {
  const { positions, indices } = solidTorus(0.6, 0.25, 16, 8);
  return new MeshShape(new TriangleBvh(positions, indices));
}

/** A square of side `size` in the plane y = 0, of two triangles. */
function plate(size: number): MeshShape {
  const h = size / 2;
  return new MeshShape(new TriangleBvh([-h, 0, -h, h, 0, -h, -h, 0, h, h, 0, h], [0, 2, 1, 1, 2, 3]));
}

const children = () => [
  { shape: torus(), position: [1, 0.5, 0], rotation: [0.5, 0.5, 0.5, 0.5] },
  { shape: new BoxShape([0.5, 0.25, 0.5]), position: [-1, 0, 0] },
  { shape: torus(), position: [0, -0.5, 1.5], rotation: [0, 0, 0.6, 0.8] },
];

/** One static compound, and the same shapes as static bodies. */
function twins(): [World, World] {
  const whole = new World();
  whole.add({ shape: new Compound(children()), type: 'static', position: [0.2, 1, 0.3] });
  const parts = new World();
  for (const { shape, position, rotation } of children())
    parts.add({
      shape,
      type: 'static',
      position: [position[0] + 0.2, position[1] + 1, position[2] + 0.3],
      ...(rotation && { rotation }),
    });
  return [whole, parts];
}

describe('meshes in compounds', () => {
  it('answer rays, casts, overlaps and distances as bodies of their own do', () => {
    const [whole, parts] = twins().map(world => new WorldQueries(world));
    const random = new Random(7);
    const at = () => [random.uniform(-3, 3), random.uniform(-1, 3), random.uniform(-3, 3)];
    const hits = [createWorldHit(), createWorldHit()];
    const lists = [new IdList(), new IdList()];
    let found = 0;
    for (let n = 0; n < 500; n++) {
      const origin = at();
      const target = at();
      const direction = target.map((x, k) => x - origin[k]);
      const t = whole.raycast(hits[0], origin, direction);
      expect(t).toBeCloseTo(parts.raycast(hits[1], origin, direction), 9);
      if (t < Infinity) {
        found++;
        expect(hits[0].child).toBe(hits[1].body);
        expect(hits[0].triangle).toBe(hits[1].triangle);
        for (let k = 0; k < 3; k++) expect(hits[0].normal[k]).toBeCloseTo(hits[1].normal[k], 9);
      }
      const ball = new Posed(new SphereShape(0.2), origin);
      whole.shapecast(hits[0], ball, direction);
      parts.shapecast(hits[1], ball, direction);
      expect(hits[0].t).toBeCloseTo(hits[1].t, 6);
      expect(whole.closest(hits[0], ball, 2)).toBeCloseTo(parts.closest(hits[1], ball, 2), 9);
      for (const list of lists) list.clear();
      const count = parts.overlap(lists[1], ball);
      expect(whole.overlap(lists[0], ball)).toBe(Math.min(1, count));
    }
    expect(found).toBeGreaterThan(100);
    expect(found).toBeLessThan(400);
  });

  it('carry bodies as bodies of their own do', () => {
    const rests = twins().map(world => {
      world.add({ shape: new HalfSpace([0, 1, 0], -3) });
      const ids: number[] = [];
      for (let i = 0; i < 12; i++) {
        const shape = i % 2 ? new SphereShape(0.2) : new BoxShape([0.2, 0.2, 0.2]);
        ids.push(world.add({ shape, position: [(i % 4) - 1.6, 3 + i / 4, (i % 3) - 0.4] }));
      }
      for (let n = 0; n < 40; n++) world.step(dt);
      return ids.map(id => [...world.bodies.positions.slice(3 * id, 3 * id + 3)]);
    });
    for (const [i, position] of rests[0].entries())
      for (let k = 0; k < 3; k++) expect(position[k]).toBeCloseTo(rests[1][i][k], 2);
  });

  it('have the mass of the solids inside', () => {
    const compound = new Compound(children());
    const { positions, indices } = solidTorus(0.6, 0.25, 16, 8);
    const { volume } = new MeshSurface(
      Array.from(indices).flatMap(i => [...positions.slice(3 * i, 3 * i + 3)]),
    ).solid;
    expect(compound.volume).toBeCloseTo(2 * volume + 0.5, 12);
    const center = compound.centerOfMass([0, 0, 0]);
    expect(center[0]).toBeCloseTo((volume - 0.5) / (2 * volume + 0.5), 6);
    expect(center[2]).toBeCloseTo((1.5 * volume) / (2 * volume + 0.5), 6);
  });

  it('move: they fall on the ground, on meshes and on boxes, and come to rest', () => {
    for (const ground of [new HalfSpace(), plate(20), new BoxShape([10, 1, 10])]) {
      const world = new World();
      const position = ground.kind === 'box' ? [0, -1, 0] : [0, 0, 0];
      world.add({
        shape: ground,
        type: 'static',
        ...(ground.kind !== 'halfSpace' && { position }),
      });
      const feet = [-1, 1].map(x => ({ shape: torus(), position: [x, 0, 0] }));
      const top = { shape: new BoxShape([1.5, 0.1, 0.3]), position: [0, 0.35, 0] };
      const table = world.add({ shape: new Compound([...feet, top]), position: [0, 0.5, 0] });
      const box = world.add({ shape: new BoxShape([0.2, 0.2, 0.2]), position: [0, 1.1, 0] });
      for (let n = 0; n < 300; n++) world.step(dt);
      const height = (body: number) => {
        const out = [0, 0, 0];
        world.getPose(out as unknown as Float64Array, [0, 0, 0, 1] as unknown as Float64Array, body);
        return out[1];
      };
      expect(height(table)).toBeGreaterThan(0.23);
      expect(height(table)).toBeLessThan(0.26);
      expect(height(box)).toBeCloseTo(height(table) + 0.65, 2);
      const speeds = world.bodies.velocities.slice(3 * table, 3 * box + 3).map(Math.abs);
      expect(Math.max(...speeds)).toBeLessThan(0.01);
    }
  });

  it('keep momentum when two of them collide in space', () => {
    const world = new World({ gravity: [0, 0, 0] });
    const shape = new Compound([
      { shape: torus() },
      { shape: new BoxShape([0.2, 0.2, 0.2]), position: [1, 0, 0] },
    ]);
    const a = world.add({ shape, position: [-2, 0, 0], velocity: [3, 0, 0], angularVelocity: [1, 2, 0] });
    const b = world.add({ shape, position: [2, 0.2, 0.1], velocity: [-1, 0, 0] });
    let touched = false;
    for (let n = 0; n < 120; n++) {
      world.step(dt);
      touched ||= world.contacts.count > 0;
    }
    expect(touched).toBe(true);
    const { velocities } = world.bodies;
    expect(velocities[3 * a] + velocities[3 * b]).toBeCloseTo(2, 9);
    expect(velocities[3 * a + 1] + velocities[3 * b + 1]).toBeCloseTo(0, 9);
    expect(Math.abs(velocities[3 * a] - 3)).toBeGreaterThan(0.1);
  });

  it('are saved and continue with the same bits', () => {
    const world = new World();
    world.add({ shape: new HalfSpace() });
    world.add({ shape: new Compound(children()), position: [0, 2.5, 0], rotation: [0.1, 0.2, 0, 1] });
    for (let n = 0; n < 45; n++) world.step(dt);
    const copy = worldLoad(worldSave(world));
    for (let n = 0; n < 60; n++) {
      world.step(dt);
      copy.step(dt);
    }
    expect(copy.contacts.count).toBeGreaterThan(0);
    expect(copy.bodies.positions).toEqual(world.bodies.positions);
    expect(copy.bodies.rotations).toEqual(world.bodies.rotations);
  });

  it('that are open are refused in bodies that move, unless mass and inertia are given', () => {
    const shape = new Compound([{ shape: plate(1) }, { shape: new BoxShape([1, 1, 1]) }]);
    const world = new World();
    expect(() => world.add({ shape })).toThrow("type must not be 'dynamic' for a mesh that is open");
    expect(world.count).toBe(0);
    world.add({ shape, mass: 1, inertia: [1, 1, 1], centerOfMass: [0, 0, 0] });
    world.add({ shape, type: 'kinematic' });
  });
});
