/**
 * All shapes of this package as one type. Every shape has a `kind`, so a `switch` tells them apart, even if
 * two copies of the package are loaded and `instanceof` would fail.
 */
import type { Compound } from '../composed/compound.ts';
import type { ConvexUnion } from '../composed/convex-union.ts';
import type { MinkowskiDifference } from '../composed/minkowski-difference.ts';
import type { MinkowskiSum } from '../composed/minkowski-sum.ts';
import type { Posed } from '../composed/posed.ts';
import type { Rounded } from '../composed/rounded.ts';
import type { Scaled } from '../composed/scaled.ts';
import type { HeightField } from '../meshes/height-field.ts';
import type { TriangleMesh } from '../meshes/triangle-mesh.ts';
import type { BoxShape } from './box-shape.ts';
import type { CapsuleShape } from './capsule-shape.ts';
import type { ConeShape } from './cone-shape.ts';
import type { CylinderShape } from './cylinder-shape.ts';
import type { EllipsoidShape } from './ellipsoid-shape.ts';
import type { HalfSpace } from './half-space.ts';
import type { HullShape } from './hull-shape.ts';
import type { PointShape } from './point-shape.ts';
import type { SegmentShape } from './segment-shape.ts';
import type { SphereShape } from './sphere-shape.ts';
import type { TriangleShape } from './triangle-shape.ts';

/** A shape of this package, told apart by its `kind`. */
export type AnyShape =
  | PointShape
  | SegmentShape
  | TriangleShape
  | SphereShape
  | EllipsoidShape
  | BoxShape
  | CapsuleShape
  | CylinderShape
  | ConeShape
  | HullShape
  | Rounded
  | Posed
  | Scaled
  | MinkowskiSum
  | MinkowskiDifference
  | ConvexUnion
  | Compound
  | HalfSpace
  | TriangleMesh
  | HeightField;
