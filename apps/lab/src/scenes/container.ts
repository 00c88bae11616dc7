/** Bodies that fall into a walled container and fill it ten deep: the scene that engines are compared on. */
import { Random } from '@colide/math';

/** A static box: centre and half extents. */
export interface StaticBox {
  readonly center: readonly [number, number, number];
  readonly half: readonly [number, number, number];
}

/** The initial positions of bodies of diameter 1, and their container. */
export interface ContainerScene {
  readonly positions: readonly (readonly [number, number, number])[];
  readonly statics: readonly StaticBox[];
  /** Half the inner width of the container. */
  readonly half: number;
}

const wallHeight = 30;

/** `count` bodies in layers, each slightly displaced. */
export function containerScene(count: number): ContainerScene {
  const side = Math.ceil(Math.sqrt(count / 10));
  const random = new Random(5 + count);
  const half = (side * 1.15 + 0.6) / 2;
  const place = (i: number) => (i - (side - 1) / 2) * 1.12 + random.uniform(-0.04, 0.04);
  const positions = Array.from({ length: count }, (_, i) => {
    const layer = Math.floor(i / (side * side));
    const rest = i % (side * side);
    return [place(rest % side), 0.7 + 1.15 * layer, place(Math.floor(rest / side))] as const;
  });
  const walls = [-1, 1].flatMap(sign => [
    { center: [sign * (half + 0.5), wallHeight / 2, 0], half: [0.5, wallHeight / 2, half + 1] } as const,
    { center: [0, wallHeight / 2, sign * (half + 0.5)], half: [half + 1, wallHeight / 2, 0.5] } as const,
  ]);
  const floor = { center: [0, -0.5, 0], half: [half + 2, 0.5, half + 2] } as const;
  return { positions, statics: [floor, ...walls], half };
}
