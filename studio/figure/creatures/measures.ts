import type { Kind } from '../../creatures/mammals/builds.ts'
import type { Bead } from '../shapes.ts'
import type { Setting } from '../trades.ts'

/** Measures of a beast on four legs, in mm above the ground. It looks along z. */
export interface Measures {
  /** `snout` is the length of the snout relative to that of the build `of`. */
  head: { of: Kind; size: number; pitch: number; gape: number; snout?: number }
  withers: number
  croup: number
  /** Distance from the shoulders to the hips. */
  long: number
  /** Half widths and half heights of the trunk. */
  chest: readonly [number, number]
  waist: readonly [number, number]
  rump: readonly [number, number]
  /** `up` and `ahead` lead from the withers to the middle of the skull; `root` and `top` are the radii at both ends. */
  neck: { up: number; ahead: number; root: number; top: number }
  legs: { upper: number; lower: number; foot: number; isHoofed: boolean }
  /** Distance of each foot ahead of its joint: front left, front right, hind left, hind right. */
  steps: readonly [number, number, number, number]
  /** Beads from the root of the tail to its tip, relative to the root. */
  tail: readonly Bead[]
  /** Depth of the tufts of fur, in mm. */
  fur: number
  mane?: 'hair' | 'ruff' | 'crest'
  horns?: 'antlers' | 'ram' | 'spiral'
  tusks?: true
  /** Strength, from 0 to 1, of a pale belly and muzzle (`pale`), and of a dark back and dark legs (`dark`). */
  pale: number
  dark: number
  setting: Setting
  radius: number
}

const drooping: readonly Bead[] = [
  [0, 0, 0, 1.3],
  [0.3, -2.2, -2.4, 1.9],
  [0.8, -5.2, -3.6, 2.1],
  [1.4, -8, -4.4, 0.9],
]

