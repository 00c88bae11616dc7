/**
 * Boxes that had come to rest on triangles of several slopes rocked on for ever: what carried them was
 * dropped when their contact points became more than eight, or more than four with one triangle, and the
 * plane of a triangle was extended to corners that rested on another one below it.
 */
import { BoxShape } from '@colide/geometry';
import { MeshShape, TriangleBvh } from '@colide/spatial';
import { World } from '@colide/world';
import { expect, it } from 'vitest';

type Triple = [number, number, number];

interface Case {
  readonly name: string;
  readonly half: Triple;
  readonly rotation: [number, number, number, number];
  readonly friction: number;
  /** Steps per second. */
  readonly rate: number;
  readonly positions: number[];
  readonly indices: number[];
}

const cases: Case[] = [
  {
    name: 'a block across a saddle',
    half: [0.5791, 0.8556, 0.7356],
    rotation: [0.60299, 0.64077, -0.27072, -0.39054],
    friction: 0.505,
    rate: 120,
    positions: [
      -1.7453, -0.2038, -2.0206, -1.7453, -0.656, 0.7247, 1, -0.2755, -2.0206, 1, -0.7518, 0.7247, 3.7454,
      -0.1224, -2.0206, 3.7454, -0.6095, 0.7247, -1.7453, -1.3735, 3.47, 1, -1.4594, 3.47, 3.7454, -1.294,
      3.47,
    ],
    indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, 1, 6, 3, 3, 6, 7, 3, 7, 5, 5, 7, 8],
  },
  {
    name: 'a brick on a ridge',
    half: [0.1747, 0.1975, 0.1397],
    rotation: [0.11136, 0.03453, 0.99297, -0.02061],
    friction: 0.781,
    rate: 120,
    positions: [
      -1.2476, -0.3434, -0.7443, -1.2476, -0.24, 0.3988, -0.1046, -0.25, -0.7443, -0.1046, -0.1781, 0.3988,
      1.0385, -0.1964, -0.7443, 1.0385, -0.0939, 0.3988,
    ],
    indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5],
  },
  {
    name: 'a slab on a ridge',
    half: [0.4644, 0.4316, 0.2873],
    rotation: [0.0568, -0.00525, 0.06214, 0.99644],
    friction: 0.619,
    rate: 30,
    positions: [
      -1.9899, -0.5731, -0.887, -1.9899, -0.8698, 1.6708, 0.5679, -0.2722, -0.887, 0.5679, -0.5476, 1.6708,
      3.1257, 0.1649, -0.887, 3.1257, -0.1516, 1.6708,
    ],
    indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5],
  },
  {
    name: 'a block on four slopes',
    half: [0.6195, 0.7116, 0.9058],
    rotation: [-0.06623, -0.00997, 0.07898, 0.99462],
    friction: 0.542,
    rate: 60,
    positions: [
      -5.0277, -1.9972, -3.7635, -5.0277, -1.6954, 0.778, -0.4862, -1.316, -3.7635, -0.4862, -0.6986, 0.778,
      4.0552, -0.7755, -3.7635, 4.0552, 0.0248, 0.778, -5.0277, -1.6229, 5.3194, -0.4862, -0.4608, 5.3194,
      4.0552, 0.4667, 5.3194,
    ],
    indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, 1, 6, 3, 3, 6, 7, 3, 7, 5, 5, 7, 8],
  },
  {
    name: 'a stone on four slopes',
    half: [0.092, 0.1309, 0.1571],
    rotation: [0.36461, 0.40415, -0.69627, -0.46791],
    friction: 0.747,
    rate: 60,
    positions: [
      -0.3728, -0.2681, -0.4008, -0.3728, -0.2007, 0.0965, 0.1245, -0.1131, -0.4008, 0.1245, -0.045, 0.0965,
      0.6218, -0.0914, -0.4008, 0.6218, -0.0219, 0.0965, -0.3728, -0.1788, 0.5938, 0.1245, -0.0262, 0.5938,
      0.6218, -0.0045, 0.5938,
    ],
    indices: [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5, 1, 6, 3, 3, 6, 7, 3, 7, 5, 5, 7, 8],
  },
];

it.each(cases)('$name comes to rest', ({ half, rotation, friction, rate, positions, indices }) => {
  const world = new World();
  world.add({ shape: new MeshShape(new TriangleBvh(positions, indices)), type: 'static', friction });
  world.add({ shape: new BoxShape(half), rotation, friction });
  for (let n = 0; n < 2 * rate && world.sleeperCount === 0; n++) world.step(1 / rate);
  expect(world.sleeperCount).toBe(1);
});
