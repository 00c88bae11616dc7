/**
 * Stable radix sort on the GPU: unsigned integers or floats, with a payload of one word each or without.
 *
 * Idea: sort by four bits at a time, lowest first. Each workgroup counts the 16 digits in its tile of 2048
 * keys; a scan of all counts, digit by digit, gives the positions of the items of each tile and digit; each
 * workgroup ranks its items and moves them there. Floats become integers of the same order when they are
 * first read, and floats again when they are last written: −∞ < … < −0 < +0 < … < +∞ < NaN, as in `radixSort`
 * of `@colide/math`. No workgroup waits for another.
 *
 * Up to 1024 items are sorted by a single workgroup instead, which compares every key with every other.
 *
 * Cost: for 32 bits eight rounds of three dispatches (of one up to 2048 keys, of five above 262 144; one
 * dispatch in all up to 1024); pass `bits` if keys are known to be small. Order and result do not depend on
 * the device.
 *
 * Satish, Harris & Garland, "Designing efficient sorting algorithms for manycore GPUs", 2009.
 */
import { requireInteger } from '@colide/core';
import type { GpuCompute, GpuKernel, GpuSlice } from '../device/gpu-compute.ts';
import { wordBytes } from '../internal/gpu-layouts.ts';
import { groupsFor, tileSize } from '../internal/lanes-wgsl.ts';
import { gpuExclusiveScan } from './gpu-scan.ts';
import { radixSortWgsl } from './internal/radix-sort-wgsl.ts';
import { rankSortSize, rankSortWgsl } from './internal/rank-sort-wgsl.ts';

const countDigits: GpuKernel = { code: radixSortWgsl, entry: 'countDigits' };
const moveKeys: GpuKernel = { code: radixSortWgsl, entry: 'moveKeys' };
const moveItems: GpuKernel = { code: radixSortWgsl, entry: 'moveItems' };
const rankKeys: GpuKernel = { code: rankSortWgsl, entry: 'rankKeys' };
const rankItems: GpuKernel = { code: rankSortWgsl, entry: 'rankItems' };

const digitBits = 4;
const digitCount = 2 ** digitBits;

/**
 * Records the sort of the first `count` keys, ascending, in place. `values`, if given, is moved along.
 *
 * @param kind whether keys are u32 or f32
 * @param bits how many of the lowest bits of u32 keys matter; f32 keys always take 32
 */
export function gpuRadixSort(
  compute: GpuCompute,
  keys: GpuSlice,
  values: GpuSlice | undefined,
  count: number,
  kind: 'u32' | 'f32' = 'u32',
  bits = 32,
): void {
  requireInteger('count', count, 0, 0xffffffff);
  requireInteger('bits', bits, 1, 32);
  if (count < 2) return;
  const { pool } = compute;
  const float = kind === 'f32' ? 1 : 0;
  const rounds = float ? 8 : Math.ceil(bits / digitBits);
  if (count <= rankSortSize) {
    const params = [count, 2 ** (digitBits * rounds) - 1, float];
    if (values) compute.dispatch(rankItems, params, [keys, values], 1);
    else compute.dispatch(rankKeys, params, [keys], 1);
    return;
  }
  const tiles = groupsFor(count, tileSize);
  const counts = pool.acquire(wordBytes * digitCount * tiles);
  const otherKeys = pool.acquire(wordBytes * count);
  const otherValues = values && pool.acquire(wordBytes * count);
  let [from, to]: GpuSlice[] = [keys, otherKeys];
  let [fromValues, toValues] = [values, otherValues as GpuSlice | undefined];
  for (let round = 0; round < rounds; round++) {
    const encode = round === 0 ? float : 0;
    const decode = round === rounds - 1 ? float : 0;
    const params = [count, tiles, digitBits * round, encode, decode];
    if (tiles > 1) {
      compute.dispatch(countDigits, params, [from, counts], tiles);
      gpuExclusiveScan(compute, counts, digitCount * tiles);
    }
    if (fromValues && toValues)
      compute.dispatch(moveItems, params, [from, counts, to, fromValues, toValues], tiles);
    else compute.dispatch(moveKeys, params, [from, counts, to], tiles);
    [from, to] = [to, from];
    [fromValues, toValues] = [toValues, fromValues];
  }
  if (rounds % 2 === 1) {
    compute.copy(otherKeys, keys, wordBytes * count);
    if (values && otherValues) compute.copy(otherValues, values, wordBytes * count);
  }
  pool.release(counts);
  pool.release(otherKeys);
  if (otherValues) pool.release(otherValues);
}
