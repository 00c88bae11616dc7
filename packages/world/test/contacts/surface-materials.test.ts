import { BoxShape, Compound, HalfSpace, HeightField, SphereShape } from '@colide/geometry';
import { HeightFieldMesh, MeshShape, type MeshShapeOptions, TriangleBvh } from '@colide/spatial';
import {
  type CombineRule,
  ContactRules,
  decodeShape,
  encodeShape,
  World,
  worldLoad,
  worldSave,
} from '@colide/world';
import { describe, expect, it } from 'vitest';

const dt = 1 / 60;
const g = 9.81;
const ice = { friction: 0 };
const rough = { friction: 0.9 };

/** A strip along x of `length` cells of 1 m, 4 m wide; rough from x = `border` on, ice before. */
function strip(length: number, border: number, isField = false): MeshShape {
  const heights = new Float64Array((length + 1) * 5);
  const field = new HeightField({ heights, columns: length + 1, rows: 5, cellSize: 1 });
  const triangleMaterials = Array.from({ length: field.triangleCount }, (_, t) => {
    const corners = new Float64Array(9);
    field.triangle(corners, t);
    return (corners[0] + corners[3] + corners[6]) / 3 < border ? 0 : 1;
  });
  const options: MeshShapeOptions = { materials: [ice, rough], triangleMaterials };
  const { positions, indices } = field.geometry();
  return new MeshShape(isField ? new HeightFieldMesh(field) : new TriangleBvh(positions, indices), options);
}

/** Slides a box of 1 m over a strip from x = 2 at 8 m/s; returns the speeds and where it stops. */
function slide(world: World, box: number): { speeds: number[]; stop: number } {
  const speeds: number[] = [];
  for (let n = 0; n < 240; n++) {
    world.step(dt);
    speeds.push(world.bodies.velocities[3 * box]);
  }
  return { speeds, stop: world.bodies.positions[3 * box] };
}

const block = new BoxShape([0.5, 0.25, 0.5]);

