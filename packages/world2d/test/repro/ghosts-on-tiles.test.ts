/**
 * What slid or rolled over static boxes side by side was held up or thrown at the seams, in 9 to 12 of 12
 * cases: the contact with the next tile had the normal of its hidden side, or leaned against its corner.
 */
import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  PolygonShape2d,
  Rounded2d,
  SegmentShape2d,
} from '@colide/geometry';
import { type BodySettings2d, Character2d, ContactRules2d, World2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { Random } from '../support/random.ts';

type Ground = 'static boxes' | 'kinematic boxes' | 'a compound' | 'segments' | 'one box' | 'one segment';
const grounds = ['static boxes', 'kinematic boxes', 'a compound', 'segments'] as const;

/** What moves over the ground, how the ground lies, and how it is divided into tiles. */
interface Trial {
  readonly shape: BodySettings2d['shape'];
  /** Height of the centre at the start, and the angle of the shape. */
  readonly height: number;
  readonly angle: number;
  readonly size: number;
  readonly speed: number;
  readonly slope: number;
  readonly width: number;
  readonly offset: number;
  /** Length of a step; random ones if 0. */
  readonly dt: number;
}

/** Adds a ground that passes through the origin, from one x along it to another. */
function lay(world: World2d, ground: Ground, trial: Trial, from: number, to: number, friction: number): void {
  const { width, slope, size } = trial;
  const [c, s] = [Math.cos(slope), Math.sin(slope)];
  const at = (x: number, y: number): [number, number] => [c * x - s * y, s * x + c * y];
  const count = Math.ceil((to - from) / width);
  const height = Math.max(size, 0.5);
  const half = (ground === 'one box' ? count * width : width) / 2;
  const shape = new BoxShape2d([half, height / 2]);
  const type = ground === 'kinematic boxes' ? 'kinematic' : 'static';
  const add = (x: number) =>
    world.add({ shape, type, position: at(x, -height / 2), rotation: slope, friction });
  if (ground === 'one box') add(from + half);
  else if (ground === 'one segment')
    world.add({ shape: new SegmentShape2d(at(from, 0), at(from + count * width, 0)), type, friction });
  else if (ground === 'a compound')
    world.add({
      shape: new Compound2d(
        Array.from({ length: count }, (_, i) => ({
          shape,
          position: [from + (i + 0.5) * width, -height / 2],
        })),
      ),
      type,
      rotation: slope,
      friction,
    });
  else
    for (let x = from, i = 0; i < count; x = from + ++i * width)
      if (ground === 'segments')
        world.add({ shape: new SegmentShape2d(at(x, 0), at(x + width, 0)), type, friction });
      else add(x + half);
}

/** How far along the ground a body comes in at most two seconds, how high it rises and its final velocity. */
function run(
  ground: Ground,
  trial: Trial,
  seed: number,
  rolls: boolean,
): [x: number, rise: number, v: number] {
  const { shape, height, angle, size, speed, slope } = trial;
  const seconds = Math.min(2, 40 * (size / speed) + 0.4);
  const [c, s] = [Math.cos(slope), Math.sin(slope)];
  const world = new World2d();
  const reach = 1.05 * speed * seconds + 5 * Math.abs(s) * seconds * seconds + 4 * size;
  const friction = rolls ? 1 : 0;
  // What slides uphill may come back.
  const from = slope > 0 ? -reach : -4 * size;
  lay(world, ground, trial, from - trial.offset * trial.width, reach, friction);
  const body = world.add({
    shape,
    position: [-s * height, c * height],
    rotation: slope + angle,
    velocity: [c * speed, s * speed],
    angularVelocity: rolls ? -speed / height : 0,
    friction,
  });
  const random = new Random(seed);
  let rise = 0;
  for (let time = 0; time < seconds; ) {
    const dt = trial.dt || 1 / random.uniform(30, 144);
    world.step(dt);
    time += dt;
    const { positions } = world.bodies;
    rise = Math.max(rise, c * positions[2 * body + 1] - s * positions[2 * body] - height);
  }
  const { positions, velocities } = world.bodies;
  return [
    c * positions[2 * body] + s * positions[2 * body + 1],
    rise,
    c * velocities[2 * body] + s * velocities[2 * body + 1],
  ];
}

/** The vertices of a regular polygon that stands on an edge. */
function ring(count: number, radius: number): number[] {
  return Array.from({ length: 2 * count }, (_, k) => {
    const angle = (2 * Math.PI * (k >> 1) - Math.PI) / count - Math.PI / 2;
    return radius * (k % 2 ? Math.sin(angle) : Math.cos(angle));
  });
}

const shapes: Record<string, (h: number, n: number) => Pick<Trial, 'shape' | 'height' | 'angle'>> = {
  boxes: h => ({ shape: new BoxShape2d([h, h]), height: h, angle: 0 }),
  planks: h => ({ shape: new BoxShape2d([h, h / 5]), height: h / 5, angle: 0 }),
  circles: h => ({ shape: new CircleShape2d(h), height: h, angle: 0 }),
  'lying capsules': h => ({ shape: new CapsuleShape2d(h / 2, h), height: h / 2, angle: Math.PI / 2 }),
  polygons: (h, n) => ({
    shape: new PolygonShape2d(ring(5 + (n % 4), h)),
    height: h * Math.cos(Math.PI / (5 + (n % 4))),
    angle: 0,
  }),
  'rounded polygons': (h, n) => ({
    shape: new Rounded2d(ring(3 + (n % 4), 0.8 * h), 0.2 * h),
    height: 0.8 * h * Math.cos(Math.PI / (3 + (n % 4))) + 0.2 * h,
    angle: 0,
  }),
};

/** A trial with shapes of 2 cm to 4 m at 1 to 20 m/s, on tiles of 0.2 to 6 times their size. */
function createTrial(kind: string, n: number): Trial {
  const random = new Random(7919 * n + 17);
  const size = 0.02 * 200 ** random.next();
  return {
    ...shapes[kind](size / 2, n),
    size,
    speed: 20 ** random.next(),
    slope: n % 3 === 0 ? 0 : random.uniform(-0.5, 0.5),
    width: size * 0.2 * 30 ** random.next(),
    offset: random.next(),
    dt: [1 / 30, 1 / 60, 1 / 120, 1 / 144, 0][n % 5],
  };
}

describe.each(grounds)('%s side by side', ground => {
  const whole: Ground = ground === 'segments' ? 'one segment' : 'one box';

  it.each(Object.keys(shapes))('carry %s that slide as one long floor does', kind => {
    for (let n = 1; n <= 4; n++) {
      const trial = createTrial(kind, n);
      const [x, rise] = run(ground, trial, n, false);
      const [far, height] = run(whole, trial, n, false);
      const name = `trial ${n}: ${trial.size} m, ${trial.speed} m/s, tiles of ${trial.width} m`;
      expect(Math.abs(x - far), name).toBeLessThan(1e-3 * Math.max(trial.size, Math.abs(far)));
      expect(rise - height, name).toBeLessThan(2e-3 * trial.size);
    }
  });

  it('carry balls that roll as one long floor does', () => {
    for (let n = 1; n <= 10; n++) {
      const trial = createTrial('circles', n);
      const [x, rise, v] = run(ground, trial, n, true);
      const [far, height, speed] = run(whole, trial, n, true);
      expect(Math.abs(x - far), `trial ${n}`).toBeLessThan(1e-3 * Math.max(trial.size, Math.abs(far)));
      expect(Math.abs(v - speed), `trial ${n}`).toBeLessThan(2e-3 * Math.max(trial.speed, Math.abs(speed)));
      expect(rise - height, `trial ${n}`).toBeLessThan(4e-3 * trial.size);
    }
  });

  it('carry characters as one long floor does', () => {
    for (let n = 0; n < 8; n++) {
      const trial = {
        ...createTrial('circles', n),
        size: 1,
        width: 0.05 * 40 ** ((0.618 * n) % 1),
        dt: 1 / 60,
      };
      const ends = [ground, whole].map(kind => {
        const world = new World2d();
        lay(world, kind, trial, -2, 24, 0.6);
        const radius = 0.1 + 0.03 * n;
        const walker = new Character2d(world, {
          position: [0, radius + 1],
          radius,
          height: 2 * radius + 0.1 * n,
          stepHeight: n % 2 ? 0.3 : 0,
        });
        let fall = 0;
        let rise = 0;
        for (let k = 0; k < 90; k++) {
          fall = walker.isGrounded ? 0 : fall - 9.81 * trial.dt;
          walker.move([((1 + n) / 60) * 0.8, fall * trial.dt], trial.dt);
          world.step(trial.dt);
          const [c, s] = [Math.cos(trial.slope), Math.sin(trial.slope)];
          if (k > 45) rise = Math.max(rise, c * walker.position[1] - s * walker.position[0]);
        }
        return [walker.position[0], rise];
      });
      expect(Math.abs(ends[0][0] - ends[1][0]), `walk ${n}`).toBeLessThan(1e-3 * ends[1][0]);
      expect(ends[0][1] - ends[1][1], `walk ${n}`).toBeLessThan(1e-3);
    }
  });
});

it('polygons that tumble over tiles come as far as over one long floor, on average', () => {
  // Each is chaotic: a change of a ten-thousandth of the size gives means that differ by 3 %.
  for (const kind of ['boxes', 'polygons', 'rounded polygons']) {
    let [sum, whole] = [0, 0];
    for (let n = 1; n <= 30; n++) {
      const trial = { ...createTrial(kind, 5 * n + 1), slope: n % 2 ? 0 : -0.1 };
      sum += run('static boxes', { ...trial, height: trial.size }, n, true)[0] / trial.size;
      whole += run('one box', { ...trial, height: trial.size }, n, true)[0] / trial.size;
    }
    expect(sum / whole, kind).toBeGreaterThan(0.9);
    expect(sum / whole, kind).toBeLessThan(1.1);
  }
});

describe('tiles that are not level', () => {
  /** Where a box and a ball of 0.4 m are after 2 s that come from the left at 3 m/s. */
  function pass(tiles: readonly (readonly [from: number, to: number, top: number])[]): number[][] {
    return [new BoxShape2d([0.2, 0.2]), new CircleShape2d(0.2)].map(shape => {
      const world = new World2d();
      for (const [from, to, top] of tiles)
        world.add({
          shape: new BoxShape2d([(to - from) / 2, 1]),
          type: 'static',
          position: [(from + to) / 2, top - 1],
          friction: 0,
        });
      const body = world.add({ shape, position: [-1.5, 0.2], velocity: [3, 0], friction: 0 });
      for (let n = 0; n < 120; n++) world.step(1 / 60);
      return Array.from(world.bodies.positions.subarray(2 * body, 2 * body + 2));
    });
  }

  it('stop what meets a higher one', () => {
    for (const [x] of pass([
      [-3, 0, 0],
      [0, 3, 0.3],
      [3, 9, 0.3],
    ]))
      expect(x).toBeLessThan(-0.19);
    // A box stumbles over 2 cm.
    const [[x]] = pass([
      [-3, 0, 0],
      [0, 3, 0.02],
      [3, 9, 0.02],
    ]);
    expect(x).toBeLessThan(1);
  });

  it('let fall what comes to a gap or to the end', () => {
    for (const [, y] of pass([
      [-3, 0, 0],
      [3, 9, 0],
    ]))
      expect(y).toBeLessThan(-1);
    for (const [, y] of pass([
      [-3, -1, 0],
      [-1, 0, 0],
    ]))
      expect(y).toBeLessThan(-1);
  });

  it('let down what comes to a lower one', () => {
    for (const [x, y] of pass([
      [-3, 0, 0],
      [0, 9, -0.1],
    ])) {
      expect(x).toBeGreaterThan(3);
      expect(Math.abs(y - 0.1)).toBeLessThan(0.1);
    }
  });
});

it('hide no floor from what passes through a tile by a rule', () => {
  const world = new World2d({ solver: new ContactRules2d({ filter: (a, b) => a !== 1 && b !== 1 }) });
  world.add({ shape: new PolygonShape2d([-5, -2, 5, -2, 5, 1]), type: 'static' });
  world.add({ shape: new BoxShape2d([5, 0.5]), type: 'static', position: [0, -0.3] });
  const ball = world.add({ shape: new CircleShape2d(0.3), position: [0, 0.05] });
  for (let n = 0; n < 30; n++) world.step(1 / 60);
  const { positions } = world.bodies;
  // Above the slope, which passes through (0, −0.5).
  const height = (positions[2 * ball + 1] + 0.5 - 0.3 * positions[2 * ball]) / Math.hypot(1, 0.3);
  expect(height).toBeGreaterThan(0.29);
});
