import { PairList } from '@colide/core';
import { HashGrid, UniformGrid } from '@colide/spatial';
import { describeData, readDataBytes, readDataJson } from '@colide/testing';
import { expect, it } from 'vitest';

interface Cloth {
  vertices: Float64Array;
  faces: Int32Array;
}

/** A PLY file of doubles and triangles. */
function readCloth(name: string): Cloth {
  const bytes = readDataBytes('broadphase', 'cloth-funnel', name);
  const header = new TextDecoder('latin1').decode(new Uint8Array(bytes, 0, 400));
  const count = (element: string) => Number(new RegExp(`element ${element} (\\d+)`).exec(header)![1]);
  const start = header.indexOf('end_header') + 'end_header\n'.length;
  const view = new DataView(bytes, start);
  const vertices = Float64Array.from({ length: 3 * count('vertex') }, (_, i) => view.getFloat64(8 * i, true));
  const from = 8 * vertices.length;
  const faces = Int32Array.from({ length: 3 * count('face') }, (_, i) =>
    view.getInt32(from + 13 * Math.floor(i / 3) + 1 + 4 * (i % 3), true),
  );
  return { vertices, faces };
}

/** Vertices, then edges, then faces of a cloth, each as the vertices it is made of: ids as in the listed pairs. */
function elementsOf(cloth: Cloth): number[][] {
  const { faces } = cloth;
  const edges = new Map<string, [number, number]>();
  for (let f = 0; f < faces.length; f += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [faces[f + k], faces[f + ((k + 1) % 3)]];
      edges.set(`${Math.max(a, b)} ${Math.min(a, b)}`, [Math.max(a, b), Math.min(a, b)]);
    }
  const sorted = [...edges.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const elements: number[][] = Array.from({ length: cloth.vertices.length / 3 }, (_, i) => [i]);
  elements.push(...sorted);
  for (let f = 0; f < faces.length; f += 3) elements.push([faces[f], faces[f + 1], faces[f + 2]]);
  return elements;
}

/** Boxes around elements in both frames, widened by a unit in the last place. */
function sweptBoxes(elements: number[][], before: Cloth, after: Cloth): Float64Array {
  const boxes = new Float64Array(6 * elements.length);
  elements.forEach((corners, i) => {
    for (let axis = 0; axis < 3; axis++) {
      let low = Infinity;
      let high = -Infinity;
      for (const corner of corners) {
        const [first, last] = [before.vertices[3 * corner + axis], after.vertices[3 * corner + axis]];
        low = Math.min(low, first, last);
        high = Math.max(high, first, last);
      }
      boxes[6 * i + axis] = low - Math.abs(low) * 2 ** -52;
      boxes[6 * i + axis + 3] = high + Math.abs(high) * 2 ** -52;
    }
  });
  return boxes;
}

interface Funnel {
  elements: number[][];
  boxes: Float64Array;
}

function readFunnel(): Funnel {
  const before = readCloth('227.ply');
  const elements = elementsOf(before);
  return { elements, boxes: sweptBoxes(elements, before, readCloth('228.ply')) };
}

describeData('broadphase', 'boxes of real scenes', () => {
  // Read once, by the first test.
  let funnel: Funnel | undefined;
  for (const Structure of [UniformGrid, HashGrid]) {
    it(`${Structure.name} finds the 950 663 pairs of the dancers`, () => {
      const boxes = new Float32Array(readDataBytes('broadphase', 'dance-mesh-000000.bin'));
      expect(boxes.length).toBe(6 * 149_845);
      const structure = new Structure();
      structure.insertAll(boxes);
      expect(structure.findPairs(new PairList())).toBe(950_663);
    });

    it(`${Structure.name} loses none of the listed pairs of the cloth in a funnel`, () => {
      funnel ??= readFunnel();
      const { elements, boxes } = funnel;
      const structure = new Structure();
      structure.insertAll(boxes);
      const pairs = new PairList();
      structure.findPairs(pairs);
      const found = new Set<number>();
      const counts = { vertexFace: 0, edgeEdge: 0 };
      for (let i = 0; i < pairs.count; i++) {
        const [a, b] = [pairs.first(i), pairs.second(i)];
        if (elements[a].some(vertex => elements[b].includes(vertex))) continue;
        found.add(a * 2 ** 20 + b);
        if (elements[a].length === 1 && elements[b].length === 3) counts.vertexFace++;
        if (elements[a].length === 2 && elements[b].length === 2) counts.edgeEdge++;
      }
      expect(counts).toEqual({ vertexFace: 7319, edgeEdge: 33_770 });
      for (const file of ['227vf.json', '227ee.json']) {
        const listed = readDataJson<[number, number][]>('broadphase', 'cloth-funnel', file);
        expect(listed.length).toBeGreaterThan(50);
        const lost = listed.filter(([a, b]) => !found.has(Math.min(a, b) * 2 ** 20 + Math.max(a, b)));
        expect(lost).toEqual([]);
      }
    });
  }
});
