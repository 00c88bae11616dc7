/**
 * A gallery of convex shapes. Every one is drawn as the hull of its support points over a few hundred
 * directions, so the pictures show nothing but the support mappings. An arrow turns; each shape marks its
 * point farthest along it.
 */
import type { Convex } from '@colide/core';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  ConvexUnion,
  CylinderShape,
  EllipsoidShape,
  HullShape,
  MinkowskiDifference,
  MinkowskiSum,
  Posed,
  Rounded,
  Scaled,
  SegmentShape,
  SphereShape,
  solidIcosphere,
  solidTruncatedOctahedron,
  TriangleShape,
} from '@colide/geometry';
import {
  ArrowHelper,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  Vector3,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const tetrahedron = HullShape.fromPoints([1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1]);
const shapes: [name: string, shape: Convex][] = [
  ['segment', new SegmentShape([-0.8, -0.5, 0], [0.8, 0.5, 0.2])],
  ['triangle', new TriangleShape([-0.9, -0.6, 0], [0.9, -0.5, 0.3], [0, 0.9, -0.2])],
  ['sphere', new SphereShape(0.9)],
  ['ellipsoid', new EllipsoidShape([1, 0.45, 0.7])],
  ['box', new BoxShape([0.8, 0.55, 0.65])],
  ['capsule', new CapsuleShape(0.45, 0.55)],
  ['cylinder', new CylinderShape(0.7, 0.7)],
  ['cone', new ConeShape(0.85, 0.8)],
  ['hull', HullShape.fromPoints(solidTruncatedOctahedron(1).positions)],
  ['rounded', new Rounded(new BoxShape([0.5, 0.35, 0.4]), 0.3)],
  ['posed', new Posed(new CylinderShape(0.35, 0.9), [0, 0, 0], [0.3, 0.2, 0.5, 0.8])],
  ['scaled', new Scaled(tetrahedron, [0.9, 0.5, 0.7])],
  ['sum', new MinkowskiSum(new BoxShape([0.5, 0.3, 0.4]), new ConeShape(0.4, 0.4))],
  [
    'difference',
    new MinkowskiDifference(new ConeShape(0.5, 0.4), new SegmentShape([-0.4, 0, 0], [0.4, 0.3, 0])),
  ],
  [
    'union',
    new ConvexUnion(new Posed(new SphereShape(0.5), [-0.5, -0.2, 0]), new BoxShape([0.75, 0.1, 0.5])),
  ],
];
const columns = 5;
const spacing = 2.7;

/** The surface of a convex set, from its support mapping alone. */
function surfaceOf(shape: Convex): BufferGeometry {
  const points = solidIcosphere(1, 4).positions;
  const direction = new Float64Array(3);
  for (let i = 0; i < points.length; i += 3) {
    direction.set(points.subarray(i, i + 3));
    points.set(shape.support(direction, direction), i);
  }
  const hull = HullShape.fromPoints(points);
  const corners: number[] = [];
  for (let face = 0; face < hull.faceCount; face++) {
    const first = hull.faceOffsets[face];
    for (let k = first + 2; k < hull.faceOffsets[face + 1]; k++)
      for (const corner of [first, k - 1, k]) {
        const at = 3 * hull.faceVertices[corner];
        corners.push(hull.vertices[at], hull.vertices[at + 1], hull.vertices[at + 2]);
      }
  }
  // A segment has no faces: a thin triangle stands for it.
  if (hull.dimension === 1) {
    const [a, b] = [hull.vertices.subarray(0, 3), hull.vertices.subarray(3, 6)];
    corners.push(...a, ...b, b[0], b[1] + 0.05, b[2], ...a, b[0], b[1] + 0.05, b[2], a[0], a[1] + 0.05, a[2]);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(corners), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** A name as a flat picture that always faces the reader. */
function writeLabel(texture: CanvasTexture, name: string, color: string): void {
  const canvas = texture.image;
  const context = canvas.getContext('2d')!;
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = color;
  context.font = '44px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, canvas.width / 2, canvas.height / 2);
  texture.needsUpdate = true;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const body = new MeshStandardMaterial({ flatShading: true, roughness: 0.75, side: DoubleSide });
  const mark = new MeshBasicMaterial();
  const ball = new SphereGeometry(0.09, 16, 12);
  const rows = Math.ceil(shapes.length / columns);
  const direction = Float64Array.of(1, 0, 0);
  const point = new Float64Array(3);
  const gallery = new Group();
  const items = shapes.map(([name, shape], i) => {
    const group = new Group();
    group.position.set(
      ((i % columns) - (columns - 1) / 2) * spacing,
      ((rows - 1) / 2 - Math.floor(i / columns)) * spacing,
      0,
    );
    const geometry = surfaceOf(shape);
    const support = new Mesh(ball, mark);
    const arrow = new ArrowHelper(new Vector3(1, 0, 0), new Vector3(), 0.55, 0xffffff, 0.2, 0.13);
    const canvas = document.createElement('canvas');
    canvas.width = 256;
    canvas.height = 64;
    const texture = new CanvasTexture(canvas);
    const label = new Sprite(new SpriteMaterial({ map: texture }));
    label.scale.set(1.6, 0.4, 1);
    label.position.set(0, -1.25, 0);
    group.add(new Mesh(geometry, body), support, arrow, label);
    gallery.add(group);
    return { name, shape, geometry, support, arrow, texture, label };
  });

  let angle = 0.6;
  const show = () => {
    direction[0] = Math.cos(angle) * Math.cos(0.37 * angle);
    direction[1] = Math.sin(angle);
    direction[2] = Math.cos(angle) * Math.sin(0.37 * angle);
    for (const { shape, support, arrow } of items) {
      shape.support(point, direction);
      support.position.set(point[0], point[1], point[2]);
      arrow.position.copy(support.position);
      arrow.setDirection(new Vector3(direction[0], direction[1], direction[2]));
    }
    const text = Array.from(direction, value => value.toFixed(2)).join(', ');
    controls.status(`Each dot is the point of its shape farthest along (${text}).`);
  };

  const view = new SceneView(stage, {
    label: 'Convex shapes, each with the point farthest along a turning direction',
    distance: 13,
    // Below the names of the last row.
    ground: -4.6,
    paint(colors) {
      body.color.set(colors.a);
      mark.color.set(colors.b);
      for (const { arrow, texture, name } of items) {
        arrow.setColor(colors.b);
        writeLabel(texture, name, colors.ink);
      }
    },
  });
  view.camera.position.set(1.6, 1.8, 13);
  view.camera.lookAt(0, 0, 0);
  view.scene.add(gallery);
  show();
  controls.animate(seconds => {
    angle += 0.7 * seconds;
    show();
    view.redraw();
  });
  controls.reset(() => {
    angle = 0.6;
    show();
    view.redraw();
  });
  return () => {
    for (const { geometry, arrow, texture, label } of items) {
      geometry.dispose();
      arrow.dispose();
      texture.dispose();
      label.material.dispose();
    }
    ball.dispose();
    body.dispose();
    mark.dispose();
    view.dispose();
  };
}
