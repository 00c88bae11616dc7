/** The scenes of the plane of the playground: bodies can be dragged and thrown. */
import { type PlanarScene, planarScenes } from '@colide/playground/planar';
import { CircleShape2d, type SoftBodies2d } from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { PlanarWorld } from './kit/planar-world.ts';
import { createWarmUp } from './kit/warm-up.ts';

const halfHeight = 5;

/** Paints the threads of ropes, nets and soft bodies. */
function paintSoft(surface: Surface, { bodies, positions }: SoftBodies2d): void {
  for (const { first, segments } of bodies)
    for (let k = 0; k < segments.length; k += 2) {
      const a = 2 * (first + segments[k]);
      const b = 2 * (first + segments[k + 1]);
      surface.line(positions[a], positions[a + 1], positions[b], positions[b + 1], surface.colors.c, 2);
    }
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const titles = planarScenes.map(({ title }) => title);
  const levels = ['medium', 'small', 'large'];
  let scene: PlanarScene | undefined;
  let view: PlanarWorld | undefined;
  const choice = controls.choice('scene', titles, () => build());
  const size = controls.choice('size', levels, () => build());
  const contacts = controls.toggle('show contacts', false);
  const boxes = controls.toggle('show boxes', false);
  const joints = controls.toggle('show joints', true);

  const build = () => {
    const { counts, build: make } = planarScenes[titles.indexOf(choice.value)];
    scene = make(counts[levels.indexOf(size.value)]);
    view?.show(scene.world);
    return scene.world;
  };
  const world = build();
  const surface = new Surface(stage, {
    label: 'A planar world whose bodies can be dragged and thrown',
    halfHeight,
    halfWidth: 8.5,
    draw: () => {
      view?.paint();
      if (scene?.soft) paintSoft(surface, scene.soft);
    },
  });
  view = new PlanarWorld(surface, world);
  const shown = view;
  const warm = createWarmUp();
  controls.animate(seconds => {
    shown.painter.contacts = contacts.value;
    shown.painter.boxes = boxes.value;
    shown.painter.joints = joints.value;
    const begin = performance.now();
    shown.advance(seconds);
    const time = performance.now() - begin;
    const { world: now } = scene!;
    const { summary } = planarScenes[titles.indexOf(choice.value)];
    controls.status(
      `${summary} ${counted(now.count, 'body', 'bodies')}, ${now.sleeperCount} asleep, ${counted(now.contacts.count, 'contact point')}${warm(`; ${time.toFixed(1)} ms per frame`)}.`,
    );
    surface.paint();
  });
  controls.reset(build);
  controls.button('Throw a ball', () => {
    scene?.world.add({
      shape: new CircleShape2d(0.3),
      position: [-7, 0],
      velocity: [14, 3],
      density: 4,
      restitution: 0.3,
      bullet: true,
    });
  });
  return () => surface.dispose();
}
