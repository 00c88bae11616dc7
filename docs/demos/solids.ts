/** One solid at a time, with its edges, its counts and its volume. */
import {
  clothGrid,
  createMassProperties,
  solidBox,
  solidCapsule,
  solidCone,
  solidCylinder,
  solidDodecahedron,
  solidIcosahedron,
  solidIcosphere,
  solidOctahedron,
  solidRhombicuboctahedron,
  solidTetrahedron,
  solidTorus,
  solidTorusKnot,
  solidTruncatedOctahedron,
  type TriangleGeometry,
  TriangleMesh,
  terrainField,
} from '@colide/geometry';
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const makers: Record<
  string,
  () => TriangleGeometry & { faceOffsets?: Uint32Array; faceVertices?: Uint32Array }
> = {
  'torus knot': () => solidTorusKnot(),
  'truncated octahedron': () => solidTruncatedOctahedron(),
  rhombicuboctahedron: () => solidRhombicuboctahedron(),
  'cylinder of 13 sides': () => solidCylinder(0.7, 0.9, 13),
  box: () => solidBox([0.7, 0.5, 0.6]),
  tetrahedron: () => solidTetrahedron(),
  octahedron: () => solidOctahedron(),
  icosahedron: () => solidIcosahedron(),
  dodecahedron: () => solidDodecahedron(),
  cone: () => solidCone(0.8, 0.8, 16),
  capsule: () => solidCapsule(0.5, 0.5, 20, 6),
  icosphere: () => solidIcosphere(1, 2),
  torus: () => solidTorus(0.8, 0.35),
  cloth: () => clothGrid(1.8, 1.8, 13, 13),
  terrain: () => {
    const field = terrainField({ columns: 49, rows: 49, cellSize: 0.05, amplitude: 0.6, seed: 4 });
    const geometry = field.geometry();
    for (let i = 0; i < geometry.positions.length; i += 3) {
      geometry.positions[i] -= 1.2;
      geometry.positions[i + 2] -= 1.2;
    }
    return geometry;
  },
};

/** Vertex pairs of every polygon side (or triangle side), each drawn from both faces. */
function sides(solid: ReturnType<(typeof makers)[string]>): number[] {
  const pairs: number[] = [];
  const { faceOffsets, faceVertices } = solid;
  if (faceOffsets !== undefined && faceVertices !== undefined) {
    for (let f = 0; f + 1 < faceOffsets.length; f++)
      for (let k = faceOffsets[f]; k < faceOffsets[f + 1]; k++)
        pairs.push(faceVertices[k], faceVertices[k + 1 < faceOffsets[f + 1] ? k + 1 : faceOffsets[f]]);
  } else {
    for (let i = 0; i < solid.indices.length; i++)
      pairs.push(solid.indices[i], solid.indices[i % 3 === 2 ? i - 2 : i + 1]);
  }
  return pairs;
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const body = new MeshStandardMaterial({
    flatShading: true,
    roughness: 0.75,
    side: DoubleSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const ink = new LineBasicMaterial();
  const mesh = new Mesh(new BufferGeometry(), body);
  const lines = new LineSegments(new BufferGeometry(), ink);
  const mass = createMassProperties();

  const show = (name: string) => {
    const solid = makers[name]();
    const checked = TriangleMesh.fromGeometry(solid);
    const positions = new BufferAttribute(Float32Array.from(solid.positions), 3);
    mesh.geometry.dispose();
    lines.geometry.dispose();
    mesh.geometry = new BufferGeometry().setAttribute('position', positions);
    mesh.geometry.setIndex(new BufferAttribute(solid.indices, 1));
    lines.geometry = new BufferGeometry().setAttribute('position', positions);
    lines.geometry.setIndex(sides(solid));
    const faces = solid.faceOffsets === undefined ? '' : `, ${solid.faceOffsets.length - 1} faces`;
    const volume = checked.closed
      ? `closed, volume ${checked.massProperties(mass).toFixed(4)}`
      : 'an open surface';
    controls.status(
      `${checked.vertexCount} vertices${faces}, ${checked.triangleCount} triangles; ${volume}.`,
    );
    view.redraw();
  };

  const view = new SceneView(stage, {
    label: 'A solid with its edges',
    distance: 4,
    paint(colors) {
      body.color.set(colors.a);
      ink.color.set(colors.ink);
    },
  });
  view.scene.add(mesh, lines);
  const names = Object.keys(makers);
  const chosen = controls.choice('solid', names, show);
  controls.animate(seconds => {
    mesh.rotation.y += 0.4 * seconds;
    lines.rotation.y = mesh.rotation.y;
    view.redraw();
  });
  show(chosen.value);
  return () => {
    mesh.geometry.dispose();
    lines.geometry.dispose();
    body.dispose();
    ink.dispose();
    view.dispose();
  };
}
