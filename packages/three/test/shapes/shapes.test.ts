import {
  bodyFromMesh,
  compoundFromGeometry,
  geometryFromShape,
  meshShapeFromGeometry,
  shapeFromGeometry,
  trianglesFromGeometry,
} from '@colide/three';
import {
  BoxShape,
  CapsuleShape,
  Compound,
  ConeShape,
  type ConvexShape,
  CylinderShape,
  createMassProperties,
  EllipsoidShape,
  HalfSpace,
  HullShape,
  Random,
  Rounded,
  Scaled,
  SphereShape,
  TriangleMesh,
  World,
} from 'colide';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  DodecahedronGeometry,
  Group,
  IcosahedronGeometry,
  LatheGeometry,
  Mesh,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  TorusKnotGeometry,
  Vector2,
  Vector3,
} from 'three';
import { describe, expect, it } from 'vitest';

type Point = [number, number, number];

/** The largest coordinate of the vertices of a geometry along a direction. */
function reach(geometry: BufferGeometry, direction: Vector3): number {
  const positions = geometry.getAttribute('position');
  let largest = -Infinity;
  const point = new Vector3();
  for (let v = 0; v < positions.count; v++)
    largest = Math.max(largest, point.fromBufferAttribute(positions, v).dot(direction));
  return largest;
}

/**
 * The largest difference between the supports of a shape and of the vertices of a geometry, over directions.
 */
function difference(shape: ConvexShape, geometry: BufferGeometry): number {
  const random = new Random(5);
  const point: Point = [0, 0, 0];
  let worst = 0;
  for (let i = 0; i < 200; i++) {
    const direction = new Vector3(random.normal(), random.normal(), random.normal()).normalize();
    shape.support(point, [direction.x, direction.y, direction.z]);
    worst = Math.max(worst, Math.abs(new Vector3(...point).dot(direction) - reach(geometry, direction)));
  }
  return worst;
}

const fine = 64;
const solids: [string, BufferGeometry, new (...args: never[]) => unknown, number][] = [
  ['box', new BoxGeometry(1, 2, 3, 2, 2, 2), BoxShape, 1e-6],
  ['sphere', new SphereGeometry(1.5, fine, fine), SphereShape, 3e-3],
  ['capsule', new CapsuleGeometry(0.5, 2, fine / 4, fine), CapsuleShape, 2e-3],
  ['cylinder', new CylinderGeometry(0.7, 0.7, 2, fine), CylinderShape, 2e-3],
  ['cone', new ConeGeometry(0.7, 2, fine), ConeShape, 2e-3],
  ['pointed cylinder', new CylinderGeometry(0, 0.7, 2, fine), ConeShape, 2e-3],
  ['truncated cone', new CylinderGeometry(0.3, 0.7, 2, 12), HullShape, 1e-6],
  ['half a sphere', new SphereGeometry(1, 16, 8, 0, Math.PI), HullShape, 1e-6],
  ['slice of a cylinder', new CylinderGeometry(1, 1, 1, 16, 1, false, 0, 2), HullShape, 1e-6],
  ['icosahedron', new IcosahedronGeometry(1), HullShape, 1e-6],
  ['torus', new TorusGeometry(1, 0.3, 8, 24), HullShape, 1e-6],
];

describe('shapeFromGeometry', () => {
  it.each(solids)('knows a %s', (_, geometry, kind, tolerance) => {
    const shape = shapeFromGeometry(geometry);
    expect(shape).toBeInstanceOf(kind);
    expect(difference(shape, geometry)).toBeLessThan(tolerance);
  });

  it.each(solids)('scales a %s as three.js does', (_, geometry, __, tolerance) => {
    for (const [x, y, z] of [
      [2, 2, 2],
      [1, 3, 1],
      [0.5, 2, 1.5],
      [1, -2, 1],
    ])
      expect(
        difference(shapeFromGeometry(geometry, [x, y, z]), geometry.clone().scale(x, y, z)),
      ).toBeLessThan(3 * tolerance);
  });

  it('refuses what has no shape', () => {
    expect(() => shapeFromGeometry(new BufferGeometry())).toThrow(/geometry must have positions/);
    expect(() => shapeFromGeometry(new BoxGeometry(), [1, 0, 1])).toThrow(/scale\[1\]/);
    const bad = new BufferGeometry();
    bad.setAttribute('position', new BufferAttribute(Float32Array.of(0, 0, Number.NaN), 3));
    expect(() => shapeFromGeometry(bad)).toThrow(/position 0/);
    const point = new BufferGeometry();
    point.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
    expect(() => shapeFromGeometry(point)).toThrow(/extent/);
  });
});

