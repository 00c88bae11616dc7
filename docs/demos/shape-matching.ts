/**
 * A soft block that falls, is squashed, turned inside out and thrown, held together by shape matching of
 * several kinds.
 */
import { Random } from '@colide/math';
import {
  createShapeMatch,
  LatticeShapeMatching,
  type ParticleConstraint,
  ParticleSystem,
  ShapeMatching,
  shapeMatch,
} from '@colide/solvers';

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  EdgesGeometry,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const size: [number, number, number] = [7, 4, 4];
const spacing = 0.22;
const count = size[0] * size[1] * size[2];
const dt = 1 / 120;
const kinds = ['linear', 'rigid', 'quadratic', 'clusters', 'lattice'] as const;

const cell = (x: number, y: number, z: number) => x + size[0] * (y + size[1] * z);

function createRestShape(): Float64Array {
  const rest = new Float64Array(3 * count);
  for (let z = 0; z < size[2]; z++)
    for (let y = 0; y < size[1]; y++)
      for (let x = 0; x < size[0]; x++)
        rest.set(
          [x - (size[0] - 1) / 2, y - (size[1] - 1) / 2, z - (size[2] - 1) / 2].map(v => spacing * v),
          3 * cell(x, y, z),
        );
  return rest;
}

/** Two triangles for every square on the six sides of the block. */
function createTriangles(): number[] {
  const triangles: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (const side of [0, size[axis] - 1])
      for (let i = 0; i + 1 < size[u]; i++)
        for (let j = 0; j + 1 < size[v]; j++) {
          const at = (di: number, dj: number) => {
            const c = [0, 0, 0];
            c[axis] = side;
            c[u] = i + di;
            c[v] = j + dj;
            return cell(c[0], c[1], c[2]);
          };
          const quad = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)] as const;
          const [p, q, r, s] = side === 0 ? [quad[0], quad[3], quad[2], quad[1]] : quad;
          triangles.push(p, q, r, p, r, s);
        }
  }
  return triangles;
}

/** The floor: particles below it are lifted and held. */
const floor: ParticleConstraint = {
  project({ positions, previousPositions }) {
    for (let k = 0; k < 3 * count; k += 3) {
      if (positions[k + 1] >= 0) continue;
      positions[k + 1] = 0;
      positions[k] += 0.5 * (previousPositions[k] - positions[k]);
      positions[k + 2] += 0.5 * (previousPositions[k + 2] - positions[k + 2]);
    }
  },
};

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const rest = createRestShape();
  const masses = new Float64Array(count).fill(0.1);
  const match = createShapeMatch();
  const random = new Random(7);
  const drawn = new Float32Array(3 * count);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(drawn, 3));
  geometry.setIndex(createTriangles());
  const skin = new MeshStandardMaterial({ flatShading: true, side: DoubleSide, roughness: 0.5 });
  const ghost = new LineBasicMaterial();
  const view = new SceneView(stage, {
    label: 'A soft block on a floor',
    distance: 4.2,
    ground: -0.75,
    paint(colors) {
      skin.color.set(colors.bodies[0]);
      ghost.color.set(colors.b);
    },
  });
  const box = new BoxGeometry(...size.map(n => spacing * (n - 1)));
  const outline = new EdgesGeometry(box);
  const frame = new LineSegments(outline, ghost);
  view.scene.add(new Mesh(geometry, skin), frame);

  let system: ParticleSystem;
  let constraints: ParticleConstraint[];

  const createMatching = (): ParticleConstraint => {
    const options = { stiffness: stiffness.value, deformability: deformability.value };
    const all = Array.from({ length: count }, (_, i) => i);
    const plasticity = plastic.value ? { plasticity: { yieldStrain: 0.15, creep: 8, maxStrain: 1 } } : {};
    if (kind.value === 'lattice')
      return new LatticeShapeMatching(all, rest, masses, {
        size,
        regionRadius: 2,
        stiffness: stiffness.value,
      });
    if (kind.value === 'clusters') {
      const ids: number[] = [];
      const starts = [0];
      for (let first = 0; first + 2 < size[0]; first += 2) {
        ids.push(...all.filter(i => i % size[0] >= first && i % size[0] <= first + 2));
        starts.push(ids.length);
      }
      return new ShapeMatching(rest, masses, starts, ids, { ...options, ...plasticity, kind: 'linear' });
    }
    return new ShapeMatching(rest, masses, [0, count], all, { ...options, ...plasticity, kind: kind.value });
  };
  const rebuild = () => {
    constraints = [createMatching(), floor];
  };
  const restart = () => {
    system = new ParticleSystem({ count, gravity: [0, -9.81, 0], damping: 0.003 });
    for (let i = 0; i < count; i++) system.setMass(i, masses[i]);
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    for (let i = 0; i < count; i++) {
      const [x, y, z] = rest.subarray(3 * i);
      system.place(i, c * x - s * y, s * x + c * y + 1.6, z);
    }
    rebuild();
  };
  const deform = (x: number, y: number, z: number, lift = 0) => {
    const factors = [x, y, z];
    shapeMatch(match, rest, system.positions, masses);
    for (let k = 0; k < 3 * count; k++) {
      const center = match.center[k % 3];
      const value = center + factors[k % 3] * (system.positions[k] - center) + (k % 3 === 1 ? lift : 0);
      system.positions[k] = system.previousPositions[k] = value;
    }
  };

  const kind = controls.choice('kind', kinds, rebuild);
  const stiffness = controls.slider('stiffness', { min: 0.02, max: 1, step: 0.02, value: 0.2 }, rebuild);
  const deformability = controls.slider('deformability', { min: 0, max: 1, step: 0.05, value: 0.7 }, rebuild);
  const plastic = controls.toggle('plastic', false, rebuild);
  controls.button('Squash', () => deform(1.2, 0.05, 1.2));
  controls.button('Turn inside out', () => deform(-1, 1, 1, 0.4));
  controls.button('Throw', () => {
    const spin = random.uniform(-6, 6);
    for (let k = 0; k < 3 * count; k += 3) {
      system.previousPositions[k] += dt * spin * (system.positions[k + 1] - match.center[1]);
      system.previousPositions[k + 1] -= dt * (4.5 + spin * (system.positions[k] - match.center[0]));
    }
  });
  restart();

  controls.animate(seconds => {
    for (let n = 0; n < Math.round(seconds / dt) || n < 1; n++) system.step(dt, constraints, 1);
    for (let k = 0; k < 3 * count; k++) drawn[k] = system.positions[k] - (k % 3 === 1 ? 0.75 : 0);
    geometry.attributes['position'].needsUpdate = true;
    shapeMatch(match, rest, system.positions, masses);
    frame.position.set(match.center[0], match.center[1] - 0.75, match.center[2]);
    frame.quaternion.fromArray(match.rotation);
    controls.status(
      `The frame is the undeformed block where it fits best; particles are ${(100 * match.error).toFixed(1)} cm off it on average.`,
    );
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    for (const owned of [geometry, box, outline, skin, ghost]) owned.dispose();
    view.dispose();
  };
}
