/** Which shapes a worker knows: each is described once and named by a number from then on, until its last body is gone. */
import type { BodySettings } from '../body-settings.ts';
import { encodeShape, type ShapeDescription } from '../shape-codec.ts';

/** Numbers of shapes, and how many bodies have each. */
export class SentShapes {
  private readonly shapes = new Map<unknown, { readonly id: number; users: number }>();
  private readonly shapeOf = new Map<number, unknown>();
  private count = 0;

  /** A body gets a shape: its number, and its description where the worker does not know it. */
  use(
    body: number,
    shape: BodySettings['shape'],
  ): { shape: number; description: ShapeDescription | undefined } {
    let known = this.shapes.get(shape);
    const description = known ? undefined : encodeShape(shape);
    known ??= { id: this.count++, users: 0 };
    known.users++;
    this.shapes.set(shape, known);
    this.shapeOf.set(body, shape);
    return { shape: known.id, description };
  }

  /** A body is taken out; returns the number of its shape if nobody else has it. */
  drop(body: number): number | undefined {
    const shape = this.shapeOf.get(body);
    this.shapeOf.delete(body);
    const known = this.shapes.get(shape);
    if (!known || --known.users > 0) return undefined;
    this.shapes.delete(shape);
    return known.id;
  }
}
