/** What is built of several bodies: ragdolls, doors, gases, arches, dominoes, wedges between walls. */
import type { Random } from '@colide/math';
import type { Rotation, RunningScene, Scene, SceneBody, SceneJoint, SceneShape, Triple } from '../engine.ts';
import { halfSpace } from '../grounds.ts';
import { lengthOf, movers, simulate } from '../measures.ts';
import { ragdollLinks, ragdollParts } from '../scenes/joints.ts';
import { brief, drawSteps, layGround, logUniform, pick, type Variant, type VariantRow } from './variant.ts';

function scaled(shape: SceneShape, s: number): SceneShape {
  switch (shape.kind) {
    case 'box':
      return { kind: 'box', half: [s * shape.half[0], s * shape.half[1], s * shape.half[2]] };
    case 'ball':
      return { kind: 'ball', radius: s * shape.radius };
    case 'capsule':
      return { kind: 'capsule', radius: s * shape.radius, halfHeight: s * shape.halfHeight };
    default:
      return shape;
  }
}

/** Seconds until ragdolls that fell are asleep, per √size above 1. */
function drawRagdolls(random: Random): Variant {
  const size = logUniform(random, 0.4, 2.5);
  const drop = random.uniform(0.02, 2.5) * size;
  const count = 1 + random.integer(4);
  const ground = pick(random, ['half-space', 'box', 'mesh', 'static tiles'] as const);
  const steps = drawSteps(random);
  const bodies: SceneBody[] = layGround(ground, 8 * size, size);
  const joints: SceneJoint[] = [];
  const floor = bodies.length;
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const [x, z] = [random.uniform(-0.5, 0.5) + 1.2 * (i - 2), random.uniform(-0.3, 0.3)];
    const place = (p: Triple): Triple => [size * (p[0] + x), size * p[1] + drop * (1 + i), size * (p[2] + z)];
    const velocity: Triple = [random.uniform(-2, 2), 0, random.uniform(-2, 2)];
    for (const [shape, position] of ragdollParts)
      bodies.push({ shape: scaled(shape, size), position: place(position), velocity });
    for (const [a, b, anchor, limits] of ragdollLinks)
      joints.push({
        bodies: [first + a, first + b],
        anchor: place(anchor),
        ...(limits && { axis: [1, 0, 0], limits }),
      });
  }
  const scene: Scene = { bodies, joints };
  return {
    label: `${count} of ${brief(size)} times the size from ${brief(drop)} m on ${ground}, ${steps.label}`,
    measure(engine) {
      let end = Infinity;
      const all = bodies.length - floor;
      const watch = (run: RunningScene, time: number) => {
        for (let i = 0; i < all; i++) if (!run.read(floor + i).isAsleep) return false;
        end = time;
        return true;
      };
      simulate(engine, scene, 20, watch, steps.start());
      return end / Math.max(1, Math.sqrt(size)) - Math.sqrt((2 * drop * count) / 9.81);
    },
  };
}

/** How fast a door swings back from its limit, relative to its speed. */
function drawDoor(random: Random): Variant {
  const width = logUniform(random, 0.1, 3);
  const spin = random.uniform(0.5, 12);
  const limit = random.uniform(0.3, 1.3);
  const density = logUniform(random, 20, 20_000);
  const steps = drawSteps(random);
  const isFree = random.next() < 0.5;
  const frame: SceneBody = {
    shape: { kind: 'box', half: [width, width, width] },
    isStatic: !isFree,
    position: [-1.1 * width, 0, 0],
    density: 5 * density,
  };
  const door: SceneBody = {
    shape: { kind: 'box', half: [0.5 * width, width, 0.03 * width] },
    position: [0.5 * width, 0, 0],
    velocity: [0, 0, -0.5 * width * spin],
    angularVelocity: [0, spin, 0],
    density,
  };
  const hinge: SceneJoint = {
    bodies: [0, 1],
    anchor: [0, 0, 0],
    axis: [0, 1, 0],
    limits: [-limit, limit],
  };
  const scene: Scene = { bodies: [frame, door], joints: [hinge], gravity: 0, sleeping: false };
  return {
    label: `door of ${brief(width)} m at ${brief(spin)} rad/s, limit ${brief(limit)}, ${brief(density)} kg/m³, ${isFree ? 'heavy frame' : 'static frame'}, ${steps.label}`,
    measure(engine) {
      let [back, angle] = [0, 0];
      const watch = (run: RunningScene) => {
        const { angularVelocity, rotation } = run.read(1);
        back = Math.max(back, run.read(0).angularVelocity[1] - angularVelocity[1]);
        const other = run.read(0).rotation;
        angle = 2 * (Math.atan2(rotation[1], rotation[3]) - Math.atan2(other[1], other[3]));
      };
      simulate(engine, scene, (1.5 * limit) / spin + 0.5, watch, steps.start());
      return Math.abs(angle) < limit + 0.1 && Math.abs(angle) > 0.9 * limit ? back / spin : Infinity;
    },
  };
}

