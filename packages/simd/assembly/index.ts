/** The module: every export of these files is a kernel that `src` calls. */
export * from './boxes';
export * from './contacts';
export * from './schedule';
