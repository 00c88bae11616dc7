/**
 * A world of the plane on a surface: painted in the colours of the page, and its bodies can be dragged and thrown by
 * mouse and finger.
 */
import { IdList, type World2d, WorldPainter2d, WorldQueries2d } from 'colide';
import type { Surface } from './canvas.ts';

/** Angular frequency of the spring between the pointer and a body, rad/s. */
const stiffness = 12;

/** Paints a world in the colours of the page. */
export function paintWorld(surface: Surface, painter: WorldPainter2d, world: World2d): void {
  const { context, colors, scale } = surface;
  const ratio = surface.canvas.width / surface.width;
  Object.assign(painter.colors, {
    dynamic: colors.a,
    sleeping: colors.soft,
    kinematic: colors.c,
    static: colors.ink,
    sensor: colors.b,
    contact: colors.hit,
    box: colors.c,
  });
  const zoom = ratio * scale;
  context.save();
  context.setTransform(zoom, 0, 0, -zoom, (ratio * surface.width) / 2, (ratio * surface.height) / 2);
  painter.draw(context, world);
  context.restore();
}

/** Paints a world and lets the reader pull at its bodies. */
export class PlanarWorld {
  readonly painter = new WorldPainter2d({ lineWidth: 0.03, normalLength: 0.3 });
  private queries: WorldQueries2d;
  private readonly found = new IdList();
  /** The body that is held, the point of it in its frame, and where the pointer is. */
  private held = -1;
  private readonly local = [0, 0];
  private readonly pointer = [0, 0];
  private world: World2d;
  private readonly surface: Surface;

  constructor(surface: Surface, world: World2d) {
    this.surface = surface;
    this.world = world;
    this.queries = new WorldQueries2d(world);
    this.listen();
  }

  /** Shows another world. */
  show(world: World2d): void {
    this.world = world;
    this.queries = new WorldQueries2d(world);
    this.held = -1;
  }

  /** Takes steps for a time; what is held follows the pointer. */
  advance(seconds: number): void {
    this.pull();
    this.world.advance(seconds);
  }

  /** Paints the world. */
  paint(): void {
    const { surface, painter, world } = this;
    paintWorld(surface, painter, world);
    if (!world.has(this.held)) return;
    const [x, y] = this.grip();
    surface.line(x, y, this.pointer[0], this.pointer[1], surface.colors.hit, 2);
  }

  /** Where the held point of the body is. */
  private grip(): [number, number] {
    const { positions, rotations } = this.world.bodies;
    const i = 2 * this.held;
    const [x, y] = this.local;
    return [
      positions[i] + rotations[i] * x - rotations[i + 1] * y,
      positions[i + 1] + rotations[i + 1] * x + rotations[i] * y,
    ];
  }

  /** A damped spring from the body to the pointer. */
  private pull(): void {
    const { world, held, pointer } = this;
    if (!world.has(held)) return;
    const { velocities, inverseMasses } = world.bodies;
    const mass = 1 / inverseMasses[held];
    const at = this.grip();
    const force = at.map(
      (x, k) =>
        mass *
        (stiffness ** 2 * (pointer[k] - x) - 1.4 * stiffness * velocities[2 * held + k] - world.gravity[k]),
    );
    world.applyForce(held, force, at);
  }

  private listen(): void {
    const { canvas } = this.surface;
    const place = (event: { clientX: number; clientY: number }) => {
      const box = canvas.getBoundingClientRect();
      this.pointer[0] = (event.clientX - box.left - this.surface.width / 2) / this.surface.scale;
      this.pointer[1] = (this.surface.height / 2 - (event.clientY - box.top)) / this.surface.scale;
    };
    const pick = (): number => {
      this.found.clear();
      const { inverseMasses } = this.world.bodies;
      this.queries.overlapPoint(this.found, this.pointer, { accepts: body => inverseMasses[body] > 0 });
      return this.found.count > 0 ? this.found.get(0) : -1;
    };
    // A finger beside the bodies scrolls the page.
    canvas.addEventListener(
      'touchstart',
      event => {
        place(event.touches[0]);
        if (pick() >= 0) event.preventDefault();
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', event => {
      place(event);
      this.held = pick();
      if (this.held < 0) return;
      const { positions, rotations } = this.world.bodies;
      const i = 2 * this.held;
      const x = this.pointer[0] - positions[i];
      const y = this.pointer[1] - positions[i + 1];
      this.local[0] = rotations[i] * x + rotations[i + 1] * y;
      this.local[1] = rotations[i] * y - rotations[i + 1] * x;
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = 'grabbing';
    });
    canvas.addEventListener('pointermove', event => {
      if (this.held >= 0) place(event);
    });
    const release = () => {
      this.held = -1;
      canvas.style.cursor = 'grab';
    };
    canvas.style.cursor = 'grab';
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
  }
}
