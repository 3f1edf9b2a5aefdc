import type { Point } from '../sculpt/mesh.ts'
import { cross, direction, distance, type Frame, frame, outOf, plus, unit } from './shapes.ts'

/** Proportions of a body relative to a human of 28 mm: lengths of legs, trunk and head, and girth. */
export interface Build {
  legs: number
  trunk: number
  head: number
  girth: number
}

/** Position of a foot on the ground, in mm before the build is applied; `yaw` turns the toes towards positive x, in radians. */
export interface Footing {
  x: number
  z: number
  yaw: number
  /** mm above the ground, as on a rock. */
  lift?: number
}

/** Position of a hand, relative to the middle between the shoulders, and direction of the elbow. */
export interface Reach {
  at: Point
  elbow: Point
  /** Direction of the held item from the grip upwards; `front` is the direction of its front. Both in world axes. */
  along: Point
  front?: Point
}

/** Posture of a figure. Pairs are the figure's left, towards positive x, and its right. Angles in radians. */
export interface Pose {
  /** mm by which the hips are lowered; `hips` are their x and z. */
  sink: number
  hips: readonly [number, number]
  lean: number
  /** Positive turns to the figure's left, which is the viewer's right. */
  turn: number
  tilt: number
  feet: readonly [Footing, Footing]
  hands: readonly [Reach, Reach]
  look: { yaw: number; pitch: number }
}

export interface Leg {
  hip: Point
  knee: Point
  ankle: Point
  foot: Frame
}
export interface Arm {
  shoulder: Point
  elbow: Point
  wrist: Point
  /** Middle of the fist; y points along the held item. */
  grip: Frame
}

export interface Skeleton {
  build: Build
  pelvis: Frame
  /** Middle between the shoulders; y points to the neck, z out of the breast. */
  chest: Frame
  head: Frame
  headSize: number
  legs: readonly [Leg, Leg]
  arms: readonly [Arm, Arm]
}

/** Returns the joint of two bones that connect a to b, bent towards the pole (two-bone inverse kinematics). */
const jointOf = (a: Point, b: Point, upper: number, lower: number, pole: Point): Point => {
  const way = direction(a, b)
  const far = Math.min(distance(a, b), (upper + lower) * 0.995)
  const along = (upper * upper - lower * lower + far * far) / (2 * far)
  const off = Math.sqrt(Math.max(0, upper * upper - along * along))
  const side = cross(way, cross(pole, way))
  return plus(plus(a, way, along), unit(side), off)
}

/** Returns `to`, or the point at `length` in its direction if it is farther away. */
const within = (from: Point, to: Point, length: number): Point =>
  distance(from, to) <= length ? to : plus(from, direction(from, to), length)

const legOf = (build: Build, pelvis: Frame, footing: Footing, side: 1 | -1): Leg => {
  const hip = outOf(pelvis, [side * 1.55 * build.girth ** 0.6, -0.5, 0])
  const ankle: Point = [footing.x * (0.6 + 0.4 * build.girth), 1.35 + (footing.lift ?? 0), footing.z]
  const toe: Point = [Math.sin(footing.yaw), 0, Math.cos(footing.yaw)]
  const knee = jointOf(hip, ankle, 6.15 * build.legs, 5.95 * build.legs, [toe[0] * 0.8 + side * 0.1, 0.1, toe[2]])
  return { hip, knee, ankle, foot: frame(ankle, [0, 1, 0], toe) }
}

const armOf = (build: Build, chest: Frame, { at, elbow: pole, along, front }: Reach, side: 1 | -1): Arm => {
  const k = build.trunk
  const shoulder = outOf(chest, [side * 3.45 * build.girth ** 0.75, 0, 0])
  const [upper, lower] = [4.7 * k, 4.3 * k]
  const aim = outOf(chest, [at[0] * k, at[1] * k, at[2] * k])
  const wrist = within(shoulder, aim, (upper + lower) * 0.985)
  const elbow = jointOf(shoulder, wrist, upper, lower, pole)
  const grip = plus(wrist, direction(elbow, wrist), 0.95)
  return { shoulder, elbow, wrist, grip: frame(grip, along, front ?? [0, 0, 1]) }
}

/** Returns the positions of the joints, in mm, for a build in a pose. */
export const skeletonOf = (build: Build, pose: Pose): Skeleton => {
  const { legs, trunk } = build
  const hips: Point = [pose.hips[0], 13.4 * legs - pose.sink, pose.hips[1]]
  const pelvis = frame(hips, [0, 1, 0], [Math.sin(pose.turn * 0.4), 0, Math.cos(pose.turn * 0.4)])
  const front: Point = [Math.sin(pose.turn), 0, Math.cos(pose.turn)]
  const up = unit([front[0] * Math.sin(pose.lean) + pose.tilt, Math.cos(pose.lean), front[2] * Math.sin(pose.lean)])
  const chest = frame(plus(hips, up, 7.1 * trunk), up, front)
  const headSize = 4.7 * build.head
  const neckUp = unit([up[0] * 0.4, 1, up[2] * 0.4])
  const yaw = pose.turn * 0.5 + pose.look.yaw
  const sight: Point = [Math.sin(yaw), -Math.sin(pose.look.pitch), Math.cos(yaw)]
  const headUp = unit([neckUp[0] + sight[0] * pose.look.pitch, neckUp[1], neckUp[2] + sight[2] * pose.look.pitch])
  const eyes = plus(plus(chest.at, unit([up[0], up[1], up[2]]), 1.5 + headSize * 0.62), front, 0.5 + pose.lean * 1.6)
  return {
    build,
    pelvis,
    chest,
    head: frame(eyes, headUp, sight),
    headSize,
    legs: [legOf(build, pelvis, pose.feet[0], 1), legOf(build, pelvis, pose.feet[1], -1)],
    arms: [armOf(build, chest, pose.hands[0], 1), armOf(build, chest, pose.hands[1], -1)],
  }
}

/** Returns the skeleton moved up by `up` mm, for example onto a base. */
export const lifted = (skeleton: Skeleton, up: number): Skeleton => {
  const at = (p: readonly [number, number, number]) => [p[0], p[1] + up, p[2]] as const
  const moved = (f: Frame): Frame => ({ ...f, at: at(f.at) })
  const leg = (l: Skeleton['legs'][0]) => ({
    hip: at(l.hip),
    knee: at(l.knee),
    ankle: at(l.ankle),
    foot: moved(l.foot),
  })
  const arm = (a: Skeleton['arms'][0]) => ({
    shoulder: at(a.shoulder),
    elbow: at(a.elbow),
    wrist: at(a.wrist),
    grip: moved(a.grip),
  })
  return {
    ...skeleton,
    pelvis: moved(skeleton.pelvis),
    chest: moved(skeleton.chest),
    head: moved(skeleton.head),
    legs: [leg(skeleton.legs[0]), leg(skeleton.legs[1])],
    arms: [arm(skeleton.arms[0]), arm(skeleton.arms[1])],
  }
}
