/**
 * A 2D drawing surface in world units (y up, origin in the middle): sharp on every screen, redrawn when size
 * or theme change, with handles that are dragged by mouse, finger or arrow keys.
 */
import { type Palette, readPalette, watchTheme } from './theme.ts';

/** A point that the reader can drag. */
export interface Handle {
  x: number;
  y: number;
  /** Its name for screen readers. */
  label: string;
}

/** The options of a surface. */
export interface SurfaceOptions {
  /** The description of the picture for screen readers. */
  label: string;
  /** Half of the height in world units. */
  halfHeight: number;
  /** Half of the width in world units that a narrow screen must show; it then shows more of the height. */
  halfWidth?: number;
  /** Width over height on wide screens. Default 16/9. */
  aspect?: number;
  /** Points that can be dragged; may change between pictures. */
  handles?: Handle[];
  /** Called after a handle has moved. */
  dragged?(handle: Handle): void;
  /** Paints one picture. */
  draw(surface: Surface): void;
}

/** How close a finger must come to a handle, px; elsewhere it scrolls the page. */
const fingerReach = 36;
const lowestHeight = 260;

/** A canvas with a world coordinate system. */
export class Surface {
  readonly canvas = document.createElement('canvas');
  readonly context: CanvasRenderingContext2D;
  colors: Palette = readPalette();
  /** Pixels (CSS) of the canvas. */
  width = 0;
  height = 0;
  /** Pixels for one world unit. */
  scale = 1;
  private readonly options: SurfaceOptions;
  private readonly ends: (() => void)[] = [];
  private request = 0;
  private active = 0;
  private focused = false;

  constructor(stage: HTMLElement, options: SurfaceOptions) {
    this.options = options;
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('this browser gives no 2D canvas');
    this.context = context;
    this.canvas.setAttribute('role', 'img');
    stage.append(this.canvas);
    this.measure();
    this.redraw();
    const observer = new ResizeObserver(() => {
      this.measure();
      this.paint();
    });
    observer.observe(stage);
    this.ends.push(
      () => observer.disconnect(),
      watchTheme(() => {
        this.colors = readPalette();
        this.redraw();
      }),
    );
    const keys = options.handles ? '. Arrow keys move the chosen point, Enter chooses the next' : '';
    this.canvas.setAttribute('aria-label', options.label + keys);
    if (options.handles) this.listen(options.handles);
  }

  /** Half of the width in world units. */
  get halfWidth(): number {
    return this.width / 2 / this.scale;
  }

  /** Half of the height in world units. */
  get halfHeight(): number {
    return this.height / 2 / this.scale;
  }

