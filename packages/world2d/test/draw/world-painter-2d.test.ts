import {
  BoxShape2d,
  CapsuleShape2d,
  CircleShape2d,
  Compound2d,
  HalfPlane2d,
  Rounded2d,
} from '@colide/geometry';
import { ChainShape2d } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { type PaintContext2d, World2d, WorldJoints2d, WorldPainter2d } from '@colide/world2d';
import { describe, expect, it } from 'vitest';
import { run } from '../support/scenes.ts';

/** A context that records the outlines that are stroked, each with its colour, and what is filled. */
class Recorder implements PaintContext2d {
  fillStyle: unknown = '';
  strokeStyle: unknown = '';
  lineWidth = 0;
  globalAlpha = 1;
  readonly strokes: { color: unknown; path: (string | number)[][] }[] = [];
  fills: unknown[] = [];
  private path: (string | number)[][] = [];

  beginPath() {
    this.path = [];
  }
  closePath() {
    this.path.push(['close']);
  }
  moveTo(x: number, y: number) {
    this.path.push(['move', x, y]);
  }
  lineTo(x: number, y: number) {
    this.path.push(['line', x, y]);
  }
  arc(x: number, y: number, radius: number, from: number, to: number) {
    this.path.push(['arc', x, y, radius, from, to]);
  }
  fill() {
    this.fills.push([this.fillStyle, this.globalAlpha]);
  }
  stroke() {
    this.strokes.push({ color: this.strokeStyle, path: this.path });
  }
}

const drawn = (world: World2d, painter = new WorldPainter2d()): Recorder => {
  const context = new Recorder();
  painter.draw(context, world);
  return context;
};

