/** Components on a real canvas: bodies fall and rest, come and go, and follow their props. */
import {
  Joint,
  Physics,
  RigidBody,
  type RigidBodyProps,
  useAfterStep,
  useBeforeStep,
  useBody,
  useWorld,
} from '@colide/react-three';
import { act, createRoot, extend, type ReconcilerRoot } from '@react-three/fiber';
import { BoxShape, HalfSpace, RigidJoints, type World } from 'colide';
import { createElement, createRef, Fragment, type ReactNode, StrictMode, useEffect } from 'react';
import {
  BoxGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  type Scene,
  SphereGeometry,
} from 'three';
import { afterEach, expect, it } from 'vitest';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
extend({ BoxGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry });

let root: ReconcilerRoot<HTMLCanvasElement> | undefined;

afterEach(async () => {
  await act(async () => root?.unmount());
  root = undefined;
});

/** A canvas whose frames are asked for by the test. */
async function canvas(): Promise<{
  render(node: ReactNode): Promise<Scene>;
  frames(count: number, rate?: number): void;
}> {
  const element = document.createElement('canvas');
  const made = createRoot(element);
  root = made;
  await made.configure({ frameloop: 'never', size: { width: 32, height: 32, top: 0, left: 0 } });
  let store: ReturnType<typeof made.render> | undefined;
  let clock = 0;
  return {
    async render(node) {
      await act(async () => {
        store = made.render(node);
      });
      return store!.getState().scene;
    },
    frames(count, rate = 60) {
      for (let i = 0; i < count; i++) store!.getState().advance((clock += 1 / rate));
    },
  };
}

/** Hands the world out. */
function Spy({ found }: { found: { world?: World; body?: number | null } }): null {
  found.world = useWorld();
  return null;
}

function BodySpy({ found }: { found: { body?: number | null } }): null {
  const body = useBody();
  useEffect(() => {
    found.body = body.current;
  });
  return null;
}

const box = (props: object = {}) =>
  createElement('mesh', props, createElement('boxGeometry'), createElement('meshBasicMaterial'));
const floor = createElement(RigidBody, { key: 'floor', shape: new HalfSpace() });

const body = (props: RigidBodyProps & { key?: string }) =>
  createElement(RigidBody, props, box({ name: 'box' }));

function heightOf(scene: Object3D, name = 'box'): number {
  const object = scene.getObjectByName(name)!;
  object.updateWorldMatrix(true, false);
  return object.matrixWorld.elements[13];
}

for (const Mode of [Fragment, StrictMode])
  it(`a box falls and rests, and goes with its component (${Mode === StrictMode ? 'strict' : 'plain'})`, async () => {
    const { render, frames } = await canvas();
    const found: { world?: World; body?: number | null } = {};
    const spy = createElement(Spy, { key: 'spy', found });
    const crate = createElement(
      RigidBody,
      { key: 'crate', position: [0, 2, 0] },
      box({ name: 'box' }),
      createElement(BodySpy, { found }),
    );
    const tree = (child: ReactNode) =>
      createElement(Mode, null, createElement(Physics, null, floor, spy, child));
    const scene = await render(tree(crate));
    const world = found.world!;
    expect(world.count).toBe(2);
    expect(found.body).toBeTypeOf('number');
    expect(heightOf(scene)).toBeCloseTo(2, 9);
    frames(12);
    expect(heightOf(scene)).toBeLessThan(1.95);
    expect(heightOf(scene)).toBeGreaterThan(1.6);
    frames(200);
    expect(heightOf(scene)).toBeCloseTo(0.5, 2);
    await render(tree(null));
    expect(scene.getObjectByName('box')).toBeUndefined();
    expect(world.has(found.body!)).toBe(false);
    expect(world.count).toBe(1);
    frames(3);
    await render(tree(crate));
    expect(world.count).toBe(2);
    expect(heightOf(scene)).toBeCloseTo(2, 9);
  });

it('a box that falls is drawn between two steps', async () => {
  const { render } = await canvas();
  const scene = await render(createElement(Physics, null, body({ position: [0, 2, 0] })));
  const store = (scene as unknown as { __r3f: { root: { getState(): { advance(t: number): void } } } }).__r3f
    .root;
  const heights: number[] = [];
  // Frames of a third of a step.
  for (let i = 1; i <= 60; i++) {
    store.getState().advance(i / 180);
    heights.push(heightOf(scene));
  }
  const late = heights.slice(12);
  for (let i = 1; i < late.length; i++) expect(late[i]).toBeLessThan(late[i - 1]);
});

