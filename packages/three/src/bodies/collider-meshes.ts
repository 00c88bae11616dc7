/**
 * Everything in a world but half-spaces as instanced meshes: all boxes share one mesh and so do all balls,
 * whatever their size; other shapes have one mesh per shape. One line to show a world, and one call per frame
 * to keep it up to date.
 */
import type { AnyShape } from '@colide/geometry';
import type { ColliderSet } from '@colide/narrowphase';
import {
  BoxGeometry,
  type BufferGeometry,
  Group,
  InstancedMesh,
  type Material,
  Matrix4,
  SphereGeometry,
} from 'three';
import { type DrawableShape, geometryFromShape } from '../shapes/geometry-from-shape.ts';
import { BodyInstances } from './body-instances.ts';
import type { BodyPoses } from './internal/pose-matrix.ts';
import type { PoseHistory } from './pose-history.ts';

/** The part of a world that is drawn: `World` of colide has both. */
export interface ColliderSource {
  /** Poses of all bodies, by their ids. */
  readonly bodies: BodyPoses;
  /** The shapes of the bodies, at their poses. */
  readonly colliders: ColliderSet;
}

/** Meshes for the colliders of a world. */
export class ColliderMeshes {
  /** The object to add to a scene. */
  readonly object = new Group();
  /** One for each mesh; their `bodies` map instances to bodies. */
  readonly groups: BodyInstances[] = [];
  private readonly material: Material;
  private readonly segments: number;
  private readonly byKey = new Map<unknown, BodyInstances>();

  /**
   * @param material of all meshes; the groups' meshes can be given others
   * @param segments around the full circle of round shapes
   */
  constructor(material: Material, segments = 24) {
    this.material = material;
    this.segments = segments;
  }

  /**
   * Removes all instances and adds every collider of `world` whose body passes `filter`. Call it again when
   * bodies are added or removed. Meshes of shapes that are no longer in use are freed.
   */
  rebuild(world: ColliderSource, filter: (body: number) => boolean = () => true): void {
    const { colliders, bodies } = world;
    for (const group of this.groups) group.clear();
    for (let id = 0; id < colliders.count; id++) {
      const body = colliders.bodies[id];
      const posed = colliders.convexes[id];
      if (body < 0 || posed === undefined || !filter(body)) continue;
      const { key, matrix } = unit(posed.shape);
      const group = this.byKey.get(key) ?? this.addGroup(key, posed.shape);
      group.addPosed(bodies, body, posed.pose, matrix);
    }
    for (const [key, group] of this.byKey) if (group.count === 0) this.removeGroup(key, group);
    this.update(bodies);
  }

  /** Writes all matrices; see `BodyInstances.update`. */
  update(bodies: BodyPoses, factor = 1, history?: PoseHistory): void {
    for (let i = 0; i < this.groups.length; i++) this.groups[i].update(bodies, factor, history);
  }

  /** Frees GPU memory, except for the material. */
  dispose(): void {
    for (const [key, group] of this.byKey) this.removeGroup(key, group);
  }

  private addGroup(key: unknown, shape: DrawableShape): BodyInstances {
    const mesh = new InstancedMesh(this.geometry(key, shape), this.material, 16);
    mesh.castShadow = mesh.receiveShadow = true;
    const group = new BodyInstances(mesh);
    this.byKey.set(key, group);
    this.groups.push(group);
    this.object.add(mesh);
    return group;
  }

  private removeGroup(key: unknown, group: BodyInstances): void {
    const { mesh } = group;
    mesh.removeFromParent();
    mesh.geometry.dispose();
    mesh.dispose();
    this.byKey.delete(key);
    this.groups.splice(this.groups.indexOf(group), 1);
  }

  private geometry(key: unknown, shape: DrawableShape): BufferGeometry {
    if (key === 'box') return new BoxGeometry(2, 2, 2);
    if (key === 'sphere') return new SphereGeometry(1, this.segments, this.segments >> 1);
    return geometryFromShape(shape, this.segments);
  }
}

/**
 * The mesh a shape is drawn with: boxes and balls are scaled from one of size 1; others of equal size share a
 * mesh.
 */
function unit(shape: object): { key: unknown; matrix?: Matrix4 } {
  const s = shape as AnyShape;
  switch (s.kind) {
    case 'box':
      return { key: 'box', matrix: new Matrix4().makeScale(s.halfX, s.halfY, s.halfZ) };
    case 'sphere':
      return { key: 'sphere', matrix: new Matrix4().makeScale(s.radius, s.radius, s.radius) };
    case 'capsule':
    case 'cylinder':
    case 'cone':
      return { key: `${s.kind} ${s.radius} ${s.halfHeight}` };
    default:
      return { key: shape };
  }
}