describe('WorldPainter2d', () => {
  it('draws boxes, circles, links and round corners where they are', () => {
    const world = new World2d();
    world.add({ shape: new BoxShape2d([1, 0.5]), position: [3, 2], rotation: Math.PI / 2, type: 'static' });
    world.add({ shape: new CircleShape2d(0.5), position: [1, 1] });
    world.add({ shape: new ChainShape2d([2, 0, 0, 0, -2, 1]), type: 'static' });
    const { strokes, fills } = drawn(world);
    expect(strokes.map(({ path }) => path[0][0])).toEqual(['move', 'arc', 'move', 'move']);
    const corners = strokes[0].path
      .slice(0, 4)
      .map(([, x, y]) => [Math.round(+x * 1e9) / 1e9, Math.round(+y * 1e9) / 1e9]);
    expect(corners.sort((a, b) => a[0] - b[0] || a[1] - b[1])).toEqual([
      [2.5, 1],
      [2.5, 3],
      [3.5, 1],
      [3.5, 3],
    ]);
    expect(strokes[1].path[0]).toEqual(['arc', 1, 1, 0.5, 0, 2 * Math.PI]);
    expect(strokes[2].path).toEqual([
      ['move', 2, 0],
      ['line', 0, 0],
    ]);
    // Links are lines and have no inside.
    expect(fills.length).toBe(2);
    expect(fills[0]).toEqual([expect.any(String), 0.35]);
  });

  it('draws arcs that go once around a capsule and a rounded polygon', () => {
    const world = new World2d();
    world.add({ shape: new CapsuleShape2d(0.2, 0.5), rotation: 0.4 });
    world.add({ shape: new Rounded2d([0, 0, 2, 0, 1, 1.5], 0.3), position: [5, 5], rotation: 2 });
    for (const { path } of drawn(world).strokes) {
      let sum = 0;
      for (const [kind, , , , from, to] of path)
        if (kind === 'arc') sum += (+to - +from + 4 * Math.PI) % (2 * Math.PI);
      expect(sum).toBeCloseTo(2 * Math.PI, 9);
    }
  });

  it('tells types, sensors and sleepers by colour', () => {
    const world = new World2d();
    const painter = new WorldPainter2d({
      colors: { dynamic: 'd', sleeping: 'z', kinematic: 'k', static: 's', sensor: 'o' },
    });
    const shape = new BoxShape2d([0.5, 0.5]);
    world.add({ shape: new HalfPlane2d() });
    world.add({ shape, position: [0, 0.5] });
    world.add({ shape, position: [3, 9] });
    world.add({ shape, position: [6, 9], type: 'kinematic', velocity: [0, 1] });
    world.add({ shape, position: [9, 9], sensor: true, type: 'static' });
    world.remove(world.add({ shape, position: [20, 9] }));
    expect(
      drawn(world, painter)
        .strokes.map(({ color }) => color)
        .join(''),
    ).toBe('sddko');
    run(world, 4);
    world.setVelocity(2, [1, 0]);
    expect(
      drawn(world, painter)
        .strokes.map(({ color }) => color)
        .join(''),
    ).toBe('szdko');
  });

  it('draws contacts, boxes and centres if asked', () => {
    const world = new World2d();
    world.add({ shape: new HalfPlane2d() });
    const pair = [0, 1].map(i => ({ shape: new BoxShape2d([0.5, 0.5]), position: [i, 0] as const }));
    world.add({ shape: new Compound2d(pair), position: [0, 0.5] });
    run(world, 0.1);
    const plain = drawn(world).strokes.length;
    expect(plain).toBe(3);
    expect(drawn(world, new WorldPainter2d({ centers: true })).strokes.length).toBe(plain + 1);
    expect(drawn(world, new WorldPainter2d({ boxes: true })).strokes.length).toBe(plain + 2);
    const { strokes } = drawn(world, new WorldPainter2d({ contacts: true, normalLength: 0.5 }));
    expect(world.contacts.count).toBe(4);
    expect(strokes.length).toBe(plain + world.contacts.count);
    const [[, x0, y0], [, x1, y1]] = strokes[plain].path;
    expect(Math.hypot(+x1 - +x0, +y1 - +y0)).toBeCloseTo(0.5, 9);
    expect(Math.abs(+y0)).toBeLessThan(0.01);
  });

  it('draws joints from centre to anchor to centre', () => {
    const world = new World2d({ gravity: [0, 0] });
    const joints = new WorldJoints2d(world);
    const ball = new CircleShape2d(0.2);
    const [a, b] = [-1, 1].map(x => world.add({ shape: ball, position: [x, 0] }));
    joints.revolute(a, b, { anchor: [0.5, 0] });
    joints.rope(undefined, b, { anchorA: [1, 3] });
    joints.remove(joints.weld(a, undefined));
    world.setPose(b, [1, 1], Math.PI / 2);
    const { strokes } = drawn(world, new WorldPainter2d({ joints: true, colors: { joint: 'j' } }));
    const lines = strokes.filter(({ color }) => color === 'j').map(({ path }) => path);
    expect(lines.length).toBe(2);
    const expected = [
      [-1, 0, 0.5, 0, 1, 0.5, 1, 1],
      [1, 3, 1, 3, 1, 1, 1, 1],
    ];
    for (const [i, numbers] of expected.entries())
      expect(lines[i].flatMap(([, x, y]) => [+x, +y])).toEqual(numbers.map(x => expect.closeTo(x, 9)));
  });

  it('refuses bad input by name', () => {
    const world = new World2d();
    const bad: [RegExp, () => unknown][] = [
      [/options/, () => new WorldPainter2d(1 as never)],
      [/colors/, () => new WorldPainter2d({ colors: 'red' as never })],
      [/lineWidth/, () => new WorldPainter2d({ lineWidth: 0 })],
      [/opacity/, () => new WorldPainter2d({ opacity: Number.NaN })],
      [/extent/, () => new WorldPainter2d({ extent: -1 })],
      [/contacts/, () => new WorldPainter2d({ contacts: 1 as never })],
      [/context/, () => new WorldPainter2d().draw({} as never, world)],
      [/world/, () => new WorldPainter2d().draw(new Recorder(), {} as never)],
    ];
    for (const [message, call] of bad) expect(call).toThrow(message);
  });

  it('allocates nothing', () => {
    const world = new World2d();
    world.add({ shape: new HalfPlane2d() });
    for (let i = 0; i < 9; i++) world.add({ shape: new BoxShape2d([0.5, 0.5]), position: [i, 0.5] });
    run(world, 0.2);
    const nothing = () => {};
    const context: PaintContext2d = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 1,
      globalAlpha: 1,
      beginPath: nothing,
      closePath: nothing,
      moveTo: nothing,
      lineTo: nothing,
      arc: nothing,
      fill: nothing,
      stroke: nothing,
    };
    const painter = new WorldPainter2d({ contacts: true, boxes: true, centers: true });
    // The 332 coordinates are boxed when they are handed to the context, unless the calls are inlined.
    expectNoAllocation(() => painter.draw(context, world), { boxedNumbers: 332 });
  });
});
