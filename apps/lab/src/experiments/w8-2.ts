/**
 * W8.2: how much memory a world takes. Not from the sources; it includes the memory that `worldMemory` cannot
 * see.
 *
 * Bodies in the container of the suite `world`, after a second of steps without sleep. Memory is the increase
 * in the memory of the process after a full collection: array buffers, and the heap of the language, where
 * small typed arrays and the plain arrays of the solver are. The result of `worldMemory`, which covers only
 * the arrays in public fields, is shown as well.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BoxShape, SphereShape, World, worldMemory } from 'colide';
import { defineExperiment } from '../harness/experiment.ts';
import type { BodyKind } from '../peers/engine-run.ts';
import { containerScene } from '../scenes/container.ts';

const steps = 60;

function fill(count: number, kind: BodyKind): World {
  const scene = containerScene(count);
  const world = new World({ sleeping: false });
  for (const { center, half } of scene.statics)
    world.add({ shape: new BoxShape([...half]), position: [...center], type: 'static' });
  const shape = kind === 'boxes' ? new BoxShape([0.5, 0.5, 0.5]) : new SphereShape(0.5);
  for (const position of scene.positions) world.add({ shape, position: [...position], density: 1 });
  for (let n = 0; n < steps; n++) world.step(1 / 60);
  return world;
}

/** Bytes on the heap and in array buffers that are still in use. */
function used(collect: () => void): [number, number] {
  for (let n = 0; n < 3; n++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return [heapUsed, arrayBuffers];
}

/** One row; a function of its own, so that nothing holds the world of the one before. */
function measure(count: number, kind: BodyKind, collect: () => void): (string | number)[] {
  const [heap, buffers] = used(collect);
  const world = fill(count, kind);
  const [heapAfter, buffersAfter] = used(collect);
  const { bytesPerBody, snapshotBytesPerBody } = worldMemory(world);
  const each = [heapAfter - heap, buffersAfter - buffers, heapAfter - heap + buffersAfter - buffers].map(
    bytes => bytes / count,
  );
  return [
    `${count} ${kind}`,
    (world.contacts.count / count).toFixed(1),
    ...[...each, bytesPerBody, snapshotBytesPerBody].map(Math.round),
  ];
}

export const experiment = defineExperiment({
  id: 'W8.2',
  title: 'Memory of a world',
  timed: false,
  run(report) {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    report.note(`Bytes per body after ${steps} steps of 1/60 s, arrays with their room to grow.`);
    // Compiled code is on the heap, too.
    for (const kind of ['boxes', 'spheres'] as const) fill(500, kind);
    const rows: (string | number)[][] = [];
    for (const kind of ['boxes', 'spheres'] as const)
      for (const count of report.quick ? [500] : [500, 2000, 10000]) rows.push(measure(count, kind, collect));
    report.claim(
      'a snapshot takes less than 500 bytes per body',
      rows.every(row => Number(row[6]) < 500),
    );
    report.claim(
      'typed arrays take less than 2500 bytes per body',
      rows.every(row => Math.max(Number(row[3]), Number(row[5])) < 2500),
    );
    report.table(
      ['scene', 'contact points', 'heap', 'array buffers', 'both', 'worldMemory', 'snapshot'],
      rows,
    );
  },
});
