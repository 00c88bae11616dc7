/** Narrow phase: exact tests between pairs of shapes, rays and triangles. */

// Many shapes fixed to bodies: poses, dispatch to the right kernel, queries.
export * from './colliders/collider-point.ts';
export * from './colliders/collider-queries.ts';
export * from './colliders/collider-set.ts';

// Contact manifolds of pairs of shapes.
export * from './contacts/collision-features.ts';
export * from './contacts/contact-cores.ts';
export * from './contacts/contact-manifold.ts';
export * from './contacts/manifold-convex-convex.ts';
export * from './contacts/manifold-hull-hull.ts';
export * from './contacts/manifold-obb-obb.ts';
export * from './contacts/manifold-plane.ts';
export * from './contacts/manifold-sat.ts';
export * from './contacts/manifold-sphere.ts';
export * from './contacts/pair-contact.ts';
export * from './contacts/persistent-manifold.ts';

// Contact manifolds in the plane.
export * from './contacts-2d/chain-shape-2d.ts';
export * from './contacts-2d/collide-2d.ts';
export * from './contacts-2d/contact-manifold-2d.ts';
export * from './contacts-2d/create-posed-shapes-2d.ts';
export * from './contacts-2d/manifold-convex-2d.ts';
export * from './contacts-2d/manifold-gjk-2d.ts';
export * from './contacts-2d/manifold-link-2d.ts';
export * from './contacts-2d/manifold-plane-2d.ts';
export * from './contacts-2d/manifold-seam-2d.ts';
export * from './contacts-2d/posed-shape-2d.ts';

// Continuous detection: times of impact.
export * from './continuous/bilateral-advancement.ts';
export * from './continuous/ccd-cloth.ts';
export * from './continuous/conservative-advancement.ts';
export * from './continuous/deep-impact.ts';
export * from './continuous/gjk-raycast.ts';
export * from './continuous/gjk-raycast-2d.ts';
export * from './continuous/sweep.ts';
export * from './continuous/swept-sphere-triangle.ts';
export * from './continuous/time-of-impact.ts';

// The GJK distance algorithm and its sub-algorithms.
export * from './gjk/gjk.ts';
export * from './gjk/gjk-2d.ts';
export * from './gjk/gjk-cache.ts';
export * from './gjk/gjk-intersects.ts';
export * from './gjk/gjk-johnson.ts';
export * from './gjk/gjk-simplex.ts';
export * from './gjk/johnson.ts';
export * from './gjk/signed-volumes.ts';

// Penetration depth: EPA and MPR.
export * from './penetration/epa.ts';
export * from './penetration/epa-2d.ts';
export * from './penetration/mpr.ts';
export * from './penetration/penetration.ts';
export * from './penetration/penetration-2d.ts';

// Narrow phases to choose from: the search for a contact, and the manifolds of pairs.
export * from './phases/chung-wang-search.ts';
export * from './phases/convex-narrow-phase.ts';
export * from './phases/gjk-epa-search.ts';
export * from './phases/mpr-search.ts';
export * from './phases/narrow-phase.ts';
export * from './phases/pair-manifolds.ts';
export * from './phases/pair-search.ts';
export * from './phases/persistent-manifolds.ts';
export * from './phases/sat-search.ts';

// Queries of worlds: filters, lists of hits, single planar shapes.
export * from './queries/hit-list.ts';
export * from './queries/posed-convex-2d.ts';
export * from './queries/posed-shape-queries-2d.ts';
export * from './queries/query-filter.ts';
export * from './queries/ray-posed-shape-2d.ts';

// Rays against single shapes.
export * from './rays/ray-cylinder.ts';
export * from './rays/ray-height-field.ts';
export * from './rays/ray-hull.ts';
export * from './rays/ray-plane.ts';
export * from './rays/ray-triangle.ts';
export * from './rays/ray-triangle-watertight.ts';
export * from './rays/ray-triangles.ts';

// Separating-axis tests of polygons, boxes and hulls.
export * from './sat/chung-wang.ts';
export * from './sat/sat-hull-hull.ts';
export * from './sat/sat-obb-obb.ts';
export * from './sat/sat-obb-steps.ts';
export * from './sat/sat-obb-triangle.ts';
export * from './sat/sat-polygon-polygon.ts';
export * from './sat/sat-result.ts';

// Triangles: closest points, overlap with triangles and boxes, contacts with a mesh.
export * from './triangles/closest-points.ts';
export * from './triangles/closest-points-segment-segment.ts';
export * from './triangles/closest-points-triangle-triangle.ts';
export * from './triangles/mesh-contacts.ts';
export * from './triangles/triangle-box.ts';
export * from './triangles/triangle-contacts.ts';
export * from './triangles/triangle-triangle.ts';
export * from './triangles/triangle-triangle-segment.ts';
