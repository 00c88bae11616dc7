/**
 * Scenes in which the speed of whole worlds is compared: heaps in a container, a wall at rest, bodies on a
 * mesh of 100 000 triangles, ragdolls, bodies that are mostly asleep, cloths. Nothing sleeps unless it says
 * so.
 */
import { Random } from '@colide/math';
import type { ConvexPart, Scene, SceneBody, SceneCloth, SceneJoint, SceneShape } from '../physics/engine.ts';
import { boxFloor, bumps, gridMesh } from '../physics/grounds.ts';
import { ragdollLinks, ragdollParts } from '../physics/scenes/joints.ts';
import { containerScene } from './container.ts';

function box(x: number, y: number, z: number): ConvexPart {
  return { kind: 'box', half: [x, y, z] };
}

/** The twelve corners of an icosahedron of diameter 1. */
function icosahedron(): SceneShape {
  const golden = (1 + Math.sqrt(5)) / 2;
  const scale = 0.5 / Math.hypot(1, golden);
  const points = [-1, 1].flatMap(a =>
    [-golden, golden].flatMap(b => [0, a, b, a, b, 0, b, 0, a].map(x => scale * x)),
  );
  return { kind: 'hull', points };
}

/** The shapes of heaps, about 1 m in size, used in rotation. */
const heapShapes = {
  boxes: [box(0.5, 0.5, 0.5)],
  spheres: [{ kind: 'ball', radius: 0.5 }],
  icosahedra: [icosahedron()],
  'capsules and cylinders': [
    { kind: 'capsule', radius: 0.3, halfHeight: 0.25 },
    { kind: 'cylinder', radius: 0.4, halfHeight: 0.4 },
  ],
  compounds: [
    {
      kind: 'compound',
      parts: [box(0.45, 0.15, 0.15), box(0.15, 0.45, 0.15), box(0.15, 0.15, 0.45)].map(shape => ({
        shape,
        position: [0, 0, 0] as const,
      })),
    },
  ],
} as const satisfies Record<string, readonly SceneShape[]>;

/** The kinds of heaps. */
export type HeapKind = keyof typeof heapShapes;

/** `count` bodies in a container, ten deep. */
export function heapScene(count: number, kind: HeapKind): Scene {
  const { positions, statics } = containerScene(count);
  const shapes: readonly SceneShape[] = heapShapes[kind];
  const walls = statics.map(({ center, half }) => ({
    shape: box(...half),
    position: center,
    isStatic: true,
  }));
  const bodies = positions.map((position, i) => ({ shape: shapes[i % shapes.length], position }));
  return { bodies: [...walls, ...bodies], sleeping: false };
}

/** A wall of `rows` by `columns` bricks. */
export function wallScene(rows: number, columns: number): Scene {
  const brick = box(0.5, 0.25, 0.25);
  const bodies: SceneBody[] = [boxFloor(columns + 10)];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      bodies.push({
        shape: brick,
        position: [1.005 * (column - columns / 2) + (row % 2) / 2, 0.25 + 0.5 * row, 0],
      });
  return { bodies, sleeping: false };
}

/** `count` boxes, balls and capsules on bumpy land of 224 · 224 · 2 triangles. */
export function landScene(count: number): Scene {
  const shapes: SceneShape[] = [
    box(0.4, 0.4, 0.4),
    { kind: 'ball', radius: 0.4 },
    { kind: 'capsule', radius: 0.25, halfHeight: 0.3 },
  ];
  const side = Math.ceil(Math.sqrt(count));
  const bodies: SceneBody[] = [{ shape: gridMesh([-56, -56], [224, 224], 0.5, bumps), isStatic: true }];
  for (let i = 0; i < count; i++) {
    const [x, z] = [1.5 * ((i % side) - side / 2), 1.5 * (Math.floor(i / side) - side / 2)];
    bodies.push({ shape: shapes[i % shapes.length], position: [x, bumps(x, z) + 1, z] });
  }
  return { bodies, sleeping: false };
}

/** `count` ragdolls of eleven bodies that fall side by side, and onto each other. */
export function ragdollScene(count: number): Scene {
  const random = new Random(count);
  const side = Math.ceil(Math.sqrt(count / 2));
  const bodies: SceneBody[] = [boxFloor(100)];
  const joints: SceneJoint[] = [];
  for (let i = 0; i < count; i++) {
    const [column, row] = [i % side, Math.floor(i / side) % side];
    const y = 0.5 + 2.5 * Math.floor(i / (side * side));
    const [x, z] = [1.2 * (column - side / 2) + random.uniform(-0.1, 0.1), 0.8 * (row - side / 2)];
    const first = bodies.length;
    for (const [shape, [px, py, pz]] of ragdollParts)
      bodies.push({ shape, position: [px + x, py + y, pz + z], velocity: [0, 0, random.uniform(-1, 1)] });
    for (const [a, b, [px, py, pz], limits] of ragdollLinks)
      joints.push({
        bodies: [first + a, first + b],
        anchor: [px + x, py + y, pz + z],
        ...(limits && { axis: [1, 0, 0], limits }),
      });
  }
  return { bodies, joints, sleeping: false };
}

/** Pendulums above a field of `count` boxes that sleep. */
export function sleepingScene(count: number, pendulums: number): Scene {
  const side = Math.ceil(Math.sqrt(count));
  const cube = box(0.5, 0.5, 0.5);
  const bob: SceneShape = { kind: 'ball', radius: 0.3 };
  const bodies: SceneBody[] = [boxFloor(side + 10)];
  const joints: SceneJoint[] = [];
  for (let i = 0; i < count; i++)
    bodies.push({
      shape: cube,
      position: [1.5 * ((i % side) - side / 2), 0.5, 1.5 * (Math.floor(i / side) - side / 2)],
    });
  for (let i = 0; i < pendulums; i++) {
    const [x, z] = [8 * ((i % 10) - 5), 8 * (Math.floor(i / 10) - 5)];
    joints.push({ bodies: [0, bodies.length], anchor: [x, 10, z] });
    bodies.push({ shape: bob, position: [x + 5, 10, z] });
  }
  return { bodies, joints };
}

/** `count` cloths of `side` by `side` particles that fall onto a ball each. */
export function clothScene(count: number, side: number): Scene {
  const spacing = 0.05;
  const columns = Math.ceil(Math.sqrt(count));
  const ball: SceneShape = { kind: 'ball', radius: 0.3 };
  const bodies: SceneBody[] = [boxFloor(100)];
  const cloths: SceneCloth[] = [];
  for (let i = 0; i < count; i++) {
    const [x, z] = [2 * ((i % columns) - columns / 2), 2 * (Math.floor(i / columns) - columns / 2)];
    bodies.push({ shape: ball, position: [x, 0.3, z], isStatic: true });
    cloths.push({ side, spacing, height: 0.7, center: [x, z] });
  }
  return { bodies, cloths, sleeping: false };
}
