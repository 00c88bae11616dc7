/**
 * Gives bundled CommonJS code a `require` for Node's own modules. Import it before a peer that needs one:
 * quickhull3d pulls in `debug`, which asks for `tty`.
 */
import { createRequire } from 'node:module';

Object.assign(globalThis, { require: createRequire(import.meta.url) });
