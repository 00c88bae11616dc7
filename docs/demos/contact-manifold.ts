/** Two boxes, one on the other, seen from above: the clipped faces, the contact points and the four that are kept. */
import { createObb, obbFromBox } from '@colide/bounds/obb';
import { contactBoxBox } from '@colide/narrowphase/contact-box';
import { contactManifoldReduce, createContactManifold } from '@colide/narrowphase/contact-manifold';
import { manifoldObbObb } from '@colide/narrowphase/manifold-obb-obb';
import { createPairContact } from '@colide/narrowphase/pair-contact';
import { type Handle, Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const tableHalf: [number, number, number] = [1.1, 0.2, 0.8];
const crateHalf: [number, number, number] = [0.9, 0.4, 0.6];

/** The upper or lower face of a box seen from above: x and −z of four corners. */
function outline(box: ArrayLike<number>, up: number): number[] {
  return [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].flatMap(([u, w]) =>
    [0, 2].map(
      k =>
        (k === 0 ? 1 : -1) *
        (box[k]! + u! * box[3]! * box[6 + k]! + up * box[4]! * box[9 + k]! + w! * box[5]! * box[12 + k]!),
    ),
  );
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const handles: Handle[] = [{ x: 0.5, y: 0.25, label: 'upper box' }];
  const table = obbFromBox(createObb(), [0, 0, 0], tableHalf, [0, 0, 0, 1]);
  const crate = createObb();
  const contact = createPairContact();
  const all = createContactManifold();
  const kept = createContactManifold();

  const surface = new Surface(stage, {
    label: 'Two boxes seen from above, with the contact points between them',
    halfHeight: 1.6,
    handles,
    dragged: () => surface.redraw(),
    draw(surface) {
      const { colors } = surface;
      const half = 0.5 * turn.value;
      const lean = 0.5 * tilt.value;
      // First tilted about x, then turned about y.
      const [cy, sy, cx, sx] = [Math.cos(half), Math.sin(half), Math.cos(lean), Math.sin(lean)];
      const height = tableHalf[1] + crateHalf[1] * Math.cos(tilt.value) + crateHalf[2] * Math.sin(tilt.value);
      obbFromBox(crate, [handles[0]!.x, height - 0.01, -handles[0]!.y], crateHalf, [
        cy * sx,
        sy * cx,
        -sy * sx,
        cy * cx,
      ]);
      surface.polygon(outline(table, 1), colors.a);
      surface.polygon(outline(crate, -1), colors.b);
      if (!contactBoxBox(contact, table, crate)) {
        controls.status('The boxes are apart.');
        return;
      }
      manifoldObbObb(all, contact, table, crate);
      manifoldObbObb(kept, contact, table, crate);
      contactManifoldReduce(kept);
      const patch = Array.from({ length: 2 * all.count }, (_, i) =>
        i % 2 ? -all.pointsA[3 * (i >> 1) + 2]! : all.pointsA[3 * (i >> 1)]!,
      );
      if (all.count > 2) surface.polygon(patch, colors.hit, 0.25);
      else if (all.count === 2) surface.line(patch[0]!, patch[1]!, patch[2]!, patch[3]!, colors.hit, 3);
      for (let i = 0; i < all.count; i++)
        surface.disc(patch[2 * i]!, patch[2 * i + 1]!, 4 / surface.scale, colors.hit);
      if (reduce.value)
        for (let i = 0; i < kept.count; i++)
          surface.ring(kept.pointsA[3 * i]!, -kept.pointsA[3 * i + 2]!, 9 / surface.scale, colors.ink, 2.5);
      const points = all.count === 1 ? 'one contact point' : `${all.count} contact points`;
      const few = reduce.value && all.count > 4 ? ', four of them kept' : '';
      controls.status(`Depth ${contact.depth.toFixed(3)}, ${points}${few}.`);
    },
  });
  const redraw = () => surface.redraw();
  const turn = controls.slider('turn', { min: 0, max: 1.57, step: 0.01, value: 0.6 }, redraw);
  const tilt = controls.slider('tilt', { min: 0, max: 0.3, step: 0.005, value: 0 }, redraw);
  const reduce = controls.toggle('keep four', true, redraw);
  return () => surface.dispose();
}
