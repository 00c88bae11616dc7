/** Motions with a closed form: slopes, friction, free fall, impacts, bounces, pendulums, gyroscopes. */
import type { Random } from '@colide/math';
import type {
  BodyState,
  PhysicsEngine,
  Rotation,
  RunningScene,
  Scene,
  SceneBody,
  SceneShape,
  Triple,
} from '../engine.ts';
import { gridMesh, halfSpace } from '../grounds.ts';
import { lengthOf, simulate } from '../measures.ts';
import { brief, drawSteps, logUniform, pick, type Steps, type Variant, type VariantRow } from './variant.ts';

const g = 9.81;

/** Rotation by an angle about the z axis. */
function roll(angle: number): Rotation {
  return [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
}

/** A plane through the origin whose normal is rotated by `angle` from y towards −x, `size` to each side. */
function slope(kind: 'box' | 'mesh', angle: number, size: number): SceneBody {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  if (kind === 'box')
    return {
      shape: { kind: 'box', half: [size, 0.1 * size, size] },
      isStatic: true,
      position: [0.1 * size * sin, -0.1 * size * cos, 0],
      rotation: roll(angle),
    };
  const shape = gridMesh([-size, -size], [16, 16], size / 8, () => 0);
  return { shape, isStatic: true, rotation: roll(angle) };
}

/** The state of a body after some seconds, and how long that really took. */
function after(engine: PhysicsEngine, scene: Scene, seconds: number, steps: Steps, body: number) {
  let end = 0;
  let state: BodyState | undefined;
  const watch = (run: RunningScene, time: number) => {
    end = time;
    state = run.read(body);
  };
  simulate(engine, scene, seconds, watch, steps.start());
  return { state: state!, time: end };
}

/** Speed down a slope, relative to what friction leaves of it; or in m/s where friction holds. */
function drawSlope(random: Random): Variant {
  const size = logUniform(random, 0.1, 3);
  const angle = random.uniform(0.1, 0.9);
  // The friction angle in parts of the slope's.
  const share = pick(random, [0.5, 0.8, 0.95, 1.03, 1.2]);
  const friction = share * Math.tan(angle);
  const half: Triple = [size / 2, (size / 2) * random.uniform(0.15, 0.6), size / 2];
  const ground = pick(random, ['box', 'mesh'] as const);
  const steps = drawSteps(random);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const acceleration = g * Math.max(0, sin - friction * cos);
  const seconds = Math.sqrt(size) * 1.5;
  const length = 2 * size + acceleration * seconds ** 2;
  const up = length / 2;
  const position: Triple = [up * cos - half[1] * sin, up * sin + half[1] * cos, 0];
  const body: SceneBody = { shape: { kind: 'box', half }, position, rotation: roll(angle) };
  const scene: Scene = { bodies: [slope(ground, angle, length), body], friction, sleeping: false };
  return {
    label: `box of ${brief(size)} m, ${brief(half[1] / half[0])} as high, on ${ground} at ${brief(angle)} rad, friction ${brief(share)} of the slope, ${steps.label}`,
    measure(engine) {
      const { state, time } = after(engine, scene, seconds, steps, 1);
      const speed = lengthOf(state.velocity);
      if (acceleration === 0) return (5 * speed) / Math.sqrt(g * size);
      return Math.abs(speed / (acceleration * time) - 1);
    },
  };
}

/** Relative error of the speed of a round body that rolls down a slope. */
function drawRollDown(random: Random): Variant {
  const radius = logUniform(random, 0.01, 2);
  const angle = random.uniform(0.02, 0.5);
  const [kind, share] = pick(random, [
    ['ball', 5 / 7],
    ['cylinder', 2 / 3],
  ] as const);
  const lying: Rotation = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const shape: SceneShape =
    kind === 'ball' ? { kind, radius } : { kind, radius, halfHeight: radius * random.uniform(0.3, 3) };
  const ground = pick(random, ['box', 'mesh'] as const);
  const steps = drawSteps(random);
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const acceleration = share * g * sin;
  // Up to 30 rad/s.
  const seconds = Math.min(2 * Math.sqrt(radius / sin), (30 * radius) / acceleration);
  const length = 4 * radius + 0.6 * acceleration * seconds ** 2;
  const up = 0.5 * length;
  const position: Triple = [up * cos - radius * sin, up * sin + radius * cos, 0];
  const body: SceneBody = { shape, position, ...(kind === 'cylinder' && { rotation: lying }) };
  const scene: Scene = { bodies: [slope(ground, angle, length), body], friction: 1 };
  return {
    label: `${kind} of radius ${brief(radius)} m on ${ground} at ${brief(angle)} rad, ${steps.label}`,
    measure(engine) {
      const { state, time } = after(engine, scene, seconds, steps, 1);
      return Math.abs(lengthOf(state.velocity) / (acceleration * time) - 1);
    },
  };
}

/** Error of the distance in which friction stops a box, relative to it and a quarter second at full speed. */
function drawBraking(random: Random): Variant {
  const size = logUniform(random, 0.05, 3);
  const speed = random.uniform(1, 8) * Math.sqrt(size);
  const friction = random.uniform(0.1, 0.9);
  const way = speed ** 2 / (2 * friction * g);
  const half: Triple = [size / 2, 0.15 * size, size / 2];
  const steps = drawSteps(random);
  const body: SceneBody = {
    shape: { kind: 'box', half },
    position: [0, half[1], 0],
    velocity: [speed, 0, 0],
  };
  const ground = pick(random, ['half-space', 'box'] as const);
  const floor = ground === 'box' ? slope('box', 0, 2 * way + 2 * size) : halfSpace;
  return {
    label: `box of ${brief(size)} m at ${brief(speed)} m/s on ${ground}, friction ${brief(friction)}, ${steps.label}`,
    measure(engine) {
      const seconds = (1.5 * speed) / (friction * g) + 0.1;
      const { state } = after(engine, { bodies: [floor, body], friction }, seconds, steps, 1);
      return Math.abs(state.position[0] - way) / (way + speed / 4);
    },
  };
}

/** Relative error of where a thrown body is. */
function drawFlight(random: Random): Variant {
  const steps = drawSteps(random);
  const velocity: Triple = [random.uniform(-20, 20), random.uniform(-5, 20), random.uniform(-20, 20)];
  const angularVelocity: Triple = [random.uniform(-9, 9), random.uniform(-9, 9), random.uniform(-9, 9)];
  const half: Triple = [random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)];
  const body: SceneBody = { shape: { kind: 'box', half }, velocity, angularVelocity };
  return {
    label: `thrown at ${brief(lengthOf(velocity))} m/s, ${steps.label}`,
    measure(engine) {
      const { state, time } = after(engine, { bodies: [body] }, 3, steps, 0);
      const [x, y, z] = velocity;
      const error: Triple = [
        state.position[0] - x * time,
        state.position[1] - (y * time - (g * time ** 2) / 2),
        state.position[2] - z * time,
      ];
      return lengthOf(error) / (lengthOf(velocity) * time);
    },
  };
}

