import { RopeGeometry, SurfaceGeometry } from '@colide/three';
import { PlaneGeometry, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';

describe('SurfaceGeometry', () => {
  it('has the positions it is given and the normals of three.js', () => {
    const plane = new PlaneGeometry(4, 3, 8, 6);
    const points = plane.getAttribute('position');
    // Two particles of something else come first.
    const particles = new Float64Array(3 * (points.count + 2)).fill(99);
    for (let v = 0; v < points.count; v++) {
      const [x, y] = [points.getX(v), points.getY(v)];
      points.setZ(v, Math.sin(x) * Math.cos(2 * y));
      particles.set([x, y, points.getZ(v)], 3 * (v + 2));
    }
    plane.computeVertexNormals();
    const triangles = Uint32Array.from(plane.getIndex()!.array);
    const surface = new SurfaceGeometry(triangles, 2, points.count);
    surface.update(particles);
    const { position, normal } = surface.geometry.attributes;
    expect(position.count).toBe(points.count);
    for (let i = 0; i < 3 * points.count; i++) {
      expect(position.array[i]).toBeCloseTo(points.array[i], 6);
      expect(normal.array[i]).toBeCloseTo(plane.getAttribute('normal').array[i], 5);
    }
    surface.dispose();
  });

  it('leaves out triangles that are gone', () => {
    const triangles = Uint32Array.of(0, 1, 2, 1, 3, 2);
    const surface = new SurfaceGeometry(triangles, 0, 4);
    const particles = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 5];
    surface.update(particles);
    const { normal } = surface.geometry.attributes;
    expect(normal.getZ(1)).toBeLessThan(1);
    triangles.copyWithin(0, 3);
    surface.update(particles, 1);
    expect(surface.geometry.drawRange.count).toBe(3);
    expect(Math.hypot(normal.getX(0), normal.getY(0), normal.getZ(0))).toBe(0);
    expect(normal.getZ(3)).toBeGreaterThan(0);
  });

  it('draws another torn state with as many triangles', () => {
    const triangles = Uint32Array.of(0, 1, 2, 1, 3, 2);
    const surface = new SurfaceGeometry(triangles, 0, 4);
    const particles = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 5];
    const index = surface.geometry.index!;
    surface.update(particles, 1);
    const { version } = index;
    surface.update(particles, 1);
    expect(index.version).toBe(version);
    triangles.copyWithin(0, 3);
    surface.update(particles, 1);
    expect(index.version).toBeGreaterThan(version);
    expect(Array.from(index.array.slice(0, 3))).toEqual([1, 3, 2]);
  });

  it('checks its triangles and survives particles in one place', () => {
    expect(() => new SurfaceGeometry(Uint32Array.of(0, 1, 5), 0, 3)).toThrow(/triangles\[2\]/);
    expect(() => new SurfaceGeometry(Uint32Array.of(0, 1), 0, 3)).toThrow(/triangles/);
    const surface = new SurfaceGeometry(Uint32Array.of(0, 1, 2), 0, 3);
    surface.update(new Float64Array(9));
    expect(Array.from(surface.geometry.attributes['normal'].array)).toEqual(new Array(9).fill(0));
  });
});

describe('RopeGeometry', () => {
  const chain = (count: number) => {
    const particles = new Float64Array(3 * count);
    for (let i = 0; i < count; i++)
      particles.set([Math.cos(0.3 * i), 0.1 * i, Math.sin(0.3 * i) + 0.02 * i], 3 * i);
    return particles;
  };

  it('is a tube of its radius around the chain, not twisted, that looks outwards', () => {
    const particles = chain(30);
    const order = Array.from({ length: 30 }, (_, i) => i);
    const rope = new RopeGeometry(order, 0.05, 6);
    rope.update(particles);
    const { position, normal } = rope.geometry.attributes;
    const point = new Vector3();
    const out = new Vector3();
    const before = new Vector3();
    for (let ring = 0; ring < 30; ring++)
      for (let side = 0; side < 6; side++) {
        const v = 6 * ring + side;
        const center = new Vector3().fromArray(particles, 3 * ring);
        point.fromBufferAttribute(position, v).sub(center);
        expect(point.length()).toBeCloseTo(0.05, 6);
        out.fromBufferAttribute(normal, v);
        expect(out.dot(point)).toBeCloseTo(0.05, 6);
        if (ring > 0) expect(out.dot(before.fromBufferAttribute(normal, v - 6))).toBeGreaterThan(0.9);
      }
    // Triangles look where the normals do.
    const index = rope.geometry.getIndex()!;
    const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
    for (let t = 0; t < 6 * 2 * 29; t++) {
      a.fromBufferAttribute(position, index.getX(3 * t));
      b.fromBufferAttribute(position, index.getX(3 * t + 1)).sub(a);
      c.fromBufferAttribute(position, index.getX(3 * t + 2)).sub(a);
      expect(b.cross(c).dot(out.fromBufferAttribute(normal, index.getX(3 * t)))).toBeGreaterThan(0);
    }
  });

  it('stays finite for straight, vertical, turning and collapsed chains', () => {
    for (const particles of [
      [0, 0, 0, 0, 1, 0, 0, 2, 0],
      [0, 0, 0, 1, 0, 0, 0, 0, 0],
      [1, 1, 1, 1, 1, 1, 1, 1, 1],
    ]) {
      const rope = new RopeGeometry([0, 1, 2], 0.1);
      rope.update(particles);
      for (const name of ['position', 'normal'])
        for (const value of rope.geometry.attributes[name].array) expect(Number.isFinite(value)).toBe(true);
      rope.dispose();
    }
    expect(() => new RopeGeometry([0], 0.1)).toThrow(/particles/);
    expect(() => new RopeGeometry([0, 1], 0)).toThrow(/radius/);
  });
});
