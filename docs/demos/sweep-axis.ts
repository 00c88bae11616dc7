/**
 * Balls in a slanted cloud, swept along the axis of largest variance or along the principal axis snapped to a
 * direction: how many comparisons each takes for the same pairs.
 */
import { aabbFromSphere, createAabb, createKdop, kdopDirections, kdopFromSphere } from '@colide/bounds';
import { PairList } from '@colide/core';
import { Random } from '@colide/math';
import { SortAndSweep } from '@colide/spatial';

import { Surface } from './kit/canvas.ts';
import type { Controls } from './kit/controls.ts';

const ballCount = 220;
const radius = 0.045;

/** Pairs whose intervals overlap along a unit vector: the comparisons of a sweep along it. */
function countComparisons(balls: Float64Array, [dx, dy]: [number, number]): number {
  const along = Array.from({ length: ballCount }, (_, i) => balls[4 * i] * dx + balls[4 * i + 1] * dy);
  along.sort((p, q) => p - q);
  let count = 0;
  for (let i = 0, end = 0; i < ballCount; i++) {
    while (end < ballCount && along[end] - along[i] <= 2 * radius) end++;
    count += end - i - 1;
  }
  return count;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const random = new Random(11);
  const cloud = Array.from({ length: ballCount }, () => [
    random.uniform(-1.7, 1.7),
    random.uniform(-0.22, 0.22),
  ]);
  const balls = new Float64Array(4 * ballCount);
  const pairs = new PairList();
  const directions = kdopDirections(18);

  /** The end of the cloud; dragged, it slants the whole. */
  const tip = { x: 1.3, y: 1.1, label: 'The end of the cloud' };

  const place = () => {
    const length = Math.hypot(tip.x, tip.y) || 1;
    const [s, c] = [tip.y / length, tip.x / length];
    cloud.forEach(([x, y], i) => {
      balls.set([c * x - s * y, s * x + c * y, 0, radius], 4 * i);
    });
  };
  /**
   * The direction of a sweep (boxes have only the coordinate axes), and the comparisons along it.
   */
  const sweep = (rule: 'variance' | 'pca') => {
    const isAligned = rule === 'variance';
    const structure = new SortAndSweep(isAligned ? {} : { volume: 'kdop', directions, axis: 'pca' });
    for (let i = 0; i < ballCount; i++) {
      const ball = balls.subarray(4 * i, 4 * i + 4);
      structure.insert(
        isAligned
          ? aabbFromSphere(createAabb(), ball)
          : kdopFromSphere(createKdop(directions), directions, ball),
      );
    }
    pairs.clear();
    structure.findPairs(pairs);
    const at = 3 * structure.axis;
    const length = directions.lengths[structure.axis];
    const axis: [number, number] = [directions.vectors[at] / length, directions.vectors[at + 1] / length];
    return { axis, comparisons: countComparisons(balls, axis), pairs: pairs.count };
  };

  const surface: Surface = new Surface(stage, {
    label: 'A slanted cloud of balls and the axis along which they are swept',
    halfHeight: 1.3,
    handles: [tip],
    draw(surface) {
      const { colors } = surface;
      place();
      const [byVariance, byPca] = [sweep('variance'), sweep('pca')];
      for (let i = 0; i < ballCount; i++)
        surface.disc(balls[4 * i], balls[4 * i + 1], radius, colors.grid, colors.a);
      const draw = ([x, y]: [number, number], color: string) =>
        surface.arrow(-1.9 * x, -1.9 * y, 1.9 * x, 1.9 * y, color);
      draw(byVariance.axis, colors.b);
      draw(byPca.axis, colors.hit);
      surface.disc(tip.x, tip.y, 0.07, colors.hit);
      const gain = 100 * (1 - byPca.comparisons / byVariance.comparisons);
      controls.status(
        `Coordinate axis: ${byVariance.comparisons} comparisons. Principal axis: ${byPca.comparisons}, ${gain.toFixed(0)} % fewer. ${byPca.pairs} pairs.`,
      );
    },
  });
  return () => surface.dispose();
}
