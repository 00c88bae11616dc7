/**
 * Takes hold of bodies and of points of cloth with the pointer: a press on one holds it, a drag pulls it,
 * letting go throws it. Elsewhere a drag turns the view.
 */
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { Stage } from './stage.ts';

type Vector = [number, number, number];

/** Something whose bodies can be held. */
export interface Holdable {
  /**
   * Grabs the first body or particle that a ray hits; returns its distance along the ray, `Infinity` for
   * none.
   */
  grab(origin: Vector, direction: Vector): number | Promise<number>;
  drag(target: Vector): void;
  release(): void;
}

/** Lets the pointer on the stage hold bodies of whatever runs; returns the end of it. */
export function holdByPointer(stage: Stage, runner: () => Holdable | undefined): () => void {
  const { camera, orbit } = stage;
  const canvas = stage.renderer.domElement;
  const caster = new Raycaster();
  const plane = new Plane();
  const point = new Vector3();
  let pointer = -1;
  let held: Holdable | undefined;

  const aim = (event: PointerEvent) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    caster.setFromCamera(
      new Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2),
      camera,
    );
    return caster.ray;
  };

  const press = (event: PointerEvent) => {
    const current = runner();
    if (!current || pointer >= 0 || event.button !== 0) return;
    const { origin, direction } = aim(event).clone();
    pointer = event.pointerId;
    const take = (t: number) => {
      if (t < Infinity && pointer === event.pointerId) {
        held = current;
        orbit.enabled = false;
        plane.setFromNormalAndCoplanarPoint(
          camera.getWorldDirection(point).clone(),
          origin.addScaledVector(direction, t),
        );
        canvas.setPointerCapture(pointer);
        canvas.classList.add('pg-holding');
      } else {
        if (t < Infinity) current.release();
        end();
      }
    };
    const answer = current.grab(origin.toArray(), direction.toArray());
    // A worker answers a little later; until then the view may rotate.
    if (typeof answer === 'number') take(answer);
    else answer.then(take, end);
  };
  const move = (event: PointerEvent) => {
    if (!held || event.pointerId !== pointer) return;
    if (aim(event).intersectPlane(plane, point)) held.drag(point.toArray());
  };
  const end = () => {
    held?.release();
    held = undefined;
    pointer = -1;
    orbit.enabled = true;
    canvas.classList.remove('pg-holding');
  };
  const lift = (event: PointerEvent) => {
    if (event.pointerId === pointer) end();
  };
  const listeners: [string, (event: PointerEvent) => void][] = [
    ['pointerdown', press],
    ['pointermove', move],
    ['pointerup', lift],
    ['pointercancel', lift],
  ];
  // Before the orbit controls: a press on a body must not rotate the view.
  for (const [type, listener] of listeners)
    canvas.addEventListener(type, listener as EventListener, { capture: true });
  return () => {
    for (const [type, listener] of listeners)
      canvas.removeEventListener(type, listener as EventListener, { capture: true });
  };
}