/** Largest relative error of the velocities of two balls after they have met head on. */
function drawImpact(random: Random): Variant {
  const [radius, other] = [logUniform(random, 0.02, 1), logUniform(random, 0.02, 1)];
  const ratio = logUniform(random, 0.05, 20);
  const restitution = pick(random, [0, 0.25, 0.5, 0.8, 1]);
  const speed = logUniform(random, 0.2, 30);
  const steps = drawSteps(random);
  const isGliding = random.next() < 0.5;
  const [m, n] = [radius ** 3, ratio * radius ** 3];
  const density = (1000 * n) / other ** 3;
  const gap = random.uniform(0.2, 1) * speed * 0.2;
  const scene: Scene = {
    bodies: [
      { shape: { kind: 'ball', radius }, position: [-radius - gap, 0, 0], velocity: [speed, 0, 0] },
      { shape: { kind: 'ball', radius: other }, position: [other, 0, 0], density },
    ],
    gravity: 0,
    restitution,
    friction: isGliding ? 0 : 0.6,
    sleeping: false,
  };
  return {
    label: `balls of ${brief(radius)} and ${brief(other)} m, the other ${brief(ratio)} times as heavy, ${brief(speed)} m/s, restitution ${restitution}, ${steps.label}`,
    measure(engine) {
      const [a, b] = simulate(engine, scene, 0.5, undefined, steps.start());
      const common = (m * speed) / (m + n);
      const first = common - (restitution * n * speed) / (m + n);
      const second = common + (restitution * m * speed) / (m + n);
      return Math.max(Math.abs(a.velocity[0] - first), Math.abs(b.velocity[0] - second)) / speed;
    },
  };
}

