/**
 * Lines over a scene: bounding volumes, pairs of the broad phase, contact points, the tree of the broad
 * phase.
 */
import {
  DebugLines,
  type DebugTree,
  debugAabb,
  debugContacts,
  debugKdop,
  debugObb,
  debugPairs,
  debugSphere,
  debugTree,
} from '@colide/three';
import {
  createKdop,
  createObb,
  createSphere,
  kdopDirections,
  kdopFromConvex,
  obbFromConvex,
  obbPose,
  PairList,
  sphereFromConvex,
  type World,
} from 'colide';
import { Color } from 'three';
import type { Choices } from './address.ts';
import type { Runner } from './runner.ts';
import type { StageTheme } from './theme.ts';

/** At most this many volumes are drawn, so that the lines can still be told apart. */
const mostVolumes = 600;
const directions = kdopDirections(14);
const kdop = createKdop(directions);
const box = new Float64Array(15);
/** The columns of a rotation matrix, then a translation. */
const frame = new Float64Array(12);
const ball = createSphere();

type Overlay = Pick<Choices, 'volume' | 'volumes' | 'pairs' | 'contacts' | 'tree'>;

/** The lines over one scene. */
export class Overlays {
  readonly lines = new DebugLines(4096);
  private readonly runner: Runner;
  private readonly pairs = new PairList();
  /** Oriented boxes of shapes in their own frames. */
  private readonly obbs = new Map<object, Float64Array>();
  private readonly colors = {
    volume: new Color(),
    pair: new Color(),
    contact: new Color(),
  };

  constructor(runner: Runner) {
    this.runner = runner;
    this.lines.object.renderOrder = 10;
    this.lines.object.material.opacity = 0.8;
  }

  /** Takes the colours of a theme. */
  paint(theme: StageTheme): void {
    for (const name of ['volume', 'pair', 'contact'] as const) this.colors[name].set(theme[name]);
  }

  /** Draws the enabled overlays. */
  update({ volume, volumes, pairs, contacts, tree }: Overlay): void {
    const { lines, colors } = this;
    const { world } = this.runner.scene;
    lines.begin();
    if (volumes) {
      this.follow();
      this.drawVolumes(world, volume);
    }
    lines.color(colors.pair);
    if (tree && isTree(world.broadPhase)) debugTree(lines, world.broadPhase as unknown as DebugTree);
    if (pairs) {
      this.runner.findPairs(this.pairs);
      debugPairs(lines, this.pairs, this.runner.bodies.positions);
    }
    lines.color(colors.contact);
    if (contacts) debugContacts(lines, this.runner.contacts(), 0.25);
    lines.end();
    lines.object.visible = lines.count > 0;
  }

  /** Frees what the GPU holds. */
  dispose(): void {
    this.lines.dispose();
  }

  /** Updates the colliders on this thread to the poses of the worker. */
  private follow(): void {
    const { bodies, scene } = this.runner;
    if (bodies === scene.world.bodies) return;
    const { colliders } = scene.world;
    for (let id = 0; id < colliders.count; id++)
      if (colliders.bodies[id] >= 0) colliders.place(id, bodies.positions, bodies.rotations);
  }

  private drawVolumes(world: World, volume: Choices['volume']): void {
    const { colliders } = world;
    const { lines } = this;
    lines.color(this.colors.volume);
    for (let id = 0; id < Math.min(colliders.count, mostVolumes); id++) {
      const convex = colliders.convexes[id];
      if (colliders.bodies[id] < 0 || convex === undefined) continue;
      if (volume === 'AABB' || world.meshOf(id)) {
        colliders.aabb(box, id);
        debugAabb(lines, box);
      } else if (volume === 'sphere') debugSphere(lines, sphereFromConvex(ball, convex));
      else if (volume === 'OBB') debugObb(lines, this.obbOf(convex));
      else debugKdop(lines, directions, kdopFromConvex(kdop, directions, convex));
    }
  }

  /** The oriented box of a shape is found once and moves with it. */
  private obbOf(convex: NonNullable<World['colliders']['convexes'][number]>): Float64Array {
    const { shape, matrix, position } = convex;
    let local = this.obbs.get(shape);
    if (local === undefined) {
      local = obbFromConvex(createObb(), shape) as Float64Array;
      this.obbs.set(shape, local);
    }
    frame.set(matrix);
    frame.set(position, 9);
    obbPose(box, 0, local, 0, frame);
    return box;
  }
}

/** Whether a broad phase has nodes that can be drawn. */
export function isTree(broadPhase: object): boolean {
  return 'halves' in broadPhase || 'links' in broadPhase || 'nodes' in broadPhase;
}
