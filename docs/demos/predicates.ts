/**
 * The sign of orient2d for a tiny square of points around a line, one cell for each pair of neighbouring
 * doubles: the textbook formula beside the exact sign. After Kettner et al., "Classroom examples of
 * robustness problems in geometric computations", 2008.
 */
import { orient2d } from '@colide/math';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const cells = 128;
/** Distance of neighbouring doubles from ½ upwards. */
const spacing = 2 ** -53;
const names = ['right of the line', 'on the line', 'left of the line'];
const lines: Record<string, [number, number, number, number]> = {
  '(12, 12) to (24, 24)': [12, 12, 24, 24],
  '(8.8, 8.8) to (12.1, 12.1)': [8.8000000000000007, 8.8000000000000007, 12.1, 12.1],
  '(17.3, 17.3) to (24, 24)': [17.300000000000001, 17.300000000000001, 24, 24],
};

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const naive = document.createElement('canvas');
  const exact = document.createElement('canvas');
  for (const picture of [naive, exact]) picture.width = picture.height = cells;

  const probe: Handle = { x: -0.6, y: 0.1, label: 'point to look at' };

  const surface = new Surface(stage, {
    label: 'Signs of orient2d near a line: the textbook formula on the left, the exact sign on the right',
    halfHeight: 1.18,
    aspect: 1.9,
    handles: [probe],
    draw(surface) {
      const { context, colors, scale } = surface;
      const wrong = evaluate([colors.a, colors.b, colors.c]);
      const size = Math.min(1.9, 0.94 * surface.halfWidth);
      const middle = surface.halfWidth / 2;
      const corner = -0.08 - size / 2;
      const left = probe.x < 0 ? -middle : middle;
      const column = toCell((probe.x - left) / size + 0.5);
      const row = toCell((probe.y - corner) / size);
      context.imageSmoothingEnabled = false;
      for (const [picture, x, title] of [
        [naive, -middle, 'floating point'],
        [exact, middle, 'orient2d'],
      ] as const) {
        const pixels = size * scale;
        context.drawImage(picture, surface.px(x - size / 2), surface.py(corner + size), pixels, pixels);
        surface.text(title, x, corner + size, colors.ink, [0, -13]);
        const cellX = x + ((column + 0.5) / cells - 0.5) * size;
        surface.ring(cellX, corner + ((row + 0.5) / cells) * size, 8 / scale, colors.surface, 2.5);
      }
      const [rounded, sign] = signsAt(column, row);
      const share = ((100 * wrong) / (cells * cells)).toFixed(1);
      controls.status(
        `The textbook formula is wrong in ${share} % of the cells. In the marked cell it says ${names[rounded + 1]}; the truth is ${names[sign + 1]}.`,
      );
    },
  });

  /** The sign by the textbook formula and the exact one for a cell, counted from the lower left corner. */
  const signsAt = (column: number, row: number): [number, number] => {
    const [bx, by, cx, cy] = lines[line.value];
    const x = 0.5 + column * spacing * zoom.value;
    const y = 0.5 + row * spacing * zoom.value;
    const rounded = Math.sign((bx - x) * (cy - y) - (by - y) * (cx - x));
    return [rounded, Math.sign(orient2d([x, y], [bx, by], [cx, cy]))];
  };

  /** Fills both pictures and counts the cells in which the signs differ. */
  const evaluate = (colors: [string, string, string]): number => {
    const rgb = colors.map(parseColor);
    const pictures = [naive, exact].map(picture => picture.getContext('2d')!);
    const images = pictures.map(picture => picture.createImageData(cells, cells));
    let wrong = 0;
    for (let row = 0; row < cells; row++) {
      for (let column = 0; column < cells; column++) {
        const signs = signsAt(column, cells - 1 - row);
        if (signs[0] !== signs[1]) wrong++;
        signs.forEach((value, k) => {
          const [r, g, b] = rgb[value + 1];
          images[k].data.set([r, g, b, 255], 4 * (row * cells + column));
        });
      }
    }
    pictures.forEach((picture, k) => {
      picture.putImageData(images[k], 0, 0);
    });
    return wrong;
  };

  const redraw = () => surface.redraw();
  const line = controls.choice('line', Object.keys(lines), redraw);
  const zoom = controls.slider('steps per cell', { min: 1, max: 16, step: 1, value: 1 }, redraw);
  return () => surface.dispose();
}

/** The cell at a share from 0 to 1 of the picture. */
function toCell(share: number): number {
  return Math.max(0, Math.min(cells - 1, Math.floor(share * cells)));
}

/** Red, green and blue of a colour written as #rrggbb. */
function parseColor(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
}
