/** The decorations of a scene: wheels, ropes, water. They follow bodies and have no effect on them. */
import { BodyObjects } from '@colide/three';
import {
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  PlaneGeometry,
  Vector3,
} from 'three';
import type { Scene, SceneDecoration } from '../scene.ts';
import type { Runner } from './runner.ts';
import type { StageTheme } from './theme.ts';

const point = new Vector3();

/** A rope from a point of the world to one of a body. */
interface Rope {
  readonly from: readonly number[];
  readonly end: Object3D;
}

/** The decorations of a scene. */
export class Decorations {
  readonly object = new Group();
  private readonly followers = new BodyObjects();
  private readonly ropes: Rope[] = [];
  private readonly rubber = new MeshStandardMaterial({ color: '#33383d', roughness: 0.9 });
  private readonly surface = new MeshStandardMaterial({
    color: '#4a90d9',
    transparent: true,
    opacity: 0.35,
    roughness: 0.1,
    depthWrite: false,
  });
  private readonly line = new LineBasicMaterial();
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;

  constructor(scene: Scene) {
    for (const decoration of scene.decorations ?? []) this.make(scene, decoration);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(6 * this.ropes.length), 3));
    this.lines = new LineSegments(geometry, this.line);
    this.lines.frustumCulled = false;
    this.lines.visible = this.ropes.length > 0;
    this.object.add(this.lines);
  }

  /** Takes the colours of a theme. */
  paint(theme: StageTheme): void {
    this.line.color.set(theme.ink);
  }

  /** Moves all decorations to their current positions. */
  update({ bodies, factor, history }: Runner): void {
    this.followers.update(bodies, factor, history);
    const positions = this.lines.geometry.getAttribute('position');
    for (const [i, { from, end }] of this.ropes.entries()) {
      positions.setXYZ(2 * i, from[0], from[1], from[2]);
      end.getWorldPosition(point);
      positions.setXYZ(2 * i + 1, point.x, point.y, point.z);
    }
    positions.needsUpdate = true;
  }

  /** Frees what the GPU holds. */
  dispose(): void {
    this.object.traverse(child => {
      if (child instanceof Mesh || child instanceof LineSegments) child.geometry.dispose();
    });
    for (const material of [this.rubber, this.surface, this.line]) material.dispose();
  }

  private make({ world, container }: Scene, decoration: SceneDecoration): void {
    if (decoration.kind === 'water') {
      const [minX, , minZ, maxX, , maxZ] = container;
      const water = new Mesh(new PlaneGeometry(maxX - minX, maxZ - minZ), this.surface);
      water.rotation.x = -Math.PI / 2;
      water.position.set((minX + maxX) / 2, decoration.level, (minZ + maxZ) / 2);
      this.object.add(water);
      return;
    }
    const follower = new Group();
    this.object.add(follower);
    this.followers.add(world, decoration.body, follower);
    if (decoration.kind === 'rope') {
      const end = new Object3D();
      end.position.fromArray(decoration.anchor);
      follower.add(end);
      this.ropes.push({ from: decoration.from, end });
      return;
    }
    const { center, radius } = decoration;
    const wheel = new Mesh(new CylinderGeometry(radius, radius, 0.6 * radius, 24), this.rubber);
    wheel.rotation.z = Math.PI / 2;
    wheel.position.fromArray(center);
    wheel.castShadow = true;
    follower.add(wheel);
  }
}
