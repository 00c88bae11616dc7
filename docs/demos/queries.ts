/**
 * Questions about the bodies of a world: a fan of rays, a moving ball, what a box overlaps, the nearest body.
 */
import { ColliderMeshes } from '@colide/three';
import {
  BoxShape,
  CapsuleShape,
  ConeShape,
  CylinderShape,
  createWorldHit,
  HalfSpace,
  IdList,
  Posed,
  Random,
  SphereShape,
  World,
  WorldQueries,
} from 'colide';
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
} from 'three';
import type { Controls } from './kit/controls.ts';
import { paintBodies, type ScenePalette, SceneView } from './kit/scene.ts';

const questions = ['hits of rays', 'a moving ball', 'bodies in a box', 'the nearest body'] as const;
const rayCount = 72;
const range = 6;
/** Height of everything that asks. */
const height = 0.6;
const ballRadius = 0.25;
const boxHalf = [1.1, 0.5, 0.8] as const;
/** Radius of the path of the box and of the ball that looks for its neighbours. */
const pathRadius = 2.6;

/** Bodies of several kinds around the middle, half of which turn. */
function createWorld(): World {
  const random = new Random(5);
  const world = new World();
  world.add({ shape: new HalfSpace() });
  const shapes = [
    new BoxShape([0.45, 0.6, 0.35]),
    new SphereShape(0.6),
    new CapsuleShape(0.3, 0.6),
    new CylinderShape(0.4, 0.6),
    new ConeShape(0.55, 0.6),
  ];
  const count = 15;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const distance = random.uniform(1.6, 4.2);
    world.add({
      shape: shapes[i % shapes.length],
      type: 'kinematic',
      position: [distance * Math.cos(angle), 0.65, distance * Math.sin(angle)],
      angularVelocity: i % 2 === 0 ? [0, random.uniform(-1, 1), random.uniform(-1, 1)] : [0, 0, 0],
    });
  }
  return world;
}

/** What the questions are drawn with: lines, dots where something is hit, a ball and a box. */
class Marks {
  readonly group = new Group();
  readonly ball: Mesh;
  readonly box: Mesh;
  private readonly ends = new Float32Array(6 * rayCount);
  private readonly lineGeometry = new BufferGeometry();
  private readonly lineMaterial = new LineBasicMaterial();
  private readonly glass = new MeshStandardMaterial({ transparent: true, opacity: 0.45 });
  private readonly dotMaterial = new MeshStandardMaterial();
  private readonly dots: InstancedMesh;
  private readonly matrix = new Matrix4();
  private lineCount = 0;

  constructor() {
    this.lineGeometry.setAttribute('position', new BufferAttribute(this.ends, 3));
    const lines = new LineSegments(this.lineGeometry, this.lineMaterial);
    this.dots = new InstancedMesh(new SphereGeometry(0.06, 12, 8), this.dotMaterial, rayCount);
    this.ball = new Mesh(new SphereGeometry(ballRadius, 24, 16), this.glass);
    this.box = new Mesh(new BoxGeometry(2 * boxHalf[0], 2 * boxHalf[1], 2 * boxHalf[2]), this.glass);
    lines.frustumCulled = this.dots.frustumCulled = false;
    this.group.add(lines, this.dots, this.ball, this.box);
  }

  paint({ hit }: ScenePalette): void {
    for (const material of [this.lineMaterial, this.glass, this.dotMaterial]) material.color.set(hit);
  }

  clear(): void {
    this.lineCount = this.dots.count = 0;
    this.ball.visible = this.box.visible = false;
  }

  line(from: ArrayLike<number>, to: ArrayLike<number>): void {
    for (let k = 0; k < 3; k++) {
      this.ends[6 * this.lineCount + k] = from[k];
      this.ends[6 * this.lineCount + 3 + k] = to[k];
    }
    this.lineCount++;
  }

  dot([x, y, z]: ArrayLike<number> & Iterable<number>): void {
    this.dots.setMatrixAt(this.dots.count++, this.matrix.makeTranslation(x, y, z));
  }

  show(): void {
    this.lineGeometry.setDrawRange(0, 2 * this.lineCount);
    this.lineGeometry.attributes['position'].needsUpdate = true;
    this.dots.instanceMatrix.needsUpdate = true;
  }

  dispose(): void {
    for (const { geometry } of [this.dots, this.ball, this.box]) geometry.dispose();
    for (const material of [this.lineMaterial, this.glass, this.dotMaterial]) material.dispose();
    this.lineGeometry.dispose();
    this.dots.dispose();
  }
}

/** The answers, drawn and in one line of text. */
class Asker {
  /** Bodies that the last answer names. */
  readonly found = new IdList();
  private readonly queries: WorldQueries;
  private readonly hit = createWorldHit();
  private readonly ball = new Posed(new SphereShape(ballRadius));
  private readonly box = new Posed(new BoxShape([...boxHalf]));
  private readonly marks: Marks;

