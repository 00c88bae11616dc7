/**
 * Bodies in a container, simulated in a thread of its own with the help of others: the program of these
 * threads. The thread that starts one requests steps and receives their times.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import {
  BoxShape,
  ColoredParticleSolver,
  type ConvexShape,
  HullShape,
  helpWorld,
  SoftBodies,
  SphereShape,
  solidIcosahedron,
  WorkerPool,
  World,
} from 'colide';
import { containerScene } from './container.ts';

/** A scene and how many workers it has, 0 for a world without a pool. */
interface DividedRun {
  readonly workers: number;
  readonly count: number;
  readonly kind: string;
}

/** The task of a thread: to simulate, or to help. */
export type DividedTask = DividedRun | 'help';

/** Times of some steps in ms, the CPU time of the first worker for one, and the bits at the end. */
export interface DividedSteps {
  readonly total: number[];
  readonly narrow: number[];
  readonly solve: number[];
  readonly cpu: number;
  readonly hash: string;
}

const dt = 1 / 60;

/** Shapes of diameter 1. */
const shapes: Record<string, () => ConvexShape> = {
  icosahedra: () => {
    const { positions } = solidIcosahedron();
    const radius = Math.hypot(positions[0], positions[1], positions[2]);
    return HullShape.fromPoints(Float64Array.from(positions, x => (0.5 * x) / radius));
  },
  boxes: () => new BoxShape([0.5, 0.5, 0.5]),
  'boxes of particles': () => new BoxShape([0.5, 0.5, 0.5]),
  balls: () => new SphereShape(0.5),
};

const task = workerData as DividedTask;
if (task === 'help') helpWorld(parentPort!);
else await serve(task);

/** Handles messages, which are numbers of steps to take. */
async function serve({ workers, count, kind }: DividedRun): Promise<void> {
  const program = new URL(import.meta.url);
  const helpers = Array.from(
    { length: Math.max(0, workers - 1) },
    () => new Worker(program, { workerData: 'help' satisfies DividedTask }),
  );
  const pool = workers > 0 ? new WorkerPool(helpers) : undefined;
  await pool?.ready;
  const soft = new SoftBodies();
  const world = new World({
    sleeping: false,
    parts: [soft],
    ...(kind === 'boxes of particles' ? { solver: new ColoredParticleSolver({}, pool) } : {}),
    ...(pool ? { pool } : {}),
  });
  if (kind === 'cloth') hang(soft, Math.round(Math.sqrt(count)));
  else fill(world, count, kind);
  parentPort!.on('message', (steps: number) => parentPort!.postMessage(takeSteps(world, soft, steps, kind)));
}

function fill(world: World, count: number, kind: string): void {
  const scene = containerScene(count);
  for (const { center, half } of scene.statics)
    world.add({ shape: new BoxShape([...half]), type: 'static', position: [...center] });
  const shape = shapes[kind]();
  for (const position of scene.positions) world.add({ shape, position: [...position] });
}

/** A square cloth of particles that hangs by two corners. */
function hang(soft: SoftBodies, side: number): void {
  soft.addCloth({ columns: side, rows: side, spacing: 0.1, pins: [0, side - 1] });
}

/** The first step wakes the helpers and is not counted. A cloth is solved in the stage of the parts. */
function takeSteps(world: World, soft: SoftBodies, steps: number, kind: string): DividedSteps {
  const [total, narrow, solve]: number[][] = [[], [], []];
  world.step(dt);
  const before = threadTime();
  for (let n = 1; n < steps; n++) {
    const begin = performance.now();
    world.step(dt);
    total.push(performance.now() - begin);
    narrow.push(world.timings.narrow);
    solve.push(kind === 'cloth' ? world.timings.parts : world.timings.solve);
  }
  const cpu = (threadTime() - before) / (steps - 1);
  return { total: total, narrow: narrow, solve: solve, cpu, hash: hash(world, soft) };
}

function hash({ bodies: { positions, rotations } }: World, soft: SoftBodies): string {
  const sum = createHash('sha256');
  for (const numbers of [positions, rotations, ...soft.bodies.map(({ view }) => view.positions)])
    sum.update(new Uint8Array(numbers.slice().buffer));
  return sum.digest('hex');
}

/** CPU time of this thread in ms according to the kernel; NaN if the system does not report it. */
function threadTime(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}
