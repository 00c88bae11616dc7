/** A rotating mesh inside each of the bounding volumes, with the volumes compared as numbers and bars. */
import {
  aabbFromPoints,
  aabbVolume,
  capsuleFromPoints,
  capsuleTransform,
  capsuleVolume,
  createAabb,
  createCapsule,
  createKdop,
  createObb,
  createSphere,
  kdopCorners,
  kdopDirections,
  kdopFromPosedPoints,
  kdopVolume,
  obbCorners,
  obbFromAabb,
  obbFromPoints,
  obbTransform,
  obbVolume,
  sphereFromPoints,
  sphereTransform,
  sphereVolume,
} from '@colide/bounds';
import {
  quickHull,
  solidBox,
  solidCapsule,
  solidCone,
  solidIcosahedron,
  solidTorus,
  solidTorusKnot,
  solidTruncatedOctahedron,
  type TriangleGeometry,
} from '@colide/geometry';
import {
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  DoubleSide,
  Euler,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
  WireframeGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

function stretched(solid: TriangleGeometry, factor: number): TriangleGeometry {
  const positions = Float64Array.from(solid.positions, (x, i) => (i % 3 === 1 ? factor * x : x));
  return { ...solid, positions };
}

const solids: Record<string, () => TriangleGeometry> = {
  'torus knot': () => solidTorusKnot(),
  'truncated octahedron': () => solidTruncatedOctahedron(),
  'truncated octahedron, 3 times as tall': () => stretched(solidTruncatedOctahedron(), 3),
  cone: () => solidCone(0.7, 1, 24),
  box: () => solidBox([0.9, 0.3, 0.6]),
  torus: () => solidTorus(0.8, 0.3),
  icosahedron: () => solidIcosahedron(),
  capsule: () => solidCapsule(0.4, 0.7, 20, 6),
};

const kinds = ['sphere', 'capsule', 'AABB, 6-DOP', '14-DOP', '18-DOP', '26-DOP', 'OBB', 'hull'] as const;
type Kind = (typeof kinds)[number];
const kdopSets = { '14-DOP': kdopDirections(14), '18-DOP': kdopDirections(18), '26-DOP': kdopDirections(26) };
type KdopKind = keyof typeof kdopSets;

/** Volume of a convex hull by tetrahedra from its first vertex. */
function hullVolume({ vertices: v, faceOffsets, faceVertices }: ReturnType<typeof quickHull>): number {
  let sum = 0;
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let k = faceOffsets[f] + 1; k + 1 < faceOffsets[f + 1]; k++) {
      const [a, b, c] = [faceVertices[faceOffsets[f]], faceVertices[k], faceVertices[k + 1]];
      const [p, q, r] = [a, b, c].map(i => new Vector3(v[3 * i], v[3 * i + 1], v[3 * i + 2]));
      sum += p.dot(q.cross(r)) / 6;
    }
  return sum;
}

/** Triangles and sides of the convex hull of a few corners, for drawing. */
function polytope(corners: ArrayLike<number>) {
  const { vertices, faceOffsets, faceVertices } = quickHull(corners, { mergeDistance: 1e-5 });
  const triangles: number[] = [];
  const sides: number[] = [];
  for (let f = 0; f + 1 < faceOffsets.length; f++)
    for (let k = faceOffsets[f]; k < faceOffsets[f + 1]; k++) {
      const next = k + 1 < faceOffsets[f + 1] ? k + 1 : faceOffsets[f];
      if (faceVertices[k] < faceVertices[next]) sides.push(faceVertices[k], faceVertices[next]);
      if (k > faceOffsets[f] && k + 1 < faceOffsets[f + 1])
        triangles.push(faceVertices[faceOffsets[f]], faceVertices[k], faceVertices[k + 1]);
    }
  const position = new BufferAttribute(Float32Array.from(vertices), 3);
  return {
    shell: new BufferGeometry().setAttribute('position', position).setIndex(triangles),
    frame: new BufferGeometry().setAttribute('position', position).setIndex(sides),
  };
}

