/**
 * Boxes in a tower or a pyramid under impulses: contact manifolds in, poses out; sleeping bodies are grey.
 */
import { createObb, obbFromBox } from '@colide/bounds';
import { createContactManifold, manifoldObbObb } from '@colide/narrowphase';
import { ImpulseSolver, Islands, RigidBodies, RigidContacts, Sleeping } from '@colide/solvers';

import { BoxGeometry, Color, InstancedMesh, Matrix4, MeshStandardMaterial, Quaternion, Vector3 } from 'three';
import type { Controls } from './kit/controls.ts';
import { counted } from './kit/counted.ts';
import { SceneView } from './kit/scene.ts';

const scenes = ['pyramid', 'tower', 'tower, heavier upwards'] as const;
const dt = 1 / 60;
const most = 40;
const half = 0.5;
/** Contacts are known when boxes are this far apart, a little before they touch. */
const margin = Float64Array.of(0.02);
const obbSize = 15;
/** Seconds until the first box is thrown at the pyramid without being asked for. */
const firstThrow = 2.5;

function place(scene: (typeof scenes)[number]): { x: number; y: number; mass: number }[] {
  if (scene === 'pyramid') {
    const rows = 7;
    return Array.from({ length: rows }, (_, row) =>
      Array.from({ length: rows - row }, (__, i) => ({
        x: 1.05 * (i + row / 2 - (rows - 1) / 2),
        y: half + row,
        mass: 1,
      })),
    ).flat();
  }
  return Array.from({ length: 8 }, (_, i) => ({
    x: 0,
    y: half + i,
    mass: scene === 'tower' ? 1 : 1 + 0.25 * i,
  }));
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  let colors: Color[] = [];
  const pale = new Color();
  const cube = new BoxGeometry(2 * half, 2 * half, 2 * half);
  const skin = new MeshStandardMaterial({ roughness: 0.6 });
  const boxes = new InstancedMesh(cube, skin, most);
  const view = new SceneView(stage, {
    label: 'A stack of boxes',
    distance: 15,
    ground: -3,
    paint(palette) {
      colors = palette.bodies.map(color => new Color(color));
      pale.set(palette.asleep);
    },
  });
  view.scene.add(boxes);
  // From this side the shadow is visible.
  view.camera.position.x *= -1;

  const obb = createObb();
  const obbs = new Float64Array(obbSize * (most + 1));
  const manifold = createContactManifold();
  const sleeping = new Sleeping();
  const islands = new Islands(most + 1);
  const matrix = new Matrix4();
  const position = new Vector3();
  const turn = new Quaternion();
  const one = new Vector3(1, 1, 1);
  let bodies = new RigidBodies({ count: 1 });
  let contacts = new RigidContacts();
  let solver = new ImpulseSolver();
  let wait = Infinity;

  /** The last body is the projectile; it waits below the floor, asleep. */
  const restart = () => {
    const start = place(scene.value);
    bodies = new RigidBodies({ count: start.length + 2 });
    bodies.setStatic(0);
    start.forEach(({ x, y, mass }, i) => {
      bodies.setBox(i + 1, mass, half, half, half);
      bodies.setPose(i + 1, [x, y, 0]);
    });
    const last = bodies.count - 1;
    bodies.setBox(last, 4, half, half, half);
    bodies.setPose(last, [0, -50, 0]);
    bodies.asleep[last] = 1;
    bodies.restTimes[last] = 1;
    contacts = new RigidContacts({ friction: friction.value });
    boxes.count = bodies.count - 1;
    wait = scene.value === 'pyramid' ? firstThrow : Infinity;
    configure();
  };
  const configure = () => {
    solver = new ImpulseSolver({ gravity: [0, -9.81, 0], substeps: substeps.value });
    contacts.friction = friction.value;
  };

  const detect = () => {
    contacts.begin();
    const { positions, rotations } = bodies;
    obbs.set(obbFromBox(obb, [0, -5, 0], [50, 5, 50], [0, 0, 0, 1]));
    for (let i = 1; i < bodies.count; i++) {
      const position = positions.subarray(3 * i, 3 * i + 3);
      obbFromBox(obb, position, [half, half, half], rotations.subarray(4 * i, 4 * i + 4));
      obbs.set(obb, obbSize * i);
    }
    for (let a = 0; a < bodies.count; a++)
      for (let b = a + 1; b < bodies.count; b++) {
        const far = Math.abs(positions[3 * a] - positions[3 * b]) > 4 * half;
        if (positions[3 * b + 1] < -10 || (a > 0 && far)) continue;
        const count = manifoldObbObb(manifold, obbs, obbSize * a, obbSize * b, margin);
        for (let p = 0; p < count; p++) {
          const c = contacts.append(a, b, manifold.ids[p]);
          for (let k = 0; k < 3; k++) {
            contacts.points[3 * c + k] = 0.5 * (manifold.pointsA[3 * p + k] + manifold.pointsB[3 * p + k]);
            contacts.normals[3 * c + k] = manifold.normal[k];
          }
          contacts.separations[c] = -manifold.depths[p];
        }
      }
  };

  const draw = () => {
    for (let i = 1; i < bodies.count; i++) {
      position.fromArray(bodies.positions, 3 * i);
      position.y -= 3;
      turn.fromArray(bodies.rotations, 4 * i);
      boxes.setMatrixAt(i - 1, matrix.compose(position, turn, one));
      boxes.setColorAt(i - 1, bodies.asleep[i] ? pale : colors[i % colors.length]);
    }
    boxes.instanceMatrix.needsUpdate = true;
    boxes.instanceColor!.needsUpdate = true;
    view.redraw();
  };

  const scene = controls.choice('scene', scenes, restart);
  const friction = controls.slider('friction', { min: 0, max: 1, step: 0.05, value: 0.6 }, configure);
  const substeps = controls.slider('substeps', { min: 1, max: 12, step: 1, value: 8 }, configure);
  const throwBox = () => {
    wait = Infinity;
    const last = bodies.count - 1;
    bodies.setPose(last, [-7, 2.5, 0.2], [0.2, 0.3, 0.1, 1]);
    bodies.setVelocity(last, [14, 3, 0], [1, 2, 3]);
  };
  controls.button('Throw a box', throwBox);
  restart();

  controls.animate(seconds => {
    wait -= seconds;
    if (wait <= 0) throwBox();
    detect();
    islands.begin(bodies.inverseMasses);
    islands.linkAll(contacts.bodies, contacts.count);
    islands.finish();
    const waiting = bodies.positions[3 * bodies.count - 2] < -10 ? 1 : 0;
    const asleep = sleeping.update(bodies, islands, dt) - waiting;
    solver.step(bodies, contacts, dt);
    let deepest = 0;
    for (let c = 0; c < contacts.count; c++) deepest = Math.max(deepest, -contacts.separations[c]);
    controls.status(
      `${counted(contacts.count, 'contact point')}, deepest overlap ${(1000 * deepest).toFixed(1)} mm, ${counted(asleep, 'box', 'boxes')} asleep.`,
    );
    draw();
  });
  controls.reset(restart);
  return () => {
    for (const owned of [cube, skin, boxes]) owned.dispose();
    view.dispose();
  };
}
