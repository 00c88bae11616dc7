/**
 * Sweeps over cloths by the kernel of `assembly/cloth`, which describes the layout. Memory begins with four
 * particles without mass, for lanes that are left empty, and room for the particles of the largest cloth. The
 * tables of all cloths follow.
 *
 * For a sweep, particles are copied to this memory as f32, from the one in the middle and in units of about
 * the longest thread, and what has moved them is added to their positions. So only corrections are rounded,
 * to 2⁻²⁴ of the size of the cloth at most. Units are powers of two, which round nothing.
 */
import {
  type ClothConstraints,
  type ClothKernels,
  type ClothParticles,
  type ClothSweeps,
  colorConstraints,
} from '@colide/solvers';
import { instantiate } from './instantiate.ts';

const pageBytes = 65_536;
const numberBytes = 4;
const lanes = 4;
/** Numbers of a particle, and how many without mass come first. */
const particleSize = 4;
const emptyParticles = 4;
/** Sizes in numbers: the stiffness at the beginning of a table, and the slots of four constraints. */
const headSize = 2 * lanes;
const bendSize = 6 * lanes;
const threadSize = 3 * lanes;
const bendArity = 4;
const threadArity = 2;

interface ClothExports {
  readonly projectCloth: ProjectCloth;
}

/** The kernel, with the addresses at which a table begins and at which its bends and its threads end. */
type ProjectCloth = (table: number, bendsEnd: number, end: number) => void;

/** A cloth in memory; offsets count numbers. */
interface Table {
  at: number;
  /** Size of the room that it has. */
  readonly room: number;
  bendsEnd: number;
  end: number;
  revision: number;
  /** Units per m, m per unit, units of inverse mass per 1/kg. */
  readonly scales: Float64Array;
}

/** The power of two that takes `x` to between 1 and 2. */
function scaleOf(x: number): number {
  return x > 0 ? 2 ** -Math.floor(Math.log2(x)) : 1;
}

/** Constraints in groups of one colour, one per lane; −1 where a lane is empty. */
function groupByColor(ids: Uint32Array, arity: number, particles: number): number[] {
  const { offsets, order, colorCount } = colorConstraints(ids, arity, particles);
  const groups: number[] = [];
  for (let color = 0; color < colorCount; color++) {
    for (let i = offsets[color]; i < offsets[color + 1]; i++) groups.push(order[i]);
    while (groups.length % lanes > 0) groups.push(-1);
  }
  return groups;
}

/** Sweeps over cloths in memory of their own. */
export class SimdClothSweeps implements ClothSweeps {
  private readonly module: WebAssembly.Module;
  private numbers = new Float32Array(0);
  private addresses = new Uint32Array(0);
  private kernel: ProjectCloth = () => {};
  private readonly tables = new Map<ClothConstraints, Table>();
  private particleRoom = 0;
  /** End of the last table. */
  private end = 0;

  constructor(module: WebAssembly.Module) {
    this.module = module;
  }

  project(cloth: ClothConstraints, { positions, inverseMasses }: ClothParticles): void {
    const count = inverseMasses.length;
    const { at: tableAt, bendsEnd, end, scales } = this.tableOf(cloth, inverseMasses);
    const { numbers } = this;
    const unit = scales[0];
    const meters = scales[1];
    const massUnit = scales[2];
    const first = particleSize * emptyParticles;
    const middle = 3 * (count >> 1);
    const x = positions[middle];
    const y = positions[middle + 1];
    const z = positions[middle + 2];
    for (let i = 0, k = 0, at = first; i < count; i++, k += 3, at += particleSize) {
      numbers[at] = (positions[k] - x) * unit;
      numbers[at + 1] = (positions[k + 1] - y) * unit;
      numbers[at + 2] = (positions[k + 2] - z) * unit;
      numbers[at + 3] = inverseMasses[i] * massUnit;
    }
    this.kernel(numberBytes * tableAt, numberBytes * bendsEnd, numberBytes * end);
    for (let i = 0, k = 0, at = first; i < count; i++, k += 3, at += particleSize) {
      positions[k] += (numbers[at] - Math.fround((positions[k] - x) * unit)) * meters;
      positions[k + 1] += (numbers[at + 1] - Math.fround((positions[k + 1] - y) * unit)) * meters;
      positions[k + 2] += (numbers[at + 2] - Math.fround((positions[k + 2] - z) * unit)) * meters;
    }
  }

  forget(cloth: ClothConstraints): void {
    this.tables.delete(cloth);
  }

