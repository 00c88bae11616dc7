import {
  parseObj,
  parsePly,
  parseStl,
  solidDodecahedron,
  solidTorus,
  type TriangleGeometry,
  TriangleMesh,
  writePly,
  writeStl,
} from '@colide/geometry';
import { Random } from '@colide/math';
import {
  describeData,
  dirtyMeshFamilies,
  generateDirtyMesh,
  listMeshes,
  readDataBytes,
  readDataText,
} from '@colide/testing';
import { describe, expect, it } from 'vitest';

const encode = (text: string) => new TextEncoder().encode(text);

describe('files of dirty meshes', () => {
  it.each(dirtyMeshFamilies)('%s comes back as it was', family => {
    const { positions, indices } = generateDirtyMesh(family, new Random(51));
    const count = indices.length / 3;
    const ply = parsePly(writePly({ positions: Float64Array.from(positions), indices }));
    expect(ply.positions).toEqual(Float64Array.from(positions));
    expect(ply.indices).toEqual(indices);
    expect(TriangleMesh.fromGeometry(ply).triangleCount).toBe(count);
    let text = '';
    for (let i = 0; i < positions.length; i += 3) text += `v ${positions.slice(i, i + 3).join(' ')}\n`;
    for (let i = 0; i < indices.length; i += 3)
      text += `f ${Array.from(indices.subarray(i, i + 3), v => v + 1).join(' ')}\n`;
    const obj = parseObj(text);
    // Written as text, −0 is 0.
    expect(obj.positions).toEqual(Float64Array.from(positions, x => x + 0));
    expect(obj.indices).toEqual(indices);
  });
});

describeData('meshes', 'mesh files', () => {
  it.each(listMeshes().map(mesh => [mesh.file, mesh.triangleCount] as const))(
    '%s has its triangles',
    (file, count) => {
      const mesh = file.endsWith('.obj')
        ? parseObj(readDataText('meshes', file))
        : parsePly(readDataBytes('meshes', file));
      expect(mesh.indices.length / 3).toBe(count);
      expect(TriangleMesh.fromGeometry(mesh).triangleCount).toBe(count);
    },
  );
});

