/** A three.js view for demos: orbit by mouse, finger or arrow keys, lights, colours of the page's theme. */
import { AmbientLight, Color, DirectionalLight, PerspectiveCamera, Scene, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type Palette, readPalette, watchTheme } from './theme.ts';

/** What a view is made with. */
export interface SceneOptions {
  /** What the picture shows, for screen readers. */
  label: string;
  /** Distance of the camera from the origin. */
  distance: number;
  /** Gives materials the colours of the theme; called at the start and after every switch. */
  paint(colors: Palette): void;
}

const angleStep = Math.PI / 24;

/** A scene, its camera and its canvas. Call {@link redraw} after a change. */
export class SceneView {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  private readonly renderer = new WebGLRenderer({ antialias: true });
  private readonly orbit: OrbitControls;
  private readonly ends: (() => void)[] = [];
  private request = 0;

  constructor(stage: HTMLElement, options: SceneOptions) {
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${options.label}. Drag or use the arrow keys to turn`);
    stage.append(canvas);
    this.camera.position.set(0.5, 0.45, 0.74).multiplyScalar(options.distance);
    this.camera.lookAt(0, 0, 0);
    const sun = new DirectionalLight(0xffffff, 2.4);
    sun.position.set(2, 4, 3);
    this.scene.add(sun, new AmbientLight(0xffffff, 1.1));

    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enablePan = false;
    this.orbit.enableZoom = false;
    canvas.style.touchAction = 'pan-y';
    this.orbit.addEventListener('change', () => this.redraw());
    canvas.addEventListener('keydown', event => this.turn(event));

    const paint = () => {
      const colors = readPalette();
      this.scene.background = new Color(colors.surface);
      options.paint(colors);
      this.redraw();
    };
    const observer = new ResizeObserver(() => this.fit(stage.clientWidth));
    observer.observe(stage);
    this.ends.push(() => observer.disconnect(), watchTheme(paint));
    this.fit(stage.clientWidth);
    paint();
  }

  /** Paints again with the next picture of the browser. */
  redraw(): void {
    if (this.request) return;
    this.request = requestAnimationFrame(() => {
      this.request = 0;
      this.renderer.render(this.scene, this.camera);
    });
  }

  /** Removes the canvas and frees what the GPU holds. */
  dispose(): void {
    cancelAnimationFrame(this.request);
    for (const end of this.ends) end();
    this.orbit.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private fit(width: number): void {
    if (width === 0) return;
    const height = Math.round(Math.max(260, (width * 9) / 16));
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  private turn(event: KeyboardEvent): void {
    const { position } = this.camera;
    const radius = position.length();
    let azimuth = Math.atan2(position.x, position.z);
    let elevation = Math.asin(position.y / radius);
    if (event.key === 'ArrowLeft') azimuth -= angleStep;
    else if (event.key === 'ArrowRight') azimuth += angleStep;
    else if (event.key === 'ArrowUp') elevation = Math.min(elevation + angleStep, 1.5);
    else if (event.key === 'ArrowDown') elevation = Math.max(elevation - angleStep, -1.5);
    else return;
    event.preventDefault();
    position.set(
      radius * Math.cos(elevation) * Math.sin(azimuth),
      radius * Math.sin(elevation),
      radius * Math.cos(elevation) * Math.cos(azimuth),
    );
    this.orbit.update();
    this.redraw();
  }
}
