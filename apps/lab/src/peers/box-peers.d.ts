/** Types of broad phases that have none, as far as the suites use them. */
declare module 'box-intersect' {
  export default function boxIntersect(boxes: number[][], visit: (i: number, j: number) => void): void;
}

declare module 'rbush-3d' {
  export class RBush3D {
    constructor(maxEntries?: number);
    load(items: object[]): this;
    search(box: object): object[];
  }
}
