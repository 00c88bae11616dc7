/** Planar ropes, a net and soft bodies among rigid ones, which can be dragged and thrown. */
import { BoxShape2d, ChainShape2d, CircleShape2d, SoftBodies2d, World2d } from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { PlanarWorld } from './kit/planar-world.ts';

const floor = -4.5;
const wide = 8.3;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let soft = new SoftBodies2d();
  let world = new World2d();
  let view: PlanarWorld | undefined;
  const pressure = controls.choice('Pressure', ['1', '1.3', '0.6'], () => build());

  const build = () => {
    soft = new SoftBodies2d();
    world = new World2d({ parts: [soft], maxSteps: 3 });
    fill(world, soft, Number(pressure.value));
    view?.show(world);
  };
  build();
  const surface = new Surface(stage, {
    label: 'A rope bridge, a net and soft bodies on which boxes and balls fall',
    halfHeight: 5,
    halfWidth: 8.5,
    draw(surface) {
      view?.paint();
      paintThreads(surface, soft);
    },
  });
  view = new PlanarWorld(surface, world);
  const shown = view;
  controls.animate(seconds => {
    shown.advance(seconds);
    controls.status(
      `${counted(soft.particleCount, 'particle')}, ${counted(soft.contactCount, 'contact')} with rigid bodies.`,
    );
    surface.paint();
  });
  controls.reset(build);
  return () => surface.dispose();
}

/** A container with a bridge on the left, a net in the middle and soft bodies on the right. */
function fill(world: World2d, soft: SoftBodies2d, pressure: number): void {
  const outline = [-wide, 9, wide, 9, wide, floor, -wide, floor];
  world.add({ shape: new ChainShape2d(outline, true), type: 'static' });
  const bridge = Array.from({ length: 17 }, (_, i) => [-7.5 + 0.3 * i, 0]);
  soft.addRope({ positions: bridge.flat(), pins: [0, 16], mass: 2 });
  soft.addNet({ columns: 13, rows: 5, spacing: 0.25, position: [-1.5, 1], pins: [0, 12], mass: 2 });
  // Soft bodies collide with rigid ones, not with each other.
  for (let n = 0; n < 2; n++) {
    const ring = Array.from({ length: 20 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 20;
      return [Math.cos(angle), Math.sin(angle)];
    });
    soft.addSoft({ positions: ring.flat(), position: [3.5 + 2.6 * n, -2.5], pressure, mass: 3 });
  }
  for (let n = 0; n < 3; n++) {
    world.add({ shape: new BoxShape2d([0.35, 0.35]), position: [-6 + n, 1.5 + n] });
    world.add({ shape: new CircleShape2d(0.35), position: [-0.5 + 0.6 * n, 3 + n] });
  }
  world.add({ shape: new BoxShape2d([1.9, 0.25]), position: [4.8, 1.5], density: 0.5 });
}

/** Draws all threads. */
function paintThreads(surface: Surface, soft: SoftBodies2d): void {
  const { positions } = soft;
  for (const { kind, first, segments } of soft.bodies) {
    const color = kind === 'soft' ? surface.colors.b : surface.colors.c;
    for (let s = 0; s < segments.length; s += 2) {
      const [a, b] = [2 * (first + segments[s]), 2 * (first + segments[s + 1])];
      surface.line(positions[a], positions[a + 1], positions[b], positions[b + 1], color, 2.5);
    }
  }
}
