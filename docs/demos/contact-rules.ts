/** A conveyor belt, a one-way platform, and impacts that flash. */
import { BoxShape, ContactImpacts, ContactRules, HalfSpace, Random, SphereShape, World } from 'colide';
import { BoxGeometry, Mesh, MeshBasicMaterial, MeshStandardMaterial, SphereGeometry } from 'three';
import type { Controls } from './kit/controls.ts';
import { SceneView } from './kit/scene.ts';

const count = 18;
const flashes = 12;
const dt = 1 / 60;
/** Seconds from one body that is thrown to the next. */
const interval = 0.6;

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const fixed = new MeshStandardMaterial({ roughness: 0.9 });
  const boxes = new MeshStandardMaterial({ roughness: 0.55 });
  const balls = new MeshStandardMaterial({ roughness: 0.55 });
  const thin = new MeshStandardMaterial({ transparent: true, opacity: 0.6 });
  const flash = new MeshBasicMaterial({ transparent: true, opacity: 0.7 });
  const view = new SceneView(stage, {
    label: 'Boxes on a belt and balls that jump through a platform',
    distance: 11,
    ground: -4,
    paint({ bodies, solid, hit }) {
      fixed.color.set(solid);
      boxes.color.set(bodies[0]);
      balls.color.set(bodies[1]);
      thin.color.set(bodies[2]);
      flash.color.set(hit);
    },
  });
  const belt = new BoxGeometry(7, 0.4, 2);
  const platform = new BoxGeometry(3, 0.16, 2);
  const cube = new BoxGeometry(0.4, 0.4, 0.4);
  const ball = new SphereGeometry(0.2, 20, 14);
  const beltMesh = new Mesh(belt, fixed);
  beltMesh.position.set(0, -1, 0);
  const platformMesh = new Mesh(platform, thin);
  platformMesh.position.set(0, 1, 0);
  const meshes = Array.from({ length: count }, (_, i) =>
    i % 2 ? new Mesh(ball, balls) : new Mesh(cube, boxes),
  );
  const sparks = Array.from({ length: flashes }, () => new Mesh(ball, flash));
  view.scene.add(beltMesh, platformMesh, ...meshes, ...sparks);

  let rules = new ContactRules();
  let impacts = new ContactImpacts();
  let world = new World();
  let random = new Random(1);
  let bodies: number[] = [];
  let wait = 0;
  let next = 0;
  let spark = 0;
  /** Impulse of the last impact. */
  let last = 0;
  const ages = new Float64Array(flashes).fill(9);
  const sizes = new Float64Array(flashes);

  const restart = () => {
    rules = new ContactRules();
    impacts = new ContactImpacts({ solver: rules, minSpeed: 1 });
    world = new World({ solver: impacts });
    world.add({ shape: new HalfSpace([0, 1, 0], -4) });
    const carrier = world.add({ shape: new BoxShape([3.5, 0.2, 1]), type: 'static', position: [0, -1, 0] });
    const gate = world.add({ shape: new BoxShape([1.5, 0.08, 1]), type: 'static', position: [0, 1, 0] });
    rules.setSurfaceVelocity(carrier, [speed.value, 0, 0]);
    if (oneWay.value) rules.setOneWay(gate, [0, 1, 0]);
    random = new Random(5);
    bodies = meshes.map((_, i) =>
      world.add({
        shape: i % 2 ? new SphereShape(0.2) : new BoxShape([0.2, 0.2, 0.2]),
        density: 500,
        position: [-3 + 0.5 * (i % 6), -3.5, 3 + 0.5 * Math.floor(i / 6)],
        restitution: 0.3,
      }),
    );
    next = 0;
    wait = 0;
    last = 0;
    // The demo begins when every body has been thrown once.
    for (let t = 0; t < count * interval; t += dt) {
      throwAfter(dt);
      world.step(dt);
    }
  };
  /** Throws the next body: boxes onto the belt, balls up from below the platform. */
  const launch = () => {
    const body = bodies[next];
    const isBall = next % 2 === 1;
    next = (next + 1) % count;
    const z = random.uniform(-0.6, 0.6);
    world.setPose(body, isBall ? [random.uniform(-1, 1), -0.4, z] : [-3, 0.2, z]);
    world.setVelocity(body, isBall ? [0, 7.5, 0] : [0, 0, 0], [0, 0, 0]);
  };
  const throwAfter = (seconds: number) => {
    wait += seconds;
    for (; wait > interval; wait -= interval) launch();
  };
  const speed = controls.slider('belt, m/s', { min: -3, max: 3, step: 0.5, value: 1.5 }, () => restart());
  const oneWay = controls.toggle('one-way', true, () => restart());
  restart();

  controls.animate(seconds => {
    throwAfter(seconds);
    const steps = Math.min(4, Math.max(1, Math.round(60 * seconds)));
    let hardest = 0;
    for (let n = 0; n < steps; n++) {
      world.step(dt);
      for (const { point, impulse } of impacts) {
        spark = (spark + 1) % flashes;
        sparks[spark].position.fromArray(point);
        sizes[spark] = Math.min(2, 0.12 * Math.sqrt(impulse));
        ages[spark] = 0;
        hardest = Math.max(hardest, impulse);
      }
    }
    for (let i = 0; i < flashes; i++) {
      ages[i] += seconds;
      sparks[i].visible = ages[i] < 0.25;
      sparks[i].scale.setScalar(Math.max(0.01, sizes[i] * (1 - 4 * ages[i])));
    }
    const { positions, rotations } = world.bodies;
    for (const [i, body] of bodies.entries()) {
      meshes[i].position.fromArray(positions, 3 * body);
      meshes[i].quaternion.fromArray(rotations, 4 * body);
    }
    if (hardest > 0) last = hardest;
    controls.status(
      last > 0 ? `last impact: ${last < 10 ? last.toPrecision(2) : last.toFixed(0)} N s` : 'no impact yet',
    );
    view.redraw();
  });
  controls.reset(restart);
  return () => {
    for (const owned of [belt, platform, cube, ball, fixed, boxes, balls, thin, flash]) owned.dispose();
    view.dispose();
  };
}
