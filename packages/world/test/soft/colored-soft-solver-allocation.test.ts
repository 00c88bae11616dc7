/** In a file of its own: the allocation meter wants code that only this scene has warmed up. */
import { ropeLine } from '@colide/geometry';
import { expectNoAllocation } from '@colide/testing/allocation';
import { ColoredSoftSolver, SoftBodies } from '@colide/world';
import { it } from 'vitest';

it('sweeps over deformable bodies by colours allocate nothing', () => {
  const soft = new SoftBodies();
  soft.addCloth({ columns: 12, rows: 12, spacing: 0.1 });
  soft.addCloth({ columns: 3, rows: 3, spacing: 0.1, tearFactor: 2 });
  soft.addRope({ positions: ropeLine(1, 4).positions, pins: [0] });
  soft.addSoft({ size: [2, 2, 2], spacing: 0.3, regionRadius: 1 });
  const division = new ColoredSoftSolver();
  const { bodies, system } = soft;
  expectNoAllocation(
    () => {
      division.begin(bodies, system);
      for (let n = 0; n < 4; n++) division.sweep(bodies, system, 1 / 480, false);
      division.end();
    },
    { warmUp: 1500 },
  );
});
