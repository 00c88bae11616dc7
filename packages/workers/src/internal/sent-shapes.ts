/**
 * The shapes that a worker knows: each is described once, and referred to by number until its last user is
 * removed.
 */

/** A shape by number, described if the worker does not know it yet. */
export interface NamedShape<Description> {
  readonly shape: number;
  readonly description: Description | undefined;
}

/** Numbers of shapes, and how many users each has: bodies or colliders, by id. */
export class SentShapes {
  private readonly shapes = new Map<unknown, { readonly id: number; users: number }>();
  private readonly shapeOf = new Map<number, unknown>();
  private count = 0;

  /**
   * The data to send for a shape; call {@link use} afterwards. Throws, with nothing changed, if it cannot be
   * described.
   */
  name<Shape, Description>(shape: Shape, describe: (shape: Shape) => Description): NamedShape<Description> {
    const known = this.shapes.get(shape);
    if (known) return { shape: known.id, description: undefined };
    return { shape: this.count, description: describe(shape) };
  }

  /** Assigns a shape to a user. */
  use(user: number, shape: unknown): void {
    const known = this.shapes.get(shape) ?? { id: this.count++, users: 0 };
    known.users++;
    this.shapes.set(shape, known);
    this.shapeOf.set(user, shape);
  }

  /**
   * Removes a user; returns the number of its shape if no one else uses it, so that the worker may forget it.
   */
  drop(user: number): number | undefined {
    const shape = this.shapeOf.get(user);
    this.shapeOf.delete(user);
    const known = this.shapes.get(shape);
    if (!known || --known.users > 0) return undefined;
    this.shapes.delete(shape);
    return known.id;
  }
}
