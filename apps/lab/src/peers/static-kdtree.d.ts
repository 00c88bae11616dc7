declare module 'static-kdtree' {
  interface StaticKdTree {
    readonly length: number;
    nn(point: ArrayLike<number>, maxDistance?: number): number;
    knn(point: ArrayLike<number>, count: number, maxDistance?: number): number[];
    rnn(point: ArrayLike<number>, radius: number, visit: (id: number) => unknown): unknown;
  }
  export default function createStaticKdTree(points: number[][]): StaticKdTree;
}
