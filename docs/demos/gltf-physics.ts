/**
 * A world read from a glTF document. A button writes the current world as a document and continues with the
 * world read from it.
 */
import {
  ColliderMeshes,
  type GltfJson,
  type GltfNode,
  gltfPhysicsAdd,
  gltfPhysicsRead,
  gltfPhysicsWrite,
  PoseHistory,
} from '@colide/three';
import { World, WorldJoints } from 'colide';
import { MeshStandardMaterial } from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { paintBodies, type ScenePalette, SceneView } from './kit/scene.ts';

/** The shapes of the document, by index. */
const [floor, crate, ball, arm, drum] = [0, 1, 2, 3, 4];

/** A node that moves. */
function moving(shape: number, translation: [number, number, number], mass: number): GltfNode {
  const collider = { geometry: { shape }, physicsMaterial: shape === ball ? 1 : 0 };
  return { translation, extensions: { KHR_physics_rigid_bodies: { motion: { mass }, collider } } };
}

/** Crates, drums and balls around an arm that a motor turns on a hinge. */
function room(): GltfJson {
  const still = { collider: { geometry: { shape: floor }, physicsMaterial: 0 } };
  const hinge = { joint: { connectedNode: 3, joint: 0 } };
  const nodes: GltfNode[] = [
    { name: 'floor', translation: [0, -0.2, 0], extensions: { KHR_physics_rigid_bodies: still } },
    { ...moving(arm, [0, 0.35, 0], 60), name: 'arm', children: [2] },
    { name: 'hinge', extensions: { KHR_physics_rigid_bodies: hinge } },
    { name: 'post', translation: [0, 0.35, 0] },
  ];
  for (let i = 0; i < 18; i++) {
    const angle = (2 * Math.PI * (i % 6)) / 6 + 0.5;
    const level = Math.floor(i / 6);
    const shape = i % 6 === 2 || i % 6 === 5 ? drum : crate;
    nodes.push(moving(shape, [2.1 * Math.cos(angle), 0.31 + 0.61 * level, 2.1 * Math.sin(angle)], 2));
  }
  for (let i = 0; i < 6; i++) nodes.push(moving(ball, [0.5 * i - 1.2, 2.2 + 0.5 * i, 0.3 * (i % 3)], 1));
  return {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i).filter(i => i !== 2) }],
    nodes,
    extensionsUsed: ['KHR_implicit_shapes', 'KHR_physics_rigid_bodies'],
    extensions: {
      KHR_implicit_shapes: {
        shapes: [
          { type: 'box', box: { size: [9, 0.4, 7] } },
          { type: 'box', box: { size: [0.6, 0.6, 0.6] } },
          { type: 'sphere', sphere: { radius: 0.3 } },
          { type: 'box', box: { size: [4.6, 0.3, 0.3] } },
          { type: 'cylinder', cylinder: { height: 0.6, radiusTop: 0.3, radiusBottom: 0.3 } },
        ],
      },
      KHR_physics_rigid_bodies: {
        physicsMaterials: [
          { staticFriction: 0.6, dynamicFriction: 0.6, restitution: 0 },
          { staticFriction: 0.6, dynamicFriction: 0.6, restitution: 0.7 },
        ],
        physicsJoints: [
          {
            limits: [
              { linearAxes: [0, 1, 2], min: 0, max: 0 },
              { angularAxes: [0, 2], min: 0, max: 0 },
            ],
            drives: [{ type: 'angular', axis: 1, velocityTarget: 1.2, damping: 500, maxForce: 2000 }],
          },
        ],
      },
    },
  };
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const skin = new MeshStandardMaterial({ roughness: 0.55 });
  const meshes = new ColliderMeshes(skin, 32);
  const history = new PoseHistory();
  let palette: ScenePalette | undefined;
  let world = new World();
  let source = '';
  const view = new SceneView(stage, {
    label: 'An arm that turns among crates, drums and balls',
    distance: 8.5,
    height: 0.9,
    ground: -0.6,
    paint(colors) {
      palette = colors;
      paintBodies(meshes, world, colors);
    },
  });
  view.scene.add(meshes.object);

  const read = (json: GltfJson, origin: string) => {
    const physics = gltfPhysicsRead(json);
    history.clear();
    world = new World({ parts: [history] });
    new WorldJoints(world);
    gltfPhysicsAdd(world, physics);
    meshes.rebuild(world);
    if (palette) paintBodies(meshes, world, palette);
    const bytes = JSON.stringify(json).length.toLocaleString('en');
    source = `${origin}: ${bytes} bytes, ${counted(physics.bodies.length, 'body', 'bodies')}, ${counted(physics.joints.length, 'joint')}.`;
  };
  const restart = () => read(room(), 'The document');
  controls.button('Write and read', () => read(gltfPhysicsWrite(world), 'The world as a document'));
  restart();
  controls.animate(seconds => {
    const factor = world.advance(seconds);
    meshes.update(world.bodies, factor, history);
    controls.status(source);
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    meshes.dispose();
    skin.dispose();
    view.dispose();
  };
}