  /** The table of a cloth, written anew if threads have torn or were mended. */
  private tableOf(cloth: ClothConstraints, inverseMasses: Float64Array): Table {
    const known = this.tables.get(cloth);
    if (known?.revision === cloth.revision) return known;
    const { ids, count, bending, bendingIds } = cloth;
    const particles = inverseMasses.length;
    const bends = bending === 0 ? [] : groupByColor(bendingIds, bendArity, particles);
    const threads = groupByColor(ids.subarray(0, threadArity * count), threadArity, particles);
    const size = headSize + (bends.length * bendSize + threads.length * threadSize) / lanes;
    const table = known && size <= known.room ? known : this.append(cloth, size, inverseMasses);
    this.write(table, cloth, bends, threads);
    return table;
  }

  /** A table with room for `size` numbers. */
  private append(cloth: ClothConstraints, room: number, inverseMasses: Float64Array): Table {
    const { tables } = this;
    const particles = inverseMasses.length;
    tables.delete(cloth);
    if (particles > this.particleRoom || this.end + room > this.numbers.length) this.grow(room, particles);
    const at = this.end;
    this.end += room;
    const unit = scaleOf(greatest(cloth.restLengths));
    const scales = Float64Array.of(unit, 1 / unit, scaleOf(greatest(inverseMasses)));
    const table = { at, room, bendsEnd: at, end: at, revision: cloth.revision, scales };
    tables.set(cloth, table);
    return table;
  }

  /** Moves all tables to a larger memory, one after the other. */
  private grow(room: number, particles: number): void {
    const { numbers, tables } = this;
    this.particleRoom = Math.max(particles, this.particleRoom);
    this.end = particleSize * (emptyParticles + this.particleRoom);
    let rooms = room;
    for (const table of tables.values()) rooms += table.room;
    const initial = Math.ceil((numberBytes * (this.end + 2 * rooms)) / pageBytes);
    const memory = new WebAssembly.Memory({ initial });
    this.kernel = instantiate<ClothExports>(this.module, memory).projectCloth;
    this.numbers = new Float32Array(memory.buffer);
    this.addresses = new Uint32Array(memory.buffer);
    for (const table of tables.values()) {
      const shift = this.end - table.at;
      this.numbers.set(numbers.subarray(table.at, table.end), this.end);
      table.at += shift;
      table.bendsEnd += shift;
      table.end += shift;
      this.end += table.room;
    }
  }

  private write(table: Table, cloth: ClothConstraints, bends: number[], threads: number[]): void {
    const { numbers } = this;
    const { ids, restLengths, bendingIds, restAngles } = cloth;
    const unit = table.scales[0];
    let { at } = table;
    numbers.fill(cloth.stiffness, at, at + lanes);
    numbers.fill(cloth.bending, at + lanes, at + headSize);
    at += headSize;
    for (let i = 0; i < bends.length; i += lanes, at += bendSize) {
      const vectors = this.writeAddresses(at, bends, i, bendingIds, bendArity);
      for (let lane = 0; lane < lanes; lane++)
        for (let k = 0; k < 2; k++)
          numbers[vectors + lanes * k + lane] = restAngles[2 * bends[i + lane] + k] ?? 0;
    }
    table.bendsEnd = at;
    for (let i = 0; i < threads.length; i += lanes, at += threadSize) {
      const vectors = this.writeAddresses(at, threads, i, ids, threadArity);
      for (let lane = 0; lane < lanes; lane++)
        numbers[vectors + lane] = unit * (restLengths[threads[i + lane]] ?? 0);
    }
    table.end = at;
    table.revision = cloth.revision;
  }

  /** Writes the addresses of the particles of four constraints; returns the end. */
  private writeAddresses(
    at: number,
    groups: readonly number[],
    i: number,
    ids: Uint32Array,
    arity: number,
  ): number {
    for (let lane = 0; lane < lanes; lane++)
      for (let corner = 0; corner < arity; corner++) {
        const constraint = groups[i + lane];
        const particle = constraint < 0 ? corner : emptyParticles + ids[arity * constraint + corner];
        this.addresses[at + lanes * corner + lane] = numberBytes * particleSize * particle;
      }
    return at + lanes * arity;
  }
}

function greatest(values: Float64Array): number {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/** Makes sweeps with a compiled module. */
export class SimdClothKernels implements ClothKernels {
  private readonly module: WebAssembly.Module;

  constructor(module: WebAssembly.Module) {
    this.module = module;
  }

  createSweeps(): SimdClothSweeps {
    return new SimdClothSweeps(this.module);
  }
}
