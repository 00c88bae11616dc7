/** A drawing in space: a view whose content a pen draws anew whenever something has changed. */
import type { Pen } from './pen.ts';
import { SceneView } from './scene.ts';
import type { Palette } from './theme.ts';

/** The options of a drawing. */
export interface DrawingOptions {
  /** The description of the picture for screen readers. */
  label: string;
  /** Distance of the camera from the origin. */
  distance: number;
  pen: Pen;
  /** Draws one picture; the pen has been cleared. */
  draw(colors: Palette): void;
}

/** A pen's drawing on a page. */
export interface Drawing {
  /** Draws again. */
  redraw(): void;
  /** Takes the drawing off the page. */
  dispose(): void;
}

/** Puts a drawing on the page and draws it. All variables that `draw` reads must exist by then. */
export function openDrawing(stage: HTMLElement, options: DrawingOptions): Drawing {
  const { label, distance, pen, draw } = options;
  let colors: Palette | undefined;
  let view: SceneView | undefined;
  const redraw = () => {
    if (!view || !colors) return;
    pen.clear();
    draw(colors);
    view.redraw();
  };
  view = new SceneView(stage, {
    label,
    distance,
    paint(palette) {
      colors = palette;
      redraw();
    },
  });
  view.scene.add(pen.group);
  redraw();
  const opened = view;
  return {
    redraw,
    dispose() {
      pen.dispose();
      opened.dispose();
    },
  };
}
