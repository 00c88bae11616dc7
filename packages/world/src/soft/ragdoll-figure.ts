/**
 * A ragdoll of particles for `SoftBodies.addFigure`, after Jakobsen, "Advanced character physics", GDC 2001:
 * arms on ball joints with limited elbows, knees that are hinges, spacers between the legs and between hands
 * and hips.
 */
import type { FigureSettings } from './soft-body-settings.ts';

/** Particles of {@link ragdollFigure} by name. */
export const ragdollParts = {
  head: 0,
  leftShoulder: 1,
  rightShoulder: 2,
  leftHip: 3,
  rightHip: 4,
  chest: 5,
  leftArm: 6,
  leftElbow: 7,
  leftHand: 8,
  rightArm: 9,
  rightElbow: 10,
  rightHand: 11,
  leftKneeOuter: 12,
  leftKneeInner: 13,
  leftShinOuter: 14,
  leftShinInner: 15,
  leftFoot: 16,
  rightKneeOuter: 17,
  rightKneeInner: 18,
  rightShinOuter: 19,
  rightShinInner: 20,
  rightFoot: 21,
} as const;

/** A standing figure of 1.7 m, feet above the origin, facing along z. */
export function ragdollFigure(): FigureSettings {
  const p = ragdollParts;
  return {
    positions: ragdollPositions(),
    sticks: ragdollSticks(),
    balls: [p.leftShoulder, p.leftArm, p.rightShoulder, p.rightArm],
    hinges: [p.leftKneeOuter, p.rightKneeOuter].flatMap(knee => [knee, knee + 1, knee + 2, knee + 3]),
    angles: [
      [p.leftElbow, p.leftArm, p.leftHand],
      [p.rightElbow, p.rightArm, p.rightHand],
      [p.leftKneeOuter, p.leftHip, p.leftFoot],
      [p.rightKneeOuter, p.rightHip, p.rightFoot],
    ].flat(),
    angleCosines: [0.5, 0.5, 0.5, 0.5],
    spacers: [
      [p.leftKneeInner, p.rightKneeInner],
      [p.leftFoot, p.rightFoot],
      [p.leftHand, p.rightHip],
      [p.rightHand, p.leftHip],
    ].flat(),
    spacerLengths: [0.1, 0.12, 0.2, 0.2],
    thickness: 0.05,
  };
}

/** The particles, part by part. */
function ragdollPositions(): number[] {
  const arm = (side: number) => [0.2 * side, 1.4, 0, 0.25 * side, 1.12, -0.02, 0.27 * side, 0.85, 0.04];
  const leg = (side: number) => {
    const knee = [0.18 * side, 0.48, 0.02, 0.1 * side, 0.48, 0.02];
    return [...knee, ...knee, 0.14 * side, 0.06, 0];
  };
  const torso = [0.2, 1.4, 0, -0.2, 1.4, 0, 0.14, 0.9, 0, -0.14, 0.9, 0, 0, 1.2, 0.12];
  return [0, 1.7, 0.02, ...torso, ...arm(1), ...arm(-1), ...leg(1), ...leg(-1)];
}

/** Sticks: the torso is rigid, the head sits on it, arms are lines, thighs and shins triangles. */
function ragdollSticks(): number[] {
  const p = ragdollParts;
  const torso = [p.leftShoulder, p.rightShoulder, p.leftHip, p.rightHip, p.chest];
  const sticks: number[] = [];
  for (let i = 0; i < torso.length; i++)
    for (let j = i + 1; j < torso.length; j++) sticks.push(torso[i], torso[j]);
  for (const under of [p.leftShoulder, p.rightShoulder, p.chest]) sticks.push(p.head, under);
  for (const arm of [p.leftArm, p.rightArm]) sticks.push(arm, arm + 1, arm + 1, arm + 2);
  const leg = (hip: number, knee: number) => {
    sticks.push(hip, knee, hip, knee + 1, knee, knee + 1);
    sticks.push(knee + 2, knee + 3, knee + 2, knee + 4, knee + 3, knee + 4);
  };
  leg(p.leftHip, p.leftKneeOuter);
  leg(p.rightHip, p.rightKneeOuter);
  return sticks;
}