export const measures = {
  wolf: {
    head: { of: 'wolf', size: 5.6, pitch: 0.12, gape: 0.24 },
    withers: 15.6,
    croup: 14.6,
    long: 15,
    chest: [3.9, 5],
    waist: [2.9, 3.3],
    rump: [3.2, 3.6],
    neck: { up: 4.4, ahead: 5.6, root: 3.9, top: 3 },
    legs: { upper: 2.1, lower: 1.1, foot: 1.7, isHoofed: false },
    steps: [2.4, -1.4, -2.2, 2.4],
    tail: drooping,
    fur: 0.4,
    pale: 0.45,
    dark: 0.5,
    setting: 'rock',
    radius: 14.5,
  },
  bear: {
    head: { of: 'bear', size: 6, pitch: 0.1, gape: 0.26 },
    withers: 17.2,
    croup: 16,
    long: 15,
    chest: [5.6, 6.4],
    waist: [5.4, 5.9],
    rump: [5.2, 5.6],
    neck: { up: 1.6, ahead: 7, root: 5.2, top: 4 },
    legs: { upper: 3.3, lower: 2.3, foot: 2.5, isHoofed: false },
    steps: [2.8, -1.6, -1.6, 2.2],
    tail: [
      [0, -0.6, 0, 1.6],
      [0, -1.2, -1.6, 1.1],
    ],
    fur: 0.4,
    pale: 0.12,
    dark: 0.3,
    setting: 'earth',
    radius: 15.5,
  },
  lion: {
    head: { of: 'cat', size: 6.2, pitch: 0.06, gape: 0.26, snout: 1.45 },
    withers: 15.4,
    croup: 14.6,
    long: 15.5,
    chest: [4.1, 4.8],
    waist: [3.3, 3.6],
    rump: [3.5, 3.9],
    neck: { up: 4.6, ahead: 4.6, root: 4, top: 3.3 },
    legs: { upper: 2.4, lower: 1.5, foot: 2.1, isHoofed: false },
    steps: [2.6, -1.4, -2, 2.2],
    tail: [
      [0, 0, 0, 1.1],
      [0.5, -2.6, -3, 0.85],
      [1.6, -5.4, -4.4, 0.8],
      [3, -6.6, -5.6, 0.85],
      [4, -5.6, -6.4, 1.6],
      [4.4, -4.2, -6.6, 0.7],
    ],
    fur: 0.1,
    mane: 'ruff',
    pale: 0.35,
    dark: 0.1,
    setting: 'rock',
    radius: 14.5,
  },
  cat: {
    head: { of: 'cat', size: 5.6, pitch: 0.1, gape: 0.2, snout: 1.25 },
    withers: 13.6,
    croup: 13.8,
    long: 15,
    chest: [3.2, 4.2],
    waist: [2.6, 3.1],
    rump: [3, 3.5],
    neck: { up: 4, ahead: 4.4, root: 3, top: 2.6 },
    legs: { upper: 2.1, lower: 1.25, foot: 1.8, isHoofed: false },
    steps: [2.6, -1.4, -2, 2.2],
    tail: [
      [0, 0, 0, 1.1],
      [0.4, -1.8, -3.4, 0.95],
      [1.4, -1.4, -6, 0.9],
      [2.6, 1.4, -7, 0.9],
      [2.8, 4, -6.4, 0.95],
      [2.2, 5.8, -5.2, 0.8],
    ],
    fur: 0.12,
    pale: 0.4,
    dark: 0.3,
    setting: 'rock',
    radius: 14,
  },
  boar: {
    head: { of: 'boar', size: 6.4, pitch: 0.2, gape: 0.1 },
    withers: 17,
    croup: 14.4,
    long: 13.5,
    chest: [4.6, 5.8],
    waist: [4.2, 4.8],
    rump: [4, 4.6],
    neck: { up: -1.2, ahead: 6.6, root: 5, top: 3.8 },
    legs: { upper: 2.2, lower: 1.15, foot: 1.35, isHoofed: true },
    steps: [1.8, -1.2, -1.4, 1.6],
    tail: [
      [0, -0.4, 0, 0.9],
      [0.6, -1.8, -1.6, 0.7],
      [1.2, -3.2, -1.6, 0.85],
    ],
    fur: 0.34,
    mane: 'crest',
    tusks: true,
    pale: 0.05,
    dark: 0.55,
    setting: 'earth',
    radius: 14,
  },
  rat: {
    head: { of: 'rat', size: 6.6, pitch: 0.05, gape: 0.14 },
    withers: 10.6,
    croup: 12.4,
    long: 13,
    chest: [3.6, 4.2],
    waist: [4, 4.6],
    rump: [4.2, 5],
    neck: { up: 2.2, ahead: 5, root: 3.6, top: 2.8 },
    legs: { upper: 2.2, lower: 1, foot: 1.5, isHoofed: false },
    steps: [2, -1, -0.6, 2.2],
    tail: [
      [0, -1.6, 0, 1.2],
      [1, -6, -3.6, 0.95],
      [3.4, -9.6, -4.2, 0.85],
      [7, -11.2, -2, 0.8],
      [9.4, -11.4, 2, 0.7],
    ],
    fur: 0.3,
    pale: 0.3,
    dark: 0.3,
    setting: 'cobbles',
    radius: 13.5,
  },
  goat: {
    head: { of: 'goat', size: 6, pitch: 0.3, gape: 0.06 },
    withers: 15.6,
    croup: 15.2,
    long: 12.6,
    chest: [3.5, 4.6],
    waist: [3.3, 4],
    rump: [3, 3.6],
    neck: { up: 5.4, ahead: 4.6, root: 3.3, top: 2.2 },
    legs: { upper: 1.9, lower: 0.95, foot: 1.25, isHoofed: true },
    steps: [1.6, -1, -1.4, 1.2],
    tail: [
      [0, 0, 0, 0.9],
      [0, 1.4, -1.2, 1],
      [0, 2, -2.2, 0.7],
    ],
    fur: 0.26,
    horns: 'ram',
    pale: 0.2,
    dark: 0.25,
    setting: 'rock',
    radius: 13,
  },
  stag: {
    head: { of: 'stag', size: 5, pitch: 0.22, gape: 0.04 },
    withers: 15.4,
    croup: 15,
    long: 13.4,
    chest: [3.2, 4.3],
    waist: [2.7, 3.3],
    rump: [3, 3.5],
    neck: { up: 7, ahead: 5, root: 3.1, top: 1.9 },
    legs: { upper: 1.8, lower: 0.86, foot: 1.15, isHoofed: true },
    steps: [1.8, -0.8, -1.8, 1.4],
    tail: [
      [0, 0, 0, 0.9],
      [0, -1, -1.4, 1.1],
      [0, -2.4, -1.8, 0.7],
    ],
    fur: 0.1,
    horns: 'antlers',
    pale: 0.45,
    dark: 0.3,
    setting: 'earth',
    radius: 13.5,
  },
  horse: {
    head: { of: 'horse', size: 5, pitch: 0.55, gape: 0.04 },
    withers: 16.4,
    croup: 16.2,
    long: 14,
    chest: [3.4, 4.6],
    waist: [3.3, 4],
    rump: [3.5, 4.2],
    neck: { up: 6.6, ahead: 5.4, root: 3.6, top: 2.1 },
    legs: { upper: 2.2, lower: 1.02, foot: 1.45, isHoofed: true },
    steps: [3, -1, -2, 1.6],
    tail: [
      [0, 0, 0, 1],
      [0.2, 0.2, -1.8, 1.3],
      [0.5, -3.4, -3.4, 1.9],
      [0.9, -8, -3.8, 1.8],
      [1.3, -11.4, -4.2, 0.8],
    ],
    fur: 0,
    mane: 'hair',
    pale: 0,
    dark: 0.35,
    setting: 'earth',
    radius: 14,
  },
  unicorn: {
    head: { of: 'horse', size: 5, pitch: 0.5, gape: 0.04 },
    withers: 16,
    croup: 15.6,
    long: 13.6,
    chest: [3.2, 4.4],
    waist: [3, 3.7],
    rump: [3.3, 4],
    neck: { up: 6.8, ahead: 5, root: 3.4, top: 2 },
    legs: { upper: 2.1, lower: 1, foot: 1.4, isHoofed: true },
    steps: [3, -1, -2, 1.6],
    tail: [
      [0, 0, 0, 1],
      [0.2, 0.4, -1.8, 1.3],
      [0.6, -3, -4, 1.9],
      [1.2, -7.4, -4.8, 1.9],
      [2, -10.6, -5.8, 0.8],
    ],
    fur: 0,
    mane: 'hair',
    horns: 'spiral',
    pale: 0.1,
    dark: 0.05,
    setting: 'earth',
    radius: 14,
  },
} satisfies Record<string, Measures>

export type Quadruped = keyof typeof measures
