/** Bodies thrown at land, boxes that settle on it, and fast bodies that meet thin obstacles. */
import type { Random } from '@colide/math';
import type { Rotation, Scene, SceneBody, SceneShape, Triple } from '../engine.ts';
import { gridMesh } from '../grounds.ts';
import { dt, movers, simulate } from '../measures.ts';
import { brief, drawSteps, logUniform, pick, prism, type Variant, type VariantRow } from './variant.ts';

/** Land in square cells, and the height of its triangles. */
interface Land {
  readonly label: string;
  readonly body: SceneBody;
  height(x: number, z: number): number;
}

/** Waves in three directions, of about the given slope, in cells of a size, `half` to each side. */
function drawLand(random: Random, half: number, cell: number, steepness: number): Land {
  const waves = Array.from({ length: 3 }, () => {
    const angle = random.uniform(0, 2 * Math.PI);
    const k = 1 / (cell * random.uniform(0.7, 3));
    const phase = random.uniform(0, 6);
    return { x: k * Math.cos(angle), z: k * Math.sin(angle), phase, height: steepness / (2 * k) };
  });
  const count = 2 * Math.max(4, Math.min(60, Math.round(half / cell)));
  const width = (2 * half) / count;
  const sample = (i: number, j: number) => {
    const [x, z] = [i * width - half, j * width - half];
    return waves.reduce((sum, wave) => sum + wave.height * Math.sin(wave.x * x + wave.z * z + wave.phase), 0);
  };
  const heights = (x: number, z: number) =>
    sample(Math.round((x + half) / width), Math.round((z + half) / width));
  return {
    label: `land of slope ${brief(steepness)} in cells of ${brief(width)} m`,
    body: { shape: gridMesh([-half, -half], [count, count], width, heights), isStatic: true },
    height(x, z) {
      const [u, v] = [(x + half) / width, (z + half) / width];
      const [i, j] = [Math.floor(u), Math.floor(v)];
      const [s, t] = [u - i, v - j];
      const [across, along] = [sample(i + 1, j), sample(i, j + 1)];
      if (s + t < 1) {
        const corner = sample(i, j);
        return corner + s * (across - corner) + t * (along - corner);
      }
      const corner = sample(i + 1, j + 1);
      return corner + (1 - s) * (along - corner) + (1 - t) * (across - corner);
    },
  };
}

/** Shapes that fit in a ball of radius 0.6 s. */
const thrown: Record<string, (s: number) => SceneShape> = {
  box: s => ({ kind: 'box', half: [0.3 * s, 0.2 * s, 0.25 * s] }),
  plate: s => ({ kind: 'box', half: [0.4 * s, 0.02 * s, 0.4 * s] }),
  stick: s => ({ kind: 'box', half: [0.5 * s, 0.03 * s, 0.03 * s] }),
  octahedron: s => ({
    kind: 'hull',
    points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1].map(x => 0.4 * s * x),
  }),
  tetrahedron: s => ({
    kind: 'hull',
    points: [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1].map(x => 0.3 * s * x),
  }),
  prism: s => prism(7, 0.4 * s, 0.1 * s),
  capsule: s => ({ kind: 'capsule', radius: 0.15 * s, halfHeight: 0.25 * s }),
  rod: s => ({ kind: 'capsule', radius: 0.03 * s, halfHeight: 0.5 * s }),
  cylinder: s => ({ kind: 'cylinder', radius: 0.3 * s, halfHeight: 0.2 * s }),
  coin: s => ({ kind: 'cylinder', radius: 0.4 * s, halfHeight: 0.03 * s }),
  ball: s => ({ kind: 'ball', radius: 0.25 * s }),
  hammer: s => ({
    kind: 'compound',
    parts: [
      { shape: { kind: 'box', half: [0.3 * s, 0.08 * s, 0.08 * s] }, position: [0, 0, 0] },
      { shape: { kind: 'box', half: [0.08 * s, 0.2 * s, 0.08 * s] }, position: [0.22 * s, 0.28 * s, 0] },
    ],
  }),
  dumbbell: s => ({
    kind: 'compound',
    parts: [-0.35, 0.35].map(x => ({
      shape: { kind: 'ball', radius: 0.2 * s },
      position: [x * s, 0, 0],
    })),
  }),
};

function anyRotation(random: Random): Rotation {
  return random.rotation([0, 0, 0, 1]) as Rotation;
}

/** How many of twelve bodies have been below the land. */
function drawThrow(random: Random): Variant {
  const size = logUniform(random, 0.1, 3);
  const speed = pick(random, [5, 20, 50]);
  const name = pick(random, [...Object.keys(thrown), 'all']);
  const land = drawLand(random, 12 * size, size * logUniform(random, 0.3, 4), random.uniform(0.2, 1.2));
  const steps = drawSteps(random);
  const spin = Math.min(30, speed / size) * pick(random, [0, 0.3, 1]);
  const names = Object.keys(thrown);
  const bodies = Array.from({ length: 12 }, (_, i): SceneBody => {
    const [x, z] = [(3 * (i % 4) - 4.5) * size, (3 * Math.floor(i / 4) - 3) * size];
    return {
      shape: thrown[name === 'all' ? names[i] : name](size),
      position: [x, land.height(x, z) + random.uniform(1.5, 4) * size, z],
      rotation: anyRotation(random),
      velocity: [random.uniform(-0.3, 0.3) * speed, -0.95 * speed, random.uniform(-0.3, 0.3) * speed],
      angularVelocity: [0, 1, 2].map(() => random.uniform(-1, 1) * spin) as unknown as Triple,
      isFast: true,
    };
  });
  const scene: Scene = { bodies: [land.body, ...bodies], restitution: pick(random, [0, 0, 0.5]) };
  return {
    label: `${name} of ${brief(size)} m at ${speed} m/s, ${brief(spin)} rad/s, on ${land.label}, ${steps.label}`,
    measure(engine) {
      const through = new Set<number>();
      simulate(
        engine,
        scene,
        2,
        run => {
          for (const body of movers(scene)) {
            const [x, y, z] = run.read(body).position;
            if (Math.max(Math.abs(x), Math.abs(z)) > 11 * size) continue;
            if (!(y >= land.height(x, z) - 0.3 * size)) through.add(body);
          }
        },
        steps.start(),
      );
      return through.size;
    },
  };
}

