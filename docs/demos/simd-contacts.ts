/**
 * A wall that is hit again and again, solved by JavaScript or by kernels in WebAssembly; below it, the time
 * that the solver takes with each.
 */
import { ColliderMeshes } from '@colide/three';
import { BoxShape, HalfSpace, loadSimd, SphereShape, World } from 'colide';
import { MeshStandardMaterial } from 'three';
import type { Controls } from './kit/controls.ts';
import { paintBodies, type ScenePalette, SceneView } from './kit/scene.ts';
import { readPalette } from './kit/theme.ts';

const methods = ['kernels', 'JavaScript'] as const;
type Method = (typeof methods)[number];
const columns = 13;
const rows = 10;
/** Steps from throw to throw, and from one wall to the next. */
const throwEvery = 90;
const wallEvery = 360;
/** Steps of a wall that are not timed, since code is still being compiled. */
const untimed = 30;

/** A wall of bricks, and a heavy ball; returns the ball. */
function build(world: World): number {
  world.add({ shape: new HalfSpace(), friction: 0.7 });
  const brick = new BoxShape([0.25, 0.15, 0.2]);
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < columns; i++)
      world.add({
        shape: brick,
        position: [0.51 * (i + (row % 2) / 2 - columns / 2), 0.15 + 0.3 * row, 0],
      });
  return world.add({ shape: new SphereShape(0.35), density: 4000, position: [-0.6, 0.35, 2.4] });
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const skin = new MeshStandardMaterial({ roughness: 0.55 });
  const meshes = new ColliderMeshes(skin, 32);
  let palette: ScenePalette | undefined;
  let world = new World();
  const view = new SceneView(stage, {
    label: 'A wall of bricks that a ball hits again and again',
    distance: 8,
    height: 1.2,
    ground: 0,
    paint(colors) {
      palette = colors;
      paintBodies(meshes, world, colors);
    },
  });
  view.scene.add(meshes.object);

  const chart = document.createElement('canvas');
  chart.height = 120;
  chart.style.cssText = 'display:block;width:100%;height:60px';
  chart.setAttribute('role', 'img');
  chart.setAttribute('aria-label', 'Milliseconds that the solver takes with each method');
  stage.after(chart);
  const pen = chart.getContext('2d')!;

  let kernels: Awaited<ReturnType<typeof loadSimd>>;
  let ball = 0;
  let steps = 0;
  /** Milliseconds of the solver, a running mean. */
  const times: Record<Method, number> = { kernels: 0, JavaScript: 0 };
  const restart = () => {
    world = new World({ sleeping: false, kernels: method.value === 'kernels' ? kernels : undefined });
    ball = build(world);
    steps = 0;
    meshes.rebuild(world);
    if (palette) paintBodies(meshes, world, palette);
  };
  const step = () => {
    if (steps > 0 && steps % wallEvery === 0) restart();
    if (steps % throwEvery === throwEvery - 30) {
      world.setPose(ball, [((steps / throwEvery) % 3) - 1.5, 1.4, 4]);
      world.setVelocity(ball, [0, 1.5, -14], [0, 0, 0]);
    }
    world.step(1 / 60);
    if (steps++ < untimed) return;
    const before = times[method.value];
    const now = world.timings.solve;
    times[method.value] = before === 0 ? now : before + 0.03 * (now - before);
  };
  const drawChart = () => {
    const { a, b, ink, surface } = readPalette();
    const width = 2 * stage.clientWidth;
    if (chart.width !== width) chart.width = width;
    pen.fillStyle = surface;
    pen.fillRect(0, 0, width, chart.height);
    pen.font = '24px sans-serif';
    pen.textBaseline = 'middle';
    const longest = Math.max(times.kernels, times.JavaScript, 0.01);
    for (const [i, name] of methods.entries()) {
      const y = 32 + 54 * i;
      pen.fillStyle = ink;
      pen.fillText(name, 24, y);
      if (times[name] === 0) {
        pen.fillText('not measured yet', 170, y);
        continue;
      }
      const long = ((width - 330) * times[name]) / longest;
      pen.fillStyle = i === 0 ? a : b;
      pen.fillRect(170, y - 16, long, 32);
      pen.fillStyle = ink;
      pen.fillText(`${times[name].toFixed(2)} ms`, 182 + long, y);
    }
  };

  const method = controls.choice('contacts by', methods, restart);
  restart();
  let supported = true;
  loadSimd().then(loaded => {
    kernels = loaded;
    supported = loaded !== undefined;
    restart();
  });
  controls.animate(() => {
    step();
    meshes.update(world.bodies);
    drawChart();
    controls.status(
      supported
        ? `${world.contacts.count} contact points. Choose the other method to compare it.`
        : 'This browser has no WebAssembly SIMD: both are JavaScript.',
    );
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    chart.remove();
    meshes.dispose();
    skin.dispose();
    view.dispose();
  };
}
