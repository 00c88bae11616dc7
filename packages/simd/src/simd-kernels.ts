/**
 * The compiled module. Kernels work in linear memory: a user allocates memory of a fixed size and gets it
 * together with kernels that see it. Memory never grows: growing would detach an `ArrayBuffer`, which slows
 * down all typed arrays of the process (`docs/decisions/0032`). A user that needs more memory allocates
 * again.
 */
import { requireInteger } from '@colide/core';
import type { ColliderSet } from '@colide/narrowphase';
import type { ContactKernels, SolverKernels } from '@colide/solvers';
import { boxTestBytes, createBoxTest } from './internal/box-test.ts';
import { SimdContacts } from './internal/contact-memory.ts';
import { instantiate } from './internal/instantiate.ts';
import type { SimdInstance } from './simd-instance.ts';

const pageBytes = 65_536;

/** Kernels in WebAssembly SIMD; `loadSimd` makes them. */
export class SimdKernels implements SolverKernels {
  private readonly module: WebAssembly.Module;

  constructor(module: WebAssembly.Module) {
    this.module = module;
  }

  /** Kernels with a memory of their own of at least this many bytes, all zero. */
  allocate(bytes: number): SimdInstance {
    requireInteger('bytes', bytes, 0, 65_536 * pageBytes);
    const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / pageBytes) });
    const kernels = instantiate<Omit<SimdInstance, 'buffer'>>(this.module, memory);
    return { ...kernels, buffer: memory.buffer };
  }

  /** Kernels for the contacts of an impulse solver. */
  createContacts(): ContactKernels {
    return new SimdContacts(bytes => this.allocate(bytes));
  }

  /** Has `colliders` test boxes by kernels, to the same bits as before. */
  replaceBoxTest(colliders: ColliderSet): void {
    colliders.boxTest = createBoxTest(this.allocate(boxTestBytes), colliders.boxTest);
  }
}