/** How much energy of motion elastic balls have lost or gained in a box, and how much they spin. */
function drawGas(random: Random): Variant {
  const size = logUniform(random, 0.1, 10);
  const count = 2 + random.integer(40);
  const speed = size * logUniform(random, 0.3, 6);
  const steps = drawSteps(random);
  const walls = [0, 1, 2].flatMap(axis =>
    [-1, 1].map((sign): SceneBody => {
      const half = [4 * size, 4 * size, 4 * size] as [number, number, number];
      const position = [0, 0, 0] as [number, number, number];
      half[axis] = size;
      position[axis] = 3 * sign * size;
      return { shape: { kind: 'box', half }, isStatic: true, position };
    }),
  );
  const balls = Array.from({ length: count }, (_, i): SceneBody => {
    const cell = (n: number) => size * ((n % 4) - 1.5);
    return {
      shape: { kind: 'ball', radius: random.uniform(0.1, 0.4) * size },
      position: [cell(i), cell(Math.floor(i / 4)), cell(Math.floor(i / 16))],
      velocity: [0, 1, 2].map(() => random.uniform(-1, 1) * speed) as unknown as Triple,
      density: logUniform(random, 300, 3000),
    };
  });
  const scene: Scene = {
    bodies: [...walls, ...balls],
    restitution: 1,
    friction: 0,
    gravity: 0,
    sleeping: false,
  };
  return {
    label: `${count} balls in a box of ${brief(4 * size)} m at ${brief(speed)} m/s, ${steps.label}`,
    measure(engine) {
      const states = simulate(engine, scene, 30, undefined, steps.start());
      let [linear, spin, start] = [0, 0, 0];
      for (const [i, { shape, density, velocity }] of scene.bodies.entries()) {
        if (shape.kind !== 'ball') continue;
        const mass = density! * shape.radius ** 3;
        start += mass * lengthOf(velocity!) ** 2;
        linear += mass * lengthOf(states[i].velocity) ** 2;
        spin += 0.4 * mass * (shape.radius * lengthOf(states[i].angularVelocity)) ** 2;
      }
      return Math.max(Math.abs(linear / start - 1), (30 * spin) / start);
    },
  };
}

/** How far the stones of a round arch have moved, in their own sizes. */
function drawArch(random: Random): Variant {
  const radius = logUniform(random, 0.3, 6);
  const count = 9 + 2 * random.integer(6);
  const thickness = random.uniform(0.2, 0.4) * radius;
  const depth = 0.4 * radius;
  const steps = drawSteps(random);
  const half = Math.PI / 2 / count;
  const [inner, outer] = [radius - thickness / 2, radius + thickness / 2];
  // A wedge about its centre, with y outward.
  const points: number[] = [];
  for (const [r, y] of [
    [inner, -thickness / 2],
    [outer, thickness / 2],
  ])
    for (const side of [-1, 1])
      for (const z of [-depth, depth])
        points.push(side * r * Math.sin(half), y + r * (Math.cos(half) - 1), z);
  const stones = Array.from({ length: count }, (_, i): SceneBody => {
    const angle = Math.PI / 2 - (2 * i + 1) * half;
    return {
      shape: { kind: 'hull', points },
      position: [-radius * Math.sin(angle), radius * Math.cos(angle), 0],
      rotation: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
    };
  });
  const scene: Scene = { bodies: [...layGround('box', 3 * radius, 1), ...stones], friction: 0.8 };
  return {
    label: `arch of radius ${brief(radius)} m, ${count} stones ${brief(thickness)} m thick, ${steps.label}`,
    measure(engine) {
      const states = simulate(engine, scene, 8, undefined, steps.start());
      let farthest = 0;
      for (const i of movers(scene)) {
        const [a, b] = [states[i].position, scene.bodies[i].position!];
        farthest = Math.max(farthest, Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) / thickness);
      }
      return farthest;
    },
  };
}

