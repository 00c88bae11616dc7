/**
 * The boxes of surfaces that cross, as broad phases meet them in practice: triangles of figures that stand in
 * each other, and the features of a cloth that moves. Generated ones are compared with brute force; of real
 * ones the pairs are known.
 */
import { type BroadPhase, PairList } from '@colide/core';
import { Random } from '@colide/math';
import {
  boxPairsOracle,
  type ClothStep,
  clothFunnelEdgeEdgeCount,
  clothFunnelVertexFaceCount,
  danceBoxPairCount,
  describeData,
  generateClothStep,
  generateSurfaceBoxes,
  isSoak,
  readClothFunnel,
  readDanceBoxes,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

/** Makes the value at the first call and gives the same at all others. */
function once<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

const surfaceBoxes = once(() => generateSurfaceBoxes(new Random(61)));
const surfacePairs = once(() => boxPairsOracle(surfaceBoxes()));
const cloth = once(() => generateClothStep(26, 4, new Random(62)));
const clothPairs = once(() => boxPairsOracle(cloth().boxes));
const danceBoxes = once(readDanceBoxes);
const funnel = once(readClothFunnel);

function pairsOf(structure: BroadPhase, boxes: Float32Array | Float64Array): PairList {
  structure.insertAll(boxes);
  const pairs = new PairList();
  expect(structure.findPairs(pairs)).toBe(pairs.count);
  return pairs;
}

/** Asserts that no collision of the cloth is lost; returns how many pairs of features share no vertex. */
function expectCollisions(pairs: PairList, { features, vertexFacePairs, edgeEdgePairs }: ClothStep) {
  const found = new Set<number>();
  const counts = { vertexFace: 0, edgeEdge: 0 };
  for (let i = 0; i < pairs.count; i++) {
    const [a, b] = [pairs.first(i), pairs.second(i)];
    if (features[a].some(vertex => features[b].includes(vertex))) continue;
    found.add(a * 2 ** 20 + b);
    if (features[a].length === 1 && features[b].length === 3) counts.vertexFace++;
    if (features[a].length === 2 && features[b].length === 2) counts.edgeEdge++;
  }
  for (const listed of [vertexFacePairs, edgeEdgePairs]) {
    expect(listed.length).toBeGreaterThan(50);
    const lost = listed.filter(([a, b]) => !found.has(Math.min(a, b) * 2 ** 20 + Math.max(a, b)));
    expect(lost).toEqual([]);
  }
  return counts;
}

/** The pairs of the cloth in a funnel as the first structure finds them, once no collision is missing. */
let funnelPairs: PairList | undefined;

/** The first boxes of the dancer, and how many pairs of them overlap, counted by brute force. */
const partOfDancer = { boxCount: 40_000, pairCount: 236_863 };

/**
 * The tests of a broad phase on the boxes of surfaces that cross. Only soaks and structures that are fast
 * have the whole dancer.
 */
export function describeSurfaceBoxes(
  Structure: { new (): BroadPhase; readonly name: string },
  hasWholeDancer = isSoak,
): void {
  describe(`${Structure.name} on generated surfaces`, () => {
    it('finds the pairs of figures that interpenetrate', () => {
      const pairs = pairsOf(new Structure(), surfaceBoxes());
      expect(pairs.sort().equals(surfacePairs())).toBe(true);
    });

    it('finds the pairs of a cloth that passes through itself', () => {
      const pairs = pairsOf(new Structure(), cloth().boxes);
      expectCollisions(pairs, cloth());
      expect(pairs.sort().equals(clothPairs())).toBe(true);
    });
  });

  describeData('broadphase', `${Structure.name} on real surfaces`, () => {
    it(`finds the pairs of ${hasWholeDancer ? 'the dancer' : 'a part of the dancer'}`, () => {
      const { boxCount, pairCount } = hasWholeDancer
        ? { boxCount: danceBoxes().length / 6, pairCount: danceBoxPairCount }
        : partOfDancer;
      expect(pairsOf(new Structure(), danceBoxes().subarray(0, 6 * boxCount)).count).toBe(pairCount);
    });

    it('loses none of the listed pairs of the cloth in a funnel', () => {
      const pairs = pairsOf(new Structure(), funnel().boxes).sort();
      if (funnelPairs) return expect(pairs.equals(funnelPairs)).toBe(true);
      expect(expectCollisions(pairs, funnel())).toEqual({
        vertexFace: clothFunnelVertexFaceCount,
        edgeEdge: clothFunnelEdgeEdgeCount,
      });
      funnelPairs = pairs;
    });
  });
}
