import { meshReport } from '@colide/geometry';
import { Random } from '@colide/math';
import { describe, expect, it } from 'vitest';

describe('meshReport', () => {
  it('finds the same degenerate and duplicate faces as sorting the corners of every face', () => {
    const random = new Random(21);
    let duplicates = 0;
    let degenerates = 0;
    let faceCount = 0;
    for (let n = 0; n < 300; n++) {
      const vertexCount = 4 + random.integer(8);
      const offsets = [0];
      const vertices: number[] = [];
      for (let f = 0; f < 30; f++) {
        const corners = Array.from({ length: 2 + random.integer(4) }, () => random.integer(vertexCount));
        const earlier = random.integer(f + 1);
        // Some faces are earlier ones, seen from the other side.
        const copy = vertices.slice(offsets[earlier], offsets[earlier + 1]).reverse();
        vertices.push(...(f % 2 === 1 && earlier < f ? copy : corners));
        offsets.push(vertices.length);
      }
      const seen = new Set<string>();
      const expectedDuplicates: number[] = [];
      const expectedDegenerate: number[] = [];
      for (let f = 0; f < 30; f++) {
        const corners = vertices.slice(offsets[f], offsets[f + 1]).sort((a, b) => a - b);
        if (corners.length < 3 || new Set(corners).size < corners.length) expectedDegenerate.push(f);
        else if (seen.has(corners.join())) expectedDuplicates.push(f);
        else seen.add(corners.join());
      }
      const report = meshReport(offsets, vertices, vertexCount);
      expect(report.duplicateFaces).toEqual(expectedDuplicates);
      expect(report.degenerateFaces).toEqual(expectedDegenerate);
      duplicates += expectedDuplicates.length;
      degenerates += expectedDegenerate.length;
      faceCount += 30;
    }
    expect(duplicates / faceCount).toBeGreaterThan(0.1);
    expect(degenerates / faceCount).toBeGreaterThan(0.2);
  });
});
