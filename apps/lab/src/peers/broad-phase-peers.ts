/**
 * Broad phases of other libraries, each called in its fastest way. `build` takes the boxes of the first frame
 * and returns a function that takes the boxes of a frame (the same again, or a later one) and counts the
 * overlapping pairs.
 */
import boxIntersect from 'box-intersect';
import { type BVHNode, BVH as BvhJs, HybridBuilder } from 'bvh.js';
import * as cannon from 'cannon-es';
import * as cc from 'crashcat';
import Flatbush from 'flatbush';
import { oimo } from 'oimophysics';
import { RBush3D } from 'rbush-3d';
import { Matrix4 } from 'three';
import { BVH, CENTER } from 'three-mesh-bvh';

/** A peer to compare with. */
export interface BroadPhasePeer {
  name: string;
  /** Largest scene that it gets through in reasonable time. */
  most: number;
  /** Sets up for a scene; every call of the result is one whole build and search. */
  oneShot(boxes: Float32Array): () => number;
  /** Sets up for a moving scene; every call of the result is one frame. */
  moving?(boxes: Float32Array): (boxes: Float32Array) => number;
}

function touch(boxes: Float32Array, i: number, j: number, slack = 0): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (
      boxes[6 * i + axis] > boxes[6 * j + axis + 3] + slack ||
      boxes[6 * j + axis] > boxes[6 * i + axis + 3] + slack
    )
      return false;
  return true;
}

/** The general BVH of three-mesh-bvh over boxes. */
class BoxBvh extends (BVH as unknown as new () => {
  primitiveBuffer: Uint32Array;
  primitiveBufferStride: number;
  init(options: object): void;
  refit(): void;
  bvhcast(other: unknown, matrix: Matrix4, callbacks: object): void;
}) {
  constructor(readonly boxes: Float32Array) {
    super();
    this.primitiveBuffer = Uint32Array.from({ length: boxes.length / 6 }, (_, i) => i);
    this.primitiveBufferStride = 1;
    this.init({ strategy: CENTER, targetLeafSize: 4 });
  }

  getRootRanges() {
    return [{ offset: 0, count: this.boxes.length / 6 }];
  }

  writePrimitiveBounds(i: number, out: Float32Array, at: number) {
    const from = 6 * this.primitiveBuffer[i];
    for (let k = 0; k < 6; k++) out[at + k] = this.boxes[from + k];
  }

  countPairs(): number {
    const { boxes, primitiveBuffer } = this;
    let count = 0;
    this.bvhcast(this, new Matrix4(), {
      intersectsRanges(fromA: number, countA: number, fromB: number, countB: number) {
        for (let a = fromA; a < fromA + countA; a++)
          for (let b = fromB; b < fromB + countB; b++) {
            const i = primitiveBuffer[a];
            const j = primitiveBuffer[b];
            if (j <= i) continue;
            const p = 6 * i;
            const q = 6 * j;
            if (
              boxes[q] <= boxes[p + 3] &&
              boxes[q + 3] >= boxes[p] &&
              boxes[q + 1] <= boxes[p + 4] &&
              boxes[q + 4] >= boxes[p + 1] &&
              boxes[q + 2] <= boxes[p + 5] &&
              boxes[q + 5] >= boxes[p + 2]
            )
              count++;
          }
        return false;
      },
    });
    return count;
  }
}

const threeMeshBvh: BroadPhasePeer = {
  name: 'three-mesh-bvh bvhcast(self)',
  most: 1e9,
  oneShot: boxes => () => new BoxBvh(boxes).countPairs(),
  moving(boxes) {
    const tree = new BoxBvh(boxes.slice());
    return now => {
      tree.boxes.set(now);
      tree.refit();
      return tree.countPairs();
    };
  },
};

const boxIntersectPeer: BroadPhasePeer = {
  name: 'box-intersect',
  most: 1e9,
  oneShot(boxes) {
    const list = Array.from({ length: boxes.length / 6 }, (_, i) =>
      Array.from(boxes.subarray(6 * i, 6 * i + 6)),
    );
    return () => {
      let count = 0;
      boxIntersect(list, () => {
        count++;
      });
      return count;
    };
  },
};

