import type { Point } from '../../sculpt/mesh.ts'

/** Measures of a head that looks along z: its skull is about one unit wide. */
export interface Build {
  /** From the back of the skull to the nose: z, y, half width, half height. */
  head: readonly (readonly [number, number, number, number])[]
  jaw: number
  eye: readonly [number, number, number, number]
  ears: { at: Point; to: Point; wide: number; round?: true }
  nose: number
  /** Radius of the neck, which the model narrows towards the head and widens towards the shoulders. */
  neck: number
  fur: number
  mane?: number
  pale?: true
  /** Angle by which the head is bowed, in radians. */
  nod: number
  whiskers?: true
  slit?: true
}

export const builds = {
  wolf: {
    head: [
      [-0.55, 0.05, 0.32, 0.34],
      [-0.22, 0.12, 0.44, 0.38],
      [0.1, 0.07, 0.4, 0.32],
      [0.36, -0.06, 0.27, 0.22],
      [0.66, -0.1, 0.2, 0.17],
      [0.92, -0.12, 0.17, 0.14],
      [1.0, -0.13, 0.08, 0.08],
    ],
    jaw: 0.12,
    eye: [0.21, 0.13, 0.34, 0.05],
    ears: { at: [0.25, 0.36, -0.14], to: [0.36, 0.8, -0.16], wide: 0.14 },
    nose: 0.1,
    neck: 0.72,
    fur: 0.26,
    pale: true,
    nod: 0.05,
  },
  bear: {
    head: [
      [-0.6, 0.05, 0.4, 0.4],
      [-0.2, 0.14, 0.52, 0.46],
      [0.12, 0.06, 0.44, 0.38],
      [0.34, -0.1, 0.26, 0.23],
      [0.56, -0.14, 0.22, 0.19],
      [0.72, -0.14, 0.17, 0.14],
      [0.78, -0.14, 0.08, 0.08],
    ],
    jaw: 0.14,
    eye: [0.21, 0.12, 0.36, 0.046],
    ears: { at: [0.36, 0.46, -0.22], to: [0.46, 0.66, -0.24], wide: 0.17, round: true },
    nose: 0.11,
    neck: 1,
    fur: 0.22,
    nod: 0.05,
  },
  cat: {
    head: [
      [-0.5, 0.04, 0.34, 0.34],
      [-0.15, 0.1, 0.47, 0.43],
      [0.15, 0.05, 0.41, 0.35],
      [0.36, -0.06, 0.24, 0.2],
      [0.5, -0.1, 0.19, 0.16],
      [0.58, -0.12, 0.09, 0.09],
    ],
    jaw: 0.13,
    eye: [0.19, 0.11, 0.35, 0.075],
    ears: { at: [0.3, 0.38, -0.1], to: [0.44, 0.72, -0.12], wide: 0.18 },
    nose: 0.075,
    neck: 0.62,
    fur: 0.15,
    pale: true,
    nod: 0,
    whiskers: true,
    slit: true,
  },
  rat: {
    head: [
      [-0.5, 0, 0.3, 0.3],
      [-0.15, 0.06, 0.38, 0.34],
      [0.2, 0, 0.28, 0.24],
      [0.5, -0.1, 0.17, 0.14],
      [0.78, -0.15, 0.1, 0.09],
      [0.86, -0.15, 0.05, 0.05],
    ],
    jaw: 0.08,
    eye: [0.22, 0.1, 0.22, 0.07],
    ears: { at: [0.28, 0.34, -0.14], to: [0.5, 0.62, -0.2], wide: 0.2, round: true },
    nose: 0.06,
    neck: 0.6,
    fur: 0.13,
    nod: 0,
    whiskers: true,
  },
  boar: {
    head: [
      [-0.6, 0.1, 0.36, 0.4],
      [-0.2, 0.12, 0.44, 0.42],
      [0.15, 0.02, 0.34, 0.32],
      [0.5, -0.12, 0.22, 0.22],
      [0.84, -0.2, 0.17, 0.16],
      [0.94, -0.2, 0.15, 0.14],
    ],
    jaw: 0.13,
    eye: [0.25, 0.14, 0.22, 0.042],
    ears: { at: [0.32, 0.42, -0.2], to: [0.56, 0.7, -0.1], wide: 0.16 },
    nose: 0.13,
    neck: 0.95,
    fur: 0.22,
    mane: 0.2,
    nod: 0.1,
  },
  goat: {
    head: [
      [-0.4, 0.06, 0.22, 0.26],
      [-0.12, 0.1, 0.27, 0.3],
      [0.2, 0.02, 0.22, 0.25],
      [0.55, -0.06, 0.15, 0.18],
      [0.84, -0.12, 0.12, 0.13],
      [0.92, -0.14, 0.07, 0.08],
    ],
    jaw: 0.12,
    eye: [0.2, 0.14, 0.12, 0.06],
    ears: { at: [0.24, 0.22, -0.2], to: [0.66, 0.1, -0.16], wide: 0.11 },
    nose: 0.06,
    neck: 0.5,
    fur: 0.14,
    nod: 0.55,
    slit: true,
  },
  stag: {
    head: [
      [-0.4, 0.06, 0.2, 0.24],
      [-0.12, 0.1, 0.25, 0.28],
      [0.2, 0.02, 0.2, 0.22],
      [0.55, -0.06, 0.14, 0.15],
      [0.86, -0.1, 0.115, 0.12],
      [0.94, -0.11, 0.06, 0.07],
    ],
    jaw: 0.1,
    eye: [0.2, 0.13, 0.14, 0.06],
    ears: { at: [0.22, 0.24, -0.22], to: [0.66, 0.42, -0.24], wide: 0.12 },
    nose: 0.085,
    neck: 0.55,
    fur: 0.14,
    pale: true,
    nod: 0.5,
  },
  horse: {
    head: [
      [-0.45, 0.08, 0.2, 0.3],
      [-0.15, 0.1, 0.25, 0.34],
      [0.2, 0.03, 0.22, 0.29],
      [0.65, -0.05, 0.15, 0.2],
      [1.02, -0.08, 0.15, 0.17],
      [1.2, -0.1, 0.13, 0.14],
      [1.27, -0.11, 0.07, 0.07],
    ],
    jaw: 0.15,
    eye: [0.215, 0.14, 0.1, 0.068],
    ears: { at: [0.13, 0.36, -0.3], to: [0.17, 0.72, -0.3], wide: 0.09 },
    nose: 0,
    neck: 0.6,
    fur: 0,
    mane: 0.75,
    nod: 0.62,
  },
} satisfies Record<string, Build>
export type Kind = keyof typeof builds
