/**
 * One sign for planes in all packages: four numbers n, d are the points x with n · x = d, distances are
 * positive where the normal points, and what a plane bounds is solid where n · x ≤ d.
 */
import {
  aabbPlaneSide,
  BoxShape,
  BspTree,
  CircleShape2d,
  capsulePlaneSide,
  contactConvexPlane,
  contactObbPlane,
  contactSpherePlane,
  createContactManifold,
  createContactManifold2d,
  createPairContact,
  createPosedShapes2d,
  createRayHit,
  HalfPlane2d,
  HalfSpace,
  HullShape,
  IdList,
  kdopDirections,
  kdopFromPoints,
  kdopPlaneSide,
  manifoldPlane2d,
  manifoldSpherePlane,
  meshQueryFrustum,
  obbFromBox,
  obbPlaneSide,
  Posed,
  planeDistance,
  planeFromNormal,
  planeFromPoints,
  planeFromPolygon,
  planeProject,
  planesIntersection,
  planeTransform,
  quickHull,
  Random,
  rayPlane,
  SphereShape,
  solidBox,
  spherePlaneSide,
  TriangleBvh,
  World,
  World2d,
} from 'colide';
import { describe, expect, it } from 'vitest';

type Triple = [number, number, number];

const random = new Random(31);
/** A plane that is level in no direction and far from the origin. */
const normal = random.unitVector([0, 0, 0]) as Triple;
const offset = -3.5;
const plane: [number, number, number, number] = [...normal, offset];
const noRotation = [0, 0, 0, 1];

/** A point at a height over the plane. */
const at = (height: number): Triple => normal.map(n => (offset + height) * n) as Triple;
const dot = (n: ArrayLike<number>, p: ArrayLike<number>, from = 0, of = 0) =>
  n[from] * p[of] + n[from + 1] * p[of + 1] + n[from + 2] * p[of + 2];

/** Throws unless all vertices are on or behind all planes, and each plane touches one. */
function expectAround(planes: ArrayLike<number>, vertices: ArrayLike<number>): void {
  expect(planes.length).toBeGreaterThan(0);
  for (let p = 0; p < planes.length; p += 4) {
    let highest = -Infinity;
    for (let v = 0; v < vertices.length; v += 3) highest = Math.max(highest, dot(planes, vertices, p, v));
    expect(highest).toBeCloseTo(planes[p + 3], 9);
  }
}

describe('n · x = d', () => {
  it('is what planes are made of', () => {
    const out: [number, number, number, number] = [0, 0, 0, 0];
    planeFromNormal(out, at(0), normal);
    for (let k = 0; k < 4; k++) expect(out[k]).toBeCloseTo(plane[k], 12);
    // Counter-clockwise in the plane y = 2, seen from above.
    planeFromPoints(out, [0, 2, 0], [0, 2, 1], [1, 2, 0]);
    expect(out).toEqual([0, 1, 0, 2]);
    planeFromPolygon(out, [0, 2, 0, 0, 2, 1, 1, 2, 1, 1, 2, 0]);
    expect(out).toEqual([0, 1, 0, 2]);
    planeTransform(out, [0, 1, 0, 2], [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1]);
    expect(out[3]).toBe(7);
    const point: Triple = [0, 0, 0];
    planesIntersection(point, [1, 0, 0, 2], [0, 1, 0, -3], [0, 0, 1, 4]);
    expect(point).toEqual([2, -3, 4]);
  });

  it('is what rays meet and points are projected to', () => {
    const hit = createRayHit();
    const t = rayPlane(
      hit,
      at(4),
      normal.map(n => -n),
      plane,
    );
    expect(t).toBeCloseTo(4, 9);
    expect(dot(normal, planeProject([0, 0, 0], plane, at(7)))).toBeCloseTo(offset, 9);
  });
});

describe('the side that the normal points to', () => {
  it.each([-2, 2])('has the sign of the height %d', height => {
    const center = at(height);
    expect(planeDistance(plane, center)).toBeCloseTo(height, 9);
    expect(new HalfSpace(normal, offset).distance(center)).toBeCloseTo(height, 9);
    const sign = Math.sign(height);
    const low = center.map(x => x - 0.1);
    const high = center.map(x => x + 0.1);
    expect(spherePlaneSide([...center, 0.1], plane)).toBe(sign);
    expect(aabbPlaneSide([...low, ...high], plane)).toBe(sign);
    expect(obbPlaneSide(obbFromBox(new Float64Array(15), center, [0.1, 0.1, 0.1], noRotation), plane)).toBe(
      sign,
    );
    expect(capsulePlaneSide([...low, ...high, 0.1], plane)).toBe(sign);
    const directions = kdopDirections(18);
    const kdop = kdopFromPoints(new Float64Array(18), directions, [...low, ...high]);
    expect(kdopPlaneSide(directions, kdop, plane)).toBe(sign);
  });
});

