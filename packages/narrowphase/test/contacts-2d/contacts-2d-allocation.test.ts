import { BoxShape2d, CircleShape2d, Compound2d, HalfPlane2d, Rounded2d } from '@colide/geometry';
import {
  ChainShape2d,
  collide2d,
  contactManifoldFlip2d,
  createContactManifold2d,
  createPosedShapes2d,
  manifoldConvex2d,
  manifoldLink2d,
  manifoldPlane2d,
  manifoldSeam2d,
  PosedShape2d,
  seamReach2d,
  seamReachSize,
} from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, it } from 'vitest';

describe('contacts in the plane', () => {
  const out = createContactManifold2d();
  const [box] = createPosedShapes2d(new BoxShape2d([1, 0.5]));
  const [circle] = createPosedShapes2d(new CircleShape2d(0.5));
  const [rounded] = createPosedShapes2d(new Rounded2d([0, 0, 1, 0, 0, 1], 0.1));
  const [plane] = createPosedShapes2d(new HalfPlane2d());
  const [link] = createPosedShapes2d(new ChainShape2d([2, 0, -2, 0, -3, 1]));
  const reach = new Float64Array(seamReachSize);
  const own = new PosedShape2d(Float64Array.of(0, 0, 1, 0, 1, 1));
  const shapes = [box, circle, rounded, own];
  const floor = new BoxShape2d([1, 0.5]);
  const tiles = createPosedShapes2d(
    new Compound2d([
      { shape: floor, position: [-1, -0.5] },
      { shape: floor, position: [1, -0.5] },
    ]),
  );
  const margin = [0.02, undefined];
  const boxes = new Float64Array(4);

  it('are found without allocation', () => {
    expectNoAllocation(() => {
      const near = margin[0]!;
      for (let i = 0; i < shapes.length; i++) {
        const shape = shapes[i];
        shape.place(0.1, 0.4, 0.8, 0.6);
        shape.writeBox(boxes, 0);
        manifoldConvex2d(out, box, shape, near);
        manifoldPlane2d(out, shape, plane, near);
        manifoldLink2d(out, link, shape, near);
        collide2d(out, shape, link, near);
        contactManifoldFlip2d(out);
        if (manifoldConvex2d(out, shape, tiles[1], near) > 0)
          manifoldSeam2d(out, shape, tiles[1], tiles, 2, near);
        seamReach2d(reach, 0, out, shape, tiles, 2);
      }
    });
  });
});
