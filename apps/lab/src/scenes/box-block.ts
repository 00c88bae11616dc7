/**
 * A block of unit boxes that touch on all sides, standing on the ground, with hand-made manifolds of four
 * points for every pair of neighbours: contacts for a solver without any detection.
 */
import { RigidBodies, RigidContacts } from '@colide/solvers';

export class BoxBlock {
  /** The ground is body 0. */
  readonly bodies: RigidBodies;
  readonly contacts: RigidContacts;
  private readonly size: readonly [number, number, number];
  private readonly start: Float64Array;

  constructor(size: readonly [number, number, number]) {
    const [columns, layers, rows] = size;
    const count = columns * layers * rows;
    this.size = size;
    this.bodies = new RigidBodies({ count: count + 1 });
    this.bodies.setStatic(0);
    for (let i = 0; i < count; i++) {
      this.bodies.setBox(i + 1, 1, 0.5, 0.5, 0.5);
      this.bodies.setPose(i + 1, [
        i % columns,
        0.5 + Math.floor(i / columns / rows),
        Math.floor(i / columns) % rows,
      ]);
    }
    this.start = this.bodies.positions.slice();
    this.contacts = new RigidContacts({ capacity: 12 * count });
  }

  /** Writes the contacts of all neighbours; separations follow from how far the boxes have moved. */
  findContacts(): void {
    const [columns, layers, rows] = this.size;
    this.contacts.begin();
    for (let y = 0; y < layers; y++)
      for (let z = 0; z < rows; z++)
        for (let x = 0; x < columns; x++) {
          const i = 1 + (y * rows + z) * columns + x;
          this.add(y === 0 ? 0 : i - columns * rows, i, 1);
          if (x > 0) this.add(i - 1, i, 0);
          if (z > 0) this.add(i - columns, i, 2);
        }
  }

  /** The face of box `b` towards box `a`, its predecessor along `axis`. */
  private add(a: number, b: number, axis: number): void {
    const { contacts } = this;
    const { positions } = this.bodies;
    const { points, normals } = contacts;
    const s = (axis + 1) % 3;
    const t = (axis + 2) % 3;
    const moved =
      positions[3 * b + axis] - this.start[3 * b + axis] - positions[3 * a + axis] + this.start[3 * a + axis];
    for (let corner = 0; corner < 4; corner++) {
      const c = contacts.append(a, b, corner);
      for (let k = 0; k < 3; k++) {
        points[3 * c + k] = positions[3 * b + k];
        normals[3 * c + k] = 0;
      }
      points[3 * c + axis] -= 0.5;
      points[3 * c + s] += (corner & 1) === 0 ? -0.5 : 0.5;
      points[3 * c + t] += corner < 2 ? -0.5 : 0.5;
      normals[3 * c + axis] = 1;
      contacts.separations[c] = moved;
    }
  }
}
