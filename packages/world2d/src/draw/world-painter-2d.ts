/**
 * Draws a planar world for debugging: shapes, coloured by type and sleep, contacts with their normals,
 * joints, boxes and centres of mass. It takes any context with the methods of `CanvasRenderingContext2D` that
 * it uses, and needs no DOM.
 *
 *   context.setTransform(scale, 0, 0, -scale, width / 2, height); // metres, y up
 *   painter.draw(context, world);
 *
 * O(vertices). Nothing is allocated.
 */
import { refuse, requireBoolean, requireObject, requirePositive, tellUnknown } from '@colide/core';
import { type PosedShape2d, posedKind2d } from '@colide/narrowphase';
import { requireWorld2d } from '../internal/require-world-2d.ts';
import type { World2d } from '../world/world-2d.ts';

/** The methods of a canvas that a painter uses. */
export interface PaintContext2d {
  fillStyle: unknown;
  strokeStyle: unknown;
  lineWidth: number;
  globalAlpha: number;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  arc(x: number, y: number, radius: number, from: number, to: number): void;
  fill(): void;
  stroke(): void;
}

/** Colours of a {@link WorldPainter2d}, as a canvas takes them. */
export interface PaintColors2d {
  readonly dynamic: string;
  readonly sleeping: string;
  readonly kinematic: string;
  readonly static: string;
  readonly sensor: string;
  readonly contact: string;
  readonly box: string;
  readonly joint: string;
}

/** Settings of a {@link WorldPainter2d}; all may be left out. */
export interface WorldPainterOptions2d {
  /** Colours that differ from the default. */
  readonly colors?: Partial<PaintColors2d>;
  /** Width of lines in m. Default 0.02. */
  readonly lineWidth?: number;
  /** Opacity of the interiors of shapes, above 0. Default 0.35. */
  readonly opacity?: number;
  /** Length of the normals of contacts in m. Default 0.15. */
  readonly normalLength?: number;
  /**
   * Length of the part of a half-plane that is drawn, about the point nearest to the origin, in m. Default
   * 1000.
   */
  readonly extent?: number;
  /** Whether to draw contact points and normals. Default false. */
  readonly contacts?: boolean;
  /** Whether to draw joints, from anchor to anchor and to the centres of mass. Default false. */
  readonly joints?: boolean;
  /** Whether to draw the boxes of colliders. Default false. */
  readonly boxes?: boolean;
  /** Whether to draw centres of mass. Default false. */
  readonly centers?: boolean;
}

const defaultColors: PaintColors2d = {
  dynamic: '#2f6fde',
  sleeping: '#8a94a6',
  kinematic: '#9b4fd0',
  static: '#4d5a4d',
  sensor: '#d99a1c',
  contact: '#d8343f',
  box: '#3f9f6e',
  joint: '#c2611f',
};

const optionNames = [
  ...['colors', 'lineWidth', 'opacity', 'normalLength', 'extent', 'contacts', 'joints', 'boxes', 'centers'],
];

const anchor = /* @__PURE__ */ new Float64Array(2);

/** Numbers per box. */
const boxSize = 4;

/** The free motion of a coupling, such as a pair of gears: it has no anchors. */
const couplingFree = 7;

/** Draws worlds. */
export class WorldPainter2d {
  /** The colours; may be changed. */
  readonly colors: { -readonly [name in keyof PaintColors2d]: string };
  /** As in the settings; may be changed. */
  contacts: boolean;
  joints: boolean;
  boxes: boolean;
  centers: boolean;
  private readonly lineWidth: number;
  private readonly opacity: number;
  private readonly normalLength: number;
  private readonly extent: number;

  constructor(options: WorldPainterOptions2d = {}) {
    requireObject('options', options);
    tellUnknown('options', options, optionNames);
    const { colors = {}, lineWidth = 0.02, opacity = 0.35, normalLength = 0.15, extent = 1000 } = options;
    const { contacts = false, joints = false, boxes = false, centers = false } = options;
    requireObject('colors', colors);
    tellUnknown('colors', colors, Object.keys(defaultColors));
    for (const [name, value] of Object.entries({ lineWidth, opacity, normalLength, extent }))
      requirePositive(name, value);
    for (const [name, value] of Object.entries({ contacts, joints, boxes, centers }))
      requireBoolean(name, value);
    this.colors = { ...defaultColors, ...colors };
    this.lineWidth = lineWidth;
    this.opacity = opacity;
    this.normalLength = normalLength;
    this.extent = extent;
    this.contacts = contacts;
    this.joints = joints;
    this.boxes = boxes;
    this.centers = centers;
  }

  /** Draws a world. The transform of the context maps metres to pixels. */
  draw(context: PaintContext2d, world: World2d): void {
    if (typeof context?.beginPath !== 'function') refuse('context', 'be the 2D context of a canvas', context);
    requireWorld2d(world);
    const { table } = world;
    context.lineWidth = this.lineWidth;
    for (let body = 0; body < table.idCount; body++) {
      if (!world.has(body)) continue;
      const color = this.colorOf(world, body);
      context.fillStyle = context.strokeStyle = color;
      const list = table.collidersOf[body];
      for (let i = 0; i < list.length; i++) this.drawPart(context, table.parts[list[i]]);
      if (this.centers && table.state.inverseMasses[body] > 0) this.drawCenter(context, world, body);
    }
    if (this.joints) this.drawJoints(context, world);
    if (this.boxes) this.drawBoxes(context, world);
    if (this.contacts) this.drawContacts(context, world);
  }

