/**
 * Random throws of one body at ground of triangles, each described by its seed: bumps, spikes, ridges,
 * valleys and steps of any size relative to the body; as a mesh, a height field, scaled, rotated, in a
 * compound or on a moving body. In its own frame all ground is a height field, so whether a point is below it
 * is a closed form.
 */
import type { ReadonlyVec3, Vec3 } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  EllipsoidShape,
  HeightField,
  HullShape,
  PointShape,
  Posed,
  SphereShape,
  solidTorus,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { HeightFieldMesh, MeshShape, TriangleBvh } from '@colide/spatial';
import { type BodySettings, shapeScale, World } from '@colide/world';

type Shape = BodySettings['shape'];

/** Samples along each side of the ground. */
const side = 41;
/** Shares of its size by which a body may be below the ground for a moment, and at the end. */
const deepest = 0.1;
const sunk = 0.02;

/** Shapes of about a size, their largest extent. */
export const thrownShapes: Record<string, (size: number, random: Random) => Shape> = {
  ball: s => new SphereShape(s / 2),
  box: s => new BoxShape([0.3 * s, 0.3 * s, 0.3 * s]),
  brick: s => new BoxShape([0.4 * s, 0.12 * s, 0.2 * s]),
  plate: s => new BoxShape([0.35 * s, 0.03 * s, 0.35 * s]),
  stick: s => new BoxShape([0.5 * s, 0.03 * s, 0.03 * s]),
  capsule: s => new CapsuleShape(0.2 * s, 0.3 * s),
  rod: s => new CapsuleShape(0.04 * s, 0.46 * s),
  cylinder: s => new CylinderShape(0.35 * s, 0.35 * s),
  coin: s => new CylinderShape(0.5 * s, 0.04 * s),
  pole: s => new CylinderShape(0.05 * s, 0.5 * s),
  cone: s => new ConeShape(0.4 * s, 0.5 * s),
  needle: s => new ConeShape(0.08 * s, 0.5 * s),
  egg: s => new EllipsoidShape([0.5 * s, 0.25 * s, 0.15 * s]),
  octahedron: s =>
    HullShape.fromPoints([s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s, 0, 0, 0, s, 0, 0, -s].map(x => x / 2)),
  tetrahedron: s => HullShape.fromPoints([1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1].map(x => 0.3 * s * x)),
  hull: (s, random) => HullShape.fromPoints(Array.from({ length: 36 }, () => random.uniform(-0.4, 0.4) * s)),
  splinter: (s, random) =>
    HullShape.fromPoints(
      Array.from({ length: 30 }, (_, i) => random.uniform(-1, 1) * s * (i % 3 === 0 ? 0.5 : 0.05)),
    ),
  dumbbell: s =>
    new Compound([
      { shape: new SphereShape(0.15 * s), position: [0, -0.35 * s, 0] },
      { shape: new SphereShape(0.15 * s), position: [0, 0.35 * s, 0] },
      { shape: new CapsuleShape(0.04 * s, 0.3 * s) },
    ]),
  hammer: s =>
    new Compound([
      { shape: new BoxShape([0.05 * s, 0.4 * s, 0.05 * s]), position: [0, -0.1 * s, 0] },
      { shape: new BoxShape([0.25 * s, 0.1 * s, 0.1 * s]), position: [0, 0.35 * s, 0] },
    ]),
  cross: s =>
    new Compound([
      { shape: new BoxShape([0.5 * s, 0.05 * s, 0.05 * s]) },
      { shape: new BoxShape([0.05 * s, 0.5 * s, 0.05 * s]) },
      { shape: new BoxShape([0.05 * s, 0.05 * s, 0.5 * s]) },
    ]),
  ring: s => {
    const { positions, indices } = solidTorus(0.38 * s, 0.12 * s, 12, 6);
    return new MeshShape(new TriangleBvh(positions, indices));
  },
};

