import { hex, mix, type Rgb } from '../../colour.ts'
import { lerp } from '../../noise.ts'
import { ball, loft, type Point, type Rib } from '../../sculpt/mesh.ts'
import type { Sculpture } from '../../sculpt/sculpture.ts'
import type { Build, Kind } from './builds.ts'
import { pelt } from './fur.ts'

export const eyes = (own: Sculpture, b: Build, coat: Rgb, iris: Rgb, kind: Kind): void => {
  const [ex, ey, ez, er] = b.eye
  own.add({
    mesh: ball([ex, ey, ez], [er, er, er], { cols: 20, rows: 16 }),
    colour: (_u, _v, [x, y, z]) => {
      // The pupil looks forwards and a little to its own side.
      const across = Math.hypot(Math.abs(x) - ex - er * 0.5, (z - ez - er * 0.8) * 0.6)
      return Math.hypot(b.slit ? across * 2.2 : across, y - ey) < er * 0.5 ? [6, 4, 6] : iris
    },
    surface: { gloss: 1, lamp: 0.35 },
    word: 'eye',
    both: true,
  })
  own.add({
    mesh: loft(
      [
        [ex - er * 1.1, ey + er * 0.5, ez + er * 0.6, er * 0.4],
        [ex, ey + er * 1.1, ez + er * 0.35, er * 0.55],
        [ex + er * 1.2, ey + er * 0.6, ez - er * 0.5, er * 0.35],
      ],
      { sides: 10 },
    ),
    colour: mix(coat, [10, 6, 8], 0.45),
    surface: pelt,
    word: kind,
    both: true,
  })
}

/** Adds a nose at the end of the snout, or nostrils alone where `nose` is 0. */
export const nose = (own: Sculpture, b: Build): void => {
  if (b.nose) {
    const [z, y] = b.head.at(-1) as readonly [number, number, number, number]
    own.add({
      mesh: ball([0, y + b.nose * 0.5, z], [b.nose, b.nose * 0.72, b.nose * 0.6], { cols: 24, rows: 16 }),
      colour: hex('#1c1618'),
      surface: { gloss: 0.8 },
      word: 'nose',
    })
  } else
    own.add({
      mesh: ball([0.085, -0.06, 1.2], [0.035, 0.05, 0.05], { cols: 12, rows: 10 }),
      colour: hex('#1c1214'),
      surface: { gloss: 0.4 },
      word: 'nose',
      both: true,
    })
}

export const ears = (own: Sculpture, b: Build, coat: Rgb): void => {
  const { at, to, wide, round } = b.ears
  const mid: Point = [lerp(at[0], to[0], 0.5) + 0.03, lerp(at[1], to[1], 0.5), lerp(at[2], to[2], 0.5)]
  own.add({
    mesh: loft(
      [
        [...at, wide * 0.85, 0.06],
        [...mid, wide, 0.05],
        [...to, round ? wide * 0.55 : 0.012, 0.02],
      ] as Rib[],
      { sides: 18, steps: 24 },
    ),
    colour: mix(coat, [14, 10, 12], 0.3),
    surface: pelt,
    word: 'ear',
    both: true,
  })
  own.add({
    mesh: loft(
      [
        [at[0], at[1] + 0.05, at[2] + 0.05, wide * 0.5, 0.03],
        [mid[0], mid[1], mid[2] + 0.045, wide * 0.62, 0.03],
        [to[0], to[1] - 0.07, to[2] + 0.02, 0.01, 0.01],
      ] as Rib[],
      { sides: 14, steps: 20 },
    ),
    colour: mix(coat, hex('#c08a7a'), 0.5),
    surface: pelt,
    word: 'ear',
    both: true,
  })
}

export const whiskers = (own: Sculpture, b: Build): void => {
  for (let i = 0; i < 5; i++) {
    const z = (b.head.at(-2)?.[0] ?? 0.5) - 0.02
    own.add({
      mesh: loft(
        [
          [0.1, -0.14 - i * 0.02, z, 0.005],
          [0.42, -0.06 - i * 0.07, z - 0.02, 0.004],
          [0.72, -0.1 - i * 0.1, z - 0.12, 0.001],
        ],
        { sides: 4, steps: 10 },
      ),
      colour: hex('#f2ece0'),
      surface: { lamp: 0.2 },
      word: 'whisker',
      both: true,
    })
  }
}