  private colorOf({ table }: World2d, body: number): string {
    const { colors } = this;
    const { state, sensors } = table;
    if (sensors[body] === 1) return colors.sensor;
    if (state.inverseMasses[body] > 0) return state.asleep[body] === 1 ? colors.sleeping : colors.dynamic;
    return table.isStatic(body) ? colors.static : colors.kinematic;
  }

  private drawPart(context: PaintContext2d, part: PosedShape2d): void {
    context.beginPath();
    if (part.kind === posedKind2d.plane) this.tracePlane(context, part);
    else if (part.kind === posedKind2d.link) traceLink(context, part);
    else traceConvex(context, part);
    if (part.kind !== posedKind2d.link) {
      context.globalAlpha = this.opacity;
      context.fill();
      context.globalAlpha = 1;
    }
    context.stroke();
  }

  private tracePlane(context: PaintContext2d, { normals, center }: PosedShape2d): void {
    const { extent } = this;
    const nx = normals[0];
    const ny = normals[1];
    const x = center[0] * nx;
    const y = center[0] * ny;
    context.moveTo(x + extent * ny, y - extent * nx);
    context.lineTo(x - extent * ny, y + extent * nx);
    context.lineTo(x - extent * (ny + nx), y + extent * (nx - ny));
    context.lineTo(x + extent * (ny - nx), y - extent * (nx + ny));
    context.closePath();
  }

  private drawCenter(context: PaintContext2d, { bodies }: World2d, body: number): void {
    const x = bodies.positions[2 * body];
    const y = bodies.positions[2 * body + 1];
    const c = this.normalLength * bodies.rotations[2 * body];
    const s = this.normalLength * bodies.rotations[2 * body + 1];
    context.beginPath();
    context.moveTo(x + c, y + s);
    context.lineTo(x, y);
    context.lineTo(x - 0.5 * s, y + 0.5 * c);
    context.stroke();
  }

  private drawJoints(context: PaintContext2d, { bodies, joints }: World2d): void {
    if (joints === undefined) return;
    context.fillStyle = context.strokeStyle = this.colors.joint;
    for (let joint = 0; joint < joints.count; joint++) {
      const a = joints.bodies[2 * joint];
      const b = joints.bodies[2 * joint + 1];
      // Neither body: a joint that was removed.
      if ((a < 0 && b < 0) || joints.freeAxes[joint] === couplingFree) continue;
      context.beginPath();
      for (let side = 0; side < 2; side++) {
        const body = side === 0 ? a : b;
        joints.getAnchor(anchor, bodies, joint, side);
        if (side === 0 && body >= 0)
          context.moveTo(bodies.positions[2 * body], bodies.positions[2 * body + 1]);
        if (side === 0 && body < 0) context.moveTo(anchor[0], anchor[1]);
        context.lineTo(anchor[0], anchor[1]);
        if (side === 1 && body >= 0)
          context.lineTo(bodies.positions[2 * body], bodies.positions[2 * body + 1]);
      }
      context.stroke();
      context.beginPath();
      context.arc(anchor[0], anchor[1], 2 * this.lineWidth, 0, 2 * Math.PI);
      context.fill();
    }
  }

  private drawBoxes(context: PaintContext2d, { table, boxes }: World2d): void {
    const { tight } = boxes;
    context.strokeStyle = this.colors.box;
    for (let collider = 0; collider < table.parts.length; collider++) {
      if (table.partBodies[collider] < 0 || table.parts[collider].kind === posedKind2d.plane) continue;
      const at = boxSize * collider;
      context.beginPath();
      context.moveTo(tight[at], tight[at + 1]);
      context.lineTo(tight[at + 2], tight[at + 1]);
      context.lineTo(tight[at + 2], tight[at + 3]);
      context.lineTo(tight[at], tight[at + 3]);
      context.closePath();
      context.stroke();
    }
  }

  private drawContacts(context: PaintContext2d, { contacts }: World2d): void {
    const { points, normals } = contacts.arrays;
    const { normalLength } = this;
    context.fillStyle = context.strokeStyle = this.colors.contact;
    for (let i = 0; i < 2 * contacts.count; i += 2) {
      const x = points[i];
      const y = points[i + 1];
      context.beginPath();
      context.arc(x, y, 2 * this.lineWidth, 0, 2 * Math.PI);
      context.fill();
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + normalLength * normals[i], y + normalLength * normals[i + 1]);
      context.stroke();
    }
  }
}

function traceLink(context: PaintContext2d, { points }: PosedShape2d): void {
  context.moveTo(points[0], points[1]);
  context.lineTo(points[2], points[3]);
}

/** The outline of a core with a radius: an arc around every vertex, from one normal to the next. */
function traceConvex(context: PaintContext2d, { points, normals, count, radius }: PosedShape2d): void {
  for (let i = 0; i < count; i++) {
    const x = points[2 * i];
    const y = points[2 * i + 1];
    if (count === 1) context.arc(x, y, radius, 0, 2 * Math.PI);
    else if (radius > 0) {
      const before = i === 0 ? count - 1 : i - 1;
      const from = Math.atan2(normals[2 * before + 1], normals[2 * before]);
      context.arc(x, y, radius, from, Math.atan2(normals[2 * i + 1], normals[2 * i]));
    } else if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}
