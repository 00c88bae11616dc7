/** Joints and cloth: ragdolls that come to rest, a hinge at its limit, a box that lies on cloth. */
import type { PhysicsEngine, Scene, SceneBody, SceneJoint, SceneShape, Triple } from '../engine.ts';
import { cube, halfSpace } from '../grounds.ts';
import { type PhysicsFigure, simulate, timeToSleep } from '../measures.ts';

function boxShape(...half: Triple): SceneShape {
  return { kind: 'box', half };
}

function limb(radius: number, halfHeight: number): SceneShape {
  return { kind: 'capsule', radius, halfHeight };
}

/** The parts of a ragdoll that stands at the origin, with gaps at the joints. */
export const ragdollParts: readonly (readonly [SceneShape, Triple])[] = [
  [boxShape(0.16, 0.1, 0.1), [0, 1, 0]],
  [boxShape(0.18, 0.2, 0.11), [0, 1.32, 0]],
  [{ kind: 'ball', radius: 0.12 }, [0, 1.68, 0]],
  ...[-1, 1].flatMap((side): (readonly [SceneShape, Triple])[] => [
    [limb(0.05, 0.09), [0.26 * side, 1.36, 0]],
    [limb(0.045, 0.09), [0.26 * side, 1.06, 0]],
    [limb(0.07, 0.13), [0.09 * side, 0.68, 0]],
    [limb(0.06, 0.13), [0.09 * side, 0.26, 0]],
  ]),
];

/** Joints between the parts: bodies, anchor and, for hinges, limits about x. */
export const ragdollLinks: readonly (readonly [number, number, Triple, (readonly [number, number])?])[] = [
  [0, 1, [0, 1.11, 0]],
  [1, 2, [0, 1.54, 0]],
  ...[0, 1].flatMap((arm): (readonly [number, number, Triple, (readonly [number, number])?])[] => {
    const side = 2 * arm - 1;
    const first = 3 + 4 * arm;
    return [
      [1, first, [0.2 * side, 1.5, 0]],
      [first, first + 1, [0.26 * side, 1.208, 0], [-2.4, 0]],
      [0, first + 2, [0.09 * side, 0.89, 0]],
      [first + 2, first + 3, [0.09 * side, 0.465, 0], [0, 2.4]],
    ];
  }),
];

/** Ragdolls that fall from 1 m with different velocities. */
function ragdolls(count: number): Scene {
  const bodies: SceneBody[] = [halfSpace];
  const joints: SceneJoint[] = [];
  for (let i = 0; i < count; i++) {
    const first = bodies.length;
    const [x, y, z] = [2.5 * i - 5, 1, 0.3 * i];
    for (const [shape, position] of ragdollParts)
      bodies.push({
        shape,
        position: [position[0] + x, position[1] + y, position[2] + z],
        velocity: [0.5 * i - 1, 0, 1 + 0.3 * i],
      });
    for (const [a, b, anchor, limits] of ragdollLinks)
      joints.push({
        bodies: [first + a, first + b],
        anchor: [anchor[0] + x, anchor[1] + y, anchor[2] + z],
        ...(limits && { axis: [1, 0, 0], limits }),
      });
  }
  return { bodies, joints };
}

/** The fastest that a door swings back from the limit of its hinge, which it meets at 4.35 rad/s. */
function doorBounce(engine: PhysicsEngine): number {
  const spin = 4.35;
  const frame: SceneBody = { shape: boxShape(0.05, 1, 0.05), isStatic: true, position: [-0.1, 0, 0] };
  const door: SceneBody = {
    shape: boxShape(0.5, 1, 0.03),
    position: [0.5, 0, 0],
    velocity: [0, 0, -0.5 * spin],
    angularVelocity: [0, spin, 0],
  };
  const hinge: SceneJoint = { bodies: [0, 1], anchor: [0, 0, 0], axis: [0, 1, 0], limits: [-1, 1] };
  let back = 0;
  let angle = 0;
  simulate(engine, { bodies: [frame, door], joints: [hinge], gravity: 0, sleeping: false }, 3, run => {
    const { angularVelocity, rotation } = run.read(1);
    back = Math.max(back, -angularVelocity[1]);
    angle = 2 * Math.atan2(rotation[1], rotation[3]);
  });
  return Math.abs(angle) < 1.1 ? back : Infinity;
}

/** Distance that a box of 37 kg on a cloth on the floor moves sideways. */
function driftOnCloth(engine: PhysicsEngine, seconds: number): number {
  const half = Math.cbrt(0.037) / 2;
  const scene: Scene = {
    bodies: [halfSpace, cube(half, [0, 0.03 + half, 0])],
    cloths: [{ side: 21, spacing: 0.05, height: 0.02 }],
  };
  const [x, , z] = simulate(engine, scene, seconds)[1].position;
  return Math.hypot(x, z);
}

/** Joints and cloth. */
export const jointFigures: readonly PhysicsFigure[] = [
  {
    name: 'five ragdolls',
    quantity: 'all asleep after s',
    mustBe: { atMost: 6 },
    measure: engine => timeToSleep(engine, ragdolls(5), 20),
  },
  {
    name: 'door meets the limit of its hinge at 4.35 rad/s',
    quantity: 'fastest swing back, rad/s',
    mustBe: { atMost: 0.05 },
    measure: doorBounce,
  },
  {
    name: 'box of 37 kg on a cloth on the floor',
    quantity: 'drift in 10 s, m',
    mustBe: { atMost: 0.02 },
    measure: (engine, quick) => driftOnCloth(engine, quick ? 3 : 10),
  },
];
