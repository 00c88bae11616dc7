/** The module: every export of these files is a kernel that `src` calls. */
export * from './boxes';
export { brakeContacts } from './brake';
export { solveContacts } from './contacts';
export { moveBodies } from './motion';
export { collideObbs } from './obb-manifold';
export { prepareContacts } from './prepare';
export { updateContacts } from './update';
export { warmStartContacts } from './warm-start';
