/** The meshes of a world: bodies, grounds, walls, cloth, soft bodies and ropes. */
import { ColliderMeshes, RopeGeometry, SurfaceGeometry } from '@colide/three';
import { colliderKind, type SoftBodies, type World } from 'colide';
import {
  Box3,
  Box3Helper,
  Color,
  DoubleSide,
  Group,
  type LineBasicMaterial,
  type Material,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { colliderNumbers } from '../collider-numbers.ts';
import type { Scene } from '../scene.ts';
import { Decorations } from './decorations.ts';
import type { Runner } from './runner.ts';
import type { StageTheme } from './theme.ts';

/** A soft body with its geometry. */
interface SoftView {
  readonly mesh: Mesh<SurfaceGeometry['geometry'], MeshStandardMaterial>;
  /** The body among those of its part. */
  readonly index: number;
  update(): void;
  dispose(): void;
}

const tint = new Color();

/** Meshes of a scene that follow its runner. */
export class WorldView {
  readonly object = new Group();
  private readonly runner: Runner;
  private readonly skin = new MeshStandardMaterial({ roughness: 0.5, metalness: 0.05 });
  private readonly stone = new MeshStandardMaterial({ roughness: 0.9 });
  private readonly glass = new MeshStandardMaterial({
    transparent: true,
    opacity: 0.14,
    roughness: 0.2,
    depthWrite: false,
  });
  private readonly bodies: ColliderMeshes;
  private readonly solids = new ColliderMeshes(this.stone, 32);
  private readonly walls = new ColliderMeshes(this.glass);
  private readonly edges: Box3Helper;
  private readonly soft: SoftView[];
  private readonly decorations: Decorations;
  private palette: Color[] = [];
  private readonly pale = new Color();
  /** Whether each body was drawn asleep, 2 for not drawn yet. */
  private drawn = new Uint8Array(0);

  constructor(runner: Runner) {
    this.runner = runner;
    const { scene } = runner;
    const { world } = scene;
    // Many bodies are small in the picture: fewer triangles each.
    this.bodies = new ColliderMeshes(this.skin, world.count > 150 ? 16 : 28);
    const kinds = Array.from({ length: world.bodies.count }, (_, body) =>
      scene.actors?.includes(body) ? 'body' : kindOf(world, body),
    );
    this.bodies.rebuild(world, body => kinds[body] === 'body');
    this.solids.rebuild(world, body => kinds[body] === 'solid');
    this.walls.rebuild(world, body => kinds[body] === 'wall');
    for (const { mesh } of this.walls.groups) mesh.castShadow = mesh.receiveShadow = false;
    this.soft = softBodiesOf(world).flatMap(part => part.bodies.flatMap((_, i) => softViews(part, i)));
    this.edges = containerEdges(scene);
    this.decorations = new Decorations(scene);
    this.object.add(this.bodies.object, this.solids.object, this.walls.object, this.edges);
    this.object.add(this.decorations.object);
    for (const { mesh } of this.soft) this.object.add(mesh);
  }

  /** Takes the colours of a theme. */
  paint(theme: StageTheme): void {
    this.palette = theme.bodies.map(color => new Color(color));
    this.pale.set(theme.asleep);
    this.stone.color.set(theme.solid);
    this.glass.color.set(theme.ink);
    const line = this.edges.material as LineBasicMaterial;
    line.color.set(theme.ink);
    this.decorations.paint(theme);
    for (const { mesh, index } of this.soft)
      mesh.material.color.copy(this.palette[(index + 1) % this.palette.length]);
    this.drawn = new Uint8Array(this.runner.bodies.asleep.length).fill(2);
  }

  /** Moves all meshes to the current poses. */
  update(): void {
    const { bodies, factor, history } = this.runner;
    this.bodies.update(bodies, factor, history);
    this.solids.update(bodies, factor, history);
    this.walls.update(bodies, factor, history);
    for (const view of this.soft) view.update();
    this.decorations.update(this.runner);
    this.color(bodies.asleep);
  }

  /** Frees what the GPU holds. */
  dispose(): void {
    for (const meshes of [this.bodies, this.solids, this.walls]) meshes.dispose();
    for (const view of this.soft) view.dispose();
    this.decorations.dispose();
    this.edges.dispose();
    for (const material of [this.skin, this.stone, this.glass] as Material[]) material.dispose();
  }

  /** Updates the colours of instances: sleeping bodies are pale. */
  private color(asleep: Uint8Array): void {
    const { palette, drawn } = this;
    for (const { mesh, bodies, count } of this.bodies.groups) {
      let changed = false;
      for (let i = 0; i < count; i++) {
        const body = bodies[i];
        const sleeps = asleep[body];
        if (mesh.instanceColor && drawn[body] === sleeps) continue;
        tint.copy(palette[(Math.imul(body, 0x9e3779b1) >>> 24) % palette.length]);
        if (sleeps === 1) tint.lerp(this.pale, 0.35);
        mesh.setColorAt(i, tint);
        changed = true;
      }
      if (changed) mesh.instanceColor!.needsUpdate = true;
    }
    drawn.set(asleep.length <= drawn.length ? asleep : asleep.subarray(0, drawn.length));
  }
}

/** Parts of a world that consist of particles with surfaces. */
function softBodiesOf(world: World): SoftBodies[] {
  const isSoft = (part: object) => 'positions' in part && 'bodies' in part;
  return world.parts.filter(isSoft) as SoftBodies[];
}

/** Moving bodies, standing ones, and thin upright boxes, which would hide what is behind them. */
function kindOf(world: World, body: number): 'body' | 'solid' | 'wall' {
  const { colliders, bodies } = world;
  if (bodies.inverseMasses[body] > 0) return 'body';
  for (let id = 0; id < colliders.count; id++) {
    if (colliders.bodies[id] !== body || colliders.kinds[id] !== colliderKind.box) continue;
    const [x, y, z] = colliderNumbers(colliders, id).subarray(3);
    const thin = Math.min(x, z);
    if (
      Math.max(x, z) > 1.2 &&
      thin < 0.2 * Math.max(x, z) &&
      thin < 0.5 * y &&
      bodies.rotations[4 * body + 3] > 0.999
    )
      return 'wall';
  }
  return 'solid';
}

/** The edges of the container, where half-spaces that cannot be seen keep bodies in. */
function containerEdges({ world, container }: Scene): Box3Helper {
  const box = new Box3(new Vector3(...container.slice(0, 3)), new Vector3(...container.slice(3, 6)));
  // The top is open: show enough of the sides to make them recognisable as walls.
  box.max.y = Math.min(box.max.y, box.min.y + 0.6 * (box.max.x - box.min.x));
  const helper = new Box3Helper(box);
  const line = helper.material as LineBasicMaterial;
  line.transparent = true;
  line.opacity = 0.25;
  helper.visible = world.planes.length > 1 && box.max.x - box.min.x < 60;
  return helper;
}

/** The geometry of a deformable body: its surface, its line, or a tube for each stick. */
function softViews(part: SoftBodies, index: number): SoftView[] {
  const body = part.bodies[index];
  const radius = Math.max(body.thickness, 0.02);
  if (body.kind === 'rope') {
    const chain = Array.from({ length: body.count }, (_, i) => body.first + i);
    return [softView(part, index, new RopeGeometry(chain, radius))];
  }
  if (body.kind !== 'figure')
    return [softView(part, index, new SurfaceGeometry(body.triangles, body.first, body.count))];
  return Array.from({ length: body.segments.length / 2 }, (_, i) => {
    const ends = [body.first + body.segments[2 * i], body.first + body.segments[2 * i + 1]];
    return softView(part, index, new RopeGeometry(ends, radius));
  });
}

function softView(part: SoftBodies, index: number, geometry: RopeGeometry | SurfaceGeometry): SoftView {
  const body = part.bodies[index];
  const material = new MeshStandardMaterial({ roughness: 0.7, side: DoubleSide });
  const mesh = new Mesh(geometry.geometry, material);
  mesh.castShadow = mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return {
    mesh,
    index,
    update: () => geometry.update(part.positions, body.triangleCount),
    dispose() {
      geometry.dispose();
      material.dispose();
    },
  };
}
