/** How materials are combined, in documents and in worlds: a box slides as far as the rule says. */
import { BoxShape } from '@colide/geometry';
import { type GltfJson, gltfPhysicsAdd, gltfPhysicsRead, gltfPhysicsWrite } from '@colide/three';
import { World } from 'colide';
import { describe, expect, it } from 'vitest';

const dt = 1 / 120;
const frictions = { average: 0.5, minimum: 0.2, maximum: 0.8, multiply: 0.16 };
type Rule = keyof typeof frictions;
const rules = Object.keys(frictions) as Rule[];

/** A box on a floor, with materials that name these rules. */
function slide(...named: { frictionCombine?: string; restitutionCombine?: string }[]): GltfJson {
  const part = (shape: number, physicsMaterial: number, more = {}) => ({
    extensions: {
      KHR_physics_rigid_bodies: { collider: { geometry: { shape }, physicsMaterial }, ...more },
    },
  });
  const physicsMaterials = [0.2, 0.8].map((dynamicFriction, i) => ({ dynamicFriction, ...named[i] }));
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0, 1] }],
    nodes: [
      { translation: [0, -0.5, 0], ...part(0, 0) },
      { translation: [0, 0.2, 0], ...part(1, 1, { motion: { linearVelocity: [3, 0, 0] } }) },
    ],
    extensions: {
      KHR_implicit_shapes: {
        shapes: [
          { type: 'box', box: { size: [40, 1, 40] } },
          { type: 'box', box: { size: [2, 0.4, 2] } },
        ],
      },
      KHR_physics_rigid_bodies: { physicsMaterials },
    },
  } as GltfJson;
}

/** How far the box slides. */
function distanceOf(world: World, body: number): number {
  for (let n = 0; n < 480; n++) world.step(dt);
  return world.bodies.positions[3 * body];
}

describe('Rules for materials in glTF', () => {
  it.each(rules)('%s is an option for the world, and lets a box slide as far', rule => {
    const physics = gltfPhysicsRead(slide({ frictionCombine: rule }, { frictionCombine: rule }));
    expect(physics.rules).toEqual({ frictionRule: rule });
    const world = new World(physics.rules);
    const { bodies } = gltfPhysicsAdd(world, physics);
    const closed = 9 / (2 * frictions[rule] * 9.81);
    expect(Math.abs(distanceOf(world, bodies[1]) / closed - 1)).toBeLessThan(0.02);
  });

  it('are left out where there is none, or more than one', () => {
    expect(gltfPhysicsRead({ nodes: [] }).rules).toEqual({});
    expect(gltfPhysicsRead(slide()).rules).toEqual({});
    expect(gltfPhysicsRead(slide({ frictionCombine: 'minimum' })).rules).toEqual({});
    const mixed = slide(
      { frictionCombine: 'minimum', restitutionCombine: 'multiply' },
      { frictionCombine: 'maximum', restitutionCombine: 'multiply' },
    );
    expect(gltfPhysicsRead(mixed).rules).toEqual({ restitutionRule: 'multiply' });
  });

  it.each(rules)('%s is written and read back', rule => {
    const world = new World({ frictionRule: rule, restitutionRule: rule });
    world.add({ shape: new BoxShape([1, 1, 1]) });
    const json = JSON.parse(JSON.stringify(gltfPhysicsWrite(world)));
    expect(gltfPhysicsRead(json).rules).toEqual({ frictionRule: rule, restitutionRule: rule });
  });

  it('of a world with no rules of its own are written as far as glTF has them', () => {
    const world = new World();
    world.add({ shape: new BoxShape([1, 1, 1]) });
    expect(gltfPhysicsRead(gltfPhysicsWrite(world)).rules).toEqual({ restitutionRule: 'maximum' });
  });
});