it('props change the body', async () => {
  const { render, frames } = await canvas();
  const found: { world?: World } = {};
  const ref = createRef<number>() as { current: number | null };
  const spy = createElement(Spy, { key: 'spy', found });
  const tree = (props: RigidBodyProps, gravity?: [number, number, number], paused = false) =>
    createElement(
      Physics,
      { paused, ...(gravity ? { gravity } : {}) },
      floor,
      spy,
      body({ key: 'box', ref, ...props }),
    );
  let props: RigidBodyProps = { position: [0, 2, 0], friction: 0.3, mass: 2 };
  const scene = await render(tree(props));
  const world = found.world!;
  const id = ref.current!;
  expect(world.bodies.inverseMasses[id]).toBeCloseTo(0.5, 9);
  expect(world.materials.frictions[id]).toBeCloseTo(0.3, 6);
  props = { ...props, friction: 0.9, mass: 4, gravityScale: 0 };
  await render(tree(props));
  expect(ref.current).toBe(id);
  expect(world.bodies.inverseMasses[id]).toBeCloseTo(0.25, 9);
  expect(world.materials.frictions[id]).toBeCloseTo(0.9, 6);
  frames(30);
  expect(heightOf(scene)).toBeCloseTo(2, 6);
  props = { ...props, position: [1, 5, 0], rotation: [0, 0, 0.5] };
  await render(tree(props));
  frames(1);
  expect(heightOf(scene)).toBeCloseTo(5, 6);
  props = { ...props, velocity: [0, 1, 0] };
  await render(tree(props));
  frames(31);
  expect(heightOf(scene)).toBeGreaterThan(5.4);
  props = { ...props, gravityScale: 1, velocity: [0, 0, 0] };
  await render(tree(props, [0, 10, 0]));
  const before = heightOf(scene);
  frames(20);
  expect(heightOf(scene)).toBeGreaterThan(before + 0.3);
  await render(tree(props, [0, 10, 0], true));
  const still = heightOf(scene);
  frames(20);
  expect(heightOf(scene)).toBeCloseTo(still, 9);
  await render(tree({ ...props, type: 'static' }, [0, 10, 0]));
  frames(20);
  expect(world.bodies.inverseMasses[id]).toBe(0);
});

it('a body below a group is where the group puts it', async () => {
  const { render, frames } = await canvas();
  const crate = body({ position: [0, 1, 0], gravityScale: 0 });
  const scene = await render(
    createElement(Physics, null, createElement('group', { position: [3, 4, 0], scale: 2 }, crate)),
  );
  expect(heightOf(scene)).toBeCloseTo(6, 9);
  frames(10);
  expect(heightOf(scene)).toBeCloseTo(6, 9);
  const { elements } = scene.getObjectByName('box')!.matrixWorld;
  expect(elements[0]).toBeCloseTo(2, 9);
});

for (const Mode of [Fragment, StrictMode])
  it(`a joint holds two bodies while it is mounted (${Mode === StrictMode ? 'strict' : 'plain'})`, async () => {
    const { render, frames } = await canvas();
    const [a, b] = [createRef<number>(), createRef<number>()];
    const joints = new RigidJoints();
    const options = { joints };
    const make = (world: World, first: number, second: number) => {
      const joint = joints.addBall(world.bodies, first, second, [0, 5, 0]);
      return () => joints.remove(joint);
    };
    const shape = new BoxShape([0.2, 0.2, 0.2]);
    const post = createElement(RigidBody, { key: 'a', ref: a, shape, type: 'static', position: [0, 5, 0] });
    const bob = createElement(
      RigidBody,
      { key: 'b', ref: b, shape, position: [1, 5, 0] },
      box({ name: 'box' }),
    );
    const joint = createElement(Joint, { key: 'joint', bodies: [a, b], make });
    const tree = (...children: ReactNode[]) =>
      createElement(Mode, null, createElement(Physics, { options }, ...children));
    const scene = await render(tree(joint, post, bob));
    frames(60);
    const object = scene.getObjectByName('box')!;
    object.updateWorldMatrix(true, false);
    const [x, y] = [object.matrixWorld.elements[12], object.matrixWorld.elements[13]];
    expect(Math.hypot(x, y - 5)).toBeCloseTo(1, 2);
    await render(tree(post, bob));
    frames(60);
    expect(heightOf(scene)).toBeLessThan(3);
    await render(tree());
    frames(2);
  });

/** Pushes a body up before every step, and lists what happened in the steps. */
function Jet({ force, log }: { force: number; log: string[] }): null {
  const body = useBody();
  useBeforeStep((dt, world) => {
    log.push(`before ${dt.toFixed(4)}`);
    world.applyForce(body.current!, [0, force, 0]);
  });
  useAfterStep((dt, world) => {
    log.push(`after ${dt.toFixed(4)}`);
    for (const [a, b] of world.events.begun) log.push(`touch ${a} ${b}`);
  });
  return null;
}

