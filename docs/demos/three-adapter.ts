/**
 * Geometries of three.js fall as bodies: shapes come from `@colide/three`, and so do the matrices and the
 * lines over them.
 */
import {
  BodyInstances,
  compoundFromGeometry,
  DebugLines,
  debugAabb,
  debugContacts,
  debugKdop,
  debugSphere,
  debugTree,
  PoseHistory,
  shapeFromGeometry,
} from '@colide/three';
import {
  createKdop,
  createSphere,
  DynamicBvh,
  HalfSpace,
  kdopDirections,
  kdopFromConvex,
  Random,
  sphereFromConvex,
  World,
} from 'colide';
import {
  BoxGeometry,
  type BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  IcosahedronGeometry,
  InstancedMesh,
  MeshStandardMaterial,
  SphereGeometry,
  TorusGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const each = 6;
const half = 2.5;
const directions = kdopDirections(14);
const kdop = createKdop(directions);
const ball = createSphere();
const box = new Float64Array(6);

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const geometries: BufferGeometry[] = [
    new BoxGeometry(0.6, 0.4, 0.8),
    new SphereGeometry(0.32, 24, 16),
    new CapsuleGeometry(0.18, 0.5, 6, 16),
    new CylinderGeometry(0.3, 0.3, 0.4, 24),
    new ConeGeometry(0.35, 0.7, 24),
    new IcosahedronGeometry(0.38),
    new TorusGeometry(0.4, 0.14, 10, 18),
  ];
  // The torus is concave: it collides as a ring of convex parts, the others as the exact shapes.
  const shapes = geometries.map(geometry =>
    geometry.type === 'TorusGeometry'
      ? compoundFromGeometry(geometry, undefined, { maxConcavity: 0.06, maxParts: 12 })
      : shapeFromGeometry(geometry),
  );
  const skins = geometries.map(() => new MeshStandardMaterial({ roughness: 0.55 }));
  const instances = geometries.map(
    (geometry, i) => new BodyInstances(new InstancedMesh(geometry, skins[i], each)),
  );
  const lines = new DebugLines();
  const view = new SceneView(stage, {
    label: 'Boxes, balls, capsules, cylinders, cones, icosahedra and rings in a pile',
    distance: 7.5,
    ground: -1,
    paint({ bodies, solid, hit }) {
      for (const [i, skin] of skins.entries()) skin.color.set(bodies[i] ?? solid);
      lines.color(hit);
    },
  });
  view.scene.add(lines.object, ...instances.map(({ mesh }) => mesh));

  const history = new PoseHistory();
  let world = new World();
  const restart = () => {
    history.clear();
    world = new World({ parts: [history], broadPhase: new DynamicBvh() });
    const random = new Random(5);
    world.add({ shape: new HalfSpace([0, 1, 0], -1) });
    for (const normal of [
      [1, 0, 0],
      [-1, 0, 0],
      [0, 0, 1],
      [0, 0, -1],
    ] as const)
      world.add({ shape: new HalfSpace([...normal], -half) });
    for (const [i, group] of instances.entries()) {
      group.clear();
      for (let n = 0; n < each; n++)
        group.add(
          world,
          world.add({
            shape: shapes[i],
            position: [
              random.uniform(-1.8, 1.8),
              0.4 * (n * instances.length + i) * 0.3,
              random.uniform(-1.8, 1.8),
            ],
            rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
          }),
        );
    }
  };

  const draw = (factor: number) => {
    for (const group of instances) group.update(world.bodies, factor, history);
    lines.begin();
    const { colliders, contacts, broadPhase } = world;
    if (overlay.value === 'contacts') debugContacts(lines, contacts, 0.2);
    else if (overlay.value === 'tree') debugTree(lines, broadPhase as DynamicBvh);
    else if (overlay.value !== 'none')
      for (let id = 0; id < colliders.count; id++) {
        const convex = colliders.convexes[id];
        if (!convex) continue;
        if (overlay.value === 'sphere') debugSphere(lines, sphereFromConvex(ball, convex));
        else if (overlay.value === '14-DOP')
          debugKdop(lines, directions, kdopFromConvex(kdop, directions, convex));
        else {
          colliders.aabb(box, id);
          debugAabb(lines, box);
        }
      }
    lines.end();
    controls.status(
      `${world.count - 5} bodies, ${world.sleeperCount} asleep; ${lines.count} lines in one draw call.`,
    );
    view.redraw();
  };

  const overlay = controls.choice('lines', ['none', 'AABB', 'sphere', '14-DOP', 'tree', 'contacts']);
  controls.button('Toss', () => {
    for (const { bodies, count } of instances)
      for (let i = 0; i < count; i++) world.setVelocity(bodies[i], [0, 5, 0], [1 + i, 2, 3 - i]);
  });
  restart();
  controls.animate(seconds => draw(world.advance(seconds)));
  controls.reset(restart);
  return () => {
    for (const { mesh } of instances) mesh.dispose();
    for (const owned of [...geometries, ...skins]) owned.dispose();
    lines.dispose();
    view.dispose();
  };
}