describe('the solid side is n · x ≤ d', () => {
  const { positions, indices } = solidBox([1, 2, 3]);
  const moved = positions.map((x, i) => x + [5, -7, 9][i % 3]);

  it('of hulls', () => {
    const hull = quickHull(moved);
    expectAround(hull.planes, hull.vertices);
    const shape = HullShape.fromPoints(moved);
    expectAround(shape.planes, shape.vertices);
  });

  it('of the planes of a BSP tree', () => {
    const tree = new BspTree(moved, indices, { planes: 'faces' });
    expectAround(tree.planes, moved);
    expect(tree.contains([5, -7, 9])).toBe(true);
  });

  it('of a view frustum', () => {
    const mesh = new TriangleBvh(
      [...at(-1), ...at(-1.1), ...at(-1.2), ...at(1), ...at(1.1), ...at(1.2)],
      [0, 1, 2, 3, 4, 5],
    );
    const found = new IdList();
    expect(meshQueryFrustum(found, mesh, plane)).toBe(1);
    expect(found.get(0)).toBe(0);
  });

  it.each([-0.3, 1.5])('of contacts: a ball of radius 1 at the height %d', height => {
    const contact = createPairContact();
    const touches = height < 1;
    const center = at(height);
    const check = (isTouching: boolean) => {
      expect(isTouching).toBe(touches);
      if (!touches) return;
      expect(contact.depth).toBeCloseTo(1 - height, 9);
      // From the ball, A, into the half-space, B.
      expect(dot(contact.normal, normal)).toBeCloseTo(-1, 9);
    };
    check(contactSpherePlane(contact, [...center, 1], plane));
    check(contactConvexPlane(contact, new Posed(new SphereShape(1), center), plane));
    const manifold = createContactManifold();
    const data = Float64Array.of(...center, 1, ...plane);
    const count = manifoldSpherePlane(manifold, data, 0, 4, Float64Array.of(0));
    expect(count).toBe(touches ? 1 : 0);
    if (touches) expect(manifold.depths[0]).toBeCloseTo(1 - height, 9);
    const box = obbFromBox(new Float64Array(15), center, [0.1, 0.1, 0.1], noRotation);
    expect(contactObbPlane(contact, box, plane)).toBe(touches);
  });

  it('of half-planes', () => {
    const [ground] = createPosedShapes2d(new HalfPlane2d([0, 1], -2));
    const [disc] = createPosedShapes2d(new CircleShape2d(1));
    const manifold = createContactManifold2d();
    ground.place(0, 0, 1, 0);
    disc.place(7, -1.25, 1, 0);
    expect(manifoldPlane2d(manifold, disc, ground, 0)).toBe(1);
    expect(manifold.depths[0]).toBeCloseTo(0.25, 12);
    disc.place(7, -0.75, 1, 0);
    expect(manifoldPlane2d(manifold, disc, ground, 0)).toBe(0);
  });

  it('of ground, in space and in the plane', () => {
    const world = new World({ gravity: normal.map(n => -9.81 * n) });
    world.add({ shape: new HalfSpace(normal, offset), type: 'static' });
    const box = world.add({ shape: new BoxShape([0.5, 0.5, 0.5]), position: at(2) });
    for (let step = 0; step < 180; step++) world.step(1 / 60);
    expect(planeDistance(plane, world.bodies.positions.slice(3 * box, 3 * box + 3))).toBeGreaterThan(0.4);
    const planar = new World2d();
    planar.add({ shape: new HalfPlane2d([0, 1], -2), type: 'static' });
    const disc = planar.add({ shape: new CircleShape2d(1), position: [0, 0] });
    for (let step = 0; step < 180; step++) planar.step(1 / 60);
    expect(planar.bodies.positions[2 * disc + 1]).toBeCloseTo(-1, 2);
  });
});
