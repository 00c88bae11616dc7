/**
 * Integrators, particles and constraints, relaxation, shape matching, rigid bodies by impulses or by
 * particles, and meters.
 */

// Builders of cloth and lattices.
export * from './cloth/cloth-kernels.ts';
export * from './cloth/grid-cloth.ts';
export * from './cloth/lattice-box.ts';
export * from './cloth/mesh-cloth.ts';

// Constraints between particles.
export * from './constraints/angle-constraint.ts';
export * from './constraints/area-constraint.ts';
export * from './constraints/bending-constraint.ts';
export * from './constraints/chain-constraint.ts';
export * from './constraints/constraint-checks.ts';
export * from './constraints/distance-constraint.ts';
export * from './constraints/distance-constraints.ts';
export * from './constraints/distance-limit.ts';
export * from './constraints/joint-constraint.ts';
export * from './constraints/pin-constraint.ts';
export * from './constraints/volume-constraint.ts';
export * from './constraints/xpbd-distance-constraint.ts';

// Coupling of rigid bodies with particles.
export * from './coupling/rigid-attachments.ts';
export * from './coupling/rigid-particle-contacts.ts';
export * from './coupling/rigid-substeps.ts';

// Forces, damping and speed limits.
export * from './forces/damping.ts';
export * from './forces/gravity-force.ts';
export * from './forces/speed-limit.ts';
export * from './forces/spring-force.ts';
export * from './forces/thread-viscosity.ts';
export * from './forces/wind-force.ts';

// Integrators: Euler, midpoint, Runge–Kutta, Verlet.
export * from './integrators/explicit-euler.ts';
export * from './integrators/force-field.ts';
export * from './integrators/midpoint.ts';
export * from './integrators/position-verlet.ts';
export * from './integrators/runge-kutta-4.ts';
export * from './integrators/semi-implicit-euler.ts';
export * from './integrators/velocity-verlet.ts';

// Joints between rigid bodies.
export * from './joints/broken-joints.ts';
export * from './joints/joint-records.ts';
export * from './joints/joint-settings.ts';
export * from './joints/read-joint-settings.ts';
export * from './joints/rigid-joints.ts';

// Joints between planar rigid bodies.
export * from './joints-2d/joint-records-2d.ts';
export * from './joints-2d/rigid-joints-2d.ts';

// Energies, momenta and errors.
export * from './meters/constraint-error.ts';
export * from './meters/energy-meters.ts';
export * from './meters/rigid-body-meters.ts';
export * from './meters/state-meters.ts';

// Particle systems, their contacts, and rigid bodies made of particles.
export * from './particles/colored-particle-share.ts';
export * from './particles/colored-particle-solver.ts';
export * from './particles/particle-bodies.ts';
export * from './particles/particle-contacts.ts';
export * from './particles/particle-solver.ts';
export * from './particles/particle-solver-options.ts';
export * from './particles/particle-system.ts';
export * from './particles/predict-motions.ts';
export * from './particles/projection-response.ts';
export * from './particles/sphere-separation.ts';
export * from './particles/tearing.ts';

// Planar rigid bodies made of particles.
export * from './particles-2d/particle-solver-2d.ts';

// Relaxation of constraints: plain, ordered, coloured.
export * from './relaxation/constraint-coloring.ts';
export * from './relaxation/constraint-graph.ts';
export * from './relaxation/ordered-relaxation.ts';
export * from './relaxation/relaxation.ts';

// Rigid bodies: contacts, impulses, islands, sleep.
export * from './rigid/colored-solver.ts';
export * from './rigid/impulse-solver.ts';
export * from './rigid/impulse-solver-options.ts';
export * from './rigid/inertia-frame.ts';
export * from './rigid/islands.ts';
export * from './rigid/pair-impulses.ts';
export * from './rigid/rigid-bodies.ts';
export * from './rigid/rigid-contacts.ts';
export * from './rigid/rigid-contacts-add.ts';
export * from './rigid/rigid-solver.ts';
export * from './rigid/sleeping.ts';
export * from './rigid/solver-crew.ts';
export * from './rigid/solver-kernels.ts';
export * from './rigid/surface-rules.ts';

// Planar rigid bodies.
export * from './rigid-2d/impulse-solver-2d.ts';
export * from './rigid-2d/restitution-2d.ts';
export * from './rigid-2d/rigid-bodies-2d.ts';
export * from './rigid-2d/rigid-contacts-2d.ts';
export * from './rigid-2d/rigid-contacts-add-2d.ts';
export * from './rigid-2d/rigid-solver-2d.ts';

// Shape matching: bodies that return to their rest shape.
export * from './shape-matching/lattice-shape-matching.ts';
export * from './shape-matching/rigid-fit.ts';
export * from './shape-matching/shape-match.ts';
export * from './shape-matching/shape-matching.ts';
