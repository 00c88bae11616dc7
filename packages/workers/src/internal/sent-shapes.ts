/** Which shapes a worker knows: each is described once and named by a number from then on, until its last user is gone. */
import type { ShapeDescription } from '@colide/world';

/** A shape by its number, described where the worker does not know it yet. */
export interface NamedShape {
  readonly shape: number;
  readonly description: ShapeDescription | undefined;
}

/** Numbers of shapes, and how many users each has: bodies or colliders, by id. */
export class SentShapes {
  private readonly shapes = new Map<unknown, { readonly id: number; users: number }>();
  private readonly shapeOf = new Map<number, unknown>();
  private count = 0;

  /** What to tell of a shape; {@link use} it when that is done. Throws, with nothing noted, when it cannot be described. */
  name<T>(shape: T, describe: (shape: T) => ShapeDescription): NamedShape {
    const known = this.shapes.get(shape);
    if (known) return { shape: known.id, description: undefined };
    return { shape: this.count, description: describe(shape) };
  }

  /** A user gets a shape. */
  use(user: number, shape: unknown): void {
    const known = this.shapes.get(shape) ?? { id: this.count++, users: 0 };
    known.users++;
    this.shapes.set(shape, known);
    this.shapeOf.set(user, shape);
  }

  /** A user is gone; returns the number of its shape if nobody else has it: the worker may forget it. */
  drop(user: number): number | undefined {
    const shape = this.shapeOf.get(user);
    this.shapeOf.delete(user);
    const known = this.shapes.get(shape);
    if (!known || --known.users > 0) return undefined;
    this.shapes.delete(shape);
    return known.id;
  }
}