  /** Paints again with the next picture of the browser. */
  redraw(): void {
    if (this.request) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.paint();
    });
  }

  /** Paints now; for use inside an animation. */
  paint(): void {
    const { context, width, height } = this;
    const ratio = this.canvas.width / width;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = this.colors.surface;
    context.fillRect(0, 0, width, height);
    context.lineJoin = 'round';
    context.lineCap = 'round';
    this.options.draw(this);
    this.options.handles?.forEach((handle, i) => {
      this.disc(handle.x, handle.y, 6 / this.scale, this.colors.surface, this.colors.ink, 2);
      if (this.focused && i === this.active) this.ring(handle.x, handle.y, 11 / this.scale, this.colors.ink);
    });
  }

  /** Canvas x of a world x. */
  px(x: number): number {
    return this.width / 2 + x * this.scale;
  }

  /** Canvas y of a world y. */
  py(y: number): number {
    return this.height / 2 - y * this.scale;
  }

  /** A straight line; `width` in pixels. */
  line(x0: number, y0: number, x1: number, y1: number, color: string, width = 1.5): void {
    const { context } = this;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(this.px(x0), this.py(y0));
    context.lineTo(this.px(x1), this.py(y1));
    context.stroke();
  }

  /** A line with a head at its end. */
  arrow(x0: number, y0: number, x1: number, y1: number, color: string, width = 2.5): void {
    const length = Math.hypot(x1 - x0, y1 - y0);
    this.line(x0, y0, x1, y1, color, width);
    if (length * this.scale < 4) return;
    const size = Math.min(11 / this.scale, 0.5 * length);
    const ux = ((x1 - x0) / length) * size;
    const uy = ((y1 - y0) / length) * size;
    this.line(x1, y1, x1 - ux - 0.5 * uy, y1 - uy + 0.5 * ux, color, width);
    this.line(x1, y1, x1 - ux + 0.5 * uy, y1 - uy - 0.5 * ux, color, width);
  }

  /** A filled disc, with an outline if `stroke` is given. */
  disc(x: number, y: number, radius: number, fill: string, stroke?: string, width = 1.5): void {
    const { context } = this;
    context.beginPath();
    context.arc(this.px(x), this.py(y), radius * this.scale, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
    if (stroke) this.stroke(stroke, width);
  }

  /** A circle. */
  ring(x: number, y: number, radius: number, color: string, width = 1.5): void {
    this.context.beginPath();
    this.context.arc(this.px(x), this.py(y), radius * this.scale, 0, 2 * Math.PI);
    this.stroke(color, width);
  }

  /** A closed polygon from x, y pairs; `opacity` is that of the filling. */
  polygon(points: ArrayLike<number>, color: string, opacity = 0.2, width = 2): void {
    const { context } = this;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(this.px(points[i]), this.py(points[i + 1]));
    context.closePath();
    context.globalAlpha = opacity;
    context.fillStyle = color;
    context.fill();
    context.globalAlpha = 1;
    if (width > 0) this.stroke(color, width);
  }

  /** A text whose middle is at the given place, moved by pixels. */
  text(text: string, x: number, y: number, color: string, [dx, dy] = [0, 0], size = 13): void {
    const { context } = this;
    context.fillStyle = color;
    context.font = `${size}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(text, this.px(x) + dx, this.py(y) + dy);
  }

  /** Lines through the whole world units. */
  grid(step = 1): void {
    const { colors } = this;
    for (let x = step; x < this.halfWidth; x += step)
      for (const side of [-x, x]) this.line(side, -this.halfHeight, side, this.halfHeight, colors.grid, 1);
    for (let y = step; y < this.halfHeight; y += step)
      for (const side of [-y, y]) this.line(-this.halfWidth, side, this.halfWidth, side, colors.grid, 1);
    this.line(-this.halfWidth, 0, this.halfWidth, 0, colors.grid, 2);
    this.line(0, -this.halfHeight, 0, this.halfHeight, colors.grid, 2);
  }

  /** Removes the canvas and everything that listens. */
  dispose(): void {
    cancelAnimationFrame(this.request);
    for (const end of this.ends) end();
    this.canvas.remove();
  }

  private stroke(color: string, width: number): void {
    this.context.strokeStyle = color;
    this.context.lineWidth = width;
    this.context.stroke();
  }

  private measure(): void {
    const width = this.canvas.parentElement!.clientWidth;
    if (width === 0) return;
    const height = Math.round(Math.max(lowestHeight, width / (this.options.aspect ?? 16 / 9)));
    const ratio = Math.min(devicePixelRatio, 2);
    this.width = width;
    this.height = height;
    this.scale = Math.min(height / 2 / this.options.halfHeight, width / 2 / (this.options.halfWidth ?? 0));
    this.canvas.style.height = `${height}px`;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
  }

  private listen(handles: Handle[]): void {
    const { canvas } = this;
    let held: Handle | undefined;
    canvas.tabIndex = 0;
    canvas.style.cursor = 'grab';

    const place = (event: { clientX: number; clientY: number }) => {
      const box = canvas.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top] as const;
    };
    const nearest = (px: number, py: number) => {
      const distance = (handle: Handle) => Math.hypot(this.px(handle.x) - px, this.py(handle.y) - py);
      const found = handles.reduce(
        (best, next) => (distance(next) < distance(best) ? next : best),
        handles[0],
      );
      return { found, distance: distance(found) };
    };
    const move = (handle: Handle, x: number, y: number) => {
      handle.x = Math.max(-this.halfWidth, Math.min(this.halfWidth, x));
      handle.y = Math.max(-this.halfHeight, Math.min(this.halfHeight, y));
      this.options.dragged?.(handle);
      this.redraw();
    };

    canvas.addEventListener(
      'touchstart',
      event => {
        const [px, py] = place(event.touches[0]);
        if (nearest(px, py).distance < fingerReach) event.preventDefault();
      },
      { passive: false },
    );
    canvas.addEventListener('pointerdown', event => {
      const [px, py] = place(event);
      const { found, distance } = nearest(px, py);
      if (event.pointerType === 'touch' && distance >= fingerReach) return;
      held = found;
      this.active = handles.indexOf(found);
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = 'grabbing';
    });
    canvas.addEventListener('pointermove', event => {
      if (!held) return;
      const [px, py] = place(event);
      move(held, (px - this.width / 2) / this.scale, (this.height / 2 - py) / this.scale);
    });
    const release = () => {
      held = undefined;
      canvas.style.cursor = 'grab';
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);

    canvas.addEventListener('keydown', event => {
      const step = (event.shiftKey ? 0.1 : 0.02) * this.halfHeight;
      const handle = handles[this.active % handles.length];
      if (event.key === 'ArrowLeft') move(handle, handle.x - step, handle.y);
      else if (event.key === 'ArrowRight') move(handle, handle.x + step, handle.y);
      else if (event.key === 'ArrowUp') move(handle, handle.x, handle.y + step);
      else if (event.key === 'ArrowDown') move(handle, handle.x, handle.y - step);
      else if (event.key === 'Enter') this.active = (this.active + 1) % handles.length;
      else return;
      event.preventDefault();
      this.redraw();
    });
    const focus = (focused: boolean) => () => {
      this.focused = focused;
      this.redraw();
    };
    canvas.addEventListener('focus', focus(true));
    canvas.addEventListener('blur', focus(false));
  }
}
