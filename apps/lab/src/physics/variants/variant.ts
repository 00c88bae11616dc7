/**
 * Random variants of the physics scenes: other sizes, masses, steps, orders of insertion, kinds of ground and
 * places. A figure that holds for one scene alone is no figure.
 */
import { Random } from '@colide/math';
import { formatFigure, isWithin, type Limit } from '../../harness/figures.ts';
import type { PhysicsEngine, Rotation, Scene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { gridMesh, halfSpace } from '../grounds.ts';

/** One variant of a scene. */
export interface Variant {
  /** What was drawn, for the list of failures. */
  readonly label: string;
  /** Runs the scene; throws what the engine lacks. */
  measure(engine: PhysicsEngine): number;
}

/** A scene with everything in it drawn at random, and what its figure must be all the same. */
export interface VariantRow {
  readonly name: string;
  /** What the number is, with its unit. */
  readonly quantity: string;
  readonly mustBe: Limit;
  draw(random: Random): Variant;
}

/** The variants with `count` seeds from `seed` on that are not within the limit, a line for each. */
export function failuresOf(row: VariantRow, engine: PhysicsEngine, seed: number, count: number): string[] {
  const failures: string[] = [];
  for (let s = seed; s < seed + count; s++) {
    const { label, measure } = row.draw(new Random(s));
    let text = '';
    try {
      const value = measure(engine);
      if (!isWithin(value, row.mustBe)) text = formatFigure(value);
    } catch (error) {
      text = String(error);
    }
    if (text !== '') failures.push(`${s}: ${text}, ${label}`);
  }
  return failures;
}

/** One of a list. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[random.integer(list.length)];
}

/** A number between two others, whose logarithm is uniform. */
export function logUniform(random: Random, from: number, to: number): number {
  return from * (to / from) ** random.next();
}

/** Three digits. */
export function brief(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Steps of one length, or of changing lengths that are the same in every run. */
export interface Steps {
  readonly label: string;
  /** A function that gives the length of each step of a run. */
  start(): () => number;
}

/** Steps of 1/60 s, 1/30 s or 1/120 s, or of random lengths from 1/30 s to 1/144 s. */
export function drawSteps(random: Random): Steps {
  const rate = pick(random, [60, 60, 60, 30, 120, 0]);
  const seed = random.uint32();
  if (rate > 0) return { label: `1/${rate} s`, start: () => () => 1 / rate };
  return {
    label: 'random steps',
    start() {
      const lengths = new Random(seed);
      return () => 1 / lengths.uniform(30, 144);
    },
  };
}

/** Gravity, in m/s² along y. */
export interface Gravity {
  readonly label: string;
  readonly value: number;
}

/** Mostly that of the earth, or of the moon, or two and a half times as strong. */
export function drawGravity(random: Random): Gravity {
  const value = pick(random, [9.81, 9.81, 1.62, 25]);
  return { label: `gravity ${value}`, value: -value };
}

/** Kinds of level ground with its surface at y = 0. */
export const groundKinds = [
  'half-space',
  'box',
  'mesh',
  'static tiles',
  'compound tiles',
  'heavy plank',
] as const;
export type GroundKind = (typeof groundKinds)[number];

/** Ground from −`half` to `half`, in cells of about the given width where it has cells. */
export function layGround(kind: GroundKind, half: number, cell: number): SceneBody[] {
  const count = Math.max(2, Math.min(40, Math.round((2 * half) / cell)));
  const width = (2 * half) / count;
  const depth = Math.min(1, half);
  switch (kind) {
    case 'half-space':
      return [halfSpace];
    case 'box':
      return [slab([half, depth, half])];
    case 'mesh':
      return [{ shape: gridMesh([-half, -half], [count, count], width, () => 0), isStatic: true }];
    case 'static tiles':
      return tiles(count, width, depth).map(({ shape, position }) => ({ shape, position, isStatic: true }));
    case 'compound tiles':
      return [{ shape: { kind: 'compound', parts: tiles(count, width, depth) }, isStatic: true }];
    case 'heavy plank':
      return [
        { ...slab([1.2 * half, depth, 1.2 * half]), position: [0, -3 * depth, 0] },
        { ...slab([half, depth, half]), isStatic: false },
      ];
  }
}

function slab(half: Triple): SceneBody {
  return { shape: { kind: 'box', half }, isStatic: true, position: [0, -half[1], 0] };
}

function tiles(count: number, width: number, depth: number) {
  const shape = { kind: 'box', half: [width / 2, depth, width / 2] } as const;
  return Array.from({ length: count * count }, (_, t) => {
    const [i, j] = [t % count, Math.floor(t / count)];
    const position: Triple = [(i + 0.5 - count / 2) * width, -depth, (j + 0.5 - count / 2) * width];
    return { shape, position };
  });
}

/** A rotation about y and a translation along the ground. */
export interface Place {
  readonly label: string;
  readonly angle: number;
  readonly offset: Triple;
}

/** As often as not where and as it was built. */
export function drawPlace(random: Random): Place {
  const angle = random.next() < 0.5 ? 0 : random.uniform(-Math.PI, Math.PI);
  const far = pick(random, [0, 0, 100, 1000]);
  const offset: Triple = [far * random.uniform(-1, 1), 0, far * random.uniform(-1, 1)];
  return { label: `turned by ${brief(angle)}, ${brief(Math.hypot(...offset))} m away`, angle, offset };
}

function turn([x, y, z]: Triple, angle: number): Triple {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [cos * x + sin * z, y, cos * z - sin * x];
}

function turnRotation([x, y, z, w]: Rotation, angle: number): Rotation {
  const [cos, sin] = [Math.cos(angle / 2), Math.sin(angle / 2)];
  return [cos * x + sin * z, cos * y + sin * w, cos * z - sin * x, cos * w - sin * y];
}

/** A body as it is after the scene was put somewhere. */
function placeBody(body: SceneBody, { angle, offset }: Place): SceneBody {
  if (body.shape.kind === 'half-space') return body;
  const { position = [0, 0, 0], rotation = [0, 0, 0, 1], velocity, angularVelocity } = body;
  const [x, y, z] = turn(position, angle);
  return {
    ...body,
    position: [x + offset[0], y + offset[1], z + offset[2]],
    rotation: turnRotation(rotation, angle),
    ...(velocity && { velocity: turn(velocity, angle) }),
    ...(angularVelocity && { angularVelocity: turn(angularVelocity, angle) }),
  };
}

/** The scene somewhere else. Cloths and joints are not moved. */
export function placeScene(scene: Scene, place: Place): Scene {
  return { ...scene, bodies: scene.bodies.map(body => placeBody(body, place)) };
}

/** Bodies on ground that is drawn as well, with what was drawn. */
export function drawOnGround(
  random: Random,
  bodies: readonly SceneBody[],
  size: number,
  settings: Partial<Scene> = {},
) {
  const kind = pick(random, groundKinds);
  const place = drawPlace(random);
  const steps = drawSteps(random);
  const ground = layGround(kind, 4 * size, size * logUniform(random, 0.3, 3));
  const scene = placeScene({ bodies: [...ground, ...bodies], ...settings }, place);
  return { scene, steps, first: ground.length, label: `on ${kind}, ${steps.label}, ${place.label}` };
}

/** Points of an upright prism with so many sides. */
export function prism(sides: number, radius: number, halfHeight: number): SceneShape {
  const points: number[] = [];
  for (let i = 0; i < sides; i++) {
    const angle = ((2 * i + 1) * Math.PI) / sides;
    for (const y of [-halfHeight, halfHeight])
      points.push(radius * Math.cos(angle), y, radius * Math.sin(angle));
  }
  return { kind: 'hull', points };
}
