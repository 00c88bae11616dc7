/**
 * Separating-axis tests: oriented boxes, hulls, polygons.
 *
 * Peers that only test for overlap are compared with ours, which also finds depth and normal. All work on the
 * same poses in the objects they like best, made before the clock starts. cannon-es at 100 vertices takes a
 * third of a second per pair, so that case has few pairs.
 */
import { createObb, obbFromBox } from '@colide/bounds';
import { HullShape, PolygonShape2d, Posed, Posed2d, quickHull } from '@colide/geometry';
import { Random } from '@colide/math';
import {
  createSatCache,
  createSatResult,
  createSatResult2d,
  satHullHull,
  satObbObb,
  satPolygonPolygon2d,
} from '@colide/narrowphase';

import { Quaternion as CannonQuaternion, Vec3 as CannonVec3, ConvexPolyhedron } from 'cannon-es';
import { obb3 } from 'mathcat';
import SAT from 'sat';
import { Matrix4, Quaternion, Vector3 } from 'three';
import { OBB } from 'three/examples/jsm/math/OBB.js';
import { type BenchCase, defineSuite } from '../harness/suite.ts';

type Triple = [number, number, number];
type Quad = [number, number, number, number];

interface BoxPose {
  center: Triple;
  half: Triple;
  rotation: Quad;
}

function boxesCase(name: string, extent: number): BenchCase {
  const count = 2000;
  return {
    name,
    items: count,
    unit: 'pair',
    target: 2,
    setUp() {
      const random = new Random(77);
      const pose = (): BoxPose => ({
        center: [random.uniform(0, extent), random.uniform(0, extent), random.uniform(0, extent)],
        half: [random.uniform(0.2, 0.5), random.uniform(0.2, 0.5), random.uniform(0.2, 0.5)],
        rotation: [...random.rotation([0, 0, 0, 1])] as Quad,
      });
      const poses = Array.from({ length: 2 * count }, pose);
      const ours = poses.map(({ center, half, rotation }) => obbFromBox(createObb(), center, half, rotation));
      const threes = poses.map(({ center, half, rotation }) => {
        const box = new OBB(new Vector3(...center), new Vector3(...half));
        box.rotation.setFromMatrix4(new Matrix4().makeRotationFromQuaternion(new Quaternion(...rotation)));
        return box;
      });
      const cats = poses.map(({ center, half, rotation }) => {
        const box = obb3.create();
        obb3.setFromCenterHalfExtentsQuaternion(box, center, half, rotation);
        return box;
      });
      const result = createSatResult();
      return {
        contenders: [
          {
            name: 'satObbObb (depth and normal)',
            run() {
              let hits = 0;
              for (let i = 0; i < 2 * count; i += 2) if (satObbObb(result, ours[i], ours[i + 1])) hits++;
              return hits;
            },
          },
          {
            name: 'mathcat obb3.intersectsOBB3',
            run() {
              let hits = 0;
              for (let i = 0; i < 2 * count; i += 2) if (obb3.intersectsOBB3(cats[i], cats[i + 1])) hits++;
              return hits;
            },
          },
          {
            name: 'three OBB.intersectsOBB',
            run() {
              let hits = 0;
              for (let i = 0; i < 2 * count; i += 2) if (threes[i].intersectsOBB(threes[i + 1])) hits++;
              return hits;
            },
          },
        ],
      };
    },
  };
}

