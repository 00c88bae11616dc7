/**
 * A view in space for demos, on the stage of the playground: sun and shadows, ground, colours of the theme;
 * rotated by mouse, finger or arrow keys.
 */
import { Stage } from '@colide/playground/stage';
import type { ColliderMeshes } from '@colide/three';
import type { World } from 'colide';
import { Color, type Material, Mesh, type PerspectiveCamera, type Scene } from 'three';
import { type Palette, readPalette } from './theme.ts';

/** Colours by role, and those of the bodies of the playground. */
export interface ScenePalette extends Palette {
  /** Of bodies, one after the other. */
  readonly bodies: readonly string[];
  /** Colour of obstacles. */
  readonly solid: string;
  /** Colour of sleeping bodies. */
  readonly asleep: string;
}

/** The options of a view. */
export interface SceneOptions {
  /** The description of the picture for screen readers. */
  label: string;
  /** Distance of the camera from its target. */
  distance: number;
  /** Height of its target on the y axis. Default 0. */
  height?: number;
  /** Height of the ground; by default, low enough that objects float above it. */
  ground?: number;
  /** Gives materials the colours of the theme; called at the start and after every switch. */
  paint(colors: ScenePalette): void;
}

const angleStep = Math.PI / 24;

/** A scene, its camera and its canvas. Call {@link redraw} after a change. */
export class SceneView {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  private readonly stage: Stage;
  private request = 0;

  constructor(element: HTMLElement, options: SceneOptions) {
    element.classList.add('demo-scene');
    this.stage = new Stage(element);
    this.scene = this.stage.scene;
    this.camera = this.stage.camera;
    const { orbit, renderer } = this.stage;
    const canvas = renderer.domElement;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${options.label}. Drag or use the arrow keys to turn`);
    orbit.enablePan = false;
    orbit.enableZoom = false;
    canvas.style.touchAction = 'pan-y';
    orbit.addEventListener('change', () => this.redraw());
    canvas.addEventListener('keydown', event => this.turn(event));

    const { distance, height = 0, ground = -0.3 * distance } = options;
    this.stage.onTheme = ({ bodies, solid, asleep }) => {
      options.paint({ ...readPalette(), bodies, solid, asleep });
      this.redraw();
    };
    this.stage.onResize = () => this.redraw();
    const position = [0.5 * distance, height + 0.45 * distance, 0.74 * distance];
    this.stage.look(position, [0, height, 0], ground);
  }

  /** Paints again with the next picture of the browser. */
  redraw(): void {
    if (this.request) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.scene.traverse(castShadow);
      this.stage.draw();
    });
  }

  /** Removes the canvas and frees what the GPU holds. */
  dispose(): void {
    cancelAnimationFrame(this.request);
    this.stage.dispose();
  }

  private turn(event: KeyboardEvent): void {
    const { position } = this.camera;
    const { target } = this.stage.orbit;
    const offset = position.clone().sub(target);
    const radius = offset.length();
    let azimuth = Math.atan2(offset.x, offset.z);
    let elevation = Math.asin(offset.y / radius);
    if (event.key === 'ArrowLeft') azimuth -= angleStep;
    else if (event.key === 'ArrowRight') azimuth += angleStep;
    else if (event.key === 'ArrowUp') elevation = Math.min(elevation + angleStep, 1.5);
    else if (event.key === 'ArrowDown') elevation = Math.max(elevation - angleStep, 0.02);
    else return;
    event.preventDefault();
    offset.set(
      radius * Math.cos(elevation) * Math.sin(azimuth),
      radius * Math.sin(elevation),
      radius * Math.cos(elevation) * Math.cos(azimuth),
    );
    position.copy(target).add(offset);
    this.redraw();
  }
}

/** Surfaces throw shadows on each other, unless they are like glass or wire, or mere marks on the picture. */
function castShadow(object: object): void {
  if (!(object instanceof Mesh)) return;
  const { opacity, depthTest, wireframe } = object.material as Material & { wireframe?: boolean };
  object.castShadow = object.receiveShadow = opacity >= 0.5 && depthTest && !wireframe;
}

/** Gives every body of a world a colour of the palette, and those that stay in place another. */
export function paintBodies(meshes: ColliderMeshes, world: World, palette: ScenePalette): void {
  const colors = palette.bodies.map(color => new Color(color));
  const solid = new Color(palette.solid);
  for (const { mesh, bodies, count } of meshes.groups) {
    for (let i = 0; i < count; i++) {
      const body = bodies[i];
      const moves = world.bodies.inverseMasses[body] > 0;
      mesh.setColorAt(i, moves ? colors[body % colors.length] : solid);
    }
    if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
  }
}
