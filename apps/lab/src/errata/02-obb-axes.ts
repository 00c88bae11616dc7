/** Erratum 2: how many axes two oriented boxes need. */
import { createObb, obbFromBox, obbOverlap, obbOverlapLite } from '@colide/bounds';
import { BoxShape, Posed } from '@colide/geometry';
import { Random } from '@colide/math';
import { createGjkResult, gjkDistance } from '@colide/narrowphase';
import { defineErratum } from '../harness/erratum.ts';

type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

export const erratum = defineErratum({
  number: 2,
  source: 'S0 §2.2.2',
  title: 'How many axes two oriented boxes need',
  printed: 'six axes, the face normals of both boxes',
  corrected: 'fifteen: the six face normals and the nine cross products of edges',
  explanation:
    'Two boxes may be separated by a plane that is parallel to an edge of each and to no face. Six axes find most separations, so they are a good first test, but their "overlap" is no proof.',
  run() {
    const pairs = 5000;
    const random = new Random(2);
    const result = createGjkResult();
    let disjoint = 0;
    let missedBySix = 0;
    let missedByFifteen = 0;
    for (let i = 0; i < pairs; i++) {
      const boxes = [0, 1].map(() => {
        const half: Triple = [random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)];
        const center: Triple = [random.uniform(0, 2), random.uniform(0, 2), random.uniform(0, 2)];
        const rotation = random.rotation([0, 0, 0, 1]) as Quadruple;
        return {
          obb: obbFromBox(createObb(), center, half, rotation),
          shape: new Posed(new BoxShape(half), center, rotation),
        };
      });
      const [a, b] = boxes;
      if (!(gjkDistance(result, a.shape, b.shape) > 1e-9)) continue;
      disjoint++;
      if (obbOverlapLite(a.obb, b.obb)) missedBySix++;
      if (obbOverlap(a.obb, b.obb)) missedByFifteen++;
    }
    return [
      {
        label: `of ${disjoint} disjoint pairs (by GJK), called overlapping`,
        printed: missedBySix,
        corrected: missedByFifteen,
        truth: 0,
      },
    ];
  },
});
