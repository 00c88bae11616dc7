/**
 * First step of `pnpm release`: writes the addresses that follow from the git remote `origin` into the
 * manifests.
 */
import { join } from 'node:path';
import { originOf, repositoryAddress, writeAddresses } from '../repository.mjs';
import { root } from './run.mjs';
import { fail } from './setup.mjs';

try {
  const address = repositoryAddress(originOf(root));
  const folders = writeAddresses(address, join(root, 'packages'));
  console.log(`${address} written into the manifests of ${folders.join(', ')}`);
} catch (error) {
  fail(error.message);
}