describe('trianglesFromGeometry', () => {
  it.each<[string, BufferGeometry]>([
    ['box', new BoxGeometry(1, 2, 3, 3, 2, 4)],
    ['sphere', new SphereGeometry(1, 16, 12)],
    ['capsule', new CapsuleGeometry(0.5, 1, 6, 12)],
    ['cylinder', new CylinderGeometry(1, 1, 2, 20, 3)],
    ['cone', new ConeGeometry(1, 2, 20, 3)],
    ['torus', new TorusGeometry(1, 0.3, 12, 24)],
    ['torus knot', new TorusKnotGeometry(1, 0.2, 80, 8)],
    ['dodecahedron', new DodecahedronGeometry(2)],
    ['unindexed box', new BoxGeometry(1, 1, 1).toNonIndexed()],
  ])('closes a %s', (_, geometry) => {
    const triangles = TriangleMesh.fromGeometry(trianglesFromGeometry(geometry));
    expect(triangles.closed).toBe(true);
    expect(triangles.vertexCount).toBeLessThan(geometry.getAttribute('position').count);
    const mirrored = TriangleMesh.fromGeometry(trianglesFromGeometry(geometry, [2, -1, 1]));
    const volume = triangles.massProperties(createMassProperties());
    expect(mirrored.massProperties(createMassProperties())).toBeCloseTo(2 * volume, 9);
  });
});

describe('concave geometries', () => {
  it('become meshes to stand on', () => {
    const shape = meshShapeFromGeometry(new TorusGeometry(2, 0.5, 12, 24).rotateX(Math.PI / 2));
    const world = new World();
    world.add({ shape, type: 'static' });
    const body = world.add({ shape: new SphereShape(0.4), position: [2, 2, 0], friction: 1 });
    const through = world.add({ shape: new SphereShape(0.4), position: [0, 2, 0] });
    for (let i = 0; i < 40; i++) world.step(1 / 60);
    expect(world.bodies.positions[3 * body + 1]).toBeGreaterThan(0.7);
    expect(world.bodies.positions[3 * through + 1]).toBeLessThan(0);
    expect(() => meshShapeFromGeometry(lineGeometry())).toThrow(/triangle/);
  });

  it('become compounds that move', () => {
    const profile = [
      new Vector2(0.9, 0),
      new Vector2(1, 0),
      new Vector2(1, 1),
      new Vector2(0.9, 1),
      new Vector2(0.9, 0),
    ];
    const ring = new LatheGeometry(profile, 12);
    const compound = compoundFromGeometry(ring, [1, 1, 1], { maxConcavity: 0.05, maxParts: 40 });
    expect(compound).toBeInstanceOf(Compound);
    expect(compound.children.length).toBeGreaterThan(5);
    const solid = TriangleMesh.fromGeometry(trianglesFromGeometry(ring)).massProperties(
      createMassProperties(),
    );
    expect(compound.volume / solid).toBeGreaterThan(0.99);
    expect(compound.volume / solid).toBeLessThan(1.7);
  });
});

function lineGeometry(): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.of(0, 0, 0, 1, 0, 0), 3));
  return geometry;
}