/** The height after some bounces relative to what restitution leaves of it. */
function drawBounce(random: Random): Variant {
  const radius = logUniform(random, 0.02, 2);
  const height = radius * logUniform(random, 1, 30);
  const restitution = pick(random, [1, 1, 0.9, 0.7]);
  const bounces = restitution === 1 ? pick(random, [5, 20]) : 3;
  const shape: SceneShape = { kind: 'ball', radius };
  const steps = drawSteps(random);
  const ground = pick(random, ['half-space', 'box', 'mesh'] as const);
  const floor = ground === 'half-space' ? halfSpace : slope(ground, 0, 10 * radius);
  const ball: SceneBody = { shape, position: [0.1 * radius, height + radius, 0.07 * radius] };
  const scene: Scene = { bodies: [floor, ball], restitution, sleeping: false };
  const expected = height * restitution ** (2 * bounces);
  return {
    label: `ball of radius ${brief(radius)} m from ${brief(height)} m on ${ground}, restitution ${restitution}, ${bounces} bounces, ${steps.label}`,
    measure(engine) {
      let done = 0;
      let wasFalling = true;
      let apex = 0;
      const longest = (bounces + 2) * 2 * Math.sqrt((2 * height) / g);
      const watch = (run: RunningScene) => {
        const { position, velocity } = run.read(1);
        const isFalling = velocity[1] <= 0;
        if (wasFalling && !isFalling) done++;
        if (done === bounces && !isFalling) apex = position[1] - radius + velocity[1] ** 2 / (2 * g);
        wasFalling = isFalling;
        return done > bounces;
      };
      simulate(engine, scene, longest, watch, steps.start());
      return apex / expected;
    },
  };
}

