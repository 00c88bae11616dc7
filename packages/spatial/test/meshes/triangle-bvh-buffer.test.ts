/** Buffers of a `TriangleBvh`: whole, compact, truncated, damaged and of another mesh. */
import { createRayHit, type RayHit } from '@colide/core';
import { Random } from '@colide/math';
import { TriangleBvh } from '@colide/spatial';
import { makeTorus } from '@colide/testing';
import { describe, expect, it } from 'vitest';

const { positions: doubles, indices } = makeTorus(16, 8);

function randomRay(random: Random): [number[], number[]] {
  const origin = [0, 1, 2].map(() => random.uniform(-3, 3));
  return [origin, origin.map(x => random.uniform(-1, 1) - x)];
}

describe('the buffer of a TriangleBvh', () => {
  it('answers as before, whole and compact, for floats and doubles', () => {
    for (const positions of [doubles, Float32Array.from(doubles), Array.from(doubles)]) {
      const bvh = new TriangleBvh(positions, indices, { watertight: true });
      for (const compact of [false, true]) {
        const copy = TriangleBvh.deserialize(bvh.serialize(compact), positions, indices);
        expect(copy.corners).toEqual(bvh.corners);
        expect(copy.order).toEqual(bvh.order);
        expect(copy.nodes).toEqual(bvh.nodes);
        expect(copy.watertight).toBe(true);
        const random = new Random(1);
        const [a, b]: RayHit[] = [createRayHit(), createRayHit()];
        for (let i = 0; i < 100; i++) {
          const [origin, direction] = randomRay(random);
          expect(copy.raycast(a, origin, direction)).toBe(bvh.raycast(b, origin, direction));
          expect(a).toEqual(b);
        }
      }
      expect(3 * bvh.serialize(true).byteLength).toBeLessThan(1.3 * bvh.serialize().byteLength);
    }
    const empty = new TriangleBvh([], []);
    expect(TriangleBvh.deserialize(empty.serialize(), [], []).triangleCount).toBe(0);
  });

  it('is used, not copied', () => {
    const buffer = new TriangleBvh(doubles, indices).serialize();
    const { corners, order, nodes } = TriangleBvh.deserialize(buffer, doubles, indices);
    for (const part of [corners, order, nodes]) expect(part.buffer).toBe(buffer);
  });

  it('is as good when trusted, and refused when it is not even of the right size', () => {
    const bvh = new TriangleBvh(doubles, indices);
    for (const compact of [false, true]) {
      const buffer = bvh.serialize(compact);
      const copy = TriangleBvh.deserialize(buffer, doubles, indices, true);
      for (const name of ['corners', 'order', 'nodes'] as const) expect(copy[name]).toEqual(bvh[name]);
      for (let length = 0; length < buffer.byteLength - 8; length += 97)
        expect(() => TriangleBvh.deserialize(buffer.slice(0, length), doubles, indices, true)).toThrow(
          /buffer/,
        );
      const moved = doubles.map(x => x + 0.1);
      if (!compact)
        expect(() => TriangleBvh.deserialize(buffer, moved, indices, true)).toThrow(/positions and indices/);
    }
  });

  it('is refused when truncated', () => {
    const bvh = new TriangleBvh(doubles, indices);
    for (const compact of [false, true]) {
      const buffer = bvh.serialize(compact);
      for (let length = 0; length < buffer.byteLength - 8; length += 7)
        expect(() => TriangleBvh.deserialize(buffer.slice(0, length), doubles, indices)).toThrow(/buffer/);
    }
  });

  it('is refused for another mesh', () => {
    const buffer = new TriangleBvh(doubles, indices).serialize();
    const moved = doubles.map(x => x + 0.1);
    expect(() => TriangleBvh.deserialize(buffer, moved, indices)).toThrow(/positions and indices/);
    const turned = indices.slice().reverse();
    expect(() => TriangleBvh.deserialize(buffer, doubles, turned)).toThrow(/positions and indices/);
    expect(() => TriangleBvh.deserialize(buffer, doubles, indices.subarray(3))).toThrow(/indices/);
    expect(() => TriangleBvh.deserialize(buffer, doubles.subarray(1), indices)).toThrow(/positions/);
    expect(() => TriangleBvh.deserialize(buffer, [], indices)).toThrow(/positions/);
  });

  it('with flipped bits is refused, or answers and comes to an end', () => {
    const whole = new TriangleBvh(doubles, indices).serialize();
    const random = new Random(5);
    const hit = createRayHit();
    let refused = 0;
    for (let round = 0; round < 2000; round++) {
      const buffer = whole.slice();
      const bytes = new Uint8Array(buffer);
      // Half of the flips hit the head, order and nodes.
      const place = random.integer(round % 2 === 0 ? bytes.length : bytes.length >> 2);
      bytes[place] ^= 1 << random.integer(8);
      let copy: TriangleBvh;
      try {
        copy = TriangleBvh.deserialize(buffer, doubles, indices);
      } catch (error) {
        expect((error as Error).message).toMatch(/buffer|indices|positions/);
        refused++;
        continue;
      }
      const [origin, direction] = randomRay(random);
      copy.raycast(hit, origin, direction);
    }
    expect(refused / 2000).toBeGreaterThan(0.2);
  });

  it('is refused with any link that leaves the tree or goes back', () => {
    const whole = new TriangleBvh(doubles, indices).serialize();
    const { nodes, order } = TriangleBvh.deserialize(whole.slice(0), doubles, indices);
    const count = order.length;
    const nodeCount = nodes.length / 8;
    const refuses = (at: number, value: number): void => {
      const buffer = whole.slice(0);
      new Uint32Array(buffer)[at / 4] = value;
      expect(() => TriangleBvh.deserialize(buffer, doubles, indices), `word ${at / 4}: ${value}`).toThrow(
        /buffer must hold/,
      );
    };
    const words = new Uint32Array(nodes.buffer, nodes.byteOffset, nodes.length);
    for (let node = 0; node < nodeCount; node++) {
      if (node === 1) continue;
      const at = nodes.byteOffset + 32 * node;
      const [first, slots] = [words[8 * node + 6], words[8 * node + 7]];
      const far = [2 ** 31 - 1, 2 ** 31, 2 ** 31 + nodeCount - 1, 2 ** 32 - 1];
      const wrong = slots > 0 ? [count - slots + 1, count] : [node, node - 1, nodeCount - 1, nodeCount];
      for (const value of [...wrong, ...far]) refuses(at + 24, value >>> 0);
      for (const value of far) refuses(at + 28, value);
      if (slots > 0) refuses(at + 28, count - first + 1);
    }
    for (let slot = 0; slot < count; slot += 7)
      for (const value of [count, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1])
        refuses(order.byteOffset + 4 * slot, value);
  });
});
