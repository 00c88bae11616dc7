/** Types of peers that have none, as far as the suites use them. */
declare module 'fast-triangle-triangle-intersection/build/index.esm.js' {
  import type { Triangle, Vector3 } from 'three';

  export function trianglesIntersect(a: Triangle, b: Triangle, target?: Vector3[]): number | null;
}

declare module 'sat' {
  class Vector {
    constructor(x: number, y: number);
  }
  class Polygon {
    constructor(position: Vector, points: Vector[]);
    setAngle(angle: number): this;
  }
  class Response {
    overlap: number;
    clear(): this;
  }
  const SAT: {
    Vector: typeof Vector;
    Polygon: typeof Polygon;
    Response: typeof Response;
    testPolygonPolygon(a: Polygon, b: Polygon, response?: Response): boolean;
  };
  export default SAT;
}
