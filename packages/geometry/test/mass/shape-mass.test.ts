import type { Vec3 } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  ConvexUnion,
  CylinderShape,
  convexMass,
  createConvexMass,
  createMassProperties,
  EllipsoidShape,
  HullShape,
  MinkowskiSum,
  Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  solidBox,
  solidCapsule,
  solidCone,
  solidCylinder,
  solidDodecahedron,
  solidIcosphere,
  solidTorus,
  TriangleMesh,
  TriangleShape,
} from '@colide/geometry';
import { Random } from '@colide/math';
import { expectClose, expectVectorClose } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const zeros9 = () => new Array(9).fill(0);

/** Mass properties of many random points of the set. */
function monteCarlo(shape: ConvexShape, inside: (p: number[]) => boolean, n = 400_000) {
  const random = new Random(11);
  const box = shape.aabb(new Float64Array(6));
  const sums = new Float64Array(10);
  for (let i = 0; i < n; i++) {
    const p = [0, 1, 2].map(k => random.uniform(box[k], box[k + 3]));
    if (!inside(p)) continue;
    const [x, y, z] = p;
    [1, x, y, z, x * x, y * y, z * z, x * y, y * z, z * x].forEach((value, k) => {
      sums[k] += value;
    });
  }
  const cell = ((box[3] - box[0]) * (box[4] - box[1]) * (box[5] - box[2])) / n;
  const volume = sums[0] * cell;
  const c = [1, 2, 3].map(k => sums[k] / sums[0]);
  const xx = sums[4] * cell - volume * c[0] * c[0];
  const yy = sums[5] * cell - volume * c[1] * c[1];
  const zz = sums[6] * cell - volume * c[2] * c[2];
  return { volume, center: c, diagonal: [yy + zz, xx + zz, xx + yy] };
}

const diagonal = (m: ArrayLike<number>) => [m[0], m[4], m[8]];

describe('closed forms', () => {
  it.each([
    ['sphere', new SphereShape(1.2), (p: number[]) => Math.hypot(...p) <= 1.2],
    [
      'ellipsoid',
      new EllipsoidShape([0.5, 2, 1]),
      (p: number[]) => Math.hypot(p[0] / 0.5, p[1] / 2, p[2]) <= 1,
    ],
    [
      'capsule',
      new CapsuleShape(0.6, 1.1),
      (p: number[]) => Math.hypot(p[0], Math.max(0, Math.abs(p[1]) - 1.1), p[2]) <= 0.6,
    ],
    ['cylinder', new CylinderShape(0.8, 1.2), (p: number[]) => Math.hypot(p[0], p[2]) <= 0.8],
    ['cone', new ConeShape(1.2, 0.9), (p: number[]) => Math.hypot(p[0], p[2]) <= (1.2 * (0.9 - p[1])) / 1.8],
  ])('%s against Monte Carlo', (_, shape, inside) => {
    const measured = monteCarlo(shape, inside);
    expectClose(shape.volume, measured.volume, { relative: 0.01 });
    expectVectorClose([...shape.centerOfMass([0, 0, 0])], measured.center, { absolute: 0.01 });
    expectVectorClose(diagonal(shape.inertia(zeros9())), measured.diagonal, { relative: 0.01 });
  });

  it.each([
    ['box', new BoxShape([0.5, 2, 1]), solidBox([0.5, 2, 1]), 1e-13],
    ['sphere', new SphereShape(1.2), solidIcosphere(1.2, 6), 1e-3],
    ['capsule', new CapsuleShape(0.6, 1.1), solidCapsule(0.6, 1.1, 256, 128), 1e-3],
    ['cylinder', new CylinderShape(0.8, 1.2), solidCylinder(0.8, 1.2, 512), 1e-4],
    ['cone', new ConeShape(1.2, 0.9), solidCone(1.2, 0.9, 512), 1e-4],
  ] as const)('%s against the mass of a fine mesh', (_, shape, solid, tolerance) => {
    const mass = createMassProperties();
    TriangleMesh.fromGeometry(solid).massProperties(mass);
    expectClose(shape.volume, mass.volume, { relative: tolerance });
    expectVectorClose([...shape.centerOfMass([0, 0, 0])], [...mass.center], { absolute: tolerance });
    expectVectorClose([...shape.inertia(zeros9())], [...mass.inertia], { relative: tolerance });
  });

  it('flat shapes weigh nothing', () => {
    for (const shape of [
      new SegmentShape([0, 0, 0], [2, 0, 0]),
      new TriangleShape([0, 0, 0], [3, 0, 0], [3, 3, 0]),
      HullShape.fromPoints([0, 0, 0, 2, 0, 0, 2, 2, 0, 0, 2, 0]),
    ]) {
      expect(shape.volume).toBe(0);
      expect([...shape.inertia(zeros9())]).toEqual(new Array(9).fill(0));
      expect(shape.centerOfMass([0, 0, 0])[0]).toBeCloseTo(shape instanceof TriangleShape ? 2 : 1, 12);
    }
  });
});

