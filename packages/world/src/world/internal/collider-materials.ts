/**
 * Friction and restitution of bodies whose surface is not uniform, and other rules of combination: children
 * of compounds and triangles of meshes with materials of their own, and the rules of the world. The triangle
 * of a contact point is the nearest one of the mesh, so points of one manifold may differ.
 *
 * Only contacts of colliders with such materials cost anything: O(log triangles) per point on a mesh that has
 * them. Nothing is allocated but numbers that V8 boxes, a few for each such point.
 */
import { refuse } from '@colide/core';
import type { Posed, SurfaceMaterial } from '@colide/geometry';
import type { RigidContacts } from '@colide/solvers';
import type { MeshShape } from '@colide/spatial';
import type { BodyMaterials } from '../../bodies/body-materials.ts';
import type { CombineRule } from '../../contacts/combine-rule.ts';

/** The rules, by number. */
const rules: readonly CombineRule[] = ['geometricMean', 'maximum', 'average', 'minimum', 'multiply'];
const geometricMean = 0;
const maximum = 1;
const average = 2;
const minimum = 3;

/** Numbers per material: friction, restitution; NaN for that of the body. */
const materialSize = 2;

/** Scratch: the point, the two materials of a contact, and the largest distance of its triangles. */
const point = /* @__PURE__ */ new Float64Array(3);
const pair = /* @__PURE__ */ new Float64Array(2 * materialSize);
const range = /* @__PURE__ */ new Float64Array(1);

/** The data of bodies that {@link ColliderMaterials} reads. */
interface Owners {
  readonly colliders: { readonly bodies: Int32Array; readonly convexes: readonly (Posed | undefined)[] };
  readonly meshes: readonly (MeshShape | undefined)[];
}

/** Points of contact, and what {@link ColliderMaterials} changes of them. */
type SurfacePoints = Pick<RigidContacts, 'frictions' | 'restitutions' | 'points' | 'separations' | 'count'>;

/** The materials of colliders, and the rules by which they are combined. */
export class ColliderMaterials {
  /** By collider: the material of the child of a compound, and those of the triangles of a mesh. */
  readonly own: (Float64Array | undefined)[] = [];
  readonly triangles: (Float64Array | undefined)[] = [];
  private readonly isUsual: boolean;
  private readonly frictionRule: number;
  private readonly restitutionRule: number;
  private readonly margin: Float64Array;

  constructor(
    margin: number,
    frictionRule: CombineRule = 'geometricMean',
    restitutionRule: CombineRule = 'maximum',
  ) {
    this.margin = Float64Array.of(margin);
    this.frictionRule = ruleOf('frictionRule', frictionRule);
    this.restitutionRule = ruleOf('restitutionRule', restitutionRule);
    this.isUsual = this.frictionRule === geometricMean && this.restitutionRule === maximum;
  }

  /** Sets the materials of a collider: that of a child, and those of a mesh. */
  set(collider: number, material: SurfaceMaterial | undefined, mesh: MeshShape | undefined): void {
    this.own[collider] = material && flatten([material]);
    const hasOwn = mesh !== undefined && mesh.materials?.length > 0;
    this.triangles[collider] = hasOwn ? flatten(mesh.materials) : undefined;
  }

  /** Whether contacts of two colliders may differ from those of their bodies. */
  private differ(i: number, j: number): boolean {
    const { own, triangles } = this;
    if (!this.isUsual) return true;
    return !(
      own[i] === undefined &&
      own[j] === undefined &&
      triangles[i] === undefined &&
      triangles[j] === undefined
    );
  }

  /**
   * Corrects friction and restitution of the contacts of colliders `i` and `j`, those from `first` on, if
   * they are not those of the bodies.
   */
  write(contacts: SurfacePoints, first: number, i: number, j: number, table: Owners & BodyMaterials): void {
    if (!this.differ(i, j)) return;
    const { frictions, restitutions, points, separations } = contacts;
    for (let c = first; c < contacts.count; c++) {
      for (let k = 0; k < 3; k++) point[k] = points[3 * c + k];
      range[0] = Math.abs(separations[c]) + this.margin[0];
      this.read(0, i, table);
      this.read(materialSize, j, table);
      combine(frictions, c, this.frictionRule, 0);
      combine(restitutions, c, this.restitutionRule, 1);
    }
  }

  /**
   * Reads the material of a collider at {@link point} to `pair[at…]`: that of the triangle, the child or the
   * body.
   */
  private read(at: number, collider: number, table: Owners & BodyMaterials): void {
    const body = table.colliders.bodies[collider];
    pair[at] = table.frictions[body];
    pair[at + 1] = table.restitutions[body];
    const own = this.own[collider];
    if (own !== undefined) override(at, own, 0);
    const list = this.triangles[collider];
    if (list === undefined) return;
    const mesh = table.meshes[collider]!;
    const triangle = mesh.triangleAt(table.colliders.convexes[collider]!, point, range[0]);
    if (triangle >= 0) override(at, list, materialSize * mesh.triangleMaterials[triangle]);
  }
}

/** Replaces the properties that a material defines. */
function override(at: number, materials: Float64Array, from: number): void {
  for (let k = 0; k < materialSize; k++) if (materials[from + k] >= 0) pair[at + k] = materials[from + k];
}

/** Combines number `k` of both materials to `out[c]`. */
function combine(out: Float64Array, c: number, rule: number, k: number): void {
  const x = pair[k];
  const y = pair[materialSize + k];
  if (rule === maximum) out[c] = Math.max(x, y);
  else if (rule === minimum) out[c] = Math.min(x, y);
  else if (rule === average) out[c] = 0.5 * (x + y);
  else out[c] = rule === geometricMean ? Math.sqrt(x * y) : x * y;
}

function ruleOf(name: string, rule: CombineRule): number {
  const code = rules.indexOf(rule);
  if (code < 0) refuse(name, `be one of ${rules.join(', ')}`, rule);
  return code;
}

function flatten(materials: readonly SurfaceMaterial[]): Float64Array {
  return Float64Array.from(
    materials.flatMap(({ friction = Number.NaN, restitution = Number.NaN }) => [friction, restitution]),
  );
}
