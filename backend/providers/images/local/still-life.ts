import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, shift } from './colour.ts'
import { finish, glow } from './finish.ts'
import { type FormName, forms, type Stuff } from './forms.ts'
import type { Idea } from './lexicon.ts'
import { fbm } from './noise.ts'
import { named } from './palette.ts'
import { type Material, raise, stuffs } from './relief.ts'
import { apart, type Pen, type Stage, sheet } from './stage.ts'
import { chest, coins, openBook, rolledScroll } from './still-life-built.ts'
import { backdrop, tabletop } from './still-life-table.ts'
import { type TurnedName, turned, turnedNames } from './still-life-turned.ts'

type Item = Idea<'item'>

/** Colours of the materials a thing can be made of, with how they take light. */
const substances: Record<Idea<'material'>, { colour: Rgb; material: Material }> = {
  gold: { colour: hex('#e2ad3e'), material: stuffs.metal },
  silver: { colour: hex('#c9cfd6'), material: stuffs.metal },
  steel: { colour: hex('#aab4c0'), material: stuffs.metal },
  bronze: { colour: hex('#b9783e'), material: stuffs.worn },
  iron: { colour: hex('#5d626b'), material: stuffs.worn },
  wood: { colour: hex('#8a5c34'), material: stuffs.wood },
  bone: { colour: hex('#e4d8bc'), material: stuffs.bone },
  glass: { colour: hex('#a8d0d4'), material: stuffs.glass },
  stone: { colour: hex('#8f8c86'), material: stuffs.stone },
  leather: { colour: hex('#7a4a2a'), material: stuffs.leather },
}

/** What a thing is usually made of when the prompt does not say. */
const usual: Partial<Record<Item, Idea<'material'>>> = {
  bell: 'bronze',
  key: 'iron',
  crown: 'gold',
  ring: 'gold',
  amulet: 'gold',
  chalice: 'gold',
  coin: 'gold',
  mask: 'gold',
  compass: 'bronze',
  vase: 'stone',
  staff: 'wood',
  anchor: 'iron',
  lantern: 'iron',
  egg: 'bone',
  mirror: 'silver',
  candle: 'bronze',
  horn: 'bone',
  hammer: 'iron',
  mace: 'iron',
}

export interface Subject {
  item: Item
  main: { colour: Rgb; material: Material }
  of: Record<Stuff, { colour: Rgb; material: Material }>
  /** The colour of what is in it or set in it. */
  hue: Rgb
}

const itemOf = (stage: Stage): Item => {
  const { scene } = stage
  // "A lantern" also reads as light, "a rusted iron key" as iron: the last thing named is most often the thing itself.
  const things = scene.item.filter((item) => item !== 'gem' || scene.item.length === 1)
  if (scene.item.includes('chest')) return 'chest'
  if (things[0]) return things[0]
  const any: Item[] = [
    'sword',
    'bell',
    'potion',
    'key',
    'chalice',
    'lantern',
    'amulet',
    'skull',
    'crown',
    'book',
    'dagger',
    'compass',
    'orb',
    'hourglass',
  ]
  return any.filter((item) => stage.may(item))[scene.hash % 14] ?? 'key'
}

const subjectOf = (stage: Stage): Subject => {
  const { scene } = stage
  const next = stage.chance('subject')
  const item = itemOf(stage)
  const material = substances[scene.material[0] ?? usual[item] ?? 'steel']
  const metallic = ['gold', 'grey', 'brown', 'black']
  const said =
    scene.colour.find((colour) => !metallic.includes(colour)) ?? scene.colour.find((colour) => colour === 'black')
  const hue = said ? named[said] : named[next.pick(['red', 'blue', 'green', 'purple', 'teal', 'orange'] as const)]
  const painted =
    said && scene.tints.get(item) === said && !['gold', 'potion', 'orb', 'ring', 'amulet', 'crown'].includes(item)
  const main = painted ? { colour: mix(material.colour, hue, 0.62), material: material.material } : material
  const trim = scene.material[1]
    ? substances[scene.material[1]]
    : main === substances.gold
      ? { colour: hex('#c98a2c'), material: stuffs.metal }
      : substances.gold
  return {
    item,
    main,
    hue,
    of: {
      main,
      trim,
      wood: substances.wood,
      leather: { colour: mix(hex('#4a2c1c'), hue, 0.22), material: stuffs.leather },
      gem: { colour: shift(hue, { chroma: 1.15, light: 0.03 }), material: stuffs.gem },
      bone: substances.bone,
      cloth: { colour: hue, material: stuffs.cloth },
      dark: { colour: hex('#15110f'), material: stuffs.cloth },
      paper: { colour: hex('#eadfc4'), material: stuffs.cloth },
    },
  }
}

