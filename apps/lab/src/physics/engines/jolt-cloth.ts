/** A cloth in Jolt: edges and shear with the compliance of its own samples, because 0 diverges. */
import type initJolt from 'jolt-physics/wasm-compat';
import { clothDensity, defaultFriction, type Scene, type SceneCloth } from '../engine.ts';

type Jolt = Awaited<ReturnType<typeof initJolt>>;
type JoltWorld = InstanceType<Jolt['JoltInterface']>;

const compliance = 1e-5;
const noBending = 3.4e38;

function clothSettings(jolt: Jolt, { side, spacing }: SceneCloth) {
  const shared = new jolt.SoftBodySharedSettings();
  const vertex = new jolt.SoftBodySharedSettingsVertex();
  const middle = ((side - 1) * spacing) / 2;
  vertex.mInvMass = (side * side) / (clothDensity * (2 * middle) ** 2);
  for (let i = 0; i < side * side; i++) {
    const [x, z] = [(i % side) * spacing - middle, Math.floor(i / side) * spacing - middle];
    vertex.mPosition = new jolt.Float3(x, 0, z);
    shared.mVertices.push_back(vertex);
  }
  const face = new jolt.SoftBodySharedSettingsFace(0, 0, 0, 0);
  const addFace = (...corners: [number, number, number]) => {
    for (const [i, corner] of corners.entries()) face.set_mVertex(i, corner);
    shared.AddFace(face);
  };
  for (let row = 0; row + 1 < side; row++)
    for (let column = 0; column + 1 < side; column++) {
      const p = row * side + column;
      addFace(p, p + side, p + side + 1);
      addFace(p, p + side + 1, p + 1);
    }
  const attributes = new jolt.SoftBodySharedSettingsVertexAttributes();
  attributes.mCompliance = compliance;
  attributes.mShearCompliance = compliance;
  attributes.mBendCompliance = noBending;
  shared.CreateConstraints(attributes, 1, jolt.SoftBodySharedSettings_EBendType_None);
  shared.Optimize();
  return shared;
}

/** Adds a cloth of a scene to a world; returns whether it is asleep, when asked. */
export function addJoltCloth(
  jolt: Jolt,
  world: JoltWorld,
  scene: Scene,
  cloth: SceneCloth,
  layer: number,
): () => boolean {
  const [x, z] = cloth.center ?? [0, 0];
  const settings = new jolt.SoftBodyCreationSettings(
    clothSettings(jolt, cloth),
    new jolt.RVec3(x, cloth.height, z),
    new jolt.Quat(0, 0, 0, 1),
    layer,
  );
  settings.mFriction = scene.friction ?? defaultFriction;
  settings.mLinearDamping = 0;
  settings.mAllowSleeping = scene.sleeping ?? true;
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
  return () => !body.IsActive();
}
