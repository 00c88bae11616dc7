/** The program of the page Get started: boxes and balls fall on the ground. */
import { ColliderMeshes, PoseHistory } from '@colide/three';
import { BoxShape, HalfSpace, SphereShape, World } from 'colide';
import { Mesh, MeshLambertMaterial, PlaneGeometry } from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const most = 300;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const ground = new Mesh(new PlaneGeometry(20, 20), new MeshLambertMaterial());
  ground.rotation.x = -Math.PI / 2;
  const skin = new MeshLambertMaterial();
  const meshes = new ColliderMeshes(skin);
  const view = new SceneView(stage, {
    label: 'Boxes and balls that fall on the ground',
    distance: 9,
    paint(palette) {
      ground.material.color.set(palette.grid);
      skin.color.set(palette.a);
    },
  });
  view.scene.add(ground, meshes.object);

  const shapes = [new BoxShape([0.4, 0.4, 0.4]), new SphereShape(0.4)];
  const history = new PoseHistory();
  let world = new World();
  const drop = (count: number) => {
    for (let i = 0; i < count && world.count < most; i++)
      world.add({
        shape: shapes[i % 2],
        position: [Math.sin(i), 1 + 0.9 * i, Math.cos(i)],
        angularDamping: 1,
      });
    meshes.rebuild(world);
  };
  const restart = () => {
    history.clear();
    world = new World({ parts: [history] });
    world.add({ shape: new HalfSpace() });
    drop(30);
  };
  controls.button('Drop ten more', () => drop(10));
  restart();
  controls.animate(seconds => {
    const factor = world.advance(seconds);
    meshes.update(world.bodies, factor, history);
    controls.status(`${world.count - 1} bodies, ${world.sleepers} asleep.`);
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    meshes.dispose();
    for (const owned of [ground.geometry, ground.material, skin]) owned.dispose();
    view.dispose();
  };
}