describe('bodyFromMesh', () => {
  it('takes pose and scale from the scene', () => {
    const mesh: Mesh = new Mesh(new BoxGeometry(1, 1, 1));
    const parent = new Group();
    parent.add(mesh);
    parent.position.set(1, 2, 3);
    parent.rotation.set(0.3, 0.2, 0.1);
    mesh.position.set(0, 1, 0);
    mesh.scale.set(2, 4, 6);
    const { shape, position, rotation } = bodyFromMesh(mesh);
    const { halfX, halfY, halfZ } = shape as BoxShape;
    [halfX, halfY, halfZ].forEach((half, k) => {
      expect(half).toBeCloseTo(k + 1, 12);
    });
    mesh.geometry = new CapsuleGeometry(1, 2);
    mesh.scale.set(2, 2, 2);
    expect(bodyFromMesh(mesh).shape).toBeInstanceOf(CapsuleShape);
    const wanted = mesh.getWorldPosition(new Vector3());
    expect(new Vector3(...(position as Point)).distanceTo(wanted)).toBeLessThan(1e-12);
    expect(rotation![3]).toBeCloseTo(parent.quaternion.w, 12);
    const other = new SphereShape(1);
    expect(bodyFromMesh(mesh, other).shape).toBe(other);
  });

  it('gives the scale to the maker of another shape', () => {
    const mesh = new Mesh(new BoxGeometry(1, 1, 1));
    mesh.scale.set(2, 4, 6);
    const box = new Float64Array(6);
    for (const { shape } of [
      bodyFromMesh(mesh, compoundFromGeometry),
      bodyFromMesh(mesh, meshShapeFromGeometry),
    ]) {
      shape.aabb(box);
      for (let k = 0; k < 3; k++) {
        expect(box[k]).toBeCloseTo(-(k + 1), 6);
        expect(box[3 + k]).toBeCloseTo(k + 1, 6);
      }
    }
  });

  it('makes a half-space of a plane', () => {
    const floor = new Mesh(new PlaneGeometry(10, 10));
    floor.rotation.x = -Math.PI / 2;
    floor.position.y = 1.5;
    const body = bodyFromMesh(floor);
    expect(body.position).toBeUndefined();
    const shape = body.shape as HalfSpace;
    expect(shape.normal[1]).toBeCloseTo(1, 12);
    expect(shape.offset).toBeCloseTo(1.5, 12);
    const world = new World();
    world.add(body);
    const ball = world.add({ shape: new SphereShape(0.5), position: [0, 4, 0] });
    for (let i = 0; i < 200; i++) world.step(1 / 60);
    expect(world.bodies.positions[3 * ball + 1]).toBeCloseTo(2, 2);
  });
});

describe('geometryFromShape', () => {
  const hull = HullShape.fromPoints([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 1, 1]);
  it.each<[string, ConvexShape, number]>([
    ['box', new BoxShape([1, 2, 3]), 1e-6],
    ['sphere', new SphereShape(1.2), 3e-3],
    ['capsule', new CapsuleShape(0.5, 1), 3e-3],
    ['cylinder', new CylinderShape(0.5, 1), 2e-3],
    ['flat cylinder', new CylinderShape(2, 0.1), 4e-3],
    ['cone', new ConeShape(0.5, 1), 2e-3],
    ['ellipsoid', new EllipsoidShape([1, 2, 3]), 1e-2],
    ['hull', hull, 1e-6],
    ['scaled hull', new Scaled(hull, [1, 2, 0.5]), 1e-6],
    ['rounded box', new Rounded(new BoxShape([1, 0.5, 0.5]), 0.2), 5e-3],
  ])('draws a %s', (_, shape, tolerance) => {
    const geometry = geometryFromShape(shape, fine);
    expect(difference(shape, geometry)).toBeLessThan(tolerance);
    // Triangles look outwards: the solid inside has the volume of the shape.
    const volume = TriangleMesh.fromGeometry(trianglesFromGeometry(geometry)).massProperties(
      createMassProperties(),
    );
    expect(volume / shape.volume).toBeGreaterThan(0.98);
    expect(volume / shape.volume).toBeLessThan(1.001);
    const normals = geometry.getAttribute('normal');
    for (let v = 0; v < normals.count; v++)
      expect(Math.hypot(normals.getX(v), normals.getY(v), normals.getZ(v))).toBeCloseTo(1, 3);
  });

  it('draws compounds, half-spaces and meshes', () => {
    const compound = new Compound([
      { shape: new BoxShape([1, 1, 1]), position: [3, 0, 0], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
      { shape: hull, position: [-2, 0, 0] },
    ]);
    const geometry = geometryFromShape(compound);
    geometry.computeBoundingBox();
    const box = new Float64Array(6);
    compound.aabb(box);
    const { min, max } = geometry.boundingBox!;
    [...min.toArray(), ...max.toArray()].forEach((value, k) => {
      expect(value).toBeCloseTo(box[k], 5);
    });
    const plane = geometryFromShape(new HalfSpace([1, 1, 0], 2));
    expect(reach(plane, new Vector3(1, 1, 0).normalize())).toBeCloseTo(2, 4);
    const torus = new TorusGeometry(1, 0.3, 8, 16);
    const drawn = geometryFromShape(meshShapeFromGeometry(torus));
    expect(drawn.getAttribute('position').count).toBe(torus.getIndex()!.count);
    expect(geometryFromShape(trianglesFromGeometry(torus)).getAttribute('position').count).toBe(
      torus.getIndex()!.count,
    );
  });
});
