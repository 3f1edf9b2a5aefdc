import { hex, mix, type Rgb } from '../colour.ts'
import { bust } from '../likeness/bust.ts'
import { faceFrom, faceTo } from '../likeness/face-paint/canvas.ts'
import { hair } from '../likeness/hair.ts'
import { headMesh } from '../likeness/head.ts'
import { headwear } from '../likeness/headwear.ts'
import { head, skin } from '../likeness/person.ts'
import { type Sitter, sitterOf } from '../likeness/sitter.ts'
import { skullPaint } from '../likeness/skull-paint.ts'
import { fbm } from '../noise.ts'
import { ball, loft, type Rib } from '../sculpt/mesh.ts'
import type { Sculpture } from '../sculpt/sculpture.ts'
import type { Stage } from '../stage.ts'
import type { Sculptor } from './creature.ts'

/** Returns the sitter that the prompt describes, without beard, freckles and rouge, and with `change` applied. */
const dead = (stage: Stage, change: Partial<Sitter>): Sitter => ({
  ...sitterOf(stage),
  beard: 0,
  moustache: false,
  stubble: false,
  freckles: false,
  rouge: false,
  ...change,
})

const skull = (stage: Stage, model: Sculpture, sitter: Sitter, bone: Rgb, iris: Rgb): void => {
  const stain = stage.noise('stain')
  model.add({
    mesh: headMesh({ ...sitter.f, bone: true, fat: 0, jaw: 0, gaunt: 0, muzzle: 0 }),
    colour: (_u, _v, [x, y, z]) =>
      mix(bone, hex('#6a5030'), 0.5 * Math.max(0, fbm(stain, x * 6, y * 6 + z * 4, 3) + 0.1)),
    texture: { canvas: skullPaint(stage, bone), from: faceFrom, to: faceTo },
    surface: { gloss: 0.25, rough: 0.12 },
    word: 'skull',
  })
  for (const side of [-1, 1])
    model.add({
      mesh: ball([0.135 * side, 0, 0.27], [0.02, 0.02, 0.02], { cols: 12, rows: 10 }),
      colour: mix(iris, [255, 255, 240], 0.2),
      surface: { lamp: 1 },
      word: 'eye',
    })
}

/** Models a lich: a crowned or hooded skull over robes, with glowing pupils in the sockets. */
export const lich: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('lich')
  const hooded =
    stage.has('feature', 'hood') ||
    (!stage.has('feature', 'crown') && !stage.has('person', 'ruler') && next.chance(0.45))
  const sitter = dead(stage, {
    trade: 'wizard',
    hat: hooded ? 'hood' : 'crown',
    build: 0.92,
    female: false,
    hairStyle: 'long',
  })
  const robes = stage.scene.colour.length ? sitter.cloth : mix(sitter.cloth, hex('#241c30'), 0.55)
  const own = { ...sitter, cloth: robes, skin: mix(coat, hex('#5a4a38'), 0.3) }
  bust(stage, model, own, { gloss: 0.1 })
  skull(stage, model, own, coat, iris)
  headwear(stage, model, own)
  return 'bust'
}

