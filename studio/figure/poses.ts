import type { Footing, Pose, Reach } from './body.ts'

const feet = (left: Footing, right: Footing) => [left, right] as const
const apart = feet({ x: 2.3, z: 0.7, yaw: 0.35 }, { x: -2.3, z: -0.4, yaw: -0.4 })
const stride = feet({ x: 2.5, z: 2.2, yaw: 0.2 }, { x: -2.7, z: -1.9, yaw: -0.65 })
const close = feet({ x: 1.7, z: 0.5, yaw: 0.25 }, { x: -1.7, z: 0, yaw: -0.3 })

/** Poses of the right arm; `armPose` mirrors them for the left arm. */
const arms = {
  planted: { at: [-5.2, -3.2, 3.2], elbow: [-1, -0.7, -0.7], along: [0, 1, 0] },
  raised: { at: [-5.6, 3.4, 2], elbow: [-1, -0.6, 0.2], along: [-0.2, 1, -0.3], front: [1, 0, 0.2] },
  ready: { at: [-5, -3.6, 4], elbow: [-1, -0.8, -0.6], along: [-0.35, 0.85, 0.35], front: [0.4, 0, 1] },
  low: { at: [-5.2, -7, 1.4], elbow: [-1, -0.1, -0.8], along: [-0.3, 0.25, 0.9], front: [0, 1, 0] },
  offered: { at: [-3.7, -3.2, 5], elbow: [-1, -0.9, -0.4], along: [0, 1, 0.1] },
  shielded: { at: [-4, -3.6, 3.6], elbow: [-1, -0.9, -0.3], along: [0, 1, 0], front: [-0.3, 0, 0.95] },
  akimbo: { at: [-3.4, -6, 1.7], elbow: [-1, 0, -0.5], along: [0.3, 0.4, 0.8] },
  hanging: { at: [-4.3, -7.9, 0.9], elbow: [-0.5, 0, -1], along: [0, 0.3, 1] },
  drawn: { at: [-5.9, -1.4, 4.4], elbow: [-1, -0.8, 0.2], along: [-0.1, 1, 0.06], front: [-0.55, 0, 0.83] },
  blessing: { at: [-4.4, 0.6, 4], elbow: [-1, -0.9, 0], along: [0, 1, 0] },
} satisfies Record<string, Reach>
export type ArmName = keyof typeof arms

export const armPose = (name: ArmName, side: 'left' | 'right'): Reach => {
  const { at, elbow, along, front }: Reach = arms[name]
  if (side === 'right') return front ? { at, elbow, along, front } : { at, elbow, along }
  const mirrored = ([x, y, z]: readonly [number, number, number]) => [-x, y, z] as const
  const reach: Reach = { at: mirrored(at), elbow: mirrored(elbow), along: mirrored(along) }
  return front ? { ...reach, front: mirrored(front) } : reach
}

type Stance = Omit<Pose, 'hands'>
export const stances = {
  proud: { sink: 0.15, hips: [0, 0], lean: -0.03, turn: -0.12, tilt: 0, feet: apart, look: { yaw: -0.1, pitch: 0 } },
  calm: {
    sink: 0.05,
    hips: [0.2, 0],
    lean: 0.04,
    turn: 0.08,
    tilt: 0.02,
    feet: close,
    look: { yaw: -0.15, pitch: 0.05 },
  },
  ready: { sink: 0.9, hips: [0, 0], lean: 0.16, turn: 0.25, tilt: 0, feet: stride, look: { yaw: -0.2, pitch: 0 } },
  crouched: {
    sink: 1.9,
    hips: [0, -0.3],
    lean: 0.36,
    turn: -0.25,
    tilt: 0,
    feet: stride,
    look: { yaw: 0.15, pitch: -0.1 },
  },
} satisfies Record<string, Stance>
export type StanceName = keyof typeof stances

/** Both hands on a shaft across the body, from the right hip to the left shoulder. */
export const twoHanded: readonly [Reach, Reach] = [
  { at: [2.3, -2.3, 4.1], elbow: [1, -0.8, 0], along: [0.62, 0.75, 0.12], front: [0, 0, 1] },
  { at: [-2.2, -6.2, 3.5], elbow: [-1, -0.2, -0.4], along: [0.72, 0.66, 0.12], front: [0, 0, 1] },
]
