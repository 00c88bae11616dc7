/** Scenes of bodies with vertices, for solvers whose particles are at the vertices of shapes. */
import type { Convex } from '@colide/core';
import { BoxShape, HalfSpace, HullShape, solidCylinder, solidIcosahedron } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance } from '@colide/narrowphase';
import type { RigidSolver } from '@colide/solvers';
import { World } from '@colide/world';

export const icosahedron = HullShape.fromPoints(solidIcosahedron(0.4).positions);
/** Half of the 26-vertex cylinder's vertices are on each cap; see `cylinderFrame` for those in the middle. */
export const cylinder = HullShape.fromPoints(solidCylinder(0.3, 0.45, 12).positions);
export const cube = new BoxShape([0.3, 0.3, 0.3]);

/** First dynamic body: the ground and four walls come before. */
export const firstBody = 5;

/** A world between walls 2.4 m apart. */
export function walledWorld(solver: RigidSolver, half = 1.2): World {
  const world = new World({ solver });
  world.add({ shape: new HalfSpace() });
  for (const side of [-1, 1]) {
    world.add({ shape: new BoxShape([0.5, 10, 4]), type: 'static', position: [(half + 0.5) * side, 10, 0] });
    world.add({ shape: new BoxShape([4, 10, 0.5]), type: 'static', position: [0, 10, (half + 0.5) * side] });
  }
  return world;
}

/** Drops `count` bodies, cycling through the shapes, in layers of four. */
export function dropBodies(
  world: World,
  shapes: readonly (BoxShape | HullShape)[],
  count: number,
  seed = 31,
): void {
  const random = new Random(seed);
  for (let i = 0; i < count; i++)
    world.add({
      shape: shapes[i % shapes.length],
      position: [
        1.1 * (i % 2) - 0.55 + random.uniform(-0.05, 0.05),
        0.6 + Math.floor(i / 4),
        1.1 * (Math.floor(i / 2) % 2) - 0.55 + random.uniform(-0.05, 0.05),
      ],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
}

const result = createPenetrationResult();

/** The deepest overlap of any two colliders, half-spaces included, by GJK and EPA on the true shapes. */
export function deepestOverlap(world: World): number {
  const { convexes, data, count } = world.colliders;
  let deepest = 0;
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) {
      const a: Convex | undefined = convexes[i];
      const b: Convex | undefined = convexes[j];
      if (a && b && i < j && Math.max(i, j) >= firstBody)
        deepest = Math.max(deepest, -signedDistance(result, a, b));
      if (a && !b) {
        const [x, y, z, offset] = data.subarray(15 * j, 15 * j + 4);
        const [px, py, pz] = a.support([0, 0, 0], [-x, -y, -z]);
        deepest = Math.max(deepest, offset - x * px - y * py - z * pz);
      }
    }
  return deepest;
}

/** The farthest that a body comes in `steps` steps. */
export function drift(world: World, steps: number): number {
  const before = world.bodies.positions.slice();
  for (let n = 0; n < steps; n++) world.step(1 / 60);
  const { positions } = world.bodies;
  let farthest = 0;
  for (let body = firstBody; body < world.count; body++)
    farthest = Math.max(
      farthest,
      Math.hypot(...[0, 1, 2].map(k => positions[3 * body + k] - before[3 * body + k])),
    );
  return farthest;
}

/**
 * The centres of the caps, and the source's 60 constraints of a 26-vertex cylinder: rims, sides and spokes.
 */
export function cylinderFrame(): { more: number[]; pairs: number[] } {
  const { vertices } = cylinder;
  const count = vertices.length / 3;
  const height = vertices.reduce((most, _, k) => Math.max(most, k % 3 === 1 ? vertices[k] : 0), 0);
  const at = (i: number) => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]] as const;
  const pairs: number[] = [];
  const side = 2 * 0.3 * Math.sin(Math.PI / 12);
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const [a, b] = [at(i), at(j)];
      const across = Math.hypot(a[0] - b[0], a[2] - b[2]);
      const isRim = a[1] === b[1] && Math.abs(across - side) < 1e-9;
      if (isRim || across < 1e-9) pairs.push(i, j);
    }
  for (let i = 0; i < count; i++) pairs.push(i, at(i)[1] > 0 ? count : count + 1);
  return { more: [0, height, 0, 0, -height, 0], pairs };
}