/** How many of a hundred boxes on land are awake after a while. */
function drawField(random: Random): Variant {
  const size = logUniform(random, 0.2, 2);
  const land = drawLand(random, 14 * size, size * random.uniform(1, 3), random.uniform(0.2, 0.45));
  const half: Triple = [0.5, 0.5, 0.5].map(h => h * size * random.uniform(0.5, 1)) as unknown as Triple;
  const steps = drawSteps(random);
  const boxes = Array.from({ length: 100 }, (_, i): SceneBody => {
    const [x, z] = [(2 * (i % 10) - 9) * size, (2 * Math.floor(i / 10) - 9) * size];
    return {
      shape: { kind: 'box', half },
      position: [x, land.height(x, z) + 1.7 * size, z],
      ...(i % 2 === 0 && { rotation: anyRotation(random) }),
    };
  });
  const scene: Scene = { bodies: [land.body, ...boxes], friction: random.uniform(0.5, 0.8) };
  return {
    label: `boxes of ${half.map(h => brief(2 * h)).join(' × ')} m on ${land.label}, ${steps.label}`,
    measure(engine) {
      const isAwake = ({ isAsleep }: { isAsleep: boolean }, i: number) => i > 0 && !isAsleep;
      const seconds = 15 * Math.max(1, Math.sqrt(size));
      return simulate(engine, scene, seconds, undefined, steps.start()).filter(isAwake).length;
    },
  };
}

/** Speed that a body has kept, 1 if it has missed; bodies that hit keep less than 0.95. */
function drawGraze(random: Random): Variant {
  const kind = pick(random, ['edge', 'end', 'post'] as const);
  const size = logUniform(random, 0.1, 5);
  const speed = logUniform(random, 20, 300) * Math.max(1, size);
  const steps = drawSteps(random);
  const away = size * random.uniform(1.5, 6);
  const thin = size * random.uniform(0.01, 0.05);
  const share = random.uniform(0.05, 0.15);
  if (kind === 'post') return drawPost(random, size, thin);
  const wall: Triple = kind === 'edge' ? [thin, size, 2 * size] : [thin, 2 * size, size];
  // The ball overlaps the wall by a quarter of its radius, the rod by a share of its half length.
  const [shape, position, centre]: [SceneShape, Triple, Triple] =
    kind === 'edge'
      ? [{ kind: 'ball', radius: 0.2 * size }, [0, 0.1 * size, 0], [away, -size, 0]]
      : [{ kind: 'box', half: [0.03 * size, 0.03 * size, size] }, [0, 0, 0], [away, 0, (2 - share) * size]];
  const scene: Scene = {
    bodies: [
      { shape: { kind: 'box', half: wall }, isStatic: true, position: centre },
      { shape, position, velocity: [speed, 0, 0], isFast: true },
    ],
    gravity: 0,
    friction: 0,
  };
  return {
    label: `${kind}, ${brief(size)} m at ${brief(speed)} m/s, ${steps.label}`,
    measure: engine =>
      simulate(engine, scene, (1.3 * away) / speed + 3 * dt, undefined, steps.start())[1].velocity[0] / speed,
  };
}

function drawPost(random: Random, size: number, thin: number): Variant {
  const spin = logUniform(random, 8, 45);
  const angle = random.uniform(0.5, 2.8);
  const reach = random.uniform(0.6, 0.95) * size;
  const steps = drawSteps(random);
  const scene: Scene = {
    bodies: [
      {
        shape: { kind: 'box', half: [thin, size, thin] },
        isStatic: true,
        position: [reach * Math.cos(angle), 0, -reach * Math.sin(angle)],
      },
      {
        shape: { kind: 'box', half: [size, 0.03 * size, 0.03 * size] },
        angularVelocity: [0, spin, 0],
        isFast: true,
      },
    ],
    gravity: 0,
    friction: 0,
  };
  return {
    label: `rod of ${brief(2 * size)} m at ${brief(spin)} rad/s, post at ${brief(angle)} rad, ${brief(reach / size)} of the arm, ${steps.label}`,
    measure: engine =>
      simulate(engine, scene, angle / spin + 3 * dt, undefined, steps.start())[1].angularVelocity[1] / spin,
  };
}

/** Land and thin obstacles. */
export const fallingRows: readonly VariantRow[] = [
  { name: 'thrown at land', quantity: 'fallen through of 12', mustBe: { atMost: 0 }, draw: drawThrow },
  { name: 'boxes on land', quantity: 'awake of 100', mustBe: { atMost: 0 }, draw: drawField },
  {
    name: 'thin obstacles',
    quantity: 'speed kept; 1 if missed',
    mustBe: { atMost: 0.95 },
    draw: drawGraze,
  },
];