function hullsCase(vertices: number, count: number): BenchCase {
  return {
    name: `hulls of ${vertices} vertices, overlapping`,
    items: count,
    unit: 'pair',
    target: 50,
    setUp() {
      const random = new Random(99 + vertices);
      const unit: Triple = [0, 0, 0];
      const clouds = Array.from({ length: 20 }, () =>
        Array.from({ length: vertices }, () => [...random.unitVector(unit)].map(Math.fround)).flat(),
      );
      const shapes = clouds.map(cloud => HullShape.fromPoints(cloud));
      const solids = clouds.map(cloud => {
        const { faceOffsets, faceVertices, vertices: corners } = quickHull(cloud, { triangles: true });
        const points = Array.from(
          { length: corners.length / 3 },
          (_, i) => new CannonVec3(corners[3 * i], corners[3 * i + 1], corners[3 * i + 2]),
        );
        const faces = Array.from({ length: faceOffsets.length - 1 }, (_, i) =>
          Array.from(faceVertices.slice(faceOffsets[i], faceOffsets[i + 1])),
        );
        return new ConvexPolyhedron({ vertices: points, faces });
      });
      const pairs = Array.from({ length: count }, () => {
        const [a, b] = [random.integer(20), random.integer(20)];
        const distance = random.uniform(0.2, 1.2);
        const away = [...random.unitVector([0, 0, 0])].map(x => x * distance);
        const rotations = [0, 1].map(() => [...random.rotation([0, 0, 0, 1])]);
        return {
          ours: [
            new Posed(shapes[a], [0, 0, 0], rotations[0]),
            new Posed(shapes[b], away, rotations[1]),
          ] as const,
          solids: [solids[a], solids[b]] as const,
          positions: [new CannonVec3(0, 0, 0), new CannonVec3(...away)] as const,
          rotations: rotations.map(q => new CannonQuaternion(...q)),
        };
      });
      const result = createSatResult();
      const cache = createSatCache();
      const axis = new CannonVec3();
      return {
        contenders: [
          {
            name: 'satHullHull',
            run() {
              let hits = 0;
              for (const { ours } of pairs) {
                cache.kind = 0;
                if (satHullHull(result, ours[0], ours[1], cache)) hits++;
              }
              return hits;
            },
          },
          {
            name: 'cannon-es findSeparatingAxis',
            run() {
              let hits = 0;
              for (const {
                solids: [a, b],
                positions: p,
                rotations: q,
              } of pairs)
                if (a.findSeparatingAxis(b, p[0], q[0], p[1], q[1], axis)) hits++;
              return hits;
            },
          },
        ],
      };
    },
  };
}

const polygons: BenchCase = {
  name: 'polygons of 3 to 8 vertices, with translation vector',
  items: 2000,
  unit: 'pair',
  target: 2,
  setUp() {
    const count = 2000;
    const random = new Random(5);
    const make = () => {
      const sides = 3 + random.integer(6);
      const phase = random.uniform(0, 6);
      const points = Array.from({ length: 2 * sides }, (_, i) => {
        const angle = phase + (Math.PI * (i - (i % 2))) / sides;
        return i % 2 ? Math.sin(angle) : Math.cos(angle);
      });
      const position: [number, number] = [random.uniform(0, 2.2), random.uniform(0, 2.2)];
      const angle = random.uniform(0, 6);
      const peer = new SAT.Polygon(
        new SAT.Vector(...position),
        Array.from({ length: sides }, (_, i) => new SAT.Vector(points[2 * i], points[2 * i + 1])),
      );
      peer.setAngle(angle);
      return { ours: new Posed2d(new PolygonShape2d(points), position, angle), peer };
    };
    const all = Array.from({ length: 2 * count }, make);
    const result = createSatResult2d();
    const response = new SAT.Response();
    const depths = { ours: 0, peer: 0 };
    return {
      contenders: [
        {
          name: 'satPolygonPolygon2d (placed)',
          run() {
            let hits = 0;
            depths.ours = 0;
            for (let i = 0; i < 2 * count; i += 2)
              if (satPolygonPolygon2d(result, all[i].ours, all[i + 1].ours)) {
                hits++;
                depths.ours += result.depth;
              }
            return hits;
          },
          verdict: () => depths.ours,
        },
        {
          name: 'sat testPolygonPolygon (points calculated before)',
          run() {
            let hits = 0;
            depths.peer = 0;
            for (let i = 0; i < 2 * count; i += 2) {
              response.clear();
              if (SAT.testPolygonPolygon(all[i].peer, all[i + 1].peer, response)) {
                hits++;
                depths.peer += response.overlap;
              }
            }
            return hits;
          },
          verdict: () => depths.peer,
        },
      ],
      agree(ours, peers) {
        const [x, y] = [ours as number, peers as number];
        return Math.abs(x - y) <= 1e-6 * x || `sum of depths ${x} against ${y}`;
      },
    };
  },
};

export const suite = defineSuite({
  title: 'Separating axes',
  cases: [
    boxesCase('oriented boxes, mostly apart', 2),
    boxesCase('oriented boxes, mostly overlapping', 0.6),
    hullsCase(8, 200),
    hullsCase(20, 40),
    hullsCase(100, 2),
    polygons,
  ],
});
