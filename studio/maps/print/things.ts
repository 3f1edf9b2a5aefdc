import type { Furniture, Stairs } from '#domain/map-plan.ts'
import { css, hex, mix } from '../../colour.ts'
import { furniture } from '../../map-objects/furniture.ts'
import { household } from '../../map-objects/household.ts'
import { masonry } from '../../map-objects/masonry.ts'
import { outdoors } from '../../map-objects/outdoors.ts'
import { remains } from '../../map-objects/remains.ts'
import type { Draw } from '../../map-objects/slab.ts'
import { apart } from '../../stage.ts'
import type { Land } from '../country/land.ts'
import { cactus, crown, treeShadow } from '../country/trees.ts'
import { isPiece, pieces } from '../pieces.ts'
import { inSquares, type Sheet } from './sheet.ts'

/** Drawings of things, seen from above; the origin is their centre, one unit is a square of five feet. */
const objects = {
  ...masonry,
  ...furniture,
  ...remains,
  ...household,
  ...outdoors,
  // `drawCrowns` draws the crown above everything else.
  tree: () => undefined,
} satisfies Record<string, Draw>

/** Flat things on the floor, which are drawn before all others. */
const lying = new Set(['rug', 'circle', 'track', 'blood', 'grate', 'trap', 'planks', 'web'])

export const drawThings = (sheet: Sheet): void => {
  const { plan } = sheet
  const trees = plan.furniture.filter(({ kind }) => kind === 'tree')
  const rest = plan.furniture.filter(({ kind }) => kind !== 'tree')
  inSquares(sheet, sheet.pen, () => {
    for (const thing of rest.filter(({ kind }) => lying.has(kind))) drawThing(sheet, thing)
    for (const stairs of plan.stairs) drawStairs(sheet, stairs)
    for (const thing of rest.filter(({ kind }) => !lying.has(kind))) drawThing(sheet, thing)
  })
  for (const { x, y, w } of trees)
    treeShadow(sheet.stage, { x: sheet.ox + x * sheet.px, y: sheet.oy + y * sheet.px, size: w * sheet.px })
}

const drawThing = (sheet: Sheet, { kind, x, y, w, turn }: Furniture): void => {
  if (!isPiece(kind)) return
  const { pen, look, stage } = sheet
  apart(pen, () => {
    pen.translate(x, y)
    pen.rotate(turn)
    const size = w / pieces[kind].w
    pen.scale(size, size)
    objects[kind](pen, stage.chance(`${kind}${x.toFixed(2)},${y.toFixed(2)}`), {
      stone: sheet.ink ? hex('#cfc6b4') : mix(look.floors.slabs, look.wall, 0.4),
      floor: look.floors.slabs,
      accent: kind === 'crystal' ? hex('#6fc8de') : kind === 'mushroom' ? hex('#8f78c8') : hex('#8f7ae0'),
    })
  })
}

/** Draws stairs, whose treads get darker downwards. */
const drawStairs = ({ pen, look, ink, plan }: Sheet, { x, y, w, h, turn, to }: Stairs): void =>
  apart(pen, () => {
    const tone = ink
      ? hex('#fbf6e8')
      : plan.look.land === 'sea' || look.timber
        ? look.floors.planks
        : mix(look.floors.slabs, [255, 246, 226], 0.2)
    pen.translate(x, y)
    pen.rotate(turn)
    const treads = 5
    for (let i = 0; i < treads; i++) {
      const inset = to === 'down' ? i * 0.04 : (treads - 1 - i) * 0.04
      const dark = to === 'down' ? i / treads : (treads - 1 - i) / treads
      pen.fillStyle = css(mix(tone, [10, 8, 8], dark * (ink ? 0.4 : 0.78)))
      pen.fillRect(-w / 2 + inset, -h / 2 + (i * h) / treads, w - inset * 2, h / treads)
      pen.strokeStyle = css([18, 13, 11])
      pen.lineWidth = 0.035
      pen.strokeRect(-w / 2 + inset, -h / 2 + (i * h) / treads, w - inset * 2, h / treads)
    }
  })

/** Draws the crowns of trees, after everything that they cover. */
export const drawCrowns = (sheet: Sheet, land: Land): void => {
  const { plan, stage, ox, oy, px, ink } = sheet
  const trees = plan.furniture.filter(({ kind }) => kind === 'tree').sort((a, b) => a.y - b.y)
  for (const { x, y, w } of trees) {
    const own = stage.chance(`tree${x.toFixed(2)},${y.toFixed(2)}`)
    const leaf = ink ? mix(hex('#d6dcb4'), own.pick(land.look.leaf), 0.18) : own.pick(land.look.leaf)
    const spot = { x: ox + x * px, y: oy + y * px, size: w * px * own.between(0.78, 1) }
    if (plan.look.land === 'desert') cactus(stage, spot, leaf)
    else crown(stage, spot, leaf, own)
  }
}