const flatbushPeer: BroadPhasePeer = {
  name: 'flatbush (x, y) and z test',
  most: 20_000,
  oneShot: boxes => () => {
    const n = boxes.length / 6;
    const index = new Flatbush(n, 16, Float32Array);
    for (let i = 0; i < 6 * n; i += 6) index.add(boxes[i], boxes[i + 1], boxes[i + 3], boxes[i + 4]);
    index.finish();
    let count = 0;
    for (let i = 0; i < n; i++) {
      const a = 6 * i;
      const low = boxes[a + 2];
      const high = boxes[a + 5];
      index.search(boxes[a], boxes[a + 1], boxes[a + 3], boxes[a + 4], j => {
        if (j > i && boxes[6 * j + 2] <= high && boxes[6 * j + 5] >= low) count++;
        return false;
      });
    }
    return count;
  },
};

const rbushPeer: BroadPhasePeer = {
  name: 'rbush-3d',
  most: 20_000,
  oneShot(boxes) {
    const items = Array.from({ length: boxes.length / 6 }, (_, i) => ({
      minX: boxes[6 * i],
      minY: boxes[6 * i + 1],
      minZ: boxes[6 * i + 2],
      maxX: boxes[6 * i + 3],
      maxY: boxes[6 * i + 4],
      maxZ: boxes[6 * i + 5],
      i,
    }));
    return () => {
      const tree = new RBush3D(16);
      tree.load(items);
      let count = 0;
      for (const item of items)
        for (const other of tree.search(item) as typeof items) if (other.i > item.i) count++;
      return count;
    };
  },
};

/** Boxes of bvh.js: min and max of an axis side by side. */
function interleave(boxes: Float32Array, i: number): Float32Array {
  return Float32Array.from({ length: 6 }, (_, k) => boxes[6 * i + (k >> 1) + 3 * (k & 1)]);
}

const bvhJs: BroadPhasePeer = {
  name: 'bvh.js',
  most: 1e9,
  oneShot(boxes) {
    const ids = Array.from({ length: boxes.length / 6 }, (_, i) => i);
    const list = ids.map(i => interleave(boxes, i));
    return () => {
      const tree = new BvhJs<object, number>(new HybridBuilder());
      tree.createFromArray(ids.slice(), list.slice());
      let count = 0;
      for (const i of ids)
        tree.intersectsBox(list[i], j => {
          if (j > i) count++;
          return false;
        });
      return count;
    };
  },
  moving(boxes) {
    const ids = Array.from({ length: boxes.length / 6 }, (_, i) => i);
    const tree = new BvhJs<object, number>(new HybridBuilder());
    const nodes: BVHNode<object, number>[] = [];
    const fat = ids.map(i => interleave(boxes, i));
    tree.createFromArray(ids.slice(), fat, node => void (nodes[node.object!] = node), 0.1);
    return now => {
      const list = ids.map(i => interleave(now, i));
      for (const i of ids) {
        const held = nodes[i].box;
        const box = list[i];
        if ([0, 2, 4].every(k => box[k] >= held[k] && box[k + 1] <= held[k + 1])) continue;
        held.set(box);
        tree.move(nodes[i], 0.1);
      }
      let count = 0;
      for (const i of ids)
        tree.intersectsBox(list[i], j => {
          if (j > i && touch(now, i, j)) count++;
          return false;
        });
      return count;
    };
  },
};

const oimoPeer: BroadPhasePeer = {
  name: 'oimophysics BvhBroadPhase',
  most: 20_000,
  oneShot: boxes => () => {
    const { setBox, box } = oimoBox();
    const phase = new oimo.collision.broadphase.bvh.BvhBroadPhase();
    for (let i = 0; i < boxes.length / 6; i++) {
      setBox(boxes, i);
      phase.createProxy(i, box);
    }
    phase.collectPairs();
    // Two new proxies each find the other.
    let count = 0;
    for (let pair = phase.getProxyPairList(); pair; pair = pair.getNext())
      if (touch(boxes, pair.getProxy1().userData, pair.getProxy2().userData)) count++;
    return count / 2;
  },
  moving(boxes) {
    const { setBox, box } = oimoBox();
    const phase = new oimo.collision.broadphase.bvh.BvhBroadPhase();
    const still = new oimo.common.Vec3();
    const proxies = Array.from({ length: boxes.length / 6 }, (_, i) => {
      setBox(boxes, i);
      return phase.createProxy(i, box);
    });
    // Its list holds the pairs of boxes that moved; the others are kept here, as its contact manager does.
    const pairs = new Set<number>();
    return now => {
      for (let i = 0; i < proxies.length; i++) {
        setBox(now, i);
        phase.moveProxy(proxies[i], box, still);
      }
      phase.collectPairs();
      for (let pair = phase.getProxyPairList(); pair; pair = pair.getNext()) {
        const i = pair.getProxy1().userData;
        const j = pair.getProxy2().userData;
        pairs.add(Math.min(i, j) * 131072 + Math.max(i, j));
      }
      let count = 0;
      for (const key of pairs) {
        const i = Math.floor(key / 131072);
        const j = key % 131072;
        if (touch(now, i, j)) count++;
        else if (!touch(now, i, j, 0.3)) pairs.delete(key);
      }
      return count;
    };
  },
};