describe('materials of triangles', () => {
  for (const isField of [false, true])
    it(`a block slides on ice and stops on rough triangles (${isField ? 'height field' : 'BVH'})`, () => {
      const world = new World();
      world.add({ shape: strip(40, 10, isField), type: 'static' });
      const box = world.add({ shape: block, position: [2, 0.25, 2], velocity: [8, 0, 0], friction: 0.9 });
      const { speeds, stop } = slide(world, box);
      // Until the front reaches the border at 10 m, 7.5 m or 56 steps away, nothing slows it down.
      expect(Math.min(...speeds.slice(0, 55))).toBeGreaterThan(7.99);
      // Friction grows as the block crosses the border over its length of 1 m: half of it, then all of it.
      const crossing = 0.5 * 0.9 * g;
      const expected = 10.5 + (64 - 2 * crossing) / (2 * 0.9 * g);
      expect(stop).toBeGreaterThan(expected - 0.3);
      expect(stop).toBeLessThan(expected + 0.3);
      expect(speeds.at(-1)).toBeCloseTo(0, 6);
    });

  it('a mesh of one material is as a body of that material, to the bit', () => {
    const stops = [true, false].map(isOwn => {
      const mesh = strip(40, isOwn ? 0 : 100);
      const plain = new MeshShape(mesh.mesh);
      const world = new World();
      world.add({ shape: isOwn ? mesh : plain, type: 'static', friction: isOwn ? 0.1 : 0.9 });
      const box = world.add({ shape: block, position: [2, 0.25, 2], velocity: [8, 0, 0], friction: 0.9 });
      return slide(world, box).stop;
    });
    expect(stops[0]).toBe(stops[1]);
    expect(stops[0]).toBeLessThan(7);
  });

  it('what a material leaves out is that of the body, which may change', () => {
    const { positions, indices } = new HeightField({
      heights: new Float64Array(4),
      columns: 2,
      rows: 2,
      cellSize: 40,
    }).geometry();
    const bouncy = { restitution: 0.5 };
    const shape = new MeshShape(new TriangleBvh(positions, indices), {
      materials: [bouncy],
      triangleMaterials: [0, 0],
    });
    const world = new World();
    const floor = world.add({ shape, type: 'static', friction: 0 });
    const box = world.add({ shape: block, position: [20, 0.25, 20], friction: 1 });
    world.step(dt);
    expect(world.contacts.count).toBeGreaterThanOrEqual(4);
    expect(world.contacts.frictions[0]).toBe(0);
    expect(world.contacts.restitutions[0]).toBe(0.5);
    world.setMaterial(floor, { friction: 0.25, restitution: 0.9 });
    world.wake(box);
    world.step(dt);
    expect(world.contacts.frictions[0]).toBe(0.5);
    expect(world.contacts.restitutions[0]).toBe(0.5);
  });

  it('are told apart by rules of contacts, which may change them', () => {
    const seen = new Set<number>();
    const rules = new ContactRules({
      modify: contact => {
        seen.add(contact.friction);
        if (contact.friction > 0) contact.friction = 0.5;
      },
    });
    const world = new World({ solver: rules });
    world.add({ shape: strip(4, 2), type: 'static' });
    world.add({ shape: block, position: [2, 0.25, 2], friction: 0.9 });
    world.step(dt);
    expect([...seen].sort()).toEqual([0, 0.9]);
    expect([...new Set(world.contacts.frictions.slice(0, world.contacts.count))].sort()).toEqual([0, 0.5]);
  });

  it('meshes that move have them too: on half-spaces, meshes and boxes', () => {
    const solid = new BoxShape([0.5, 0.5, 0.5]);
    const sides = [-1, 1];
    const positions = sides.flatMap(x => sides.flatMap(y => sides.flatMap(z => [x / 2, y / 2, z / 2])));
    const faces = [0, 1, 3, 2, 4, 6, 7, 5, 0, 4, 5, 1, 2, 3, 7, 6, 0, 2, 6, 4, 1, 5, 7, 3];
    const indices: number[] = [];
    for (let f = 0; f < 24; f += 4)
      indices.push(faces[f], faces[f + 1], faces[f + 2], faces[f], faces[f + 2], faces[f + 3]);
    const shape = new MeshShape(new TriangleBvh(positions, indices), {
      materials: [{ friction: 0.04 }],
      triangleMaterials: new Uint8Array(12),
    });
    for (const ground of [solid, new HalfSpace([0, 1, 0], 0), strip(2, 10)]) {
      const position = ground === solid ? [0, -0.5, 0] : [-1, 0, -2];
      const world = new World();
      world.add({
        shape: ground,
        type: 'static',
        friction: 0.25,
        ...(ground.kind === 'halfSpace' ? {} : { position }),
      });
      world.add({ shape, position: [0, 0.5, 0], friction: 1 });
      world.step(dt);
      expect(world.contacts.count).toBeGreaterThanOrEqual(3);
      // √(0.04 · 0.25); the strip is ice there.
      expect(world.contacts.frictions[0]).toBeCloseTo(ground.kind === 'mesh' ? 0 : 0.1, 12);
    }
  });

  it('bad materials are refused with their names', () => {
    const { mesh } = strip(2, 1);
    const make = (options: unknown) => () => new MeshShape(mesh, options as MeshShapeOptions);
    expect(make({ materials: [{ friction: -1 }], triangleMaterials: new Uint8Array(16) })).toThrow(
      'materials[0].friction',
    );
    expect(make({ materials: [ice, { restitution: 2 }], triangleMaterials: new Uint8Array(16) })).toThrow(
      'materials[1].restitution',
    );
    expect(make({ materials: [ice], triangleMaterials: new Uint8Array(15) })).toThrow('triangleMaterials');
    expect(make({ materials: [ice], triangleMaterials: new Uint8Array(16).fill(1) })).toThrow(
      'triangleMaterials[0]',
    );
    expect(make({ materials: [ice] })).toThrow('triangleMaterials');
    expect(make({ triangleMaterials: [0] })).toThrow('triangleMaterials[0]');
    const child = { shape: block, material: { friction: Number.NaN } };
    expect(() => new Compound([child])).toThrow('children[0].material.friction');
  });
});