/** Rows of name, bar and number; returns how to set them and how to take them away. */
function createBars(stage: HTMLElement) {
  const table = document.createElement('div');
  table.style.cssText =
    'display:grid;grid-template-columns:auto 1fr auto;gap:2px 10px;padding:10px 14px;font-size:13px';
  const rows = kinds.map(kind => {
    const [name, track, number] = ['span', 'span', 'span'].map(tag => document.createElement(tag));
    const bar = document.createElement('span');
    name.textContent = kind;
    track.style.cssText = 'align-self:center;height:10px';
    bar.style.cssText = 'display:block;height:10px;border-radius:2px';
    number.style.cssText = 'text-align:right;font-variant-numeric:tabular-nums;min-width:3.5em';
    track.append(bar);
    table.append(name, track, number);
    return { name: name, bar, number: number };
  });
  stage.after(table);
  return {
    set(ratios: number[], shown: Kind): void {
      const most = Math.max(...ratios);
      rows.forEach(({ name, bar, number }, i) => {
        const here = kinds[i] === shown;
        bar.style.width = `${((100 * ratios[i]) / most).toFixed(1)}%`;
        bar.style.background = `var(--demo-${here ? 'b' : 'a'})`;
        bar.style.opacity = here ? '1' : '0.55';
        name.style.fontWeight = number.style.fontWeight = here ? '600' : '400';
        number.textContent = `${ratios[i].toFixed(2)} ×`;
      });
    },
    remove: () => table.remove(),
  };
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const body = new MeshStandardMaterial({ flatShading: true, roughness: 0.75, side: DoubleSide });
  const glass = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.14,
    depthWrite: false,
    side: DoubleSide,
  });
  const ink = new LineBasicMaterial();
  const mesh = new Mesh(new BufferGeometry(), body);
  const shell = new Mesh(new BufferGeometry(), glass);
  const frame = new LineSegments(new BufferGeometry(), ink);
  const bars = createBars(stage);

  let hull = quickHull([0, 0, 0]);
  let reference = 1;
  const sphere = createSphere();
  const capsule = createCapsule();
  const obb = createObb();
  const posedObb = createObb();
  const aabb = createAabb();
  const rotation = new Quaternion();
  const angles = new Euler(0.4, 0, 0.3);

  const load = (name: string) => {
    const solid = solids[name]();
    mesh.geometry.dispose();
    mesh.geometry = new BufferGeometry()
      .setAttribute('position', new BufferAttribute(Float32Array.from(solid.positions), 3))
      .setIndex(new BufferAttribute(solid.indices, 1));
    hull = quickHull(solid.positions);
    reference = hullVolume(hull);
    sphereFromPoints(sphere, hull.vertices);
    capsuleFromPoints(capsule, hull.vertices);
    obbFromPoints(obb, hull.vertices);
    update();
  };

  /** The outline of the chosen volume around the turned mesh. */
  const outline = (kind: Kind, turned: Float64Array, q: [number, number, number, number]) => {
    if (kind === 'sphere') {
      const [x, y, z, r] = sphereTransform(createSphere(), sphere, [0, 0, 0], q) as Float64Array;
      const geometry = new SphereGeometry(r, 40, 24).translate(x, y, z);
      return {
        shell: geometry,
        frame: new WireframeGeometry(new SphereGeometry(r, 16, 10).translate(x, y, z)),
      };
    }
    if (kind === 'capsule') {
      const [ax, ay, az, bx, by, bz, r] = capsuleTransform(
        createCapsule(),
        capsule,
        [0, 0, 0],
        q,
      ) as Float64Array;
      const along = new Vector3(bx - ax, by - ay, bz - az);
      const turn = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along.clone().normalize());
      const make = (caps: number, around: number) =>
        new CapsuleGeometry(r, along.length(), caps, around)
          .applyQuaternion(turn)
          .translate((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2);
      return { shell: make(10, 32), frame: new WireframeGeometry(make(4, 12)) };
    }
    if (kind === 'hull') return polytope(turned);
    if (kind === 'AABB, 6-DOP')
      return polytope(obbCorners(new Float64Array(24), obbFromAabb(createObb(), aabb)));
    if (kind === 'OBB') return polytope(obbCorners(new Float64Array(24), posedObb));
    const directions = kdopSets[kind];
    const kdop = kdopFromPosedPoints(createKdop(directions), directions, hull.vertices, [0, 0, 0], q);
    return polytope(kdopCorners(directions, kdop));
  };

  const update = () => {
    rotation.setFromEuler(angles);
    const q = rotation.toArray();
    mesh.quaternion.copy(rotation);
    const turned = new Float64Array(hull.vertices.length);
    const point = new Vector3();
    for (let i = 0; i < turned.length; i += 3) {
      point.fromArray(hull.vertices, i).applyQuaternion(rotation);
      point.toArray(turned, i);
    }
    aabbFromPoints(aabb, turned);
    obbTransform(posedObb, obb, [0, 0, 0], q);
    const volumes: Record<Kind, number> = {
      sphere: sphereVolume(sphere),
      capsule: capsuleVolume(capsule),
      'AABB, 6-DOP': aabbVolume(aabb),
      OBB: obbVolume(obb),
      hull: reference,
      '14-DOP': 0,
      '18-DOP': 0,
      '26-DOP': 0,
    };
    for (const [kind, directions] of Object.entries(kdopSets)) {
      const kdop = kdopFromPosedPoints(createKdop(directions), directions, hull.vertices, [0, 0, 0], q);
      volumes[kind as KdopKind] = kdopVolume(directions, kdop);
    }
    bars.set(
      kinds.map(kind => volumes[kind] / reference),
      chosen.value,
    );
    const drawn = outline(chosen.value, turned, q);
    shell.geometry.dispose();
    frame.geometry.dispose();
    shell.geometry = drawn.shell;
    frame.geometry = drawn.frame;
    view.redraw();
  };

  const view = new SceneView(stage, {
    label: 'A mesh that rotates inside a bounding volume',
    distance: 5.5,
    paint(colors) {
      body.color.set(colors.a);
      glass.color.set(colors.b);
      ink.color.set(colors.b);
    },
  });
  view.scene.add(mesh, shell, frame);
  const solid = controls.choice('mesh', Object.keys(solids), load);
  const chosen = controls.choice('volume', kinds, () => update());
  load(solid.value);
  controls.animate(seconds => {
    angles.y += 0.5 * seconds;
    angles.x += 0.23 * seconds;
    update();
  });
  controls.status('Volumes relative to the convex hull.');
  return () => {
    for (const { geometry } of [mesh, shell, frame]) geometry.dispose();
    for (const material of [body, glass, ink]) material.dispose();
    bars.remove();
    view.dispose();
  };
}