const lying = new Set<Item>([
  'sword',
  'dagger',
  'axe',
  'hammer',
  'mace',
  'spear',
  'bow',
  'staff',
  'key',
  'feather',
  'flute',
  'horn',
  'amulet',
  'rose',
  'mirror',
  'compass',
  'anchor',
  'mask',
  'heart',
  'ring',
  'gem',
  'shield',
])

/** One thing on a table, lit from the side. Long and flat things lie and are seen from above; the rest stand against a wall. */
export const drawStillLife = (stage: Stage): void => {
  const subject = subjectOf(stage)
  const { w, h, palette, u } = stage
  stage.sun.x = stage.sun.side > 0 ? w * 0.86 : w * 0.14
  stage.sun.y = h * 0.14
  if (lying.has(subject.item)) {
    tabletop(stage)
    layOut(stage, subject)
  } else {
    const table = backdrop(stage)
    stand(stage, subject, table)
  }
  const magical = stage.has('mood', 'magical', 'eerie', 'holy') || stage.scene.feature.includes('glow')
  if (magical) aura(stage, subject.hue)
  glow(stage.pen, stage.sun.x, stage.sun.y, 520 * u, palette.light, 0.2)
  if (stage.may('dust')) dust(stage)
  finish(stage, 0.72)
}

/** The light is a warm one in a dim room whatever the hour; the hour colours the shadows. */
const roomLight = (stage: Stage): number => Math.min(stage.w, stage.h)

const shadowOf = (
  stage: Stage,
  draw: (pen: Pen) => void,
  dx: number,
  dy: number,
  blur: number,
  alpha: number,
): void => {
  const cast = sheet(stage)
  draw(cast.pen)
  cast.pen.globalCompositeOperation = 'source-in'
  cast.pen.fillStyle = css(mix(stage.palette.near, [0, 0, 0], 0.5))
  cast.pen.fillRect(0, 0, stage.w, stage.h)
  apart(stage.pen, () => {
    stage.pen.globalAlpha = alpha
    stage.pen.filter = `blur(${blur}px)`
    stage.pen.drawImage(cast.canvas, dx, dy)
  })
}

const layOut = (stage: Stage, subject: Subject): void => {
  const { w, h, sun, u } = stage
  const next = stage.chance('pose')
  const parts = forms[subject.item as FormName] ?? forms.key
  const long = [
    'sword',
    'dagger',
    'axe',
    'hammer',
    'mace',
    'spear',
    'bow',
    'staff',
    'key',
    'feather',
    'flute',
    'rose',
    'mirror',
  ].includes(subject.item)
  const diagonal = Math.atan2(w, h)
  const angle = long ? (next.chance(0.5) ? 1 : -1) * diagonal * next.between(0.72, 0.95) : next.between(-0.16, 0.16)
  const size = long ? Math.hypot(w, h) * 0.335 : roomLight(stage) * 0.33
  const place = (pen: Pen, draw: () => void) => {
    pen.save()
    pen.translate(w / 2, h / 2)
    pen.rotate(angle)
    pen.scale(size, size)
    draw()
    pen.restore()
  }
  const silhouette = (pen: Pen) =>
    place(pen, () => {
      for (const part of parts) pen.fill(new Path2D(part.d), 'evenodd')
    })
  shadowOf(stage, silhouette, -sun.side * 26 * u, 30 * u, 20 * u, 0.7)
  shadowOf(stage, silhouette, -sun.side * 8 * u, 9 * u, 5 * u, 0.75)
  const grain = stage.noise('hammered')
  for (const part of parts) {
    const { colour, material } = subject.of[part.of]
    raise(
      stage,
      (pen) =>
        place(pen, () => {
          pen.fillStyle = css(colour)
          pen.fill(new Path2D(part.d), 'evenodd')
        }),
      {
        bevel: Math.max(2, part.bevel * size),
        profile: 'chisel' in part && part.chisel ? 'chisel' : 'round',
        material,
        wear: 'chisel' in part && part.chisel ? 1.5 * u : 3 * u,
        ...(part.of === 'wood'
          ? {
              grain: (x, y) =>
                1.6 *
                grain(
                  (x * Math.cos(angle) + y * Math.sin(angle)) / (7 * u),
                  (y * Math.cos(angle) - x * Math.sin(angle)) / (90 * u),
                ),
            }
          : material === stuffs.worn
            ? { grain: (x, y) => 2.2 * fbm(grain, x / (16 * u), y / (16 * u), 3) }
            : {}),
      },
    )
    if (part.of === 'gem') glow(stage.pen, w / 2, h / 2, size * 0.9, colour, 0.07)
  }
}