/** Heights at the samples of a grid with cells of 1 m. */
export const grounds: Record<string, (random: Random) => (i: number, j: number) => number> = {
  flat: () => () => 0,
  bumps: random => () => random.uniform(0, 0.5),
  rough: random => () => random.uniform(0, 1.5),
  spikes: random => () => (random.next() < 0.2 ? random.uniform(1, 4) : 0),
  pits: random => () => (random.next() < 0.2 ? -random.uniform(1, 3) : 0),
  ridges: () => i => (i & 1) * 1.2,
  diagonals: () => (i, j) => ((i + j) & 1) * 0.9,
  valleys: () => i => 0.9 * Math.abs((((i % 4) + 4) % 4) - 2),
  hills: () => (i, j) => 1.5 * Math.sin(0.7 * i + 0.4 * j) * Math.cos(0.6 * j - 0.2 * i),
  steps: () => i => 0.8 * Math.floor(i / 3),
};

/** How the ground is made and moves. */
export const groundForms = ['mesh', 'field', 'scaled', 'turned', 'part', 'moving'] as const;

/** A body thrown at ground. */
export interface Throw {
  readonly world: World;
  readonly body: number;
  readonly size: number;
  readonly label: string;
  /** The height over the ground of the highest of the points of {@link pointsOf}; NaN beside the ground. */
  above(): number;
}

/** Choices that replace those of the seed. */
export interface ThrowChoices {
  readonly shape?: string;
  readonly ground?: string;
  readonly form?: (typeof groundForms)[number];
  readonly size?: number;
  readonly speed?: number;
  /** Width of the cells of the ground relative to the size of the body. */
  readonly ratio?: number;
}

/** The throw of a seed. */
export function createThrow(seed: number, choices: ThrowChoices = {}): Throw {
  const random = new Random(seed);
  const drawn = {
    shape: pick(random, Object.keys(thrownShapes)),
    ground: pick(random, Object.keys(grounds)),
    form: pick(random, groundForms),
    size: 0.01 * 200 ** random.next(),
    speed: pick(random, [5, 20, 50]),
    ratio: 0.1 * 200 ** random.next(),
  };
  const { shape: name, ground: kind, form, size, speed, ratio } = { ...drawn, ...choices };
  const field = createField(random, kind, size * ratio);
  const world = new World();
  const ground = addGround(world, random, form, field);
  const shape = thrownShapes[name](size, random);
  const { point, velocity } = aim(random, field, size);
  const [position, away] = toWorld(framesOf(world, ground), point, velocity);
  const spin = random.next() < 0.5 ? 0 : Math.min(30, speed / size);
  const body = world.add({
    shape,
    position,
    rotation: random.rotation([0, 0, 0, 1]),
    velocity: away.map((x, k) => speed * x + ground.velocity[k]),
    angularVelocity: [0, 1, 2].map(() => spin * random.uniform(-1, 1)),
    friction: pick(random, [0, 0.3, 0.6, 1]),
    restitution: pick(random, [0, 0, 0.5]),
  });
  const points = pointsOf(shape);
  const place = `${kind} (${form}) in cells of ${(size * ratio).toPrecision(3)} m`;
  return {
    world,
    body,
    size,
    label: `${seed}: ${name} of ${size.toPrecision(3)} m at ${speed} m/s on ${place}`,
    above() {
      const moved = frameOf(world, body);
      const frames = framesOf(world, ground);
      let highest = Number.NaN;
      for (const point of points) {
        const at = frames.reduce(toLocal, moved.toWorld([0, 0, 0], point));
        const height = at[1] - field.sample(at[0], at[2]);
        if (!(highest > height)) highest = height;
      }
      return highest;
    },
  };
}

/** Takes a throw for some seconds; whether the body went through the ground. */
export function goesThrough({ world, size, above }: Throw, seconds = 2): boolean {
  let height = 0;
  for (let n = 0; n < 60 * seconds; n++) {
    world.step(1 / 60);
    height = above();
    if (Number.isNaN(height)) return false;
    if (height < -deepest * size) return true;
  }
  return height < -sunk * size;
}

/** The ground: its body, the frame of the mesh in that, and its velocity. */
interface Ground {
  readonly body: number;
  readonly part: Posed;
  readonly velocity: readonly number[];
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)];
}

function createField(random: Random, kind: string, cellSize: number): HeightField {
  const height = grounds[kind](random);
  const heights = Array.from({ length: side * side }, (_, n) => {
    return cellSize * height(n % side, Math.floor(n / side));
  });
  return new HeightField({ heights, columns: side, rows: side, cellSize });
}

