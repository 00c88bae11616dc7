/** The stage of every scene: light, ground, camera and canvas. */
import {
  ACESFilmicToneMapping,
  CanvasTexture,
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  RepeatWrapping,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type StageTheme, stageTheme, watchStageTheme } from './theme.ts';

const groundRadius = 120;

/** The stage. Call {@link draw} for every frame. */
export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(42, 1, 0.05, 400);
  readonly renderer: WebGLRenderer;
  readonly orbit: OrbitControls;
  /** Called with the colours at the start and after every switch. */
  onTheme: (theme: StageTheme) => void = () => {};
  /** Called after the canvas has taken another size, which clears it. */
  onResize: () => void = () => {};
  private readonly element: HTMLElement;
  private readonly sun = new DirectionalLight();
  private readonly skyLight = new HemisphereLight();
  private readonly ground: Mesh<CircleGeometry, MeshStandardMaterial>;
  private readonly ends: (() => void)[] = [];

  constructor(element: HTMLElement) {
    this.element = element;
    this.renderer = new WebGLRenderer({ antialias: true, powerPreference: 'high-performance' });
    const { renderer, scene, camera } = this;
    renderer.toneMapping = ACESFilmicToneMapping;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    const canvas = renderer.domElement;
    canvas.tabIndex = 0;
    canvas.className = 'pg-canvas';
    element.append(canvas);

    this.sun.castShadow = true;
    this.sun.shadow.radius = 3;
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    this.ground = new Mesh(new CircleGeometry(groundRadius, 64), new MeshStandardMaterial({ roughness: 1 }));
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.receiveShadow = true;
    scene.add(this.skyLight, this.sun, this.sun.target, this.ground);

    this.orbit = new OrbitControls(camera, canvas);
    this.orbit.enableDamping = true;
    this.orbit.dampingFactor = 0.12;
    this.orbit.maxPolarAngle = 0.495 * Math.PI;
    this.orbit.listenToKeyEvents(canvas);
    const observer = new ResizeObserver(() => this.fit());
    observer.observe(element);
    this.ends.push(
      () => observer.disconnect(),
      watchStageTheme(() => this.paint()),
    );
    this.fit();
  }

  /** Moves the camera to the position that a scene defines, and the light with it. */
  look(position: readonly number[], target: readonly number[], groundHeight: number): void {
    const { camera, orbit, sun } = this;
    camera.position.fromArray(position);
    orbit.target.fromArray(target);
    // Scenes are set up for a wide picture; a narrow one, as on a phone, shows less to the sides, so the
    // camera moves back.
    const narrow = Math.max(1, 1.4 / camera.aspect) ** 0.75;
    camera.position.sub(orbit.target).multiplyScalar(narrow).add(orbit.target);
    orbit.update();
    const distance = camera.position.distanceTo(orbit.target);
    orbit.maxDistance = 6 * distance;
    this.ground.position.y = groundHeight - 0.002;
    this.scene.fog = new Fog(stageTheme().sky, 2 * distance, 6 * distance);
    const reach = 0.75 * distance;
    sun.target.position.copy(orbit.target);
    sun.position.copy(orbit.target).add(new Vector3(0.5, 1, 0.35).multiplyScalar(1.6 * reach));
    Object.assign(sun.shadow.camera, {
      left: -reach,
      right: reach,
      top: reach,
      bottom: -reach,
      near: 0.1,
      far: 4 * reach,
    });
    sun.shadow.camera.updateProjectionMatrix();
    this.paint();
  }

  /** Draws one picture. */
  draw(): void {
    this.orbit.update();
    this.renderer.render(this.scene, this.camera);
  }

  /** Removes the canvas and frees what the GPU holds. */
  dispose(): void {
    for (const end of this.ends) end();
    this.orbit.dispose();
    this.ground.material.map?.dispose();
    this.ground.material.dispose();
    this.ground.geometry.dispose();
    this.sun.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    const { shadow } = this.sun;
    const size = width * height > 300_000 ? 2048 : 1024;
    if (shadow.mapSize.x !== size) {
      shadow.mapSize.set(size, size);
      shadow.map?.dispose();
      shadow.map = null;
    }
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.onResize();
  }

  private paint(): void {
    const theme = stageTheme();
    const { sun, skyLight, ground, scene } = this;
    scene.background = new Color(theme.sky);
    scene.fog?.color.set(theme.sky);
    sun.color.set(theme.sun);
    sun.intensity = theme.sunPower;
    skyLight.color.set(theme.above);
    skyLight.groundColor.set(theme.below);
    skyLight.intensity = theme.skyPower;
    ground.material.map?.dispose();
    ground.material.map = gridTexture(theme, this.renderer.capabilities.getMaxAnisotropy());
    ground.material.needsUpdate = true;
    this.onTheme(theme);
  }
}

/** A square metre of ground with a thin line on two sides. */
function gridTexture(theme: StageTheme, anisotropy: number): CanvasTexture {
  const size = 256;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d')!;
  context.fillStyle = theme.ground;
  context.fillRect(0, 0, size, size);
  context.fillStyle = theme.grid;
  context.fillRect(0, 0, size, 4);
  context.fillRect(0, 0, 4, size);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(2 * groundRadius, 2 * groundRadius);
  texture.anisotropy = anisotropy;
  return texture;
}