/** The complete elliptic integral of the first kind by the arithmetic-geometric mean. */
function period(length: number, amplitude: number): number {
  let [a, b] = [1, Math.cos(amplitude / 2)];
  for (let n = 0; n < 8; n++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return (2 * Math.PI * Math.sqrt(length / g)) / a;
}

/** Relative error of the period of a physical pendulum, or the share of its energy that a swing costs. */
function drawPendulum(random: Random): Variant {
  const size = logUniform(random, 0.2, 3);
  const half: Triple = [0.05 * size, size / 2, 0.03 * size];
  const lever = size * random.uniform(0.3, 1.5);
  const amplitude = random.uniform(0.1, 2);
  const isHinge = random.next() < 0.5;
  const steps = drawSteps(random);
  const [sin, cos] = [Math.sin(amplitude), Math.cos(amplitude)];
  const inertia = (half[0] ** 2 + half[1] ** 2) / 3 + lever ** 2;
  const rod: SceneBody = {
    shape: { kind: 'box', half },
    position: [lever * sin, -lever * cos, 0],
    rotation: roll(amplitude),
  };
  const post: SceneBody = {
    shape: { kind: 'box', half: [0.01 * size, 0.01 * size, 0.01 * size] },
    isStatic: true,
    position: [0, 0, size],
  };
  const scene: Scene = {
    bodies: [post, rod],
    joints: [{ bodies: [0, 1], anchor: [0, 0, 0], ...(isHinge && { axis: [0, 0, 1] as const }) }],
    sleeping: false,
  };
  const expected = period(inertia / lever, amplitude);
  return {
    label: `rod of ${brief(size)} m at ${brief(lever)} m from a ${isHinge ? 'hinge' : 'ball joint'}, ${brief(amplitude)} rad, ${steps.label}`,
    measure(engine) {
      const swings = 5;
      const energyAt = (angle: number, spin: number) =>
        (inertia * spin ** 2) / 2 + g * lever * (1 - Math.cos(angle));
      let [crossings, last, energy, before, lastTime] = [0, 0, 0, amplitude, 0];
      let first = Number.NaN;
      const watch = (run: RunningScene, time: number) => {
        const { position, angularVelocity } = run.read(1);
        const angle = Math.atan2(position[0], -position[1]);
        if (before < 0 && angle >= 0) {
          const at = lastTime + ((time - lastTime) * -before) / (angle - before);
          if (crossings++ === 0) first = at;
          last = at;
          energy = energyAt(angle, angularVelocity[2]);
        }
        [before, lastTime] = [angle, time];
        return crossings > swings;
      };
      simulate(engine, scene, expected * (swings + 2), watch, steps.start());
      const lost = Math.abs(1 - energy / energyAt(amplitude, 0)) / (swings + 1);
      return Math.max(lost, Math.abs((last - first) / swings / expected - 1));
    },
  };
}

/** Relative error of the precession of a wheel that one end of its axle carries. */
function drawGyroscope(random: Random): Variant {
  const radius = logUniform(random, 0.25, 1);
  const halfHeight = 0.1 * radius;
  const lever = radius * random.uniform(0.5, 2);
  const spin = random.uniform(4, 12) * Math.sqrt(g / radius);
  const steps = drawSteps(random);
  const precession = (2 * g * lever) / (radius ** 2 * spin);
  // Along x; its axis is y.
  const wheel: SceneBody = {
    shape: { kind: 'cylinder', radius, halfHeight },
    position: [lever, 0, 0],
    rotation: roll(-Math.PI / 2),
    velocity: [0, 0, -precession * lever],
    angularVelocity: [spin, precession, 0],
  };
  const post: SceneBody = {
    shape: { kind: 'ball', radius: 0.01 * radius },
    isStatic: true,
    position: [0, -radius, 0],
  };
  const scene: Scene = {
    bodies: [post, wheel],
    joints: [{ bodies: [0, 1], anchor: [0, 0, 0] }],
    sleeping: false,
  };
  return {
    label: `wheel of radius ${brief(radius)} m, lever ${brief(lever)} m, ${brief(spin)} rad/s, ${steps.label}`,
    measure(engine) {
      let angle = 0;
      let before = 0;
      let lowest = 0;
      let end = 0;
      const watch = (run: RunningScene, time: number) => {
        const [x, y, z] = run.read(1).position;
        const now = Math.atan2(-z, x);
        let turned = now - before;
        if (turned < -Math.PI) turned += 2 * Math.PI;
        angle += turned;
        before = now;
        lowest = Math.max(lowest, Math.abs(y) / lever);
        end = time;
      };
      simulate(engine, scene, 3, watch, steps.start());
      return Math.max(lowest, Math.abs(angle / (precession * end) - 1));
    },
  };
}

/** Relative change of the energy of a body that rotates freely, thrown about any axis. */
function drawTumble(random: Random): Variant {
  const half: Triple = [
    logUniform(random, 0.05, 1),
    logUniform(random, 0.05, 1),
    logUniform(random, 0.05, 1),
  ];
  const spin = logUniform(random, 0.5, 30);
  const axis = random.unitVector([0, 0, 0]) as Triple;
  const steps = drawSteps(random);
  const angularVelocity: Triple = [spin * axis[0], spin * axis[1], spin * axis[2]];
  const body: SceneBody = { shape: { kind: 'box', half }, angularVelocity };
  const moments = [0, 1, 2].map(k => half[(k + 1) % 3] ** 2 + half[(k + 2) % 3] ** 2);
  return {
    label: `box of ${half.map(h => brief(2 * h)).join(' × ')} m at ${brief(spin)} rad/s, ${steps.label}`,
    measure(engine) {
      let worst = 0;
      const start = moments.reduce((sum, i, k) => sum + (i * angularVelocity[k]) ** 2, 0);
      const energy = moments.reduce((sum, i, k) => sum + i * angularVelocity[k] ** 2, 0);
      const watch = (run: RunningScene) => {
        const { rotation, angularVelocity: w } = run.read(0);
        const local = unturn(rotation, w);
        const now = moments.reduce((sum, i, k) => sum + i * local[k] ** 2, 0);
        const momentum = moments.reduce((sum, i, k) => sum + (i * local[k]) ** 2, 0);
        worst = Math.max(worst, Math.abs(now / energy - 1), Math.abs(Math.sqrt(momentum / start) - 1));
      };
      simulate(engine, { bodies: [body], gravity: 0, sleeping: false }, 10, watch, steps.start());
      return worst;
    },
  };
}

/** A vector in the frame of a rotation. */
function unturn([x, y, z, w]: Rotation, [a, b, c]: Triple): Triple {
  const [s, t, u] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [a + w * s + (t * z - u * y), b + w * t + (u * x - s * z), c + w * u + (s * y - t * x)];
}

/** Motions with a closed form. */
export const motionRows: readonly VariantRow[] = [
  {
    name: 'boxes on slopes',
    quantity: 'relative error of the speed; where it must stick, speed in √(g · size) / 5',
    mustBe: { atMost: 0.02 },
    draw: drawSlope,
  },
  {
    name: 'round bodies roll down slopes',
    quantity: 'relative error of the speed',
    mustBe: { atMost: 0.02 },
    draw: drawRollDown,
  },
  {
    name: 'boxes stopped by friction',
    quantity: 'relative error of the way',
    mustBe: { atMost: 0.02 },
    draw: drawBraking,
  },
  {
    name: 'bodies in flight',
    quantity: 'relative error of the way',
    mustBe: { atMost: 0.01 },
    draw: drawFlight,
  },
  {
    name: 'two balls meet',
    quantity: 'error of velocities relative to the speed',
    mustBe: { atMost: 0.01 },
    draw: drawImpact,
  },
  {
    name: 'balls bounce',
    quantity: 'height relative to the closed form',
    mustBe: { from: 0.9, to: 1.1 },
    draw: drawBounce,
  },
  {
    name: 'pendulums',
    quantity: 'relative error of the period, or energy lost in a swing',
    mustBe: { atMost: 0.08 },
    draw: drawPendulum,
  },
  {
    name: 'gyroscopes',
    quantity: 'relative error of the precession, or sinking per lever',
    mustBe: { atMost: 0.1 },
    draw: drawGyroscope,
  },
  {
    name: 'bodies tumble',
    quantity: 'relative change of energy and momentum in 10 s',
    mustBe: { atMost: 0.02 },
    draw: drawTumble,
  },
];
