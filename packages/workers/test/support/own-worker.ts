/** A worker file as a user writes one: a world with a joint and a part, and functions of its own. */
import { BoxShape } from '@colide/geometry';
import { RigidJoints } from '@colide/solvers';
import { serveWorld } from '@colide/workers';
import { World, type WorldPart } from '@colide/world';

/** A part that counts its steps. */
class Counter implements WorldPart {
  readonly name = 'counter';
  readonly stateLength = 2;
  private readonly counts = Float64Array.of(0, 7);

  step(): void {
    this.counts[0]++;
  }

  save(out: Float64Array): void {
    out.set(this.counts);
  }

  load(from: Float64Array): void {
    this.counts.set(from);
  }
}

const shape = new BoxShape([0.5, 0.5, 0.5]);

serveWorld(
  options => {
    const world = new World({ ...options, joints: new RigidJoints(), parts: [new Counter()] });
    world.add({ shape, type: 'static', position: [0, 5, 0] });
    world.remove(world.add({ shape }));
    world.add({ shape, position: [0, 20, 0] });
    return world;
  },
  {
    handlers: {
      double: (_, value: number) => 2 * value,
      sizeLater: async world => world.count,
      explode: () => {
        setTimeout(() => {
          throw new RangeError('this worker has had enough');
        }, 0);
        return new Promise(() => {});
      },
      leave: () => {
        if (globalThis.process) process.exit(3);
        else self.close();
        return new Promise(() => {});
      },
      breakWorld: world => {
        world.bodies.positions[4] = Number.NaN;
      },
      burn: (_, milliseconds: number) => {
        const end = performance.now() + milliseconds;
        while (performance.now() < end);
      },
    },
  },
);
