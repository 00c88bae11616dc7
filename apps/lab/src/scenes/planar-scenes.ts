/** Scenes of the plane that all engines build from the same numbers. */

/**
 * A convex body: a circle, a box or a polygon of at most eight corners, counter-clockwise about its centre.
 */
export interface PlanarBody {
  readonly radius?: number;
  readonly half?: readonly [number, number];
  readonly corners?: readonly number[];
  readonly position: readonly [number, number];
  readonly angle?: number;
  readonly isStatic?: boolean;
}

/** A scene: bodies, revolute joints between them, and boxes that together rotate about the origin. */
export interface PlanarScene {
  readonly name: string;
  readonly bodies: readonly PlanarBody[];
  readonly joints: readonly { a: number; b: number; anchor: readonly [number, number] }[];
  /** Boxes of a container, and its angular velocity. */
  readonly drum?: {
    readonly walls: readonly Required<Pick<PlanarBody, 'half' | 'position'>>[];
    readonly spin: number;
  };
  /** Bounds that no body may leave, from the centre. */
  readonly extent: readonly [number, number];
}

const floor = (width: number): PlanarBody => ({ half: [width, 1], position: [0, -1], isStatic: true });

/** Unit boxes in rows, each row one shorter than the row below. */
export function pyramidScene(base: number): PlanarScene {
  const bodies: PlanarBody[] = [floor(2 * base)];
  for (let row = 0; row < base; row++)
    for (let i = 0; i < base - row; i++)
      bodies.push({ half: [0.5, 0.5], position: [1.1 * (i + row / 2 - (base - 1) / 2), row + 0.5] });
  return { name: `pyramid of base ${base}`, bodies, joints: [], extent: [2 * base, 2 * base] };
}

/** A box that is open above. */
function container(half: number): PlanarBody[] {
  return [
    floor(half + 2),
    { half: [1, 2 * half], position: [-half - 1, 2 * half], isStatic: true },
    { half: [1, 2 * half], position: [half + 1, 2 * half], isStatic: true },
  ];
}

/** Circles that fall into a box, from a slanted grid. */
export function circlesScene(count: number): PlanarScene {
  const columns = Math.round(Math.sqrt(count));
  const half = 0.55 * columns;
  const bodies = container(half);
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const x = 1.05 * ((i % columns) - (columns - 1) / 2) + 0.02 * (row % 3);
    bodies.push({ radius: 0.5, position: [x, 0.5 + 1.02 * row] });
  }
  return { name: `${count} circles in a box`, bodies, joints: [], extent: [half + 1, 6 * half] };
}

/** Polygons of three to eight corners, boxes and circles that fall into a box. */
export function mixedScene(count: number): PlanarScene {
  const columns = Math.round(Math.sqrt(count));
  const half = 0.6 * columns;
  const bodies = container(half);
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / columns);
    const position = [1.1 * ((i % columns) - (columns - 1) / 2), 0.6 + 1.1 * row] as const;
    const sides = 3 + (i % 6);
    const corners = Array.from({ length: 2 * sides }, (_, k) => {
      const angle = (2 * Math.PI * (k >> 1)) / sides;
      return 0.5 * (k % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    });
    bodies.push({ corners, position, angle: 0.7 * i });
  }
  return { name: `${count} mixed polygons`, bodies, joints: [], extent: [half + 1, 6 * half] };
}

/** Boxes in a square drum that rotates. */
export function tumblerScene(count: number): PlanarScene {
  const half = 0.35 * Math.sqrt(count);
  const columns = Math.round(Math.sqrt(count));
  const bodies = Array.from(
    { length: count },
    (_, i): PlanarBody => ({
      half: [0.2, 0.2],
      position: [
        0.5 * ((i % columns) - (columns - 1) / 2),
        0.5 * (Math.floor(i / columns) - (columns - 1) / 2),
      ],
    }),
  );
  const wall = half + 0.5;
  return {
    name: `tumbler of ${count} boxes`,
    bodies,
    joints: [],
    drum: {
      spin: 0.5,
      walls: [
        { half: [0.5, wall + 0.5], position: [wall, 0] },
        { half: [0.5, wall + 0.5], position: [-wall, 0] },
        { half: [wall + 0.5, 0.5], position: [0, wall] },
        { half: [wall + 0.5, 0.5], position: [0, -wall] },
      ],
    },
    extent: [1.5 * wall, 1.5 * wall],
  };
}

/**
 * A net of circles, each joined to its neighbours at the centres between them, that hangs on its upper row.
 */
export function gridScene(size: number): PlanarScene {
  const bodies: PlanarBody[] = [];
  const joints: PlanarScene['joints'][number][] = [];
  for (let row = 0; row < size; row++)
    for (let i = 0; i < size; i++) {
      const at = bodies.length;
      bodies.push({ radius: 0.4, position: [i, -row], isStatic: row === 0 && i % 3 === 0 });
      if (i > 0) joints.push({ a: at - 1, b: at, anchor: [i - 0.5, -row] });
      if (row > 0) joints.push({ a: at - size, b: at, anchor: [i, -row + 0.5] });
    }
  return { name: `joint grid ${size} × ${size}`, bodies, joints, extent: [2 * size, 3 * size] };
}
