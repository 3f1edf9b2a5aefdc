import { hex, mix } from '../colour.ts'
import type { Stand } from '../creatures/creature.ts'
import { clamp } from '../noise.ts'
import type { View } from '../sculpt/camera.ts'
import type { Lighting } from '../sculpt/shade.ts'
import type { Stage } from '../stage.ts'

/** Returns the subject's x in pixels: the chosen share of the width, moved towards the visual weight of a reference image. */
const placed = ({ w, reference }: Stage, chosen: number): number =>
  w * (reference ? chosen + clamp(reference.weight.x - chosen, -0.16, 0.16) * reference.strength : chosen)

/** Chooses frontal, three-quarter or profile view by prompt or chance; distance and pitch by chance. `most` limits the yaw. */
export const poseOf = (stage: Stage, most = 1.4): View => {
  const { w, h, has, sun } = stage
  const next = stage.chance('pose')
  const roll = next()
  const aside = has('feature', 'profile') || (roll >= 0.88 && !has('feature', 'frontal'))
  // A face in profile is turned towards the light.
  const side = aside ? sun.side : next.chance(0.5) ? 1 : -1
  const yaw = has('feature', 'frontal')
    ? side * next.between(0, 0.08)
    : has('feature', 'profile')
      ? side * next.between(1.25, 1.45)
      : roll < 0.28
        ? side * next.between(0.02, 0.16)
        : roll < 0.88
          ? side * next.between(0.4, 0.78)
          : side * next.between(1.1, 1.4)
  const near = next.between(0, 1)
  const tall = Math.min(h, w * 1.15)
  const scale = tall * (0.36 + 0.13 * near)
  return {
    yaw: Math.max(-most, Math.min(most, yaw)),
    pitch: next.between(-0.09, 0.12),
    roll: next.between(-0.05, 0.05),
    x: placed(stage, 0.5 - side * next.between(0, 0.07) * Math.min(1, Math.abs(yaw) * 2)),
    y: h * (0.37 + 0.07 * near) + (h - tall) * 0.05,
    scale,
    eye: 5.5,
  }
}

/** Returns the lighting: a main light from the sun's side, and light from sky and ground that fills the shadows. */
export const lightingOf = (stage: Stage): Lighting => {
  const { palette, sun, has } = stage
  const next = stage.chance('lighting')
  const low = next.between(-0.1, 0.75)
  const lamp = has('motif', 'campfire', 'lantern') || has('time', 'night')
  const colour = mix(palette.light, lamp ? mix(palette.accent, hex('#fff0d8'), 0.45) : hex('#fff4e4'), 0.55)
  return {
    from: [sun.side * next.between(0.55, 1.1), 0.35 + low * 0.7, next.between(0.45, 0.95)],
    colour,
    sky: mix(palette.mid, palette.zenith, 0.5),
    ground: mix(palette.horizon, palette.near, 0.3),
    rim: mix(palette.horizon, palette.light, 0.4),
    rimSide: -sun.side,
    drama: has('mood', 'grim', 'eerie', 'infernal') || palette.dark > 0.6 ? 0.75 : next.between(0.2, 0.6),
  }
}

/** Chooses the view of a creature within the size and the turn that its `Stand` defines. */
export const standOf = (
  stage: Stage,
  { scale = 0.34, y = 0.47, turn = 0.55, above = 0.05, least = 0.12 }: Stand,
): View => {
  const { w, h } = stage
  const next = stage.chance('stand')
  const side = next.chance(0.5) ? 1 : -1
  const tall = Math.min(h, w * 1.1)
  return {
    yaw: side * turn * next.between(least, 1),
    pitch: above + next.between(-0.14, 0.16),
    roll: next.between(-0.06, 0.06),
    x: placed(stage, 0.5 - side * next.between(0, 0.06)),
    y: h * y + tall * next.between(-0.02, 0.04),
    scale: tall * scale * next.between(0.88, 1.14),
    eye: 5,
  }
}
