/** Seeded surfaces that cross: a cloth that passes through itself, and figures that intersect each other. */
import type { Random } from '@colide/math';
import { type ClothStep, sweepCloth } from './cloth-step.ts';
import type { TriangleMesh } from './data-meshes.ts';
import { joinMeshes, makeBumpySphere } from './generate-dirty-meshes.ts';
import { gridIndices, makeTerrain, makeTorus } from './generate-meshes.ts';
import { clothCollisionsOracle } from './oracle-cloth.ts';

/**
 * One step of a cloth of `columns` × `rows` quads that is rolled up two and a half times, crumpled a little.
 * The inner layers move outward through the outer ones.
 */
export function generateClothStep(columns: number, rows: number, random: Random): ClothStep {
  const indices = gridIndices(columns, rows);
  const row = columns + 1;
  const frame = (inner: number): TriangleMesh<Float64Array> => {
    const positions = new Float64Array(3 * row * (rows + 1));
    for (let at = 0; at < positions.length; at += 3) {
      const u = ((at / 3) % row) / columns;
      const v = Math.floor(at / 3 / row) / rows;
      const angle = 5 * Math.PI * u + 0.05 * random.normal();
      const radius = 1 + u * (inner - 1) + 0.02 * random.normal();
      positions.set([radius * Math.cos(angle), v + 0.02 * random.normal(), radius * Math.sin(angle)], at);
    }
    return { positions, indices };
  };
  const swept = sweepCloth(frame(0.7), frame(1.1));
  return { ...swept, ...clothCollisionsOracle(swept) };
}

/**
 * Boxes around the triangles of bumpy spheres and rings that stand in each other on a terrain, in single
 * precision.
 */
export function generateSurfaceBoxes(random: Random): Float32Array {
  const place = ({ positions, indices }: TriangleMesh, scale: number) => {
    const offset = [random.uniform(-1, 1), random.uniform(0, 1), random.uniform(-1, 1)];
    return { positions: positions.map((x, i) => scale * x + offset[i % 3]), indices };
  };
  const terrain = makeTerrain(24, 0.1, random);
  const { positions, indices } = joinMeshes([
    { ...terrain, positions: terrain.positions.map((x, i) => (i % 3 === 1 ? x : 4 * x - 2)) },
    ...[2, 2, 3, 3].map(level => place(makeBumpySphere(level, random), 10 ** random.uniform(-0.7, 0))),
    ...[0, 0].map(() => place(makeTorus(24, 10), random.uniform(0.4, 1))),
  ]);
  const boxes = new Float32Array(2 * indices.length);
  for (let i = 0; i < indices.length; i += 3)
    for (let axis = 0; axis < 3; axis++) {
      const corners = [0, 1, 2].map(k => positions[3 * indices[i + k] + axis]);
      boxes[2 * i + axis] = Math.min(...corners);
      boxes[2 * i + axis + 3] = Math.max(...corners);
    }
  return boxes;
}
