/** Balls that roll: without rolling resistance nothing slows them down, and nothing may speed them up. */
import type { PhysicsEngine, Scene, SceneBody, Triple } from '../engine.ts';
import { boxFloor, gridMesh, halfSpace } from '../grounds.ts';
import { dt, type PhysicsFigure, simulate } from '../measures.ts';

const grounds = ['half-space', 'static box', 'mesh', 'heavy box'] as const;
type Ground = (typeof grounds)[number];

/** A strip of ground along x, longer than a ball rolls in 30 s. */
function strip(ground: Ground, radius: number): SceneBody[] {
  if (ground === 'half-space') return [halfSpace];
  if (ground === 'static box') return [boxFloor(200)];
  if (ground === 'mesh') {
    const cell = radius < 0.1 ? 0.25 : 1;
    const columns = radius < 0.01 ? 40 : 280;
    // Wide, because edges may deflect a ball.
    const shape = gridMesh([-8 * cell, -30 * cell], [columns, 60], cell, () => 0);
    return [{ shape, isStatic: true }];
  }
  const bed: SceneBody = { shape: { kind: 'box', half: [200, 1, 6] }, position: [0, -1, 0] };
  return [{ shape: { kind: 'box', half: [250, 1, 50] }, isStatic: true, position: [0, -3, 0] }, bed];
}

function rollingScene(ground: Ground, radius: number, speed: number): Scene {
  const ball: SceneBody = {
    shape: { kind: 'ball', radius },
    // Away from the edges and diagonals of the mesh.
    position: [0, radius, 0.1 * Math.min(radius, 1)],
    velocity: [speed, 0, 0],
    angularVelocity: [0, 0, -speed / radius],
  };
  return { bodies: [...strip(ground, radius), ball] };
}

function horizontal([x, , z]: Triple): number {
  return Math.hypot(x, z);
}

function speedKept(engine: PhysicsEngine, ground: Ground, radius: number, seconds: number): number {
  // Small ones at 40 rad/s: engines limit how fast a body may spin.
  const speed = Math.min(5, 40 * radius);
  const states = simulate(engine, rollingScene(ground, radius, speed), seconds);
  return (5 * horizontal(states.at(-1)!.velocity)) / speed;
}

function rollingFigure(ground: Ground, radius: number): PhysicsFigure {
  const size = radius < 0.01 ? `${1000 * radius} mm` : `${radius} m`;
  return {
    name: `ball of radius ${size} rolls on ${ground}`,
    quantity: 'speed after 30 s, 5 at the start',
    mustBe: { from: 4.95, to: 5.05 },
    measure: (engine, quick) => speedKept(engine, ground, radius, quick ? 10 : 30),
  };
}

/** The largest speed of a marble that was nudged, relative to that of the nudge. */
function nudged(engine: PhysicsEngine): number {
  let fastest = 0;
  for (const ground of ['half-space', 'static box', 'mesh'] as const) {
    const scene = rollingScene(ground, 0.05, 0.05);
    const bodies = scene.bodies.map(body =>
      body.isStatic ? body : ({ ...body, angularVelocity: [0, 0, 0] } as const),
    );
    simulate(engine, { bodies }, 6, run => {
      fastest = Math.max(fastest, horizontal(run.read(bodies.length - 1).velocity) / 0.05);
    });
  }
  return fastest;
}

/** Speed of a ball that began to slide at 10 m/s, once it rolls. */
function slidToRolling(engine: PhysicsEngine): number {
  const [floor, ball] = rollingScene('half-space', 0.5, 10).bodies;
  const scene = { bodies: [floor, { ...ball, angularVelocity: [0, 0, 0] as const }], friction: 0.5 };
  return horizontal(simulate(engine, scene, 2 + dt)[1].velocity);
}

/** Rolling, sliding and nudged balls. */
export const rollingFigures: readonly PhysicsFigure[] = [
  ...[0.5, 0.005, 0.05, 5].flatMap(radius => grounds.map(ground => rollingFigure(ground, radius))),
  {
    name: 'marble of radius 5 cm nudged to 5 cm/s',
    quantity: 'largest speed in 6 s, 1 at the start',
    mustBe: { atMost: 1.001 },
    measure: nudged,
  },
  {
    name: 'ball slides at 10 m/s until it rolls',
    quantity: 'speed in m/s; 7.143 in theory',
    mustBe: { from: 7.107, to: 7.179 },
    measure: slidToRolling,
  },
];
