/** Two oriented boxes and the fifteen axes of the separating-axis test, each with its overlap. */
import { createObb, obbFromBox, obbOverlap, obbOverlapLite } from '@colide/bounds';
import { createSatObbSteps, satObbStart, satObbStep } from '@colide/narrowphase';
import type { Controls } from './kit/controls.ts';
import { openDrawing } from './kit/drawing.ts';
import { add, at, Pen, type V3 } from './kit/pen.ts';
import type { Palette } from './kit/theme.ts';

const axisCount = 15;
const halfA: V3 = [0.55, 0.35, 0.5];
const halfB: V3 = [0.75, 0.25, 0.3];

/** The name of the axis with this index. */
function axisName(index: number): string {
  if (index < 3) return `face of A ${index + 1}`;
  if (index < 6) return `face of B ${index - 2}`;
  const [i, j] = [Math.floor((index - 6) / 3), (index - 6) % 3];
  return `edge ${i + 1} of A × edge ${j + 1} of B`;
}

/** What the three axes of each line have in common. */
const lines = ['faces of A', 'faces of B', ...[1, 2, 3].map(i => `edge ${i} of A × edges of B`)];

/** One cell per axis, red where it separates; with how to fill them. */
function createCells() {
  const grid = document.createElement('div');
  grid.style.cssText =
    'display:grid;grid-template-columns:auto repeat(3,minmax(0,1fr));gap:4px 8px;align-items:center;padding:10px 14px;font-size:12px;line-height:20px;font-variant-numeric:tabular-nums';
  const cells = lines.flatMap((line, i) => {
    const name = document.createElement('span');
    name.textContent = line;
    const three = [0, 1, 2].map(k => {
      const cell = document.createElement('span');
      cell.title = axisName(3 * i + k);
      cell.style.cssText = 'border-radius:3px;border:1px solid transparent;text-align:center';
      return cell;
    });
    grid.append(name, ...three);
    return three;
  });
  return {
    fill(overlaps: readonly number[], least: number, colors: Palette) {
      cells.forEach((cell, i) => {
        cell.textContent = Number.isFinite(overlaps[i]) ? overlaps[i].toFixed(2) : '–';
        cell.style.borderColor = overlaps[i] < 0 ? colors.hit : i === least ? colors.c : colors.grid;
        cell.style.background = overlaps[i] < 0 ? `color-mix(in srgb, ${colors.hit} 22%, transparent)` : '';
      });
    },
    grid,
  };
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const [a, b] = [createObb(), createObb()];
  const steps = createSatObbSteps();
  const pen = new Pen();

  /** The overlap of the boxes along every axis; the test itself would stop at the first that is negative. */
  const measure = (): { overlaps: number[]; axes: V3[] } => {
    satObbStart(steps, a, b);
    const [overlaps, axes]: [number[], V3[]] = [[], []];
    while (overlaps.length < axisCount) {
      satObbStep(steps);
      overlaps.push(steps.overlaps[0]);
      axes.push(at(steps.axis, 0));
    }
    return { overlaps, axes };
  };
  const draw = (colors: Palette) => {
    const [s, c] = [Math.sin(0.5 * turn.value), Math.cos(0.5 * turn.value)];
    obbFromBox(a, [-0.45, 0, 0], halfA, [0, Math.sin(0.2), 0, Math.cos(0.2)]);
    obbFromBox(b, [distance.value - 0.45, 0.25, 0.1], halfB, [0.48 * s, 0.6 * s, 0.64 * s, c]);
    const { overlaps, axes } = measure();
    const least = overlaps.indexOf(Math.min(...overlaps));
    cells.fill(overlaps, least, colors);
    pen.box(a, colors.a);
    pen.box(b, colors.b);
    const middle = add(at(a, 0), add(at(b, 0), at(a, 0), -1), 0.5);
    pen.outline([add(middle, axes[least], -0.9), add(middle, axes[least], 0.9)], colors.hit);
    const amount = Math.abs(overlaps[least]).toFixed(3);
    const lite = obbOverlapLite(a, b) ? ' The six face normals alone would not have seen it.' : '';
    controls.status(
      obbOverlap(a, b)
        ? `The boxes overlap; least along ${axisName(least)}, by ${amount}.`
        : `Disjoint: ${axisName(least)} separates them most, by ${amount}.${lite}`,
    );
  };
  const redraw = () => drawing.redraw();
  const distance = controls.slider('distance', { min: 0, max: 2, step: 0.01, value: 1.15 }, redraw);
  const turn = controls.slider(
    'rotate B',
    { min: 0, max: 3.14, step: 0.01, value: 0.9, format: value => `${value.toFixed(2)} rad` },
    redraw,
  );
  const cells = createCells();
  const drawing = openDrawing(stage, {
    label: 'Two oriented boxes and the axis along which they overlap least',
    distance: 3.4,
    pen,
    draw,
  });
  // The picture covers the whole stage.
  stage.after(cells.grid);
  return () => {
    cells.grid.remove();
    drawing.dispose();
  };
}
