/** Checks of settings that are amounts: masses, lengths, stiffnesses, coefficients. */
import { largestMagnitude, requireBetween } from '@colide/core';

/** Throws unless `value` is from 0 to 1e30, so that the products of a step stay finite. */
export function requireAmount(name: string, value: number): void {
  requireBetween(name, value, 0, largestMagnitude);
}

/** Throws unless `value` is from 1e-30 to 1e30, so that it can be divided by. */
export function requireDivisor(name: string, value: number): void {
  requireBetween(name, value, 1 / largestMagnitude, largestMagnitude);
}