describe('hulls', () => {
  it('far from the origin keep their digits', () => {
    const { positions } = solidBox([1, 2, 3]);
    const far = HullShape.fromPoints(positions.map((value, i) => value + [1e6, -1e6, 1e6][i % 3]));
    expectClose(far.volume, 48, { relative: 1e-9 });
    expectVectorClose([...far.centerOfMass([0, 0, 0])], [1e6, -1e6, 1e6], { absolute: 1e-6 });
    expectVectorClose([...far.inertia(zeros9())], [...new BoxShape([1, 2, 3]).inertia(zeros9())], {
      relative: 1e-8,
    });
  });
});

describe('transformed shapes', () => {
  const random = new Random(2);
  const { positions } = solidCone(1, 2, 7);
  const cone = HullShape.fromPoints(positions);

  it('posed: as the hull of the moved points', () => {
    const posed = new Posed(cone, [3, -1, 2], random.rotation([0, 0, 0, 1]));
    const moved = positions.slice();
    for (let i = 0; i < moved.length; i += 3) {
      const p = posed.toWorld([0, 0, 0], [moved[i], moved[i + 1], moved[i + 2]]);
      moved.set(p, i);
    }
    expectSame(posed, HullShape.fromPoints(moved));
  });

  it('scaled: as the hull of the scaled points', () => {
    const turned = HullShape.fromPoints([0, 0, 0, 1, 0.2, 0, 0.1, 1, 0.3, 0.4, 0.2, 1, 1, 1, 1]);
    const factors = [2, -0.5, 3];
    const scaled = turned.vertices.map((value, i) => value * factors[i % 3]);
    expectSame(new Scaled(turned, factors), HullShape.fromPoints(scaled));
  });

  it('a bare support mapping has no mass', () => {
    const bare = new Posed({ support: (out: Vec3) => out });
    expect(() => bare.volume).toThrow('mass properties');
  });
});

function expectSame(actual: ConvexShape, expected: ConvexShape) {
  expectClose(actual.volume, expected.volume, { relative: 1e-12 });
  expectVectorClose([...actual.centerOfMass([0, 0, 0])], [...expected.centerOfMass([0, 0, 0])], {
    absolute: 1e-12,
  });
  expectVectorClose([...actual.inertia(zeros9())], [...expected.inertia(zeros9())], { relative: 1e-12 });
  expectVectorClose(
    [...(actual.aabb(new Float64Array(6)) as Float64Array)],
    [...(expected.aabb(new Float64Array(6)) as Float64Array)],
    { absolute: 1e-12 },
  );
}