/** How many of a row of dominoes still stand when the wave should have passed. */
function drawDominoes(random: Random): Variant {
  const height = logUniform(random, 0.04, 2);
  const thickness = height * random.uniform(0.1, 0.2);
  const pitch = height * random.uniform(0.3, 0.6) + thickness;
  const count = 20;
  const ground = pick(random, ['half-space', 'box', 'mesh', 'static tiles'] as const);
  const steps = drawSteps(random);
  const half: Triple = [thickness / 2, height / 2, height / 4];
  const lean = 1.2 * Math.atan(thickness / height);
  const [sin, cos] = [Math.sin(lean), Math.cos(lean)];
  const bodies = Array.from({ length: count }, (_, i): SceneBody => {
    const shape: SceneShape = { kind: 'box', half };
    const x = (i - count / 2) * pitch;
    if (i > 0) return { shape, position: [x, half[1], 0] };
    const rotation: Rotation = [0, 0, -Math.sin(lean / 2), Math.cos(lean / 2)];
    // On its lower edge.
    return {
      shape,
      position: [x - half[0] * cos + half[1] * sin, half[1] * cos + half[0] * sin, 0],
      rotation,
    };
  });
  const floor = layGround(ground, count * pitch, 2 * pitch);
  const scene: Scene = { bodies: [...floor, ...bodies] };
  return {
    label: `dominoes of ${brief(height)} m, ${brief(thickness)} m thick, ${brief(pitch)} m apart on ${ground}, ${steps.label}`,
    measure(engine) {
      const states = simulate(engine, scene, 3 + 12 * Math.sqrt(height), undefined, steps.start());
      return states.slice(floor.length).filter(({ rotation: [x, , z] }) => 1 - 2 * (x * x + z * z) > 0.9)
        .length;
    },
  };
}

/** Whether a wedge holds two boxes apart: how fast anything moves after a while, per √(g · size). */
function drawWedge(random: Random): Variant {
  const size = logUniform(random, 0.1, 2);
  const angle = random.uniform(0.3, 0.9);
  const steps = drawSteps(random);
  const width = size * random.uniform(0.6, 1.2);
  // A wedge that points down, between two walls that lean outward by its half angle.
  const [sin, cos] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  const points = [-1, 1]
    .flatMap(z => [
      [0, -width / 2, (z * size) / 2],
      [-width * Math.tan(angle / 2), width / 2, (z * size) / 2],
      [width * Math.tan(angle / 2), width / 2, (z * size) / 2],
    ])
    .flat();
  const walls = [-1, 1].map((side): SceneBody => {
    const half: Triple = [0.2 * size, 2 * size, size];
    const out = 0.2 * size + 0.1 * size * sin;
    return {
      shape: { kind: 'box', half },
      isStatic: true,
      position: [side * out * cos, -out * sin, 0],
      rotation: [0, 0, -side * Math.sin(angle / 4), Math.cos(angle / 4)],
    };
  });
  const position: Triple = [0, width / 2 + 0.3 * size, 0];
  const scene: Scene = {
    bodies: [halfSpace, ...walls, { shape: { kind: 'hull', points }, position }],
    sleeping: false,
    friction: pick(random, [0.05, 0.3, 0.6]),
  };
  return {
    label: `wedge of ${brief(size)} m, ${brief(angle)} rad, friction ${scene.friction}, ${steps.label}`,
    measure(engine) {
      const state = simulate(engine, scene, 4, undefined, steps.start())[3];
      return (lengthOf(state.velocity) + size * lengthOf(state.angularVelocity)) / Math.sqrt(9.81 * size);
    },
  };
}

/** What is built. */
export const builtRows: readonly VariantRow[] = [
  {
    name: 'ragdolls',
    quantity: 'asleep after s, per √size, less the fall',
    mustBe: { atMost: 6 },
    draw: drawRagdolls,
  },
  { name: 'doors', quantity: 'swing back, 1 for all', mustBe: { atMost: 0.02 }, draw: drawDoor },
  {
    name: 'gases',
    quantity: 'change of energy or 30 times the spin',
    mustBe: { atMost: 0.03 },
    draw: drawGas,
  },
  { name: 'arches', quantity: 'farthest motion per thickness', mustBe: { atMost: 0.1 }, draw: drawArch },
  { name: 'dominoes', quantity: 'left standing of 20', mustBe: { atMost: 0 }, draw: drawDominoes },
  { name: 'wedges', quantity: 'speed after 4 s per √(g · size)', mustBe: { atMost: 0.01 }, draw: drawWedge },
];
