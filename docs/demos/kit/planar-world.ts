/**
 * A planar world on a surface: painted in the colours of the page, and its bodies can be dragged and thrown
 * by mouse and finger.
 */
import { IdList, type World2d, WorldJoints2d, WorldPainter2d, WorldQueries2d } from 'colide';
import type { Surface } from './canvas.ts';

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
    joint: colors.b,
  });
  const zoom = ratio * scale;
  context.save();
  context.setTransform(zoom, 0, 0, -zoom, (ratio * surface.width) / 2, (ratio * surface.height) / 2);
  painter.draw(context, world);
  context.restore();
}

/** Paints a world and lets the reader pull at its bodies. */
export class PlanarWorld {
  readonly painter: WorldPainter2d;
  private queries: WorldQueries2d;
  private joints: WorldJoints2d;
  private readonly found = new IdList();
  /** The joint that holds a body, and the position of the pointer. */
  private held: number | undefined;
  private readonly pointer: [number, number] = [0, 0];
  private world: World2d;
  private readonly surface: Surface;

  /** @param lineWidth of outlines, m; normals of contacts are ten times as long */
  constructor(surface: Surface, world: World2d, lineWidth = 0.03) {
    this.surface = surface;
    this.world = world;
    this.painter = new WorldPainter2d({ lineWidth, normalLength: 10 * lineWidth });
    this.queries = new WorldQueries2d(world);
    this.joints = new WorldJoints2d(world);
    this.listen();
  }

  /** Shows another world. */
  show(world: World2d): void {
    this.world = world;
    this.queries = new WorldQueries2d(world);
    this.joints = new WorldJoints2d(world);
    this.held = undefined;
  }

  /** Takes steps for a time; the held body follows the pointer. */
  advance(seconds: number): void {
    this.world.advance(seconds);
  }

  /** Paints the world. */
  paint(): void {
    const { surface, painter, world } = this;
    paintWorld(surface, painter, world);
    if (this.held !== undefined) surface.disc(...this.pointer, 4 / surface.scale, surface.colors.hit);
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
      const body = pick();
      if (body < 0) return;
      this.held = this.joints.mouse(body, { target: this.pointer });
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = 'grabbing';
    });
    canvas.addEventListener('pointermove', event => {
      if (this.held === undefined) return;
      place(event);
      if (this.joints.has(this.held)) this.joints.setTarget(this.held, this.pointer);
    });
    const release = () => {
      if (this.held !== undefined && this.joints.has(this.held)) this.joints.remove(this.held);
      this.held = undefined;
      canvas.style.cursor = 'grab';
    };
    canvas.style.cursor = 'grab';
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
  }
}
