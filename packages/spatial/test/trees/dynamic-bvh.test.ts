import { Random } from '@colide/math';
import { DynamicBvh } from '@colide/spatial';
import { generateBoxes, moveBoxes } from '@colide/testing';
import { describe, expect, it } from 'vitest';
import { describeBroadPhase } from '../support/conformance.ts';

describeBroadPhase('DynamicBvh', DynamicBvh);

/** Checks links and boxes of all nodes; returns the depth of the tree. */
function checkTree(tree: DynamicBvh): number {
  const { links, nodeBoxes, root } = tree;
  let deepest = 0;
  const visit = (node: number, parent: number, depth: number): number => {
    expect(links[3 * node]).toBe(parent);
    deepest = Math.max(deepest, depth);
    const child = links[3 * node + 1];
    if (child < 0) {
      const id = links[3 * node + 2];
      expect(tree.alive[id]).toBe(1);
      for (let k = 0; k < 3; k++) {
        expect(nodeBoxes[6 * node + k]).toBeLessThanOrEqual(tree.boxes[6 * id + k]);
        expect(nodeBoxes[6 * node + k + 3]).toBeGreaterThanOrEqual(tree.boxes[6 * id + k + 3]);
      }
      return 1;
    }
    let leaves = 0;
    for (const next of [child, links[3 * node + 2]]) {
      leaves += visit(next, node, depth + 1);
      for (let k = 0; k < 3; k++) {
        expect(nodeBoxes[6 * node + k]).toBeLessThanOrEqual(nodeBoxes[6 * next + k]);
        expect(nodeBoxes[6 * node + k + 3]).toBeGreaterThanOrEqual(nodeBoxes[6 * next + k + 3]);
      }
    }
    return leaves;
  };
  expect(root < 0 ? 0 : visit(root, -1, 1)).toBe(tree.count);
  return deepest;
}

describe('DynamicBvh', () => {
  it('keeps a sound tree through insertions, moves and removals', () => {
    const random = new Random(4);
    const tree = new DynamicBvh();
    const boxes = generateBoxes('clustered', 200, random);
    for (let round = 0; round < 300; round++) {
      const id = random.integer(200);
      const box = moveBoxes(boxes.slice(6 * id, 6 * id + 6), 2, random);
      if (tree.count > 100 && round % 3 === 0) tree.remove(tree.alive.indexOf(1));
      else if (tree.alive[id] === 1) tree.update(id, box);
      else tree.insert(box);
      if (round % 10 === 0) checkTree(tree);
    }
    for (let id = 0; id < 200; id++) if (tree.alive[id] === 1) tree.remove(id);
    expect(checkTree(tree)).toBe(0);
  });

  it('stays shallow when boxes arrive in order', () => {
    const tree = new DynamicBvh();
    for (let i = 0; i < 1000; i++) tree.insert([i, 0, 0, i + 0.9, 1, 1]);
    expect(checkTree(tree)).toBeLessThan(40);
  });

  it('leaves the tree alone while boxes stay within their margin', () => {
    const tree = new DynamicBvh({ margin: 0.5 });
    tree.insertAll(generateBoxes('uniform', 100, new Random(1)));
    const links = tree.links.slice();
    const box = tree.boxes.slice(0, 6);
    tree.update(
      0,
      box.map(x => x + 0.01),
    );
    expect(tree.links).toEqual(links);
    tree.update(
      0,
      box.map(x => x + 50),
    );
    expect(tree.links).not.toEqual(links);
    checkTree(tree);
    // A box that has become much smaller gets a new margin.
    tree.update(0, [50, 50, 50, 50.001, 50.001, 50.001]);
    const leaf = tree.links.findIndex((id, i) => i % 3 === 2 && id === 0 && tree.links[i - 1] === -1);
    expect(tree.nodeBoxes[2 * leaf - 1] - 50).toBeLessThan(0.01);
  });

  it('names a bad margin', () => {
    expect(() => new DynamicBvh({ margin: -1 })).toThrow(/margin/);
  });
});