/** Models a skeleton: skull, spine, ribs, collarbones and upper arms, with a helm, a tricorn, a crown or no hat. */
export const skeleton: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('skeleton')
  const soldier =
    stage.has('person', 'guard', 'barbarian', 'sailor') || stage.has('feature', 'helm', 'armour') || next.chance(0.3)
  const sitter = dead(stage, {
    hat: stage.has('person', 'sailor') ? 'tricorn' : soldier ? 'helm' : stage.has('person', 'ruler') ? 'crown' : 'none',
    metal: hex('#7a6a58'),
  })
  const surface = { gloss: 0.25, rough: 0.25 }
  const bone = (ribs: Rib[], both = true) =>
    model.add({
      mesh: loft(ribs, { sides: 10, steps: ribs.length * 8 }),
      colour: (_u, v) => mix(coat, hex('#5a4228'), 0.28 + 0.16 * Math.sin(v * 40)),
      surface,
      word: 'bone',
      both,
    })
  for (let i = 0; i < 22; i++)
    model.add({
      mesh: ball([0, -0.4 - i * 0.092, -0.1 - 0.05 * Math.sin(i * 0.3)], [0.085, 0.046, 0.09], { cols: 14, rows: 10 }),
      colour: mix(coat, hex('#5a4228'), 0.35),
      surface,
      word: 'bone',
    })
  bone([
    [0.03, -0.74, 0.12, 0.045],
    [0.4, -0.68, 0.06, 0.04],
    [0.78, -0.72, -0.1, 0.055],
  ])
  for (let i = 0; i < 8; i++) {
    const y = -0.82 - i * 0.145
    const wide = 0.38 + 0.22 * Math.sin(Math.min(1, (i + 1) / 6) * 1.9)
    bone([
      [0.05, y + 0.1, -0.16, 0.03],
      [wide * 0.75, y + 0.06, -0.24, 0.032, 0.024],
      [wide, y - 0.06, 0, 0.034, 0.024],
      [wide * 0.72, y - 0.16, 0.24, 0.032, 0.022],
      [0.07, y - 0.1 - (i > 5 ? 0.1 : 0), 0.32, 0.026],
    ])
  }
  bone(
    [
      [0, -0.78, 0.3, 0.07, 0.03],
      [0, -1.15, 0.36, 0.055, 0.03],
      [0, -1.6, 0.34, 0.05, 0.02],
    ],
    false,
  )
  bone([
    [0.8, -0.7, -0.1, 0.11],
    [0.84, -0.9, -0.08, 0.062],
    [0.9, -1.4, -0.02, 0.05],
    [0.94, -1.9, 0.04, 0.08],
  ])
  skull(stage, model, sitter, coat, iris)
  headwear(stage, model, sitter)
  return 'bust'
}

/** Models a zombie: a gaunt person with rotting skin. */
export const zombie: Sculptor = (stage, model, { coat, iris }) => {
  const next = stage.chance('zombie')
  const base = dead(stage, {
    eyeWhite: hex('#c9c8a8'),
    iris: mix(iris, hex('#d8d8b8'), 0.6),
    lids: 0.75,
    brow: -0.5,
    smile: -0.6,
    receding: 1,
    hat: 'none',
    hairStyle: next.pick(['bald', 'long', 'short']),
  })
  const sitter: Sitter = {
    ...base,
    skin: coat,
    hair: mix(base.hair, hex('#4a4a3a'), 0.6),
    cloth: mix(base.cloth, hex('#4a4436'), 0.6),
    lip: mix(coat, hex('#3a2a34'), 0.6),
    f: { ...base.f, gaunt: 1.5, old: true, cheek: 0.9, lips: -0.8 },
  }
  bust(stage, model, sitter, skin)
  head(stage, model, sitter, 'rot')
  hair(stage, model, sitter, 'nothing')
  return 'bust'
}

/** Models a ghost: a pale person lit from within. `drawLikeness` fades it out towards the ground. */
export const ghost: Sculptor = (stage, model, { coat, iris }) => {
  const base = dead(stage, {})
  const pale = (colour: Rgb, amount: number) => mix(colour, coat, amount)
  const sitter: Sitter = {
    ...base,
    hat: base.hat === 'none' ? 'hood' : base.hat,
    skin: pale(base.skin, 0.85),
    hair: pale(base.hair, 0.75),
    cloth: pale(base.cloth, 0.7),
    iris,
    eyeWhite: mix(iris, [255, 255, 255], 0.6),
    lip: pale(base.lip, 0.7),
    f: { ...base.f, gaunt: 1.1 },
  }
  bust(stage, model, sitter, { lamp: 0.2 })
  head(stage, model, sitter)
  hair(stage, model, sitter, sitter.hat === 'hood' ? 'hood' : 'nothing')
  headwear(stage, model, sitter)
  for (const part of model.parts) part.surface = { ...part.surface, lamp: 0.3, soft: 1 }
  return 'bust'
}
