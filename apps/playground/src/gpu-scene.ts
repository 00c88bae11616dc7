/**
 * A scene of boxes and hulls whose steps the GPU takes as a whole: volumes, pairs, contacts and response.
 * Only poses come back. The world has the shapes, and its bodies get the poses of the GPU, to be drawn.
 *
 * The ground is a plane there, too; walls are boxes behind the half-spaces. Air, restitution and materials of
 * single bodies are left out.
 */
import { type BoxShape, GpuBodies, type HullShape, type World } from 'colide';
import { gpuOptions, type gpuSearches, type SceneChoice } from './choice.ts';
import { colliderNumbers } from './collider-numbers.ts';
import type { Scene } from './scene.ts';
import type { Tuning } from './tune.ts';

/** The thickness of walls in m, far more than the distance that a body moves in one step. */
const wallThickness = 4;

/** Position and rotation of a body, then its shapes. */
interface Part {
  readonly pose: readonly number[];
  readonly points: ArrayLike<number>;
  /** The body of the world that follows it, −1 for none. */
  readonly body: number;
}

/** Whether the GPU can move everything in a scene. */
export function isForGpu({ world, soft }: Scene): boolean {
  const { convexes, bodies, count } = world.colliders;
  for (let c = 0; c < count; c++)
    if (bodies[c] >= 0 && !convexes[c]?.vertex && !world.planes.includes(c)) return false;
  return !soft && !world.joints;
}

/** Takes the steps of a scene on a GPU. */
export class GpuScene {
  private readonly world: World;
  private readonly bodies: GpuBodies;
  private readonly parts: readonly Part[];
  private readonly words: string;

  /** @param friction Coulomb's μ between all bodies; the response of the source has none */
  constructor(
    device: GPUDevice,
    { world, container }: Scene,
    choice: Pick<SceneChoice, 'solver' | 'volume'>,
    search: keyof typeof gpuSearches,
    friction = 0.5,
  ) {
    this.world = world;
    const reach = Math.max(...container.map(Math.abs)) + wallThickness;
    const walls = world.planes.flatMap(id => wallOf(colliderNumbers(world.colliders, id), reach) ?? []);
    this.parts = [...walls, ...partsOf(world)];
    const shapes = [...new Set(this.parts.map(({ points }) => points))];
    const isSupport = choice.solver === 'support planes';
    const ground = groundOf(world);
    const { volume = 18, search: found } = gpuOptions({ ...choice, broadPhase: 'sort and sweep' }, search);
    const way = found === 'auto' || found === undefined ? 'grid' : found;
    this.bodies = new GpuBodies({
      device,
      shapes,
      shapeOf: this.parts.map(({ points }) => shapes.indexOf(points)),
      poses: this.parts.flatMap(({ pose }) => pose),
      volume,
      search: way,
      gravity: world.gravity,
      // Without a speed below which bodies count as resting, piles would creep; our form has one anyway.
      ...(isSupport ? { response: 'support', restSpeed: 0.02 } : { friction }),
      ...(ground > -Infinity && { ground }),
    });
    this.parts.forEach(({ body }, i) => {
      if (!(world.bodies.inverseMasses[body] > 0))
        this.bodies.hulls.setFilter(i, 0xffffffff, 0xffffffff, true);
    });
    const kind = typeof volume === 'number' ? `${volume}-DOPs` : `${volume}s`;
    this.words = `pairs of ${kind} by ${way}, contacts and response (${isSupport ? 'support planes' : 'averaged middle planes'}) on the GPU`;
  }

  /** Candidate pairs of the last step. */
  get pairCount(): number {
    return this.bodies.pairCount;
  }

  /** The work of the last step, in words. */
  get details(): string {
    const { pairCount, chunks } = this.bodies;
    return `${pairCount} ${this.words}${chunks > 0 ? `, ${chunks} chunks of candidates` : ''}`;
  }

  /** Takes a step and copies the poses of the GPU to the bodies of the world. */
  async step(seconds: number): Promise<void> {
    const poses = await this.bodies.step(seconds);
    const { world } = this;
    this.parts.forEach(({ body }, i) => {
      if (!(world.bodies.inverseMasses[body] > 0)) return;
      const [x, y, z, , ...rotation] = poses.subarray(8 * i, 8 * i + 8);
      world.setPose(body, [x, y, z], rotation);
    });
  }

  /** Gives every body a push upwards. */
  shake(): void {
    this.bodies.setVelocities(this.parts.flatMap((_, i) => [Math.sin(7 * i), 4 + Math.sin(3 * i), 0]));
  }

  /** Changes gravity, and friction if there is any. */
  tune({ gravity, friction }: Tuning): void {
    if (gravity !== undefined) this.bodies.gravity.set([0, -gravity, 0]);
    if (friction !== undefined && this.bodies.friction > 0) this.bodies.friction = friction;
  }

  /** Releases all buffers; the device stays. */
  dispose(): void {
    this.bodies.dispose();
  }
}

/** The height of the ground, −∞ for none. */
function groundOf({ colliders, planes }: World): number {
  const heights = planes.map(id => colliderNumbers(colliders, id)).filter(([, y]) => y === 1);
  return Math.max(-Infinity, ...heights.map(([, , , offset]) => offset));
}

/** The box behind a half-space; none for the ground. */
function wallOf([x, y, z, offset]: Float64Array, reach: number): Part | undefined {
  if (y === 1) return undefined;
  const middle = offset - wallThickness / 2;
  // The shorter rotation of the y axis to the normal.
  const turn = y === -1 ? [1, 0, 0, 0] : [z, 0, -x, 1 + y];
  const length = Math.hypot(...turn);
  const points = Array.from({ length: 24 }, (_, i) => {
    const side = (Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1;
    return side * (i % 3 === 1 ? wallThickness / 2 : reach);
  });
  return { pose: [middle * x, middle * y, middle * z, ...turn.map(k => k / length)], points, body: -1 };
}

/** The boxes and hulls of a world; bodies of one shape share its vertices. */
function partsOf(world: World): Part[] {
  const { convexes, bodies } = world.colliders;
  const known = new Map<unknown, number[]>();
  const [position, rotation] = [new Float64Array(3), new Float64Array(4)];
  return convexes.flatMap((posed, c) => {
    if (!posed || bodies[c] < 0) return [];
    const shape = posed.shape as BoxShape | HullShape;
    const points = known.get(shape) ?? verticesOf(shape);
    known.set(shape, points);
    world.getPose(position, rotation, bodies[c]);
    return { pose: [...position, ...rotation], points, body: bodies[c] };
  });
}

function verticesOf(shape: BoxShape | HullShape): number[] {
  const count = 'vertexCount' in shape ? shape.vertexCount : 8;
  const point = new Float64Array(3);
  return Array.from({ length: count }, (_, i) => [...shape.vertex(point, i)]).flat();
}
