/** The program of the page Get started: boxes and balls fall on the ground. */
import { ColliderMeshes, PoseHistory } from '@colide/three';
import { BoxShape, HalfSpace, SphereShape, World } from 'colide';
import { MeshStandardMaterial } from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { paintBodies, type ScenePalette, SceneView } from './kit/scene.ts';

const most = 300;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const skin = new MeshStandardMaterial({ roughness: 0.55 });
  const meshes = new ColliderMeshes(skin);
  let palette: ScenePalette | undefined;
  let world = new World();
  const view = new SceneView(stage, {
    label: 'Boxes and balls that fall on the ground',
    distance: 9,
    height: 1.3,
    ground: 0,
    paint(colors) {
      palette = colors;
      paintBodies(meshes, world, colors);
    },
  });
  view.scene.add(meshes.object);

  const shapes = [new BoxShape([0.4, 0.4, 0.4]), new SphereShape(0.4)];
  const history = new PoseHistory();
  const drop = (count: number) => {
    for (let i = 0; i < count && world.count < most; i++)
      world.add({
        shape: shapes[i % 2],
        position: [Math.sin(i), 1 + 0.9 * i, Math.cos(i)],
        angularDamping: 1,
      });
    meshes.rebuild(world);
    if (palette) paintBodies(meshes, world, palette);
  };
  const restart = () => {
    history.clear();
    world = new World({ parts: [history] });
    world.add({ shape: new HalfSpace() });
    drop(30);
  };
  controls.button('Drop ten more', () => drop(10));
  restart();
  // The first picture shows a heap that others are falling on.
  for (let i = 0; i < 80; i++) world.step(1 / 60);
  controls.animate(seconds => {
    const factor = world.advance(seconds);
    meshes.update(world.bodies, factor, history);
    controls.status(`${counted(world.count - 1, 'body', 'bodies')}, ${world.sleeperCount} asleep.`);
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    meshes.dispose();
    skin.dispose();
    view.dispose();
  };
}