describe('materials of children', () => {
  /** A runner on two feet, one of ice and one of rubber, which stands on one of them. */
  function standing(foot: number): { world: World; body: number } {
    const feet = [-1, 1].map((y, i) => ({
      shape: new BoxShape([1, 0.25, 1]),
      position: [0, y, 0],
      material: i === 0 ? { friction: 0 } : { friction: 1, restitution: 0.8 },
    }));
    const world = new World();
    world.add({ shape: new BoxShape([50, 1, 50]), type: 'static', position: [0, -1, 0], friction: 0.25 });
    const body = world.add({
      shape: new Compound([...feet, { shape: new BoxShape([0.5, 1, 0.5]) }]),
      position: [0, 1.25, 0],
      rotation: foot === 0 ? [0, 0, 0, 1] : [1, 0, 0, 0],
      friction: 0.5,
      velocity: [2, 0, 0],
    });
    return { world, body };
  }

  it('count by the child that touches', () => {
    const onIce = standing(0);
    const onRubber = standing(1);
    for (let n = 0; n < 60; n++) {
      onIce.world.step(dt);
      onRubber.world.step(dt);
    }
    expect(onIce.world.contacts.restitutions[0]).toBe(0);
    expect(onIce.world.bodies.velocities[0 + 3 * onIce.body]).toBeGreaterThan(1.999);
    expect(onIce.world.bodies.positions[3 * onIce.body]).toBeCloseTo(2, 2);
    // √(1 · 0.25) g: it stops after v² / (2 μ g).
    expect(onRubber.world.contacts.frictions[0]).toBe(0.5);
    expect(onRubber.world.contacts.restitutions[0]).toBe(0.8);
    expect(onRubber.world.bodies.positions[3 * onRubber.body]).toBeCloseTo(4 / (2 * 0.5 * g), 1);
  });

  it('are saved, loaded, sent and combined by the rules of the world', () => {
    const rules: [CombineRule, CombineRule, number, number][] = [
      ['average', 'minimum', 0.625, 0],
      ['minimum', 'average', 0.25, 0.4],
      ['maximum', 'multiply', 1, 0],
      ['multiply', 'geometricMean', 0.25, 0],
      ['geometricMean', 'maximum', 0.5, 0.8],
    ];
    for (const [frictionRule, restitutionRule, friction, restitution] of rules) {
      const first = standing(1).world;
      const options = { frictionRule, restitutionRule };
      const world = new World(options);
      for (const id of first.ids())
        world.add({ ...first.table.builds[id]!, friction: 0.25, ...poseOf(first, id) });
      world.step(dt);
      expect(world.contacts.frictions[0]).toBeCloseTo(friction, 15);
      expect(world.contacts.restitutions[0]).toBeCloseTo(restitution, 15);
      const copy = worldLoad(worldSave(world));
      for (let n = 0; n < 30; n++) {
        world.step(dt);
        copy.step(dt);
      }
      expect(copy.contacts.frictions[0]).toBeCloseTo(friction, 15);
      expect(copy.bodies.positions).toEqual(world.bodies.positions);
    }
    expect(() => new World({ frictionRule: 'mean' as CombineRule })).toThrow('frictionRule');
    expect(() => new World({ restitutionRule: 3 as unknown as CombineRule })).toThrow('restitutionRule');
  });

  it('of meshes are saved, also in a compound', () => {
    const world = new World();
    const shape = new Compound([{ shape: strip(40, 10), position: [0, 1, 0] }]);
    world.add({ shape, type: 'static', position: [0, -1, 0] });
    const box = world.add({ shape: block, position: [2, 0.25, 2], velocity: [8, 0, 0], friction: 0.9 });
    const copy = worldLoad(worldSave(world));
    const { stop } = slide(world, box);
    expect(slide(copy, box).stop).toBe(stop);
    expect(stop).toBeGreaterThan(13);
    expect(stop).toBeLessThan(14);
  });

  it('of meshes are described with the mesh', () => {
    for (const isField of [false, true]) {
      const shape = decodeShape(encodeShape(strip(4, 2, isField))) as MeshShape;
      expect(shape.materials).toEqual([ice, rough]);
      expect([...shape.triangleMaterials]).toEqual([...strip(4, 2).triangleMaterials]);
    }
    const ball = { shape: new SphereShape(1), material: { restitution: 0.5 } };
    const compound = decodeShape(encodeShape(new Compound([ball, { shape: block }]))) as Compound;
    expect(compound.materials).toEqual([{ restitution: 0.5 }, undefined]);
  });
});

function poseOf(world: World, id: number): { position: Float64Array; rotation: Float64Array } {
  const position = new Float64Array(3);
  const rotation = new Float64Array(4);
  world.getPose(position, rotation, id);
  return { position, rotation };
}
