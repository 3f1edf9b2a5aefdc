import { hex, mix, type Rgb } from '../colour.ts'
import type { Sitter } from '../likeness/sitter.ts'
import { smooth } from '../noise.ts'
import { box, ellipsoid, limb, ring, type Shape, tube } from './shapes.ts'

/** A part of headgear, measured in heads. */
export interface Worn {
  shape: Shape
  paint: (x: number, y: number, z: number) => Rgb
  metal?: boolean
}

const plain = (colour: Rgb) => () => colour

const helm = ({ metal, trim, cloth }: Sitter, head: Shape): Worn[] => {
  const dome: Shape = (x, y, z) => {
    const side = Math.abs(Math.atan2(x, z))
    const line = side < 0.62 ? 0.13 : -0.36 + 0.06 * Math.cos(side)
    const passage = smooth(0.56, 0.68, side)
    const low = 0.13 * (1 - passage) + -0.34 * passage
    return Math.max(head(x, y, z) - 0.085, (Math.min(line, low) - y) * 0.8)
  }
  const band: Shape = (x, y, z) => Math.max(head(x, y, z) - 0.115, Math.abs(y - 0.17) - 0.045)
  const nasal = box([0, 0.02, 0.47], [0.032, 0.15, 0.05], 0.02)
  const comb = tube([
    [0, 0.36, 0.36, 0.055],
    [0, 0.6, 0.08, 0.075],
    [0, 0.46, -0.36, 0.06],
  ])
  const plume = tube([
    [0, 0.6, 0.16, 0.09],
    [0, 0.82, -0.08, 0.14],
    [0, 0.66, -0.42, 0.15],
    [0, 0.18, -0.6, 0.09],
  ])
  return [
    { shape: dome, paint: plain(metal), metal: true },
    { shape: band, paint: plain(trim), metal: true },
    { shape: nasal, paint: plain(metal), metal: true },
    { shape: comb, paint: plain(trim), metal: true },
    {
      shape: (x, y, z) => plume(x * 1.15, y, z) - 0.018 * Math.sin(z * 30 + y * 22),
      paint: plain(mix(cloth, hex('#c03028'), 0.35)),
    },
  ]
}

const hood = ({ cloth }: Sitter, head: Shape): Worn[] => {
  const tip = limb([0, 0.24, -0.2], 0.34, [0, 0.12, -0.56], 0.12)
  const shape: Shape = (x, y, z) => {
    const over = Math.min(head(x, y, z) - 0.13, tip(x, y, z))
    const opening = Math.min((1 - Math.hypot(x / 0.27, (y + 0.12) / 0.47)) * 0.27, z - 0.02)
    return Math.max(over - 0.015 * Math.sin(y * 17 + Math.abs(x) * 8), opening)
  }
  const hem: Shape = (x, y, z) => {
    const rim = Math.abs(Math.hypot(x / 0.27, (y + 0.12) / 0.47) - 1.06) * 0.28 - 0.05
    return Math.max(rim, head(x, y, z) - 0.17, -z + 0.02)
  }
  const dark = mix(cloth, [0, 0, 0], 0.25)
  return [
    { shape, paint: plain(cloth) },
    { shape: hem, paint: plain(dark) },
  ]
}

const crown = ({ trim }: Sitter): Worn[] => {
  const shape: Shape = (x, y, z) => {
    const r = Math.hypot(x * 1.12, z + 0.03)
    const a = Math.atan2(x, z)
    const top = 0.42 + 0.11 * Math.abs((((a / Math.PI) * 4 + 8.5) % 1) - 0.5) * 2
    return Math.max(Math.abs(r - 0.41) - 0.055, 0.22 - y, (y - top) * 0.7)
  }
  const gem = ellipsoid([0, 0.31, 0.44], [0.05, 0.06, 0.03])
  return [
    { shape, paint: plain(trim), metal: true },
    { shape: gem, paint: plain(hex('#b01c30')), metal: true },
  ]
}