const stand = (stage: Stage, subject: Subject, table: number): void => {
  const { w, h, u, sun } = stage
  const size = Math.min(roomLight(stage) * 0.7, h * 0.6)
  const foot = table + (h - table) * 0.34
  const x = w * 0.5
  const draw = (target: Stage) => {
    const site = { x, foot, size, subject }
    if (turnedNames.has(subject.item)) turned[subject.item as TurnedName](target, site)
    else if (subject.item === 'book') openBook(target, site)
    else if (subject.item === 'scroll') rolledScroll(target, site)
    else if (subject.item === 'chest') chest(target, site)
    else if (subject.item === 'coin') coins(target, site)
    else standing(target, subject, x, foot, size)
  }
  // Drawn once apart, so that its silhouette can fall on the table as a shadow and shine in the polish.
  const own = sheet(stage)
  draw({ ...stage, canvas: own.canvas, pen: own.pen })
  apart(stage.pen, () => {
    const cast = sheet(stage)
    cast.pen.drawImage(own.canvas, 0, 0)
    cast.pen.globalCompositeOperation = 'source-in'
    cast.pen.fillStyle = css(mix(stage.palette.near, [0, 0, 0], 0.55))
    cast.pen.fillRect(0, 0, w, h)
    stage.pen.filter = `blur(${16 * u}px)`
    stage.pen.globalAlpha = 0.78
    stage.pen.transform(1, 0, sun.side * 0.85, -0.26, -sun.side * 0.85 * foot, foot * 1.26 - 4 * u)
    stage.pen.drawImage(cast.canvas, 0, 0)
  })
  apart(stage.pen, () => {
    stage.pen.globalAlpha = 0.2
    stage.pen.filter = `blur(${5 * u}px)`
    stage.pen.translate(0, foot * 2 - 8 * u)
    stage.pen.scale(1, -1)
    stage.pen.drawImage(own.canvas, 0, 0)
  })
  stage.pen.drawImage(own.canvas, 0, 0)
}

const standing = (stage: Stage, subject: Subject, x: number, foot: number, size: number): void => {
  const parts = forms[subject.item as FormName] ?? forms.skull
  for (const part of parts) {
    const { colour, material } = subject.of[part.of]
    raise(
      stage,
      (pen) => {
        pen.save()
        pen.translate(x, foot - size * 0.5)
        pen.scale(size * 0.52, size * 0.52)
        pen.fillStyle = css(colour)
        pen.fill(new Path2D(part.d), 'evenodd')
        pen.restore()
      },
      { bevel: part.bevel * size * 0.52, profile: 'chisel' in part && part.chisel ? 'chisel' : 'round', material },
    )
  }
}

const aura = (stage: Stage, hue: Rgb): void => {
  const { w, h, u, pen } = stage
  const next = stage.chance('aura')
  const bright = mix(hue, [255, 255, 255], 0.35)
  glow(pen, w / 2, h * 0.52, 460 * u, bright, 0.32)
  for (let i = 0; i < 46; i++) {
    const a = next() * Math.PI * 2
    const r = (150 + 260 * next()) * u
    glow(pen, w / 2 + Math.cos(a) * r, h * 0.5 + Math.sin(a) * r, next.between(6, 22) * u, bright, 0.8)
  }
}

const dust = (stage: Stage): void => {
  const { w, h, u, pen, palette } = stage
  const next = stage.chance('dust')
  for (let i = 0; i < 60; i++) {
    pen.fillStyle = css(palette.light, next.between(0.05, 0.3))
    pen.beginPath()
    pen.arc(next() * w, next() * h * 0.8, next.between(0.8, 2.4) * u, 0, 7)
    pen.fill()
  }
}
