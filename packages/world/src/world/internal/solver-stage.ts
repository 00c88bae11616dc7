/**
 * The solver of a world: it turns contacts, joints and gravity into motion, and stores the poses before that
 * motion.
 */
import type { RigidContacts, RigidSolver } from '@colide/solvers';
import type { BodyTable } from './body-table.ts';

/** Moves the bodies. */
export class SolverStage {
  readonly solver: RigidSolver;
  /**
   * Centres of mass and rotations before the last step, three and four numbers per body: continuous detection
   * starts its sweeps there.
   */
  startPositions = new Float64Array(0);
  startRotations = new Float64Array(0);
  /**
   * Length of the last step. One number, in an array since V8 would box it when passing it to other stages.
   */
  readonly stepTime = new Float64Array(1);
  private readonly table: BodyTable;
  private readonly contacts: RigidContacts;

  constructor(solver: RigidSolver, table: BodyTable, contacts: RigidContacts) {
    this.solver = solver;
    this.table = table;
    this.contacts = contacts;
  }

  /** Advances velocities and poses by `dt`. */
  step(dt: number): void {
    const { state } = this.table;
    const { positions, rotations } = state;
    if (this.startPositions.length < positions.length) {
      this.startPositions = new Float64Array(positions.length);
      this.startRotations = new Float64Array(rotations.length);
    }
    this.startPositions.set(positions);
    this.startRotations.set(rotations);
    this.stepTime[0] = dt;
    this.solver.step(state, this.contacts, dt, this.table.joints);
  }
}