/** The pointed hat of a wizard or a witch. */
const pointed = ({ cloth, trim }: Sitter): Worn[] => {
  const brim = ellipsoid([0, 0.27, -0.03], [0.86, 0.12, 0.84])
  const wavy: Shape = (x, y, z) => brim(x, y - 0.07 * Math.sin(x * 3.4 + z * 2.2) * Math.hypot(x, z), z)
  const cone = tube([
    [0, 0.3, -0.03, 0.41],
    [0, 0.62, -0.06, 0.29],
    [0.03, 0.98, -0.16, 0.17],
    [0.1, 1.22, -0.4, 0.1],
    [0.12, 1.2, -0.62, 0.055],
  ])
  const creased: Shape = (x, y, z) => cone(x, y, z) - 0.018 * Math.sin(y * 19 + x * 6)
  const band: Shape = (x, y, z) => Math.max(Math.hypot(x, z + 0.04) - 0.43, Math.abs(y - 0.4) - 0.055)
  return [
    { shape: wavy, paint: plain(cloth) },
    { shape: creased, paint: plain(cloth) },
    { shape: band, paint: plain(trim) },
  ]
}

const tricorn = ({ cloth, trim }: Sitter): Worn[] => {
  const black = mix(cloth, hex('#17130f'), 0.72)
  const dome = ellipsoid([0, 0.3, -0.04], [0.37, 0.28, 0.4])
  const corner = (k: number, r: number) => {
    const a = (k * 2 * Math.PI) / 3
    return [Math.sin(a) * r, Math.cos(a) * r - 0.05] as const
  }
  const flaps = [0, 1, 2].map((k) => {
    const [ax, az] = corner(k, 0.78)
    const [mx, mz] = corner(k + 0.5, 0.43)
    const [bx, bz] = corner(k + 1, 0.78)
    return tube(
      [
        [ax, 0.3, az, 0.09],
        [mx, 0.45, mz, 0.13],
        [bx, 0.3, bz, 0.09],
      ],
      10,
    )
  })
  const brim: Shape = (x, y, z) => Math.min(...flaps.map((flap) => flap(x, y, z)))
  const edge: Shape = (x, y, z) => Math.max(brim(x, y, z) - 0.02, 0.47 - y)
  return [
    { shape: dome, paint: plain(black) },
    { shape: brim, paint: (_x, y) => (y > 0.52 ? trim : black) },
    { shape: edge, paint: plain(trim) },
  ]
}

const cap = ({ cloth, trim }: Sitter): Worn[] => {
  const beret = ellipsoid([0.06, 0.36, -0.06], [0.5, 0.17, 0.5])
  const feather = tube([
    [0.4, 0.38, 0.02, 0.05],
    [0.52, 0.66, -0.16, 0.1],
    [0.46, 0.86, -0.44, 0.1],
    [0.36, 0.84, -0.68, 0.05],
  ])
  const band: Shape = (x, y, z) => ring([0, 0.27, -0.04], 0.38, 0.06)(x, y, z)
  return [
    { shape: (x, y, z) => beret(x, y + x * 0.18, z) - 0.012 * Math.sin(Math.atan2(x, z) * 12), paint: plain(cloth) },
    { shape: band, paint: plain(trim) },
    { shape: (x, y, z) => feather(x, y, z) - 0.014 * Math.sin(z * 38 + y * 26), paint: plain(hex('#e8e0d0')) },
  ]
}

const wimple = ({ cloth }: Sitter, head: Shape): Worn[] => {
  const linen = hex('#e6e0d2')
  const under: Shape = (x, y, z) => {
    const opening = Math.min((1 - Math.hypot(x / 0.24, (y + 0.04) / 0.33)) * 0.24, z - 0.02)
    return Math.max(head(x, y, z) - 0.07, opening)
  }
  const veil: Shape = (x, y, z) => {
    const opening = Math.min((1 - Math.hypot(x / 0.31, (y + 0.2) / 0.5)) * 0.3, z - 0.02)
    return Math.max(head(x, y, z) - 0.13, opening)
  }
  const fall = tube([
    [0, 0.05, -0.26, 0.36],
    [0, -0.5, -0.34, 0.42],
    [0, -0.95, -0.36, 0.3],
  ])
  return [
    { shape: under, paint: plain(linen) },
    { shape: veil, paint: plain(cloth) },
    { shape: (x, y, z) => Math.max(fall(x, y, z), z - 0.02), paint: plain(cloth) },
  ]
}

export const headgear = (sitter: Sitter, head: Shape): Worn[] => {
  switch (sitter.hat) {
    case 'helm':
      return helm(sitter, head)
    case 'hood':
      return hood(sitter, head)
    case 'wimple':
      return wimple(sitter, head)
    case 'crown':
      return crown(sitter)
    case 'hat':
      return pointed(sitter)
    case 'tricorn':
      return tricorn(sitter)
    case 'cap':
      return cap(sitter)
    case 'none':
      return []
  }
}
