import { hex, mix } from '../colour.ts'
import { stuffs } from '../relief/material.ts'
import { tinctures } from './arms.ts'
import type { Cast } from './cast.ts'

/** Draws a crown or a helm above the shield. */
export const crest = (cast: Cast, kind: 'crown' | 'helm'): void => {
  if (kind === 'crown') {
    const lift = (d: string) =>
      d.replace(
        /(-?\d*\.?\d+) (-?\d*\.?\d+)/g,
        (_, x: string, y: string) => `${(Number(x) * 0.46).toFixed(3)} ${(Number(y) * 0.36 - 1.14).toFixed(3)}`,
      )
    cast(
      lift('M-.82 .56L-.94 -.36L-.5 .02L-.3 -.62L0 -.08L.3 -.62L.5 .02L.94 -.36L.82 .56C.4 .68 -.4 .68 -.82 .56Z'),
      tinctures.or,
      0.05,
      stuffs.metal,
    )
    cast(
      lift('M-.86 .42C-.4 .56 .4 .56 .86 .42L.84 .72C.4 .86 -.4 .86 -.84 .72Z'),
      mix(tinctures.or, [70, 30, 0], 0.2),
      0.04,
      stuffs.metal,
    )
    for (const [x, y] of [
      [-0.43, -1.28],
      [-0.14, -1.38],
      [0.14, -1.38],
      [0.43, -1.28],
    ] as const)
      cast(`M${x - 0.035} ${y}a.035 .035 0 1 0 .07 0a.035 .035 0 1 0 -.07 0Z`, tinctures.or, 0.035, stuffs.metal)
    for (const x of [-0.24, 0, 0.24])
      cast(`M${x - 0.045} -.94a.045 .045 0 1 0 .09 0a.045 .045 0 1 0 -.09 0Z`, tinctures.gules, 0.04, stuffs.gem)
    return
  }
  const steel = hex('#98a2ae')
  cast(
    'M-.3 -.82C-.36 -1.2 -.26 -1.46 0 -1.5C.26 -1.46 .36 -1.2 .3 -.82C.2 -.74 -.2 -.74 -.3 -.82Z',
    steel,
    0.24,
    stuffs.metal,
  )
  cast(
    'M-.26 -1.2L-.04 -1.15L-.04 -1.09L-.24 -1.1ZM.26 -1.2L.04 -1.15L.04 -1.09L.24 -1.1Z',
    hex('#101014'),
    0.01,
    stuffs.cloth,
  )
  cast('M-.03 -1.5L.03 -1.5L.045 -.78L-.045 -.78Z', tinctures.or, 0.025, stuffs.metal)
  for (const x of [-0.18, -0.1, 0.1, 0.18])
    cast(`M${x - 0.012} -1L${x + 0.012} -1L${x + 0.012} -.88L${x - 0.012} -.88Z`, hex('#101014'), 0.01, stuffs.cloth)
  cast('M-.3 -.86C-.2 -.78 .2 -.78 .3 -.86L.33 -.74C.2 -.64 -.2 -.64 -.33 -.74Z', tinctures.or, 0.03, stuffs.metal)
}
