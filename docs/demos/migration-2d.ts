/**
 * One stage in the numbers of two engines: pixels from the upper left corner with y down, as in matter.js,
 * and metres with y up. The number of pixels per metre determines how large, and so how heavy, bodies look.
 */
import { BoxShape2d, ChainShape2d, CircleShape2d, restitution2d, World2d } from 'colide';
import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';
import { PlanarWorld } from './kit/planar-world.ts';

/** The stage in pixels, and how far its lines are apart. */
const stageWidth = 800;
const stageHeight = 400;
const spacing = 100;
const boxSize = 50;
const ballRadius = 30;
/** Of the ball at the start, in pixels per step, y down. */
const thrown = [14, -8];
const stepsPerSecond = 60;

/** A scale of pixels per metre: both ways between the two kinds of numbers; the origin is in the middle. */
function unitsOf(pixelsPerMetre: number) {
  const metres = (pixels: number) => pixels / pixelsPerMetre;
  return {
    metres,
    place: (x: number, y: number) => [metres(x - stageWidth / 2), metres(stageHeight / 2 - y)],
    velocity: (x: number, y: number) => [metres(x) * stepsPerSecond, -metres(y) * stepsPerSecond],
    pixelPlace: (x: number, y: number) => [
      x * pixelsPerMetre + stageWidth / 2,
      stageHeight / 2 - y * pixelsPerMetre,
    ],
    pixelVelocity: (x: number, y: number) => [
      (x * pixelsPerMetre) / stepsPerSecond,
      (-y * pixelsPerMetre) / stepsPerSecond,
    ],
  };
}
type Units = ReturnType<typeof unitsOf>;

/** The stage in metres, with a tower and a ball; gives the ball. */
function build(world: World2d, { metres, place, velocity }: Units): number {
  const corners = [place(0, -stageHeight), place(stageWidth, -stageHeight)];
  const floor = [place(stageWidth, stageHeight), place(0, stageHeight)];
  world.add({ shape: new ChainShape2d([...corners, ...floor].flat(), true), type: 'static' });
  const box = new BoxShape2d([metres(boxSize / 2), metres(boxSize / 2)]);
  for (let row = 0; row < 6; row++)
    for (let i = 0; i < 2; i++)
      world.add({
        shape: box,
        position: place(560 + (boxSize + 2) * i, stageHeight - boxSize * (row + 0.5)),
      });
  return world.add({
    shape: new CircleShape2d(metres(ballRadius)),
    position: place(100, 250),
    velocity: velocity(thrown[0], thrown[1]),
    density: 3,
    restitution: 0.3,
    rollingFriction: 0.02 * metres(ballRadius),
  });
}

/** Where the lines of the stage are: pixels along it, and their place. */
function linesOf(size: number, place: (pixels: number) => number): [pixels: number, at: number][] {
  const count = Math.ceil(size / spacing) - 1;
  return Array.from({ length: count }, (_, i) => [(i + 1) * spacing, place((i + 1) * spacing)]);
}

/** Lines of the stage, with their pixels at the upper and left edge, their metres at the other two. */
class Rulers {
  private readonly across: [number, number][];
  private readonly down: [number, number][];

  constructor({ place }: Units) {
    this.across = linesOf(stageWidth, x => place(x, 0)[0]);
    this.down = linesOf(stageHeight, y => place(0, y)[1]);
  }

  paintLines(surface: Surface): void {
    const { colors, halfWidth, halfHeight } = surface;
    for (const [, x] of this.across) surface.line(x, -halfHeight, x, halfHeight, colors.grid, 1);
    for (const [, y] of this.down) surface.line(-halfWidth, y, halfWidth, y, colors.grid, 1);
  }

  paintNumbers(surface: Surface): void {
    const { colors, halfWidth, halfHeight } = surface;
    const metres = (value: number) => `${value} m`.replace('-', '−');
    for (const [pixels, x] of this.across) {
      surface.text(`${pixels}`, x, halfHeight, colors.b, [0, 12], 11);
      surface.text(metres(x), x, -halfHeight, colors.a, [0, -12], 11);
    }
    for (const [pixels, y] of this.down) {
      surface.text(`${pixels}`, -halfWidth, y, colors.b, [20, 0], 11);
      surface.text(metres(y), halfWidth, y, colors.a, [-26, 0], 11);
    }
  }
}

/** Two numbers in parentheses. */
function pair([x, y]: number[], digits: number): string {
  return `(${x.toFixed(digits)}, ${y.toFixed(digits)})`;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const scale = controls.choice('pixels per metre', ['100', '50', '25'], () => restart());
  let units = unitsOf(Number(scale.value));
  let world = new World2d({ restitution: restitution2d });
  let ball = 0;
  let surface: Surface | undefined;
  let view: PlanarWorld | undefined;

  const restart = () => {
    units = unitsOf(Number(scale.value));
    world = new World2d({ restitution: restitution2d, maxSteps: 3 });
    ball = build(world, units);
    const rulers = new Rulers(units);
    surface?.dispose();
    surface = new Surface(stage, {
      label: 'A tower and a ball, with their stage in pixels and in metres',
      halfHeight: units.metres(stageHeight / 2),
      halfWidth: units.metres(stageWidth / 2),
      aspect: stageWidth / stageHeight,
      draw(shown) {
        rulers.paintLines(shown);
        view?.paint();
        rulers.paintNumbers(shown);
      },
    });
    view = new PlanarWorld(surface, world, units.metres(2));
  };
  restart();
  controls.animate(seconds => {
    view!.advance(seconds);
    const { positions, velocities } = world.bodies;
    const place = [positions[2 * ball], positions[2 * ball + 1]];
    const velocity = [velocities[2 * ball], velocities[2 * ball + 1]];
    const pixels = pair(units.pixelPlace(place[0], place[1]), 0);
    const perStep = pair(units.pixelVelocity(velocity[0], velocity[1]), 1);
    controls.status(
      `The ball in matter.js: ${pixels} px, ${perStep} px per step. ` +
        `Here: ${pair(place, 2)} m, ${pair(velocity, 1)} m/s.`,
    );
    surface!.paint();
  });
  controls.reset(restart);
  return () => surface?.dispose();
}
