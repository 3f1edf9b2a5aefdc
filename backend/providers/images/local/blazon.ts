import { Path2D } from '@napi-rs/canvas'
import { beasts } from './beasts.ts'
import { fields, ordinaries } from './blazon-fields.ts'
import { css, hex, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import type { Part } from './forms/part.ts'
import { type FormName, forms } from './forms.ts'
import { glow } from './glow.ts'
import type { Idea } from './lexicon.ts'
import { fbm } from './noise.ts'
import { type Material, stuffs } from './relief/material.ts'
import { raise } from './relief/raise.ts'
import type { Pen, Stage } from './stage.ts'

type Tincture = 'or' | 'argent' | 'gules' | 'azure' | 'sable' | 'vert' | 'purpure' | 'tenne'

const tinctures: Record<Tincture, Rgb> = {
  or: hex('#e0a93a'),
  argent: hex('#ece8de'),
  gules: hex('#b3262a'),
  azure: hex('#23509c'),
  sable: hex('#1e1c22'),
  vert: hex('#22703f'),
  purpure: hex('#6a3383'),
  tenne: hex('#b5602a'),
}
const metals: readonly Tincture[] = ['or', 'argent']
const tinctureOf: Record<Idea<'colour'>, Tincture> = {
  red: 'gules',
  orange: 'tenne',
  yellow: 'or',
  gold: 'or',
  green: 'vert',
  teal: 'vert',
  blue: 'azure',
  purple: 'purpure',
  pink: 'gules',
  brown: 'tenne',
  black: 'sable',
  white: 'argent',
  grey: 'argent',
}

interface Arms {
  field: Tincture
  second: Tincture
  charge: Idea<'charge'> | null
  chargeTincture: Tincture
  division: Idea<'division'>
  ordinary: keyof typeof ordinaries | null
}

const isMetal = (tincture: Tincture): boolean => metals.includes(tincture)

/** Colour lies on metal and metal on colour: the rule that makes arms readable across a field. */
const against = (field: Tincture, wanted: Tincture | undefined, fallback: Tincture): Tincture => {
  if (wanted && wanted !== field) return wanted
  return isMetal(field) === isMetal(fallback) ? (isMetal(field) ? 'sable' : 'or') : fallback
}

const armsOf = (stage: Stage): Arms => {
  const { scene } = stage
  const next = stage.chance('arms')
  const said = scene.colour.map((colour) => tinctureOf[colour])
  const charge =
    scene.charge.find((idea) => !(idea === 'cross' && scene.division.includes('cross'))) ??
    (stage.may('charge')
      ? next.pick(['lion', 'tower', 'sword', 'star', 'lily', 'eagle', 'tree', 'crown'] as const)
      : null)
  const chargeSaid = charge ? scene.tints.get(charge) : undefined
  const fieldSaid =
    scene.tints.get('field') ?? scene.tints.get('shield') ?? scene.tints.get('background') ?? scene.tints.get('banner')
  const rest = said.filter((tincture) => !(chargeSaid && tincture === tinctureOf[chargeSaid]))
  const field = fieldSaid
    ? tinctureOf[fieldSaid]
    : (rest[0] ?? next.pick(['gules', 'azure', 'vert', 'sable', 'purpure'] as const))
  const second = against(
    field,
    rest.find((tincture) => tincture !== field),
    next.pick(isMetal(field) ? (['gules', 'azure', 'sable'] as const) : (['or', 'argent'] as const)),
  )
  const divisions = scene.division.filter((division) => division !== 'wavy' || scene.charge[0] !== 'wave')
  const division =
    divisions.find((name) => name in fields) ??
    (said.length ? 'plain' : next.pick(['plain', 'plain', 'pale', 'bend', 'quarterly', 'chevron'] as const))
  const party = ['bend', 'chevron', 'fess', 'cross', 'saltire', 'chief', 'pile', 'bordure'] as const
  const ordinary = party.find((name) => divisions.includes(name)) ?? null
  const chosen = ordinary && !/per/.test(String(divisions)) ? 'plain' : division
  return {
    field,
    second,
    charge,
    chargeTincture: against(field, chargeSaid ? tinctureOf[chargeSaid] : undefined, second),
    division: chosen,
    ordinary,
  }
}

const outline =
  'M-.72 -.86C-.46 -.8 -.22 -.84 0 -.94C.22 -.84 .46 -.8 .72 -.86C.8 -.36 .82 .1 .62 .44C.46 .7 .2 .84 0 1C-.2 .84 -.46 .7 -.62 .44C-.82 .1 -.8 -.36 -.72 -.86Z'

/** A coat of arms: mantling, helm or crown, shield with division, ordinary and charge, a ribbon without words. */
export const drawBlazon = (stage: Stage): void => {
  const { w, h, u, pen, palette, may, has, sun } = stage
  const arms = armsOf(stage)
  sun.y = h * 0.16
  const size = Math.min(w * 0.345, h * 0.31)
  const at = { x: w / 2, y: h * 0.515 }
  wall(stage, tinctures[arms.field])
  const place = (p: Pen, draw: () => void) => {
    p.save()
    p.translate(at.x, at.y)
    p.scale(size, size)
    draw()
    p.restore()
  }
  const cast = (
    d: string,
    colour: Rgb,
    bevel: number,
    material: Material,
    clip?: string,
    grain?: (x: number, y: number) => number,
  ) =>
    raise(
      stage,
      (p) =>
        place(p, () => {
          if (clip) p.clip(new Path2D(clip))
          p.fillStyle = css(colour)
          p.fill(new Path2D(d), 'evenodd')
        }),
      { bevel: bevel * size, material, ...(grain ? { grain } : {}) },
    )
  const cloth = stage.noise('cloth')
  const folds = (x: number, y: number) => 3 * fbm(cloth, x / (50 * u), y / (90 * u), 2)
  if (may('mantling')) mantle(stage, cast, arms, folds)
  if (may('ribbon') && may('banner')) ribbon(cast, folds)
  // The shield's own shadow, so that it stands off the cloth.
  place(pen, () => {
    pen.filter = `blur(${18 * u}px)`
    pen.fillStyle = css([0, 0, 0], 0.55)
    pen.translate(-sun.side * 0.05, 0.07)
    pen.fill(new Path2D(outline))
  })
  cast(outline, tinctures.or, 0.05, stuffs.metal)
  pen.save()
  const inner = 0.945
  const enamel: Material = { metal: 0.12, gloss: 0.4 }
  const field = fields[arms.division] ?? ''
  const shieldBox = `${outline}`
  place(pen, () => pen.scale(inner, inner))
  const inside = (
    d: string,
    colour: Rgb,
    bevel: number,
    material: Material,
    grain?: (x: number, y: number) => number,
  ) =>
    raise(
      stage,
      (p) =>
        place(p, () => {
          p.scale(inner, inner)
          p.clip(new Path2D(shieldBox))
          p.fillStyle = css(colour)
          p.fill(new Path2D(d), 'evenodd')
        }),
      { bevel: bevel * size, material, wear: 4 * u, ...(grain ? { grain } : {}) },
    )
  const diaper = stage.noise('diaper')
  const hammered = (x: number, y: number) =>
    (stage.style === 'fantasy-art' ? 0.6 : 0) * fbm(diaper, x / (22 * u), y / (22 * u), 2)
  inside(shieldBox, tinctures[arms.field], 0.5, isMetal(arms.field) ? stuffs.worn : enamel, hammered)
  if (field) inside(field, tinctures[arms.second], 0.03, isMetal(arms.second) ? stuffs.worn : enamel, hammered)
  const chargeOnOrdinary = arms.ordinary && ['bend', 'fess', 'pile'].includes(arms.ordinary)
  if (arms.ordinary)
    inside(ordinaries[arms.ordinary], tinctures[arms.second], 0.045, isMetal(arms.second) ? stuffs.metal : enamel)
  pen.restore()
  if (arms.charge) {
    const behind = chargeOnOrdinary || arms.division !== 'plain'
    const colour = chargeOnOrdinary
      ? tinctures[against(arms.second, undefined, arms.field)]
      : behind && arms.chargeTincture === arms.second
        ? tinctures[
            isMetal(arms.second) ? (arms.field === 'sable' || arms.second === 'argent' ? 'gules' : 'sable') : 'or'
          ]
        : tinctures[arms.chargeTincture]
    charges(stage, arms, colour, { ...at, size })
  }
  if (has('person', 'ruler') || has('feature', 'crown') || has('charge', 'crown') || stage.scene.hash % 3 === 0)
    crest(cast, 'crown')
  else if (may('helm')) crest(cast, 'helm')
  glow(pen, sun.x, h * 0.1, 560 * u, palette.light, 0.16)
  finish(stage, 0.66)
}

type Cast = (
  d: string,
  colour: Rgb,
  bevel: number,
  material: Material,
  clip?: string,
  grain?: (x: number, y: number) => number,
) => void

/** A hanging in the darkened colour of the field, with a woven pattern that catches the light. */
const wall = (stage: Stage, colour: Rgb): void => {
  const { w, h, u, pen, palette, style } = stage
  const deep = mix(mix(colour, palette.near, 0.72), palette.zenith, 0.14)
  const lit = mix(mix(colour, palette.mid, 0.4), deep, 0.42)
  const back = pen.createRadialGradient(w / 2, h * 0.46, 40 * u, w / 2, h * 0.5, Math.max(w, h) * 0.72)
  back.addColorStop(0, css(mix(lit, palette.light, 0.2)))
  back.addColorStop(0.45, css(lit))
  back.addColorStop(1, css(deep))
  pen.fillStyle = back
  pen.fillRect(0, 0, w, h)
  const step = 118 * u
  pen.fillStyle = css(mix(lit, palette.light, 0.3), style === 'comic-book' ? 0.16 : 0.12)
  for (let row = -1; row * step * 0.5 < h + step; row++)
    for (let x = (row % 2) * step * 0.5 - step; x < w + step; x += step) {
      pen.save()
      pen.translate(x, row * step * 0.5)
      pen.scale(step * 0.2, step * 0.2)
      pen.fill(new Path2D(forms.lily.map(({ d }) => d).join('')))
      pen.restore()
    }
}

/** Leaves of torn cloth curling from behind the helm down both sides. */
const mantle = (stage: Stage, cast: Cast, arms: Arms, folds: (x: number, y: number) => number): void => {
  const outer = tinctures[isMetal(arms.field) ? arms.second : arms.field]
  const inner = tinctures[isMetal(arms.field) ? arms.field : isMetal(arms.second) ? arms.second : 'argent']
  const leaves = [
    'M-.1 -1.06C-.5 -1.3 -.9 -1.24 -1.1 -.98C-1.2 -.82 -1.1 -.68 -.96 -.74C-1 -.9 -.86 -.98 -.74 -.88C-.86 -.7 -1 -.6 -1.2 -.58C-1.06 -.44 -.86 -.5 -.72 -.62L-.4 -.8Z',
    'M-.6 -.82C-.9 -.66 -1.2 -.5 -1.26 -.18C-1.28 .02 -1.12 .1 -1.02 -.02C-1.12 -.16 -.98 -.3 -.88 -.2C-.9 0 -1.04 .12 -1.24 .2C-1.04 .32 -.82 .18 -.74 0L-.64 -.5Z',
    'M-.68 -.3C-.92 -.04 -1.16 .2 -1.12 .52C-1.08 .72 -.92 .74 -.86 .62C-1 .52 -.92 .36 -.8 .42C-.78 .6 -.86 .78 -1.04 .9C-.82 .94 -.64 .8 -.58 .6L-.56 .2Z',
    'M-.6 .3C-.7 .56 -.8 .78 -.66 1C-.56 1.1 -.44 1.06 -.44 .94C-.54 .9 -.52 .76 -.42 .78C-.36 .92 -.42 1.06 -.54 1.16C-.34 1.14 -.22 1 -.22 .84L-.3 .5Z',
  ]
  const mirror = (d: string) =>
    d.replace(/(-?\d*\.?\d+) (-?\d*\.?\d+)/g, (_, x: string, y: string) => `${-Number(x)} ${y}`)
  leaves.forEach((leaf, i) => {
    for (const d of [leaf, mirror(leaf)])
      cast(
        d,
        i % 2 ? inner : outer,
        0.09,
        stage.style === 'digital-art' ? stuffs.leather : stuffs.cloth,
        undefined,
        folds,
      )
  })
}

const ribbon = (cast: Cast, folds: (x: number, y: number) => number): void => {
  const paper = hex('#e9dcbc')
  const back = mix(paper, hex('#7a5a38'), 0.55)
  for (const d of [
    'M-.98 1.02L-1.3 .96L-1.22 1.12L-1.32 1.26L-.94 1.24Z',
    'M.98 1.02L1.3 .96L1.22 1.12L1.32 1.26L.94 1.24Z',
  ])
    cast(d, mix(paper, back, 0.4), 0.03, stuffs.cloth, undefined, folds)
  cast(
    'M-1.02 1.02C-.6 1.2 -.3 1.24 0 1.24C.3 1.24 .6 1.2 1.02 1.02L.98 1.24C.6 1.4 .3 1.46 0 1.46C-.3 1.46 -.6 1.4 -.98 1.24Z',
    paper,
    0.06,
    stuffs.cloth,
    undefined,
    folds,
  )
}

const crest = (cast: Cast, kind: 'crown' | 'helm'): void => {
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

const beastOf: Partial<Record<Idea<'charge'>, keyof typeof beasts>> = {
  lion: 'cat',
  wolf: 'wolf',
  dragon: 'dragon',
  eagle: 'eagle',
  raven: 'raven',
  stag: 'stag',
  bear: 'bear',
  boar: 'boar',
  horse: 'horse',
  serpent: 'serpent',
  owl: 'owl',
  spider: 'spider',
}

/** Charges stand where the field leaves room: one great, three on a chevron, two and one beside an ordinary. */
const charges = (
  stage: Stage,
  arms: Arms,
  colour: Rgb,
  { x, y, size }: { x: number; y: number; size: number },
): void => {
  const around: Partial<Record<keyof typeof ordinaries, [number, number, number][]>> = {
    chevron: [
      [-0.38, -0.44, 0.22],
      [0.38, -0.44, 0.22],
      [0, 0.52, 0.24],
    ],
    cross: [
      [-0.42, -0.48, 0.18],
      [0.42, -0.48, 0.18],
      [-0.36, 0.3, 0.16],
      [0.36, 0.3, 0.16],
    ],
    saltire: [
      [0, -0.56, 0.18],
      [-0.5, -0.06, 0.18],
      [0.5, -0.06, 0.18],
      [0, 0.5, 0.18],
    ],
    bend: [
      [-0.4, -0.46, 0.17],
      [0, -0.06, 0.17],
      [0.38, 0.34, 0.15],
    ],
    fess: [
      [-0.42, -0.02, 0.17],
      [0, -0.02, 0.17],
      [0.42, -0.02, 0.17],
    ],
    chief: [[0, 0.16, 0.44]],
    bordure: [[0, -0.04, 0.42]],
    pile: [[0, -0.42, 0.3]],
  }
  const spots = arms.ordinary
    ? (around[arms.ordinary] ?? [[0, 0, 0.5]])
    : ([[0, -0.04, 0.56]] as [number, number, number][])
  const beast = arms.charge ? beastOf[arms.charge] : undefined
  const parts: readonly { d: string; bevel: number; line?: number; inner: boolean; soft?: boolean }[] = beast
    ? beasts[beast].parts.map((part) => ({
        d: part.d,
        bevel: part.bevel * 0.0042,
        inner: ['nose', 'red'].includes(part.of),
        soft: part.of === 'dark' || part.of === 'beak',
        ...(part.line ? { line: part.line } : {}),
      }))
    : (forms[(arms.charge ?? 'star') as FormName] as readonly Part[]).map((part) => ({
        d: part.d,
        bevel: part.bevel,
        inner: part.of === 'dark' || part.of === 'leather',
      }))
  const shadow = mix(colour, hex('#1a1210'), 0.62)
  const material =
    colour === tinctures.or ? stuffs.metal : colour === tinctures.argent ? stuffs.worn : { metal: 0.2, gloss: 0.5 }
  for (const [dx, dy, r] of spots) {
    const place = (pen: Pen, draw: () => void) => {
      pen.save()
      pen.translate(x + dx * size, y + dy * size)
      pen.scale(r * size, r * size)
      if (beast) {
        pen.scale(0.0043, 0.0043)
        pen.translate(-206, -290)
      }
      draw()
      pen.restore()
    }
    const shape = (pen: Pen) =>
      place(pen, () => {
        pen.beginPath()
        if (beast) {
          pen.rect(-60, -40, 540, 545)
          pen.clip()
        }
        for (const part of parts) {
          const path = new Path2D(part.d)
          pen.lineWidth = part.line ?? 1
          pen.lineCap = 'round'
          if (part.line) pen.stroke(path)
          else pen.fill(path, 'evenodd')
        }
      })
    stage.pen.save()
    stage.pen.filter = `blur(${5 * stage.u}px)`
    stage.pen.fillStyle = css([0, 0, 0], 0.5)
    stage.pen.strokeStyle = css([0, 0, 0], 0.5)
    stage.pen.translate(-stage.sun.side * 5 * stage.u, 7 * stage.u)
    shape(stage.pen)
    stage.pen.restore()
    for (const part of parts)
      raise(
        stage,
        (pen) =>
          place(pen, () => {
            if (beast) {
              pen.beginPath()
              pen.rect(-60, -40, 540, 545)
              pen.clip()
            }
            pen.fillStyle = css(part.inner ? shadow : part.soft ? mix(colour, shadow, 0.36) : colour)
            pen.strokeStyle = pen.fillStyle
            const path = new Path2D(part.d)
            pen.lineWidth = part.line ?? 1
            pen.lineCap = 'round'
            if (part.line) pen.stroke(path)
            else pen.fill(path, 'evenodd')
          }),
        { bevel: Math.max(2, part.bevel * r * size * (beast ? 1 : 1)), material },
      )
    if (beast) stageEyes(stage, beasts[beast].eyes, place, shadow)
  }
}

const stageEyes = (
  stage: Stage,
  eyes: (typeof beasts)['wolf']['eyes'],
  place: (pen: Pen, draw: () => void) => void,
  colour: Rgb,
): void =>
  place(stage.pen, () => {
    stage.pen.fillStyle = css(colour)
    for (const [x, y, r] of eyes) {
      stage.pen.beginPath()
      stage.pen.arc(x, y, r, 0, 7)
      stage.pen.fill()
    }
  })
