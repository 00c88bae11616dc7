/** Reading the header and the numbers of PLY files. */

/** Number types of PLY, by their short names. */
export type PlyType = 'i8' | 'u8' | 'i16' | 'u16' | 'i32' | 'u32' | 'f32' | 'f64';

/** One property of an element; a list if it has a `countType`. */
export interface PlyProperty {
  readonly name: string;
  readonly type: PlyType;
  readonly countType?: PlyType;
}

/** One element: `count` items with the same properties. */
export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: PlyProperty[];
}

/** The contents of a PLY header. */
export interface PlyHeader {
  readonly format: string;
  readonly elements: PlyElement[];
  /** Bytes and lines of the header, "end_header" included. */
  readonly bytes: number;
  readonly lines: number;
}

/** Reads the numbers of the body in order. */
export interface PlyReader {
  /** The next number; the element and item are for the error message. */
  number(type: PlyType, element: string, item: number): number;
  /** Called after the last number of an item. */
  endItem(element: string, item: number): void;
  /** Called after the last item of all. */
  end(): void;
  /** The position of the last number, for error messages. */
  where(): string;
}

function typeOf(name: string | undefined, line: number): PlyType {
  switch (name) {
    case 'char':
    case 'int8':
      return 'i8';
    case 'uchar':
    case 'uint8':
      return 'u8';
    case 'short':
    case 'int16':
      return 'i16';
    case 'ushort':
    case 'uint16':
      return 'u16';
    case 'int':
    case 'int32':
      return 'i32';
    case 'uint':
    case 'uint32':
      return 'u32';
    case 'float':
    case 'float32':
      return 'f32';
    case 'double':
    case 'float64':
      return 'f64';
    default:
      throw new Error(`PLY line ${line}: "${name}" is not a number type`);
  }
}

/** Reads the header of a file. */
export function plyHeader(data: Uint8Array): PlyHeader {
  const elements: PlyElement[] = [];
  const decoder = new TextDecoder();
  let format = '';
  let at = 0;
  for (let line = 1; ; line++) {
    const end = data.indexOf(10, at);
    if (end < 0) throw new Error(`PLY line ${line}: the file ends before "end_header"`);
    const words = decoder.decode(data.subarray(at, end)).trim().split(/\s+/);
    at = end + 1;
    if (line === 1 && words[0] !== 'ply') throw new Error('PLY line 1: the file does not begin with "ply"');
    if (words[0] === 'format') {
      format = words[1] ?? '';
      if (format !== 'ascii' && format !== 'binary_little_endian' && format !== 'binary_big_endian')
        throw new Error(`PLY line ${line}: "${format}" is not a format`);
    } else if (words[0] === 'element') {
      const count = Number(words[2] ?? Number.NaN);
      if (!Number.isSafeInteger(count) || count < 0)
        throw new Error(`PLY line ${line}: "${words[2]}" is not a count`);
      // Every item takes at least one byte, so a larger count is wrong before anything is reserved for it.
      if (count > data.length)
        throw new Error(`PLY line ${line}: ${count} items in a file of ${data.length} bytes`);
      elements.push({ name: words[1], count, properties: [] });
    } else if (words[0] === 'property') {
      const element = elements[elements.length - 1];
      if (element === undefined) throw new Error(`PLY line ${line}: a property before any element`);
      const list = words[1] === 'list';
      const name = words[list ? 4 : 2];
      if (name === undefined) throw new Error(`PLY line ${line}: a property without a name`);
      if (list)
        element.properties.push({ name, countType: typeOf(words[2], line), type: typeOf(words[3], line) });
      else element.properties.push({ name, type: typeOf(words[1], line) });
    } else if (words[0] === 'end_header') {
      if (format === '') throw new Error(`PLY line ${line}: the header names no format`);
      return { format, elements, bytes: at, lines: line };
    }
  }
}

const sizes: Record<PlyType, number> = { i8: 1, u8: 1, i16: 2, u16: 2, i32: 4, u32: 4, f32: 4, f64: 8 };

/** A reader of binary bodies. */
export function plyBinaryReader(data: Uint8Array, header: PlyHeader): PlyReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const little = header.format === 'binary_little_endian';
  let at = header.bytes;
  let last = at;
  return {
    number(type, element, item) {
      last = at;
      at += sizes[type];
      if (at > data.length) throw new Error(`PLY byte ${last}: the file ends inside ${element} ${item}`);
      switch (type) {
        case 'i8':
          return view.getInt8(last);
        case 'u8':
          return view.getUint8(last);
        case 'i16':
          return view.getInt16(last, little);
        case 'u16':
          return view.getUint16(last, little);
        case 'i32':
          return view.getInt32(last, little);
        case 'u32':
          return view.getUint32(last, little);
        case 'f32':
          return view.getFloat32(last, little);
        case 'f64':
          return view.getFloat64(last, little);
      }
    },
    endItem() {},
    end() {
      if (at < data.length)
        throw new Error(`PLY byte ${at}: ${data.length - at} bytes after the last element`);
    },
    where: () => `byte ${last}`,
  };
}

/** A reader of ascii bodies: one item per line; empty lines are skipped. */
export function plyAsciiReader(data: Uint8Array, header: PlyHeader): PlyReader {
  const lines = new TextDecoder().decode(data.subarray(header.bytes)).split(/\r\n|\n|\r/);
  let next = 0;
  let words: string[] = [];
  let word = 0;
  const where = () => `line ${header.lines + next}`;
  const skipEmpty = () => {
    while (next < lines.length && lines[next].trim() === '') next++;
  };
  return {
    number(_type, element, item) {
      if (words.length === 0) {
        skipEmpty();
        if (next >= lines.length) throw new Error(`PLY ${where()}: the file ends before ${element} ${item}`);
        words = lines[next++].trim().split(/\s+/);
        word = 0;
      }
      const text = words[word++];
      if (text === undefined) throw new Error(`PLY ${where()}: too few numbers for ${element} ${item}`);
      const value = Number(text);
      if (Number.isNaN(value)) throw new Error(`PLY ${where()}: "${text}" is not a number`);
      return value;
    },
    endItem(element, item) {
      if (word < words.length) throw new Error(`PLY ${where()}: too many numbers for ${element} ${item}`);
      words = [];
    },
    end() {
      skipEmpty();
      if (next < lines.length)
        throw new Error(`PLY line ${header.lines + next + 1}: text after the last element`);
    },
    where,
  };
}
