import { BoxShape, CapsuleShape, CylinderShape, Posed, SphereShape, TriangleShape } from '@colide/geometry';
import { Random } from '@colide/math';
import { createPenetrationResult, signedDistance, TriangleContacts } from '@colide/narrowphase';
import { expectNoAllocation } from '@colide/testing/allocation';
import { describe, expect, it } from 'vitest';

/** The flat square of side 2 `half` as a fan of triangles around its middle; vertex 0 is the middle. */
function addFan(contacts: TriangleContacts, half: number, height: (x: number, z: number) => number): void {
  const rim = [-1, 0, 1, 1, 1, 0, -1, -1].map((x, i) => [x * half, [-1, -1, -1, 0, 1, 1, 1, 0][i] * half]);
  const at = ([x, z]: number[]) => [x, height(x, z), z];
  for (let i = 0; i < 8; i++) {
    const j = (i + 1) % 8;
    const corners = Float64Array.of(...at([0, 0]), ...at(rim[j]), ...at(rim[i]));
    contacts.add(corners, 0, 1 + j, 1 + i, i);
  }
}

const flat = () => 0;

describe('TriangleContacts', () => {
  it('finds one contact of a ball with a flat fan, wherever it stands', () => {
    const contacts = new TriangleContacts();
    for (const [x, z] of [
      [0, 0],
      [0.01, 0.02],
      [0.3, 0.29],
      [0.3, 0.3],
      [-0.4, 0],
      [0.5, -0.1],
    ] as const) {
      contacts.begin(new Posed(new SphereShape(0.5), [x, 0.45, z]), 0.2);
      addFan(contacts, 1, flat);
      expect(contacts.finish(), `${x} ${z}`).toBe(1);
      const { normal, depths, count, pointsA, pointsB } = contacts.manifolds[0];
      expect(normal[1]).toBeCloseTo(-1, 9);
      for (let p = 0; p < count; p++) {
        expect(depths[p]).toBeCloseTo(0.05, 6);
        expect(pointsA[3 * p]).toBeCloseTo(x, 6);
        expect(pointsB[3 * p + 1]).toBeCloseTo(0, 6);
      }
    }
  });

  it('gathers a box on many triangles in four points that span it', () => {
    const contacts = new TriangleContacts();
    contacts.begin(new Posed(new BoxShape([0.4, 0.5, 0.3]), [0.1, 0.49, 0.05]), 0.02);
    addFan(contacts, 1, flat);
    expect(contacts.finish()).toBe(1);
    const { count, pointsA, depths, ids } = contacts.manifolds[0];
    expect(count).toBe(4);
    expect(new Set(ids.slice(0, 4)).size).toBe(4);
    const x = [0, 1, 2, 3].map(p => pointsA[3 * p]);
    const z = [0, 1, 2, 3].map(p => pointsA[3 * p + 2]);
    expect(Math.max(...x) - Math.min(...x)).toBeGreaterThan(0.5);
    expect(Math.max(...z) - Math.min(...z)).toBeGreaterThan(0.4);
    for (let p = 0; p < 4; p++) expect(depths[p]).toBeCloseTo(0.01, 6);
  });

  it('keeps contacts with true edges and corners', () => {
    const contacts = new TriangleContacts();
    // A ball over the tip of a pyramid.
    contacts.begin(new Posed(new SphereShape(0.5), [0, 0.45, 0]), 0.05);
    addFan(contacts, 1, (x, z) => -2 * Math.hypot(x, z));
    expect(contacts.finish()).toBe(1);
    expect(contacts.manifolds[0].normal[1]).toBeCloseTo(-1, 6);
    expect(contacts.manifolds[0].depths[0]).toBeCloseTo(0.05, 6);
    // A ball beside the rim of a square, touching the rim only.
    contacts.begin(new Posed(new SphereShape(0.5), [1.4, 0.1, 0.3]), 0);
    addFan(contacts, 1, flat);
    expect(contacts.finish()).toBe(1);
    expect(contacts.manifolds[0].normal[0]).toBeLessThan(-0.9);
  });

  it('finds both sides of a valley', () => {
    const contacts = new TriangleContacts();
    contacts.begin(new Posed(new SphereShape(0.5), [0, 0.7, 0]), 0.02);
    for (const side of [-1, 1]) {
      const corners = Float64Array.of(0, 0, -2, 0, 0, 2, 2 * side, 2, 0);
      contacts.add(corners, 0, 1, 2 + side, 7 + side);
    }
    expect(contacts.finish()).toBe(2);
    const [left, right] = [contacts.manifolds[0].normal[0], contacts.manifolds[1].normal[0]];
    expect(left * right).toBeCloseTo(-0.5, 6);
  });

  it('has points at all lower corners of a tilted box, on one triangle or on many', () => {
    for (const half of [1, 0.012]) {
      const contacts = new TriangleContacts();
      const tilted = new Posed(new BoxShape([0.01, 0.002, 0.01]), [0.001, 0.0021, 0.0005], [0, 0, 0.01, 1]);
      contacts.begin(tilted, 0.02);
      addFan(contacts, half, flat);
      expect(contacts.finish(), `${half}`).toBe(1);
      const { count, pointsA, normal } = contacts.manifolds[0];
      expect(normal[1]).toBeCloseTo(-1, 9);
      const x = Array.from({ length: count }, (_, p) => pointsA[3 * p]);
      const z = Array.from({ length: count }, (_, p) => pointsA[3 * p + 2]);
      expect(Math.min(...x), `${half}`).toBeLessThan(-0.0088);
      expect(Math.max(...x), `${half}`).toBeGreaterThan(0.0108);
      expect(Math.max(...z) - Math.min(...z), `${half}`).toBeGreaterThan(0.019);
    }
  });

  it('pushes a thin plate out at the side that its centre is on, also over a ridge', () => {
    const contacts = new TriangleContacts();
    // Sunk in by more than half its thickness; the centre is below the planes of the triangles beyond the
    // ridge.
    for (const [x, slope] of [
      [0.002, 0],
      [0.006, -0.2],
      [-0.006, -0.2],
    ] as const) {
      const lean = Math.atan(slope * Math.sign(x)) / 2;
      const plate = new Posed(
        new BoxShape([0.02, 0.001, 0.02]),
        [x, slope * Math.abs(x) + 0.0002, 0.001],
        [0, 0, Math.sin(lean), Math.cos(lean)],
      );
      contacts.begin(plate, 0.02);
      addFan(contacts, 0.5, px => slope * Math.abs(px));
      const count = contacts.finish();
      expect(count, `${x}`).toBeGreaterThan(0);
      for (let m = 0; m < count; m++) expect(contacts.manifolds[m].normal[1], `${x} ${m}`).toBeLessThan(-0.5);
    }
  });

  it('finds the points of a small plate that has sunk in without allocation', () => {
    const contacts = new TriangleContacts();
    const plate = new Posed(new BoxShape([0.01, 0.001, 0.01]), [0.001, 0.0002, 0.0005], [0, 0, 0.01, 1]);
    const corners = Array.from({ length: 8 }, () => new Float64Array(9));
    const vertices = new Int32Array(16);
    let count = 0;
    const recorder = {
      add(triangle: Float64Array, _: number, v1: number, v2: number) {
        corners[count].set(triangle);
        vertices[2 * count] = v1;
        vertices[2 * count++ + 1] = v2;
      },
    };
    addFan(recorder as unknown as TriangleContacts, 0.012, flat);
    expectNoAllocation(() => {
      contacts.begin(plate, 0.02);
      for (let i = 0; i < 8; i++) contacts.add(corners[i], 0, vertices[2 * i], vertices[2 * i + 1], i);
      contacts.finish();
    });
  });

  it('finds nothing beyond the margin and starts anew', () => {
    const contacts = new TriangleContacts();
    contacts.begin(new Posed(new SphereShape(0.5), [0, 0.45, 0]), 0);
    addFan(contacts, 1, flat);
    expect(contacts.finish()).toBe(1);
    contacts.begin(new Posed(new SphereShape(0.5), [0, 0.6, 0]), 0.05);
    addFan(contacts, 1, flat);
    expect(contacts.finish()).toBe(0);
    expectNoAllocation(() => contacts.begin(ball, 0.05));
  });

  it('has contacts with the triangles within the margin and no others; of a ball, those of GJK', () => {
    const random = new Random(20);
    const contacts = new TriangleContacts();
    const result = createPenetrationResult();
    const shapes = [
      new SphereShape(0.4),
      new BoxShape([0.4, 0.1, 0.3]),
      new CapsuleShape(0.2, 0.3),
      new CylinderShape(0.3, 0.2),
    ];
    const point = () => [0.8, 0.8, 0.8].map(x => random.uniform(-x, x));
    for (const shape of shapes) {
      let hits = 0;
      for (let n = 0; n < 2500; n++) {
        const corners = Float64Array.of(...point(), ...point(), ...point());
        const posed = new Posed(shape, point(), random.rotation([0, 0, 0, 1]));
        const triangle = new TriangleShape([0, 0, 0], [0, 0, 0], [0, 0, 0]).set(corners);
        const margin = n % 2 === 0 ? 0 : 0.1;
        const distance = signedDistance(result, posed, triangle);
        contacts.begin(posed, margin);
        contacts.add(corners, 0, 1, 2, 7);
        const count = contacts.finish();
        expect(count, `${shape.kind} ${n}: ${distance}`).toBe(distance <= margin ? 1 : 0);
        if (count === 0) continue;
        hits++;
        if (shape.kind !== 'sphere') continue;
        const { depths, normal } = contacts.manifolds[0];
        expect(depths[0], `${n}`).toBeCloseTo(-distance, 9);
        for (let k = 0; k < 3; k++) expect(normal[k], `${n}`).toBeCloseTo(result.normal[k], 6);
      }
      expect(hits).toBeGreaterThan(500);
      expect(hits).toBeLessThan(2000);
    }
  });
});

const ball = new Posed(new SphereShape(0.5), [0, 0.6, 0]);
