/**
 * The scenes of S3, chapter 5, in a `World`: icosahedra, cylinders of 26 vertices and cubes, dropped into a
 * box that is open above, under the solvers that are compared.
 */
import {
  BoxShape,
  type Convex,
  createPenetrationResult,
  HalfSpace,
  HullShape,
  ProjectionSolver,
  Random,
  type RigidSolver,
  signedDistance,
  solidCylinder,
  solidIcosahedron,
  World,
  type WorldOptions,
} from 'colide';

/** Circumradius of the icosahedra, in m. */
export const icosahedronRadius = 0.4;
export const icosahedron = HullShape.fromPoints(solidIcosahedron(icosahedronRadius).positions);
export const cylinderRadius = 0.3;
export const cylinderHalfHeight = 0.45;
/** Twelve sides; the centres of the caps make it 26 vertices, see {@link cylinderFrame}. */
export const cylinder = HullShape.fromPoints(solidCylinder(cylinderRadius, cylinderHalfHeight, 12).positions);
export const cube = new BoxShape([0.3, 0.3, 0.3]);

/** Bodies in a box before the dynamic ones: the ground and four walls. */
export const firstBody = 5;
const wall = 0.5;
const wallHeight = 20;

/** The walls of a box that is `2 half` wide: centres and half extents. */
export function boxWalls(
  half: number,
): { center: [number, number, number]; half: [number, number, number] }[] {
  return [-1, 1].flatMap(side => [
    { center: [(half + wall) * side, wallHeight, 0], half: [wall, wallHeight, half + 2 * wall] },
    { center: [0, wallHeight, (half + wall) * side], half: [half + 2 * wall, wallHeight, wall] },
  ]);
}

/** A world with a ground and four walls. */
export function boxWorld(options: WorldOptions<World>, half: number): World {
  const world = new World(options);
  world.add({ shape: new HalfSpace() });
  for (const { center, half: extents } of boxWalls(half))
    world.add({ shape: new BoxShape(extents), type: 'static', position: center });
  return world;
}

/** A body to be dropped. */
export interface Drop {
  readonly position: [number, number, number];
  readonly rotation: [number, number, number, number];
}

/** Where `count` bodies start: in layers over a square of `2 half`, at random orientations. */
export function makeDrops(count: number, half: number, spacing = 1.1, seed = 31): Drop[] {
  const random = new Random(seed);
  const columns = Math.max(1, Math.floor((2 * half) / spacing));
  return Array.from({ length: count }, (_, i) => {
    const layer = Math.floor(i / (columns * columns));
    const along = (k: number) => (k - (columns - 1) / 2) * spacing + random.uniform(-0.05, 0.05);
    return {
      position: [along(i % columns), 0.7 + spacing * layer, along(Math.floor(i / columns) % columns)],
      rotation: random.rotation([0, 0, 0, 1]) as [number, number, number, number],
    };
  });
}

/** The particles in the middle of the caps and the 60 constraints of the source: rims, sides and spokes. */
export function cylinderFrame(): { more: number[]; pairs: number[] } {
  const { vertices } = cylinder;
  const count = vertices.length / 3;
  const edge = 2 * cylinderRadius * Math.sin(Math.PI / 12);
  const pairs: number[] = [];
  for (let i = 0; i < count; i++)
    for (let j = i + 1; j < count; j++) {
      const across = Math.hypot(vertices[3 * i] - vertices[3 * j], vertices[3 * i + 2] - vertices[3 * j + 2]);
      const isLevel = vertices[3 * i + 1] === vertices[3 * j + 1];
      if (across < 1e-9 || (isLevel && Math.abs(across - edge) < 1e-9)) pairs.push(i, j);
    }
  for (let i = 0; i < count; i++) pairs.push(i, vertices[3 * i + 1] > 0 ? count : count + 1);
  return { more: [0, cylinderHalfHeight, 0, 0, -cylinderHalfHeight, 0], pairs };
}

/** Projections with the cylinder's own constraints. */
export function projectionSolver(
  options: ConstructorParameters<typeof ProjectionSolver>[0],
): ProjectionSolver {
  const solver = new ProjectionSolver(options);
  const { more, pairs } = cylinderFrame();
  solver.setFrame(cylinder, more, pairs);
  return solver;
}

/** A contender: a name and its solver; `undefined` for impulses. */
export interface SolverChoice {
  readonly name: string;
  make(): RigidSolver | undefined;
}

const result = createPenetrationResult();

/** The deepest overlap of any two colliders, half-spaces included, by GJK and EPA on the true shapes. */
export function deepestOverlap(world: World): number {
  const { convexes, data, count } = world.colliders;
  let deepest = 0;
  for (let i = firstBody; i < count; i++) {
    const a: Convex = convexes[i]!;
    for (let j = 0; j < i; j++) {
      const b: Convex | undefined = convexes[j];
      if (b) deepest = Math.max(deepest, -signedDistance(result, a, b));
      else {
        const [x, y, z, offset] = data.subarray(15 * j, 15 * j + 4);
        const p = a.support([0, 0, 0], [-x, -y, -z]);
        deepest = Math.max(deepest, offset - x * p[0] - y * p[1] - z * p[2]);
      }
    }
  }
  return deepest;
}
