/** Towers and pyramids of unit boxes. */
import { RigidBodies, RigidContacts } from '@colide/solvers';
import type { BoxScene } from './box-contacts.ts';

/** Unit boxes on the ground y = 0: x, y and mass each. */
export function createBoxes(boxes: readonly (readonly [number, number, number])[]): BoxScene {
  const bodies = new RigidBodies({ count: boxes.length + 1 });
  bodies.setStatic(0);
  boxes.forEach(([x, y, mass], i) => {
    bodies.setPose(i + 1, [x, y, 0]);
    bodies.setBox(i + 1, mass, 0.5, 0.5, 0.5);
  });
  const halfEdges = new Float64Array(3 * bodies.count).fill(0.5);
  halfEdges.fill(0, 0, 3);
  return { bodies, contacts: new RigidContacts({ friction: 0.6 }), halfEdges, margin: 0.02 };
}

/** Ten boxes on top of each other. */
export const tower = (massOf: (i: number) => number) =>
  Array.from({ length: 10 }, (_, i) => [0, 0.5 + i, massOf(i)] as const);

/** Rows of boxes, each one shorter than the one below. */
export function pyramid(rows: number): [number, number, number][] {
  const boxes: [number, number, number][] = [];
  for (let row = 0; row < rows; row++)
    for (let i = 0; i < rows - row; i++) boxes.push([1.05 * (i + row / 2), 0.5 + row, 1]);
  return boxes;
}