function addGround(world: World, random: Random, form: string, field: HeightField): Ground {
  const width = field.cellSize * (side - 1);
  const axis = [0, 1, 2].map(() => random.uniform(-1, 1));
  const rotation = [0.3 * axis[0], axis[1], 0.3 * axis[2], 1].map((x, _, q) => x / Math.hypot(...q));
  const isTurned = form === 'turned' || form === 'moving';
  const velocity = axis.map(x => (form === 'moving' ? 5 * x : 0));
  let part = new Posed(new PointShape());
  let shape: Shape = createMesh(form, field);
  if (form === 'part') {
    const position = [width, -width, 0.3 * width];
    part = new Posed(new PointShape(), position, rotation);
    const ball = new SphereShape(0.1);
    shape = new Compound([
      { shape: shape as ConvexShape, position, rotation },
      { shape: ball, position: [-width, -2 * width, 0] },
    ]);
  }
  const body = world.add({
    shape,
    type: form === 'moving' ? 'kinematic' : 'static',
    rotation: isTurned ? rotation : [0, 0, 0, 1],
    velocity,
    angularVelocity: velocity.map(x => -0.06 * x),
    friction: random.uniform(0, 1),
  });
  return { body, part, velocity };
}

function createMesh(form: string, field: HeightField): MeshShape {
  if (form === 'field') return new MeshShape(new HeightFieldMesh(field));
  const { positions, indices } = field.geometry();
  if (form !== 'scaled') return new MeshShape(new TriangleBvh(positions, indices));
  const factors = [1.7, 0.3, 0.6];
  const unscaled = Float64Array.from(positions, (x, k) => x / factors[k % 3]);
  return shapeScale(new MeshShape(new TriangleBvh(unscaled, indices)), factors) as MeshShape;
}

/**
 * The start of a body of `size`, above all of the ground, and the direction of its motion, in the frame of
 * the mesh.
 */
function aim(random: Random, field: HeightField, size: number) {
  const slant = pick(random, [0, 1, 3]);
  const velocity = [slant * random.uniform(-1, 1), -1, slant * random.uniform(-1, 1)];
  const point = [0, 1, 2].map(() => field.cellSize * (0.5 * (side - 1) + random.uniform(-3, 3)));
  point[1] = field.sample(point[0], point[2]);
  const back = field.maxHeight - point[1] + size * random.uniform(0.6, 2);
  for (let k = 0; k < 3; k++) point[k] -= back * velocity[k];
  return { point, velocity: velocity.map((x, _, d) => x / Math.hypot(...d)) };
}

function frameOf(world: World, body: number): Posed {
  const position = new Float64Array(3);
  const rotation = new Float64Array(4);
  world.getPose(position, rotation, body);
  return new Posed(new PointShape(), position, rotation);
}

/** The frames that lead from the world to the mesh. */
function framesOf(world: World, { body, part }: Ground): readonly Posed[] {
  return [frameOf(world, body), part];
}

/** A point and a direction of the mesh in the world. */
function toWorld(
  frames: readonly Posed[],
  point: readonly number[],
  direction: readonly number[],
): number[][] {
  const from = [...point];
  const to = point.map((x, k) => x + direction[k]);
  for (const frame of [...frames].reverse()) {
    frame.toWorld(from, from);
    frame.toWorld(to, to);
  }
  return [from, to.map((x, k) => x - from[k])];
}

function toLocal(point: Vec3, frame: Posed): Vec3 {
  for (let k = 0; k < 3; k++) point[k] -= frame.position[k];
  return frame.toLocalDirection(point, point);
}

/**
 * Points of a shape that cannot all be below the ground: the centres of its parts, or the vertices of a mesh.
 */
function pointsOf(shape: Shape): ReadonlyVec3[] {
  if ('children' in shape) return shape.children.map(child => child.centerOfMass([0, 0, 0]));
  if (!('mesh' in shape)) return [(shape as ConvexShape).centerOfMass([0, 0, 0])];
  const { positions } = shape.mesh;
  return Array.from({ length: positions.length / 3 }, (_, i) => [0, 1, 2].map(k => positions[3 * i + k]));
}
