/** Every colide package behind one name. Tree shaking leaves what you import. */
export * from '@colide/core';
export * from '@colide/math';