describe('convexMass', () => {
  it.each([
    ['sphere', new SphereShape(1.2), 1e-5],
    ['ellipsoid', new EllipsoidShape([0.5, 2, 1]), 1e-4],
    ['long ellipsoid', new EllipsoidShape([1, 10, 1]), 2e-3],
    ['capsule', new CapsuleShape(0.6, 1.1), 1e-4],
    ['box', new BoxShape([0.5, 2, 1]), 1e-12],
    ['cylinder', new CylinderShape(0.8, 1.2), 1e-4],
    ['cone', new ConeShape(1.2, 0.9), 1e-4],
    ['dodecahedron', HullShape.fromPoints(solidDodecahedron(1).positions), 1e-12],
    ['turned plate', new Posed(new BoxShape([2, 0.02, 1]), [0, 0, 0], [0.3, 0.2, 0.5, 0.7]), 1e-12],
    ['far sphere', new Posed(new SphereShape(1), [1e5, 0, 0]), 1e-4],
  ])('%s against its closed form', (_, shape, tolerance) => {
    const mass = createConvexMass();
    expect(convexMass(mass, shape)).toBe(mass.volume);
    expectClose(mass.volume, shape.volume, { relative: tolerance });
    expectVectorClose([...mass.center], [...shape.centerOfMass([0, 0, 0])], { absolute: tolerance });
    expectVectorClose([...mass.inertia], [...shape.inertia(zeros9())], { relative: 5 * tolerance });
  });

  it('gives composed shapes their volume', () => {
    // Steiner: box, six slabs, twelve quarter cylinders, eight octants of a ball.
    const [x, y, z, r] = [1, 1.4, 0.4, 0.3];
    const rounded = new Rounded(new BoxShape([x / 2, y / 2, z / 2]), r);
    const steiner =
      x * y * z +
      2 * r * (x * y + y * z + z * x) +
      Math.PI * r * r * (x + y + z) +
      (4 / 3) * Math.PI * r ** 3;
    expectClose(rounded.volume, steiner, { relative: 1e-5 });
    const sum = new MinkowskiSum(new BoxShape([1, 2, 3]), new BoxShape([0.5, 0.5, 0.5]));
    expectClose(sum.volume, 8 * 1.5 * 2.5 * 3.5, { relative: 1e-12 });
    const capsule = new CapsuleShape(0.6, 1.1);
    const union = new ConvexUnion(
      new Posed(new SphereShape(0.6), [0, 1.1, 0]),
      new Posed(new SphereShape(0.6), [0, -1.1, 0]),
    );
    expectClose(union.volume, capsule.volume, { relative: 1e-3 });
    expectVectorClose([...union.inertia(zeros9())], [...capsule.inertia(zeros9())], { relative: 2e-3 });
  });

  it('a flat set has no volume', () => {
    expect(
      new MinkowskiSum(new SegmentShape([0, 0, 0], [1, 0, 0]), new SegmentShape([0, 0, 0], [0, 1, 0])).volume,
    ).toBeLessThan(1e-15);
  });
});

describe('compound', () => {
  it('two halves make the whole', () => {
    const half = new BoxShape([0.5, 2, 1]);
    const whole = new BoxShape([1, 2, 1]);
    const quarterTurn = [0, 1, 0, 1];
    const compound = new Compound([
      { shape: half, position: [-0.5, 0, 0] },
      { shape: new BoxShape([1, 2, 0.5]), position: [0.5, 0, 0], rotation: quarterTurn },
    ]);
    expectClose(compound.volume, whole.volume);
    expectVectorClose([...compound.centerOfMass([0, 0, 0])], [0, 0, 0], { absolute: 1e-12 });
    expectVectorClose([...compound.inertia(zeros9())], [...whole.inertia(zeros9())], { absolute: 1e-12 });
    expectVectorClose([...(compound.aabb(new Array(6).fill(0)) as number[])], [-1, -2, -1, 1, 2, 1], {
      absolute: 1e-12,
    });
    expect(compound.boundingRadius).toBeGreaterThanOrEqual(whole.boundingRadius);
    expect(() => new Compound([])).toThrow('children');
  });
});

describe('triangle mesh', () => {
  it('has mass where it is closed and faces outward', () => {
    const torus = TriangleMesh.fromGeometry(solidTorus(2, 0.5, 200, 100));
    const mass = createMassProperties();
    expect(torus.closed).toBe(true);
    expectClose(torus.massProperties(mass), 2 * Math.PI ** 2 * 2 * 0.25, { relative: 2e-3 });
    expectVectorClose([...mass.center], [0, 0, 0], { absolute: 1e-12 });
    const open = new TriangleMesh(torus.positions, torus.indices.slice(3));
    expect(open.closed).toBe(false);
    expect(() => open.massProperties(mass)).toThrow('closed');
    const inside = new TriangleMesh(torus.positions, torus.indices.slice().reverse());
    expect(() => inside.massProperties(mass)).toThrow('outward');
  });

  it('is checked and gives its triangles', () => {
    expect(() => new TriangleMesh([0, 0, 0], [0, 1, 0])).toThrow('indices[1]');
    expect(() => new TriangleMesh([0, 0], [])).toThrow('positions');
    expect(() => new TriangleMesh([0, 0, Number.NaN], [])).toThrow('positions[2]');
    expect(() => new TriangleMesh([0, 0, 0], [0, 0])).toThrow('indices');
    const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 9, 9, 9], [0, 1, 2]);
    expect([mesh.vertexCount, mesh.triangleCount, mesh.closed]).toEqual([4, 1, false]);
    const out = new Array(9).fill(0);
    mesh.triangle(out, 0);
    expect(out).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0]);
    expect([...(mesh.aabb(new Array(6).fill(0)) as number[])]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...(mesh.triangleAabb(new Array(6).fill(0), 0) as number[])]).toEqual([0, 0, 0, 1, 1, 0]);
    expect(new TriangleMesh([], []).closed).toBe(false);
  });
});
