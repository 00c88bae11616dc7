/**
 * A world: boxes, balls, capsules and cylinders fall on a hilly mesh; sleeping bodies are pale. The broad
 * phase can be chosen.
 */
import {
  BoxShape,
  type BroadPhase,
  BruteForce,
  CapsuleShape,
  CylinderShape,
  DynamicBvh,
  HashGrid,
  HeightField,
  MeshShape,
  Random,
  SphereShape,
  SweepAndPrune,
  TriangleBvh,
  World,
} from 'colide';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  Color,
  CylinderGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { SceneView } from './kit/scene.ts';
import { createWarmUp } from './kit/warm-up.ts';

const most = 240;
/** Bodies that are there from the start. */
const first = 40;
const size = 12;
const cells = 24;
const broadPhases: Record<string, () => BroadPhase> = {
  'hash grid': () => new HashGrid(),
  'dynamic BVH': () => new DynamicBvh(),
  'sweep and prune': () => new SweepAndPrune(),
  'brute force': () => new BruteForce(),
};

/** The kinds of body: the shape that collides and the geometry that is drawn. */
const kinds = [
  { shape: new BoxShape([0.25, 0.25, 0.25]), geometry: () => new BoxGeometry(0.5, 0.5, 0.5) },
  { shape: new SphereShape(0.28), geometry: () => new SphereGeometry(0.28, 20, 12) },
  { shape: new CapsuleShape(0.18, 0.22), geometry: () => new CapsuleGeometry(0.18, 0.44, 6, 12) },
  { shape: new CylinderShape(0.22, 0.25), geometry: () => new CylinderGeometry(0.22, 0.22, 0.5, 20) },
];

/** A bowl with hills in it. */
function ground(): HeightField {
  const heights = new Float64Array((cells + 1) ** 2);
  for (let row = 0; row <= cells; row++)
    for (let column = 0; column <= cells; column++) {
      const x = (column / cells - 0.5) * size;
      const z = (row / cells - 0.5) * size;
      heights[row * (cells + 1) + column] =
        0.05 * (x * x + z * z) + 0.35 * Math.cos(1.6 * x) * Math.cos(1.6 * z);
    }
  return new HeightField({ heights, columns: cells + 1, rows: cells + 1, cellSize: size / cells });
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const { positions, indices } = ground().geometry();
  for (let k = 0; k < positions.length; k += 3) {
    positions[k] -= size / 2;
    positions[k + 2] -= size / 2;
  }
  const mesh = new MeshShape(new TriangleBvh(positions, indices));
  const soil = new BufferGeometry();
  soil.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  soil.setIndex([...indices]);
  soil.computeVertexNormals();
  const earth = new MeshStandardMaterial({ roughness: 1 });
  const skin = new MeshStandardMaterial({ roughness: 0.55 });
  const geometries = kinds.map(({ geometry }) => geometry());
  const drawn = geometries.map(geometry => new InstancedMesh(geometry, skin, most));
  const colors = kinds.map(() => new Color());
  const pale = new Color();
  const view = new SceneView(stage, {
    label: 'Bodies that rain on hills',
    distance: 13,
    height: 1.8,
    ground: -0.4,
    paint({ bodies, asleep, solid }) {
      for (const [i, color] of colors.entries()) color.set(bodies[i]);
      pale.set(asleep);
      earth.color.set(solid);
    },
  });
  view.scene.add(new Mesh(soil, earth), ...drawn);

  const matrix = new Matrix4();
  const position = new Vector3();
  const turn = new Quaternion();
  const one = new Vector3(1, 1, 1);
  let world = new World();
  let random = new Random(1);
  let kindOf: number[] = [];
  let wait = 0;

  const restart = () => {
    world = new World({ broadPhase: broadPhases[broadPhase.value]() });
    world.add({ shape: mesh, type: 'static' });
    random = new Random(7);
    kindOf = [-1];
    // The first picture shows bodies that are still falling.
    for (let i = 0; i < first; i++) drop(1.4 + (5.6 * i) / first);
  };
  const drop = (height = 7) => {
    const kind = random.integer(kinds.length);
    const body = world.add({
      shape: kinds[kind].shape,
      position: [random.uniform(-2.5, 2.5), height, random.uniform(-2.5, 2.5)],
      rotation: [random.normal(), random.normal(), random.normal(), random.normal()],
    });
    kindOf[body] = kind;
  };
  const draw = () => {
    const { positions: p, rotations: q, asleep } = world.bodies;
    for (const instances of drawn) instances.count = 0;
    for (let body = 1; body < kindOf.length; body++) {
      const kind = kindOf[body];
      const instances = drawn[kind];
      position.fromArray(p, 3 * body);
      turn.fromArray(q, 4 * body);
      instances.setMatrixAt(instances.count, matrix.compose(position, turn, one));
      instances.setColorAt(instances.count++, asleep[body] === 1 ? pale : colors[kind]);
    }
    for (const instances of drawn) {
      instances.instanceMatrix.needsUpdate = true;
      if (instances.instanceColor) instances.instanceColor.needsUpdate = true;
    }
    view.redraw();
  };

  const broadPhase = controls.choice('broad phase', Object.keys(broadPhases), restart);
  const count = controls.slider('bodies', { min: 40, max: most, step: 20, value: 120 });
  controls.button('Shake', () => {
    for (let body = 1; body < kindOf.length; body++)
      world.setVelocity(body, [random.normal(), 4 + random.normal(), random.normal()]);
  });
  restart();
  const warm = createWarmUp();

  controls.animate(seconds => {
    wait += seconds;
    for (; wait > 0.05; wait -= 0.05) if (world.count - 1 < count.value) drop();
    world.advance(seconds);
    const { timings, counters, sleeperCount, count: bodies } = world;
    controls.status(
      `${counted(bodies - 1, 'body', 'bodies')}, ${sleeperCount} asleep; ${counters.candidates} pairs of boxes, ${counters.touching} touching, ${counted(counters.points, 'point')}. ` +
        warm(
          `Broad ${timings.broad.toFixed(2)} ms, narrow ${timings.narrow.toFixed(2)} ms, solver ${timings.solve.toFixed(2)} ms.`,
        ),
    );
    draw();
  });
  controls.reset(restart);
  return () => {
    for (const owned of [soil, earth, skin, ...geometries, ...drawn]) owned.dispose();
    view.dispose();
  };
}