function oimoBox() {
  const box = new oimo.collision.geometry.Aabb();
  const low = new oimo.common.Vec3();
  const high = new oimo.common.Vec3();
  const setBox = (boxes: Float32Array, i: number) => {
    low.init(boxes[6 * i], boxes[6 * i + 1], boxes[6 * i + 2]);
    high.init(boxes[6 * i + 3], boxes[6 * i + 4], boxes[6 * i + 5]);
    box.init(low, high);
  };
  return { box, setBox };
}

/** Peers that take floats as they are, and so must agree to the pair. */
export const boxPeers: BroadPhasePeer[] = [
  threeMeshBvh,
  boxIntersectPeer,
  flatbushPeer,
  rbushPeer,
  bvhJs,
  oimoPeer,
];

/**
 * Peers that take centres and half extents, whose sums round differently: they may differ by some touching
 * pairs.
 */
export const bodyPeers: BroadPhasePeer[] = [
  {
    name: 'crashcat',
    most: 20_000,
    oneShot(boxes) {
      const { world, bodies } = crashcatWorld(boxes);
      return () => {
        world.broadphase = cc.broadphase.init(world.settings.layers);
        for (const body of bodies) cc.broadphase.addBody(world.broadphase, body, world.settings.layers);
        cc.broadphase.optimize(world.broadphase);
        cc.pairs.findCollidingPairs(world, 0, undefined);
        return world.pairs.collidingPairCount;
      };
    },
    moving(boxes) {
      const { world, bodies } = crashcatWorld(boxes);
      const position: [number, number, number] = [0, 0, 0];
      return now => {
        for (let i = 0; i < bodies.length; i++) {
          for (let k = 0; k < 3; k++) position[k] = (now[6 * i + k] + now[6 * i + k + 3]) / 2;
          cc.rigidBody.setPosition(world, bodies[i], position, false);
        }
        cc.broadphase.optimize(world.broadphase);
        cc.pairs.findCollidingPairs(world, 0, undefined);
        return world.pairs.collidingPairCount;
      };
    },
  },
  {
    name: 'cannon-es SAPBroadphase',
    most: 2_000,
    oneShot(boxes) {
      const world = new cannon.World();
      const sap = new cannon.SAPBroadphase(world);
      sap.useBoundingBoxes = true;
      const bodies = Array.from({ length: boxes.length / 6 }, (_, i) => {
        const [center, half] = centerAndHalf(boxes, i);
        const body = new cannon.Body({
          mass: 1,
          shape: new cannon.Box(new cannon.Vec3(...half)),
          position: new cannon.Vec3(...center),
        });
        return Object.assign(body, { index: i, world });
      });
      return () => {
        sap.axisList.length = 0;
        for (const body of bodies) {
          body.aabbNeedsUpdate = true;
          sap.axisList.push(body);
        }
        sap.dirty = true;
        const first: cannon.Body[] = [];
        sap.collisionPairs(world, first, []);
        return first.length;
      };
    },
  },
];

function centerAndHalf(boxes: Float32Array, i: number) {
  const center: [number, number, number] = [0, 0, 0];
  const half: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    center[k] = (boxes[6 * i + k] + boxes[6 * i + k + 3]) / 2;
    half[k] = (boxes[6 * i + k + 3] - boxes[6 * i + k]) / 2;
  }
  return [center, half] as const;
}

function crashcatWorld(boxes: Float32Array) {
  cc.registerAll();
  const settings = cc.createWorldSettings();
  const layer = cc.addObjectLayer(settings, cc.addBroadphaseLayer(settings));
  cc.enableCollision(settings, layer, layer);
  const world = cc.createWorld(settings);
  const bodies = Array.from({ length: boxes.length / 6 }, (_, i) => {
    const [position, halfExtents] = centerAndHalf(boxes, i);
    return cc.rigidBody.create(world, {
      motionType: cc.MotionType.DYNAMIC,
      shape: cc.box.create({ halfExtents, convexRadius: 0 }),
      objectLayer: layer,
      position,
      allowSleeping: false,
    });
  });
  return { world, bodies };
}
