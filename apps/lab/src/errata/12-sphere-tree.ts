/** Erratum 12: where the traversal of two sphere trees may answer. */
import { defineErratum } from '../harness/erratum.ts';

/** A node of a tree over balls on a line: its sphere and its two halves. */
interface Node {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly children?: readonly [Node, Node];
}

/** A tree over balls of radius 0.1 with centres along x at the given height. */
function tree(from: number, to: number, y: number, leaves: number): Node {
  const x = (from + to) / 2;
  if (leaves === 1) return { x, y, radius: 0.1 };
  const radius = (to - from) / 2 + 0.1;
  return { x, y, radius, children: [tree(from, x, y, leaves / 2), tree(x, to, y, leaves / 2)] };
}

const touch = (a: Node, b: Node) => Math.hypot(a.x - b.x, a.y - b.y) <= a.radius + b.radius;

/** As printed: the first pair of nodes that touch and are not the same or adjacent is a collision. */
const printed = (a: Node, b: Node) => touch(a, b);

/** The larger node is split; only leaves are tested exactly. */
function corrected(a: Node, b: Node): boolean {
  if (!touch(a, b)) return false;
  if (!a.children && !b.children) return true;
  if (a.children && (!b.children || a.radius >= b.radius))
    return a.children.some(child => corrected(child, b));
  return b.children!.some(child => corrected(a, child));
}

const leavesOf = (node: Node): Node[] => node.children?.flatMap(leavesOf) ?? [node];
const bruteForce = (a: Node, b: Node) =>
  leavesOf(a).some(one => leavesOf(b).some(other => touch(one, other)));

export const erratum = defineErratum({
  number: 12,
  source: 'S3 algorithm 1',
  title: 'Where the traversal of two sphere trees may answer',
  printed: 'spheres that touch and are not the same or adjacent: collision; otherwise split',
  corrected: 'split until both are leaves, and test these exactly; adjacency matters in self-collision only',
  explanation:
    'The two branches are mixed up: as printed, the spheres around two whole bodies already decide, and two bodies are called colliding whenever those touch.',
  run: () =>
    [0.15, 0.5, 2, 5].map(height => {
      const [a, b] = [tree(0, 4, 0, 16), tree(0, 4, height, 16)];
      return {
        label: `two rows of sixteen balls of radius 0.1, ${height} apart: collision?`,
        printed: printed(a, b),
        corrected: corrected(a, b),
        truth: bruteForce(a, b),
      };
    }),
});