describe('OBJ', () => {
  it('reads slashes, negative references, comments, continued lines, and passes over the rest', () => {
    const mesh = parseObj(
      'mtllib a.mtl\r\no thing\nv 0 0 0 # origin\nv 1 0 0 1.0\nv 1 1 0\nvt 0 0\nvn 0 0 1\nv 0 1 0\ng a\nusemtl b\ns off\n' +
        'f 1/1/1 2//1 \\\n 3/1\nf -4 -2 -1\nl 1 2\n',
    );
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('faces may come before their vertices', () => {
    expect([...parseObj('f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0').indices]).toEqual([0, 1, 2]);
  });

  it('cuts concave polygons without leaving them', () => {
    // An arrow head, with its notch at each of the four places in turn.
    const points = ['0 0 0', '2 2 0', '0 1 0', '-2 2 0'];
    for (let turn = 0; turn < 4; turn++) {
      const order = [0, 1, 2, 3].map(i => points[(i + turn) % 4]);
      const mesh = parseObj(`${order.map(p => `v ${p}`).join('\n')}\nf 1 2 3 4`);
      expect(areas(mesh)).toEqual([1, 1]);
    }
    // A comb of eleven corners in a tilted plane.
    const comb = [0, 0, 6, 0, 6, 3, 5, 1, 4, 3, 3, 1, 2, 3, 1, 1, 0, 3];
    let text = '';
    for (let i = 0; i < comb.length; i += 2) text += `v ${comb[i]} ${comb[i + 1]} ${comb[i]}\n`;
    const mesh = parseObj(`${text}f 1 2 3 4 5 6 7 8 9`);
    expect(mesh.indices.length / 3).toBe(7);
    const all = areas(mesh);
    expect(Math.min(...all)).toBeGreaterThan(0);
    expect(all.reduce((a, b) => a + b)).toBeCloseTo(12, 12);
  });

  it.each([
    ['OBJ line 2: "x" is not a finite coordinate', 'v 0 0 0\nv 1 x 0'],
    ['OBJ line 1: "nan" is not a finite coordinate', 'v nan 0 0'],
    ['OBJ line 1: a vertex needs three coordinates', 'v 0 0'],
    ['OBJ line 4: a face needs at least three vertices', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2'],
    ['OBJ line 4: the face names vertex 4, but the file has 3', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4'],
    ['OBJ line 4: the face names vertex 0, but the file has 3', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -4'],
    ['OBJ line 1: "0" is not a vertex reference', 'f 0 1 2'],
    ['OBJ line 1: "a/1" is not a vertex reference', 'f a/1 1 2'],
  ])('%s', (message, text) => {
    expect(() => parseObj(text)).toThrow(message);
  });

  it('an empty file has no triangles', () => {
    expect(parseObj('').indices.length).toBe(0);
  });
});

/** z parts of the triangles' area vectors: positive while they keep the orientation. */
function areas({ positions: p, indices }: TriangleGeometry): number[] {
  const found: number[] = [];
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map(k => 3 * indices[t + k]);
    found.push(0.5 * ((p[b] - p[a]) * (p[c + 1] - p[a + 1]) - (p[b + 1] - p[a + 1]) * (p[c] - p[a])));
  }
  return found;
}

const plyHead = (format: string, vertices = 4, faces = 2) =>
  `ply\nformat ${format} 1.0\ncomment made by hand\nelement vertex ${vertices}\nproperty float x\nproperty float y\n` +
  `property uchar red\nproperty double z\nelement face ${faces}\nproperty uchar flag\n` +
  'property list uchar int vertex_indices\nelement edge 1\nproperty int a\nend_header\n';
const plyBody = '0 0 255 0\n1 0 0 0.5\n1 1 7 0\n\n0 1 9 0\n7 3 0 1 2\n8 3 0 2 3\n42\n';

/** The same file in binary. */
function plyBinary(little: boolean): Uint8Array {
  const head = encode(plyHead(little ? 'binary_little_endian' : 'binary_big_endian'));
  const view = new DataView(new ArrayBuffer(4 * 17 + 2 * 14 + 4));
  const numbers = plyBody.trim().split(/\s+/).map(Number);
  let at = 0;
  let next = 0;
  const put = (type: 'f32' | 'f64' | 'u8' | 'i32') => {
    const value = numbers[next++];
    if (type === 'f32') view.setFloat32(at, value, little);
    if (type === 'f64') view.setFloat64(at, value, little);
    if (type === 'u8') view.setUint8(at, value);
    if (type === 'i32') view.setInt32(at, value, little);
    at += { f32: 4, f64: 8, u8: 1, i32: 4 }[type];
  };
  for (let i = 0; i < 4; i++) for (const type of ['f32', 'f32', 'u8', 'f64'] as const) put(type);
  for (let i = 0; i < 2; i++) for (const type of ['u8', 'u8', 'i32', 'i32', 'i32'] as const) put(type);
  put('i32');
  const bytes = new Uint8Array(head.length + at);
  bytes.set(head);
  bytes.set(new Uint8Array(view.buffer), head.length);
  return bytes;
}

describe('PLY', () => {
  const files: [string, Uint8Array][] = [
    ['ascii', encode(plyHead('ascii') + plyBody)],
    ['ascii with CRLF', encode((plyHead('ascii') + plyBody).replaceAll('\n', '\r\n'))],
    ['binary little endian', plyBinary(true)],
    ['binary big endian', plyBinary(false)],
  ];
  it.each(files)('%s', (_, bytes) => {
    const mesh = parsePly(bytes);
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0.5, 1, 1, 0, 0, 1, 0]);
    expect([...mesh.indices]).toEqual([0, 1, 2, 0, 2, 3]);
    expect(parsePly(bytes.slice().buffer).indices).toEqual(mesh.indices);
  });

  it('every truncation of a file is an error', () => {
    for (const [, bytes] of files.slice(2))
      for (let length = 0; length < bytes.length; length++)
        expect(() => parsePly(bytes.subarray(0, length))).toThrow(/^PLY (line|byte) \d+: /);
  });

  it('a point cloud has no triangles', () => {
    const text =
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n';
    const mesh = parsePly(encode(text));
    expect([[...mesh.positions], mesh.indices.length]).toEqual([[1, 2, 3], 0]);
  });

  const bad: [string, string][] = [
    ['PLY line 1: the file does not begin with "ply"', 'solid\n'],
    ['PLY line 2: "utf8" is not a format', plyHead('utf8')],
    ['PLY line 4: "many" is not a count', plyHead('ascii').replace('vertex 4', 'vertex many')],
    ['PLY line 4: 4000000000 items in a file of', plyHead('ascii', 4e9) + plyBody],
    ['PLY line 5: "half" is not a number type', plyHead('ascii').replace('float x', 'half x')],
    [
      'PLY header: element "vertex" has no property "z"',
      plyHead('ascii').replace('double z', 'double w') + plyBody,
    ],
    [
      'PLY header: there is no element "vertex"',
      plyHead('ascii').replace('element vertex', 'element node') + plyBody,
    ],
    ['PLY line 17: too few numbers for vertex 2', plyHead('ascii') + plyBody.replace('1 1 7 0', '1 1')],
    [
      'PLY line 17: too many numbers for vertex 2',
      plyHead('ascii') + plyBody.replace('1 1 7 0', '1 1 7 0 3'),
    ],
    ['PLY line 17: "inch" is not a number', plyHead('ascii') + plyBody.replace('1 1 7 0', '1 inch 7 0')],
    [
      'PLY line 17: coordinate Infinity of vertex 2',
      plyHead('ascii') + plyBody.replace('1 1 7 0', '1 Infinity 7 0'),
    ],
    [
      'PLY line 20: face 0 names vertex 4, but the file has 4',
      plyHead('ascii') + plyBody.replace('3 0 1 2', '3 0 1 4'),
    ],
    [
      'PLY line 20: face 0 names vertex -1, but the file has 4',
      plyHead('ascii') + plyBody.replace('3 0 1 2', '3 0 1 -1'),
    ],
    ['PLY line 20: face 0 has 2 vertices', plyHead('ascii') + plyBody.replace('3 0 1 2', '2 0 1')],
    ['PLY line 15: too few numbers for vertex 0', plyHead('ascii') + plyBody.replace('0 0 255 0', '0')],
    ['PLY line 23: text after the last element', `${plyHead('ascii') + plyBody}1 2 3\n`],
  ];
  it.each(bad)('%s', (message, text) => {
    expect(() => parsePly(encode(text))).toThrow(message);
  });

  it('NaN and surplus bytes in binary files', () => {
    const bytes = plyBinary(true);
    const head = plyHead('binary_little_endian').length;
    new DataView(bytes.buffer).setFloat32(head + 17, Number.NaN, true);
    expect(() => parsePly(bytes)).toThrow(`PLY byte ${head + 17}: coordinate NaN of vertex 1`);
    const long = new Uint8Array(bytes.length + 3);
    long.set(plyBinary(true));
    expect(() => parsePly(long)).toThrow(`PLY byte ${bytes.length}: 3 bytes after the last element`);
  });
});

const facet =
  'facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1e0 -0.0\n endloop\nendfacet\n';

describe('STL', () => {
  it('ascii, with equal corners merged', () => {
    const text = `solid two\n${facet}${facet.replace('vertex 0 0 0', 'vertex 1 1 0')}endsolid two\n`;
    const mesh = parseStl(encode(text));
    expect([...mesh.positions]).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]);
    expect([...mesh.indices]).toEqual([0, 1, 2, 3, 1, 2]);
  });

  it('binary, even when it begins with "solid"', () => {
    const torus = solidTorus();
    const bytes = writeStl(torus);
    bytes.set(encode('solid but binary'));
    const mesh = parseStl(bytes);
    expect(mesh.indices.length).toBe(torus.indices.length);
    expect(mesh.positions.length).toBe(torus.positions.length);
    expect(TriangleMesh.fromGeometry(mesh).closed).toBe(true);
  });

  it.each([
    ['STL: 5 bytes are neither ascii', encode('hello')],
    [
      'STL line 5: "one" is not a finite coordinate',
      encode(`solid\n${facet.replace('vertex 1', 'vertex one')}endsolid`),
    ],
    [
      'STL line 7: a facet must have three vertices',
      encode(`solid\n${facet.replace('  vertex 1 0 0\n', '')}endsolid`),
    ],
    ['STL line 9: the file ends before "endsolid"', encode(`solid\n${facet}`)],
    ['STL line 2: a vertex outside any facet', encode('solid\nvertex 0 0 0\nendsolid')],
    ['STL line 3: a facet begins inside another', encode('solid\nfacet\nfacet\nendsolid')],
    [
      'STL line 4: a vertex needs three coordinates',
      encode(`solid\n${facet.replace('vertex 0 0 0', 'vertex 0')}endsolid`),
    ],
    [
      'STL byte 80: 1024 triangles need 51284 bytes, but the file has 51283',
      writeStl(solidTorus()).subarray(0, 51283),
    ],
  ])('%s', (message, bytes) => {
    expect(() => parseStl(bytes)).toThrow(message);
  });

  it('NaN in a binary file', () => {
    const bytes = writeStl(solidTorus());
    new DataView(bytes.buffer).setFloat32(84 + 50 + 12 + 8, Number.NaN, true);
    expect(() => parseStl(bytes)).toThrow(`STL byte ${84 + 50 + 12 + 8}: coordinate NaN of triangle 1`);
  });
});

describe('what is written can be read', () => {
  it('PLY: the same bits', () => {
    const solid = solidDodecahedron(Math.PI);
    const mesh = parsePly(writePly(solid));
    expect(mesh.positions).toEqual(solid.positions);
    expect(mesh.indices).toEqual(solid.indices);
  });

  it('STL: the same triangles in single precision', () => {
    const solid = solidDodecahedron(Math.PI);
    const mesh = parseStl(writeStl(solid));
    const corners = (g: TriangleGeometry) =>
      [...g.indices].flatMap(i => [0, 1, 2].map(k => Math.fround(g.positions[3 * i + k])));
    expect(corners(mesh)).toEqual(corners(solid));
  });
});