for (const Mode of [Fragment, StrictMode])
  it(`what acts in steps does not depend on the frame rate (${Mode === StrictMode ? 'strict' : 'plain'})`, async () => {
    const heights: number[] = [];
    for (const rate of [30, 60, 240]) {
      const { render, frames } = await canvas();
      const found: { world?: World } = {};
      const spy = createElement(Spy, { key: 'spy', found });
      const log: string[] = [];
      const ref = createRef<number>();
      const tree = (child: ReactNode) =>
        createElement(Mode, null, createElement(Physics, { gravity: [0, 0, 0] }, spy, child));
      const rocket = (force: number) => {
        const jet = createElement(Jet, { force, log });
        return createElement(RigidBody, { ref, mass: 2 }, box(), jet);
      };
      await render(tree(rocket(0)));
      // The newest function counts.
      await render(tree(rocket(6)));
      frames(rate, rate);
      const { positions } = found.world!.bodies;
      heights.push(positions[3 * ref.current! + 1]);
      expect(log.length).toBeGreaterThan(114);
      expect(log.slice(0, 4)).toEqual(['before 0.0167', 'after 0.0167', 'before 0.0167', 'after 0.0167']);
      const { length } = log;
      await render(tree(null));
      frames(rate, rate);
      expect(log.length).toBe(length);
      await act(async () => root?.unmount());
    }
    for (const height of heights) expect(height).toBeCloseTo(1.5, 0);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.11);
  });

it('events of all steps of a long frame are seen', async () => {
  const { render, frames } = await canvas();
  const log: string[] = [];
  const jet = createElement(Jet, { force: 0, log });
  const ball = createElement(RigidBody, { position: [0, 0.6, 0] }, box(), jet);
  await render(createElement(Physics, null, floor, ball));
  for (let i = 0; i < 3; i++) frames(1, 12);
  expect(log.filter(entry => entry.startsWith('touch'))).toEqual(['touch 0 1']);
});

it('a half-space is where its position, its rotation and its groups put it', async () => {
  const { render, frames } = await canvas();
  const shape = new HalfSpace();
  const tree = (position: [number, number, number], rotation: [number, number, number]) => {
    const ground = createElement(
      RigidBody,
      { shape, position, rotation, friction: 0 },
      box({ name: 'ground' }),
    );
    const crate = createElement(RigidBody, { position: [0, 4, 0], canSleep: false }, box({ name: 'box' }));
    return createElement(Physics, null, createElement('group', { position: [0, 1, 0] }, ground), crate);
  };
  const scene = await render(tree([0, 1, 0], [0, 0, 0]));
  expect(heightOf(scene, 'ground')).toBeCloseTo(2, 9);
  frames(120);
  expect(heightOf(scene)).toBeCloseTo(2.5, 2);
  await render(tree([0, -1, 0], [0, 0, 0]));
  expect(heightOf(scene, 'ground')).toBeCloseTo(0, 9);
  frames(120);
  expect(heightOf(scene)).toBeCloseTo(0.5, 2);
  // Slides down to the left.
  await render(tree([0, -1, 0], [0, 0, 0.3]));
  frames(60);
  const object = scene.getObjectByName('box')!;
  object.updateWorldMatrix(true, false);
  expect(object.matrixWorld.elements[12]).toBeLessThan(-0.8);
});

it('new gravity wakes all bodies, also if ids are missing', async () => {
  const { render, frames } = await canvas();
  const found: { world?: World } = {};
  const spy = createElement(Spy, { key: 'spy', found });
  const tree = (gravity: [number, number, number], ...children: ReactNode[]) =>
    createElement(Physics, { gravity }, floor, spy, ...children);
  const low = body({ key: 'low', position: [3, 0.5, 0] });
  const last = createElement(RigidBody, { key: 'last', position: [0, 0.5, 0] }, box({ name: 'last' }));
  await render(tree([0, -9.81, 0], low, last));
  const scene = await render(tree([0, -9.81, 0], last));
  frames(120);
  expect(found.world!.sleeperCount).toBe(1);
  await render(tree([0, 1, 0], last));
  frames(60);
  expect(heightOf(scene, 'last')).toBeGreaterThan(0.9);
});

it('components outside of a world or a body say so', async () => {
  const { render } = await canvas();
  const errors: unknown[] = [];
  const { error } = console;
  console.error = (...list: unknown[]) => errors.push(list);
  try {
    await expect(render(createElement(Spy, { found: {} }))).rejects.toThrow(
      /useWorld must be used inside <Physics>/,
    );
  } finally {
    console.error = error;
  }
});
