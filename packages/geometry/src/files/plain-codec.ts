/**
 * Plain data as bytes and back: numbers, strings, booleans, arrays, objects and typed arrays. Numbers keep
 * all their bits. Reading checks every length, so damaged bytes cause an error and never a large allocation.
 * Saved worlds are such data, sealed: a checksum reveals damage, and a signature tells them from other data.
 */

/** The tags of values; those of typed arrays come last. */
const tags = ['undefined', 'null', 'false', 'true', 'number', 'string', 'array', 'object'] as const;
const arrays = [
  ...([Float64Array, Float32Array, Int32Array, Uint32Array, Int8Array, Uint8Array] as const),
  ...([Int16Array, Uint16Array] as const),
];

/** The deepest nesting that is read, such as shapes within shapes. */
const deepest = 64;

/** Size of the checksum at the beginning of sealed data, in bytes, and the seeds of its two halves. */
const checksumSize = 8;
const seeds = [0x811c9dc5, 0x9e3779b9] as const;

/**
 * Plain data as bytes, with a checksum and a signature, which names what it is and the version of its format.
 * Throws a `TypeError` for anything else, such as functions.
 */
export function sealPlain(signature: string, value: object): Uint8Array {
  const data = encodePlain({ signature, ...value });
  const bytes = new Uint8Array(checksumSize + data.length);
  bytes.set(data, checksumSize);
  const view = new DataView(bytes.buffer);
  seeds.forEach((seed, i) => {
    view.setUint32(4 * i, checksumOf(data, seed), true);
  });
  return bytes;
}

/**
 * Reads what {@link sealPlain} wrote with the same signature. Throws a `RangeError` that says what is wrong.
 */
export function openPlain(signature: string, bytes: Uint8Array): unknown {
  const fail = (what: string) => {
    throw new RangeError(`bytes must be a saved world${what}`);
  };
  if (bytes.length < checksumSize) fail(': they end too early');
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  // A plain array even of a Buffer, whose slices are not copies.
  const data = new Uint8Array(bytes.buffer, bytes.byteOffset + checksumSize, bytes.length - checksumSize);
  if (seeds.some((seed, i) => view.getUint32(4 * i, true) !== checksumOf(data, seed)))
    fail(': the checksum is wrong');
  let value: Record<string, unknown> = {};
  try {
    value = decodePlain(data) as Record<string, unknown>;
  } catch (error) {
    fail(`: ${(error as Error).message}`);
  }
  const { signature: found, ...rest } = value ?? {};
  if (found !== signature) fail(`, '${signature}', got '${String(found)}'`);
  return rest;
}

/**
 * A sum over all bytes. For a given byte, each sum is a bijection of the one before, so a single changed bit
 * always shows.
 */
function checksumOf(data: Uint8Array, seed: number): number {
  let sum = seed;
  for (let i = 0; i < data.length; i++) {
    sum = Math.imul(sum ^ data[i], 0x01000193);
    sum ^= sum >>> 15;
  }
  return sum >>> 0;
}

/** Writes a value. */
function encodePlain(value: unknown): Uint8Array {
  const bytes: number[] = [];
  const scratch = new DataView(new ArrayBuffer(8));
  const numbers = (count: number) => {
    for (let i = 0; i < count; i++) bytes.push(scratch.getUint8(i));
  };
  const size = (count: number) => {
    scratch.setUint32(0, count, true);
    numbers(4);
  };
  const text = (string: string) => {
    const encoded = new TextEncoder().encode(string);
    size(encoded.length);
    for (const byte of encoded) bytes.push(byte);
  };
  const write = (item: unknown): void => {
    const kind = arrays.findIndex(Kind => item instanceof Kind);
    if (kind >= 0) {
      const view = item as Uint8Array;
      bytes.push(tags.length + kind);
      size(view.length);
      for (const byte of new Uint8Array(view.buffer, view.byteOffset, view.byteLength)) bytes.push(byte);
    } else if (item === undefined || item === null || typeof item === 'boolean')
      bytes.push(tags.indexOf(String(item) as 'null'));
    else if (typeof item === 'number') {
      bytes.push(tags.indexOf('number'));
      scratch.setFloat64(0, item, true);
      numbers(8);
    } else if (typeof item === 'string') {
      bytes.push(tags.indexOf('string'));
      text(item);
    } else if (Array.isArray(item)) {
      bytes.push(tags.indexOf('array'));
      size(item.length);
      for (const element of item) write(element);
    } else if (typeof item === 'object') {
      const entries = Object.entries(item);
      bytes.push(tags.indexOf('object'));
      size(entries.length);
      for (const [name, element] of entries) {
        text(name);
        write(element);
      }
    } else throw new TypeError(`a ${typeof item} cannot be saved`);
  };
  write(value);
  return Uint8Array.from(bytes);
}

/** Reads what {@link encodePlain} wrote. Throws a `RangeError` for anything else. */
function decodePlain(bytes: Uint8Array): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const take = (count: number) => {
    if (count > bytes.length - at) throw new RangeError('bytes end too early');
    at += count;
    return at - count;
  };
  const size = () => view.getUint32(take(4), true);
  const text = () => {
    const length = size();
    const first = take(length);
    return new TextDecoder().decode(bytes.subarray(first, first + length));
  };
  const read = (depth: number): unknown => {
    const tag = bytes[take(1)];
    if (depth > deepest || tag >= tags.length + arrays.length)
      throw new RangeError('bytes are not plain data');
    if (tag >= tags.length) {
      const Kind = arrays[tag - tags.length];
      const length = size() * Kind.BYTES_PER_ELEMENT;
      const first = take(length);
      return new Kind(bytes.slice(first, first + length).buffer);
    }
    switch (tags[tag]) {
      case 'undefined':
        return undefined;
      case 'null':
        return null;
      case 'false':
        return false;
      case 'true':
        return true;
      case 'number':
        return view.getFloat64(take(8), true);
      case 'string':
        return text();
      case 'array': {
        const list: unknown[] = [];
        for (let left = size(); left > 0; left--) list.push(read(depth + 1));
        return list;
      }
      case 'object': {
        const object: Record<string, unknown> = {};
        for (let left = size(); left > 0; left--) object[text()] = read(depth + 1);
        return object;
      }
    }
  };
  const value = read(0);
  if (at !== bytes.length) throw new RangeError('bytes continue after the data');
  return value;
}
