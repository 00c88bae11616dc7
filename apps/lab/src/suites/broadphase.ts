/**
 * All overlapping pairs: of boxes seen for the first time, of boxes that move from frame to frame, of sizes
 * that differ by ten, of heaps, and of a real scene. All programs work on the same floats and must count the
 * same pairs; those that keep centres and half extents may differ by a few that touch.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BroadPhase, PairList } from '@colide/core';
import { Bvh, CoherentPairs, HashGrid, SweepAndPrune, UniformGrid } from '@colide/spatial';
import { type BenchCase, type Contender, defineSuite } from '../harness/suite.ts';
import { type BroadPhasePeer, bodyPeers, boxPeers } from '../peers/broad-phase-peers.ts';
import { type BoxScene, FrameWalk, type MovingBoxes, makeMovingBoxes } from '../scenes/moving-boxes.ts';

interface OurStructure extends BroadPhase {
  updateAll(boxes: Float32Array): void;
}

type OurClass = new () => OurStructure;

/** The tree that is merged from the bottom up. */
class BottomUpBvh extends Bvh {
  constructor() {
    super({ build: 'bottom-up' });
  }
}

/** Bundling may have put an underscore before the name. */
function nameOf(Structure: OurClass): string {
  return Structure.name.replace('_', '');
}

/** Build from nothing and search. */
function ourOneShot(Structure: OurClass, boxes: Float32Array): Contender {
  const structure = new Structure();
  const pairs = new PairList();
  return {
    name: nameOf(Structure),
    run() {
      structure.clear();
      structure.insertAll(boxes);
      pairs.clear();
      return structure.findPairs(pairs);
    },
  };
}

/** One frame after the other. */
function ourFrames(Structure: OurClass, scene: MovingBoxes): Contender {
  const structure = new Structure();
  structure.insertAll(scene.frames[0]);
  const pairs = new PairList();
  const walk = new FrameWalk(scene);
  return {
    name: nameOf(Structure),
    run() {
      structure.updateAll(walk.next());
      pairs.clear();
      return structure.findPairs(pairs);
    },
  };
}

/** Equal for those who take boxes; within a few touching pairs for those who take bodies. */
function agree(ours: unknown, peers: unknown): true | string {
  const [x, y] = [ours as number, peers as number];
  return Math.abs(x - y) <= 2 + 1e-4 * x || `${x} pairs against ${y}`;
}

function agreeExactly(ours: unknown, peers: unknown): true | string {
  return ours === peers || `${ours} pairs against ${peers}`;
}

function oneShot(
  name: string,
  Structure: OurClass,
  count: number,
  target: number,
  load: () => Float32Array,
  peers: BroadPhasePeer[],
): BenchCase {
  return {
    name,
    items: count,
    unit: 'box',
    target,
    setUp() {
      const boxes = load();
      const contenders = peers
        .filter(peer => count <= peer.most)
        .map(peer => ({ name: peer.name, run: peer.oneShot(boxes) }));
      return {
        contenders: [ourOneShot(Structure, boxes), ...contenders],
        agree: peers.some(peer => bodyPeers.includes(peer)) ? agree : agreeExactly,
      };
    },
  };
}

/** A run is `frames` frames: more than one if frames differ much, so that expensive frames count. */
function moving(
  Structure: OurClass,
  scene: BoxScene,
  count: number,
  target: number,
  frames = 1,
  peers = [...boxPeers, ...bodyPeers],
): BenchCase {
  const repeat = (name: string, frame: () => number): Contender => ({
    name,
    run() {
      let sum = 0;
      for (let i = 0; i < frames; i++) sum += frame();
      return sum;
    },
  });
  return {
    name: `moving ${scene} ${count / 1000}k, ${nameOf(Structure)}`,
    items: frames * count,
    unit: 'box',
    target,
    setUp() {
      const data = makeMovingBoxes(scene, count, 60);
      const ours = ourFrames(Structure, data);
      const contenders = peers
        .filter(peer => count <= peer.most)
        .flatMap(peer => {
          const frame = peer.moving?.(data.frames[0]);
          const walk = new FrameWalk(data);
          return frame ? [repeat(peer.name, () => frame(walk.next()))] : [];
        });
      return { contenders: [repeat(ours.name, ours.run), ...contenders], agree };
    },
  };
}

/**
 * Candidates are searched for every fifteen frames or so: a run is thirty. Of the peers only the fastest take
 * part.
 */
function coherent(scene: BoxScene, count: number, target: number): BenchCase {
  const fastest = boxPeers.filter(peer => /three-mesh-bvh|oimo/.test(peer.name));
  return moving(CoherentPairs, scene, count, target, 30, fastest);
}

function scene(kind: BoxScene, count: number): () => Float32Array {
  return () => makeMovingBoxes(kind, count).frames[0];
}

const dance = join(
  process.env['COLIDE_DATA'] ?? '../../../shared/data',
  'broadphase',
  'dance-mesh-000000.bin',
);

const sizes = [1_000, 10_000, 100_000];

export const suite = defineSuite({
  title: 'Broad phases',
  cases: [
    ...sizes.map(n =>
      oneShot(`uniform ${n / 1000}k`, UniformGrid, n, 8, scene('uniform', n), [...boxPeers, ...bodyPeers]),
    ),
    ...sizes.map(n => oneShot(`untuned uniform ${n / 1000}k`, HashGrid, n, 3, scene('uniform', n), boxPeers)),
    ...sizes.map(n => moving(UniformGrid, 'uniform', n, 5)),
    ...sizes.map(n => coherent('uniform', n, 5)),
    coherent('mixed', 10_000, 2),
    coherent('clustered', 10_000, 2),
    moving(SweepAndPrune, 'uniform', 1_000, 1),
    ...[10_000, 50_000].map(n =>
      oneShot(`mixed ${n / 1000}k`, UniformGrid, n, 2, scene('mixed', n), boxPeers),
    ),
    ...[10_000, 50_000].map(n =>
      oneShot(`clustered ${n / 1000}k`, UniformGrid, n, 2, scene('clustered', n), boxPeers),
    ),
    ...sizes.map(n => oneShot(`tree, uniform ${n / 1000}k`, Bvh, n, 3, scene('uniform', n), boxPeers)),
    ...sizes.map(n => moving(Bvh, 'uniform', n, 1)),
    ...(['mixed', 'clustered'] as const).map(kind =>
      oneShot(`tree, ${kind} 10k`, Bvh, 10_000, 2, scene(kind, 10_000), boxPeers),
    ),
    moving(Bvh, 'mixed', 10_000, 2),
    ...(['uniform', 'mixed'] as const).map(kind =>
      oneShot(`tree from the bottom up, ${kind} 10k`, BottomUpBvh, 10_000, 1, scene(kind, 10_000), boxPeers),
    ),
    ...(existsSync(dance)
      ? [
          oneShot(
            'dance 150k',
            UniformGrid,
            149_845,
            5,
            () => new Float32Array(new Uint8Array(readFileSync(dance)).buffer),
            [boxPeers[1]],
          ),
        ]
      : []),
  ],
});