  constructor(world: World, marks: Marks) {
    this.queries = new WorldQueries(world);
    this.marks = marks;
  }

  ask(question: (typeof questions)[number], angle: number): string {
    this.found.clear();
    this.marks.clear();
    const around = [Math.cos(angle), 0, Math.sin(angle)];
    let answer = '';
    if (question === 'hits of rays') answer = this.castRays(angle);
    else if (question === 'a moving ball') answer = this.castBall(around);
    else if (question === 'bodies in a box') answer = this.fillBox(around, angle);
    else answer = this.findNearest(around);
    this.marks.show();
    return answer;
  }

  private castRays(angle: number): string {
    const { queries, hit, marks } = this;
    const origin = [0, height, 0];
    let count = 0;
    for (let i = 0; i < rayCount; i++) {
      const a = 0.2 * angle + (2 * Math.PI * i) / rayCount;
      const direction = [Math.cos(a), 0, Math.sin(a)];
      const t = Math.min(range, queries.raycast(hit, origin, direction, range));
      marks.line(origin, [t * direction[0], height, t * direction[2]]);
      if (hit.body < 0) continue;
      marks.dot(hit.point);
      this.found.push(hit.body);
      count++;
    }
    return `${count} of ${rayCount} rays hit something within ${range} m.`;
  }

  private castBall([x, , z]: number[]): string {
    const { queries, hit, marks, ball } = this;
    ball.setPose([0, height, 0], [0, 0, 0, 1]);
    const t = queries.shapecast(hit, ball, [range * x, 0, range * z]);
    const travel = range * Math.min(1, t);
    marks.ball.visible = true;
    marks.ball.position.set(travel * x, height, travel * z);
    marks.line([0, height, 0], [travel * x, height, travel * z]);
    if (t === Infinity) return 'The path of the ball is free.';
    marks.dot(hit.point);
    this.found.push(hit.body);
    return `The ball hits body ${hit.body} after ${travel.toFixed(2)} m.`;
  }

  private fillBox([x, , z]: number[], angle: number): string {
    const { queries, marks, box, found } = this;
    const rotation = [0, Math.sin(0.5 * angle), 0, Math.cos(0.5 * angle)];
    box.setPose([pathRadius * x, height, pathRadius * z], rotation);
    marks.box.visible = true;
    marks.box.position.fromArray(box.position);
    marks.box.quaternion.fromArray(rotation);
    const count = queries.overlap(found, box);
    return `${count} ${count === 1 ? 'body overlaps' : 'bodies overlap'} the box.`;
  }

  private findNearest([x, , z]: number[]): string {
    const { queries, hit, marks, ball } = this;
    const centre = [pathRadius * x, 2.2, pathRadius * z];
    ball.setPose(centre, [0, 0, 0, 1]);
    marks.ball.visible = true;
    marks.ball.position.fromArray(centre);
    const distance = queries.closest(hit, ball, range);
    marks.line(centre, hit.point);
    marks.dot(hit.point);
    this.found.push(hit.body);
    return `Body ${hit.body} is ${distance.toFixed(2)} m from the ball.`;
  }
}

/** Starts the demo. */
export function mount(stage: HTMLElement, controls: Controls): () => void {
  const skin = new MeshStandardMaterial({ roughness: 0.6 });
  const meshes = new ColliderMeshes(skin);
  const marks = new Marks();
  const world = createWorld();
  let palette: ScenePalette | undefined;
  meshes.rebuild(world);
  const view = new SceneView(stage, {
    label: 'Bodies, and what rays, balls and boxes find among them',
    distance: 10,
    ground: 0,
    paint(colors) {
      palette = colors;
      marks.paint(colors);
    },
  });
  view.scene.add(meshes.object, marks.group);
  const asker = new Asker(world, marks);
  const question = controls.choice('find', questions);
  let angle = 0;

  /** Bodies that were found have their own colours, all others that of obstacles. */
  const paintFound = (colors: ScenePalette) => {
    paintBodies(meshes, world, colors);
    const color = new Color();
    const found = new Set(asker.found);
    for (const { mesh, bodies, count } of meshes.groups) {
      for (let i = 0; i < count; i++) {
        const body = bodies[i];
        if (found.has(body)) mesh.setColorAt(i, color.set(colors.bodies[body % colors.bodies.length]));
      }
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  };

  controls.animate(seconds => {
    if (seconds > 0) world.step(seconds);
    angle += 0.5 * seconds;
    controls.status(asker.ask(question.value, angle));
    if (palette) paintFound(palette);
    meshes.update(world.bodies);
    view.redraw();
  });
  return () => {
    meshes.dispose();
    marks.dispose();
    skin.dispose();
    view.dispose();
  };
}
