import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from './colour.ts'
import { glow } from './glow.ts'
import { stuffs } from './relief/material.ts'
import { raise } from './relief/raise.ts'
import { turn } from './relief/turn.ts'
import type { Pen, Stage } from './stage.ts'
import type { Site } from './still-life-turned.ts'

const scaled = (pen: Pen, { x, foot, size }: Site, draw: () => void): void => {
  pen.save()
  pen.translate(x, foot)
  pen.scale(size, size)
  draw()
  pen.restore()
}

const piece = (
  stage: Stage,
  site: Site,
  d: string,
  colour: Rgb,
  bevel: number,
  material: Site['subject']['main']['material'],
  grain?: (x: number, y: number) => number,
): void =>
  raise(
    stage,
    (pen) =>
      scaled(pen, site, () => {
        pen.fillStyle = css(colour)
        pen.fill(new Path2D(d), 'evenodd')
      }),
    { bevel: bevel * site.size, material, ...(grain ? { grain } : {}) },
  )

/** A closed tome leaning open towards the viewer: cover with tooled corners, a clasp, the block of pages. */
export const openBook = (stage: Stage, site: Site): void => {
  const { subject } = site
  const leather =
    stage.scene.tints.has('book') || stage.scene.colour.length
      ? mix(subject.hue, hex('#2c1a12'), 0.3)
      : mix(subject.hue, hex('#3a2014'), 0.5)
  const rough = stage.noise('hide')
  const grain = (x: number, y: number) =>
    1.4 * rough(x / (5 * stage.u), y / (5 * stage.u)) + 1.2 * rough(x / (24 * stage.u), y / (24 * stage.u))
  piece(stage, site, 'M-.36 -.86L.4 -.82L.44 -.02L-.36 .04Z', mix(leather, [0, 0, 0], 0.35), 0.02, stuffs.leather)
  piece(stage, site, 'M-.32 -.84L.39 -.8L.41 -.02L-.32 .02Z', hex('#e8dcbc'), 0.01, stuffs.cloth)
  for (let i = 0; i < 14; i++) piece1(stage, site, 0.335 + i * 0.006, leather)
  piece(
    stage,
    site,
    'M-.44 -.88C-.47 -.6 -.47 -.2 -.44 .06L.3 .02C.33 .02 .34 0 .34 -.02L.32 -.8C.32 -.83 .3 -.84 .28 -.84Z',
    leather,
    0.035,
    stuffs.leather,
    grain,
  )
  const { colour, material } = subject.of.trim
  piece(
    stage,
    site,
    'M-.24 -.74L.2 -.72L.22 -.12L-.24 -.06ZM-.21 -.71L.175 -.69L.19 -.15L-.21 -.09Z',
    colour,
    0.01,
    material,
  )
  for (const d of [
    'M.32 -.83L.18 -.835L.32 -.68Z',
    'M.34 0L.2 .02L.335 -.14Z',
    'M-.44 -.88L-.3 -.87L-.455 -.72Z',
    'M-.44 .06L-.3 .05L-.455 -.1Z',
  ])
    piece(stage, site, d, colour, 0.02, material)
  const mark = stage.scene.motif.find((idea) => ['moon', 'star', 'sun'].includes(idea))
  piece(
    stage,
    site,
    mark === 'moon'
      ? 'M.02 -.56C-.16 -.56 -.2 -.26 .02 -.24C-.08 -.3 -.08 -.5 .02 -.56Z'
      : 'M-.01 -.58L.03 -.46L.13 -.41L.03 -.36L-.01 -.24L-.05 -.36L-.15 -.41L-.05 -.46Z',
    colour,
    0.03,
    material,
  )
  piece(stage, site, 'M.3 -.48L.42 -.475L.425 -.38L.305 -.38Z', colour, 0.02, material)
  piece(
    stage,
    site,
    'M-.03 -.445C.02 -.445 .02 -.375 -.01 -.375C-.05 -.375 -.05 -.445 -.03 -.445Z',
    subject.of.gem.colour,
    0.03,
    stuffs.gem,
  )
  if (stage.has('mood', 'magical', 'eerie'))
    glow(stage.pen, site.x, site.foot - site.size * 0.42, site.size * 0.5, subject.hue, 0.4)
}

/** A line of a page's edge. */
const piece1 = (stage: Stage, site: Site, at: number, leather: Rgb): void =>
  scaled(stage.pen, site, () => {
    stage.pen.strokeStyle = css(mix(hex('#a08a60'), leather, 0.2), 0.6)
    stage.pen.lineWidth = 0.0025
    stage.pen.beginPath()
    stage.pen.moveTo(at, -0.81)
    stage.pen.lineTo(at + 0.016, -0.02)
    stage.pen.stroke()
  })

/** A parchment, half unrolled down the wall of its own roll, with a map or lines of an unread hand and a seal. */
export const rolledScroll = (stage: Stage, site: Site): void => {
  const { x, foot, size, subject } = site
  const next = stage.chance('ink')
  const sheetColour = hex('#ead8a8')
  const rough = stage.noise('parchment')
  piece(
    stage,
    site,
    'M-.34 -.8C-.36 -.5 -.32 -.3 -.35 -.1L.35 -.1C.32 -.3 .36 -.5 .34 -.8Z',
    sheetColour,
    0.012,
    stuffs.cloth,
    (px, py) => 2.4 * rough(px / (70 * stage.u), py / (26 * stage.u)),
  )
  scaled(stage.pen, site, () => {
    const pen = stage.pen
    pen.strokeStyle = css(hex('#5a3a1e'), 0.8)
    pen.lineWidth = 0.006
    pen.lineCap = 'round'
    for (let row = 0; row < 5; row++) {
      const y = -0.7 + row * 0.07
      let at = -0.27
      while (at < 0.25) {
        const step = next.between(0.03, 0.08)
        pen.beginPath()
        pen.moveTo(at, y)
        for (let k = 0; k < 5; k++)
          pen.quadraticCurveTo(
            at + (step * (k + 0.5)) / 5,
            y + next.between(-0.016, 0.012),
            at + (step * (k + 1)) / 5,
            y,
          )
        pen.stroke()
        at += step + 0.02
      }
    }
    pen.beginPath()
    pen.moveTo(-0.24, -0.2)
    pen.bezierCurveTo(-0.1, -0.36, 0.02, -0.12, 0.22, -0.3)
    pen.setLineDash([0.02, 0.014])
    pen.stroke()
    pen.setLineDash([])
    pen.fillStyle = css(hex('#8a2a22'), 0.9)
    pen.fill(new Path2D('M.2 -.33L.24 -.29L.2 -.25L.16 -.29Z'))
  })
  for (const y of [-0.84, -0.08]) {
    stage.pen.save()
    const height = size * 0.11
    // A roll lies across: turned upright apart and laid on its side.
    const lay = { ...stage, sun: { ...stage.sun } }
    stage.pen.translate(x, foot + y * size)
    stage.pen.rotate(Math.PI / 2)
    turn(
      { ...lay, sun: { ...lay.sun, side: -1 } },
      {
        x: 0,
        top: -size * 0.4,
        foot: size * 0.4,
        radius: () => height / 2,
        colour: (t) => (t < 0.02 || t > 0.98 ? hex('#b89a62') : sheetColour),
        material: stuffs.cloth,
      },
    )
    turn(
      { ...lay, sun: { ...lay.sun, side: -1 } },
      {
        x: 0,
        top: -size * 0.48,
        foot: -size * 0.4,
        radius: (t) => height * (0.2 + 0.2 * Math.sin(t * 6) ** 2),
        colour: () => subject.of.trim.colour,
        material: stuffs.metal,
      },
    )
    turn(
      { ...lay, sun: { ...lay.sun, side: -1 } },
      {
        x: 0,
        top: size * 0.4,
        foot: size * 0.48,
        radius: (t) => height * (0.2 + 0.2 * Math.sin(t * 6) ** 2),
        colour: () => subject.of.trim.colour,
        material: stuffs.metal,
      },
    )
    stage.pen.restore()
  }
  piece(
    stage,
    site,
    'M.2 -.16C.27 -.17 .29 -.1 .27 -.05C.22 0 .14 -.02 .13 -.07C.12 -.12 .14 -.16 .2 -.16Z',
    hex('#a2261e'),
    0.04,
    stuffs.wax,
  )
}

export const chest = (stage: Stage, site: Site): void => {
  const { subject, x, foot, size } = site
  const wood = stage.scene.material[0] && subject.main.material !== stuffs.worn ? subject.main : subject.of.wood
  const iron = { colour: hex('#6a5a44'), material: stuffs.worn }
  const rough = stage.noise('grain')
  const grain = (px: number, py: number) => 1.8 * rough(px / (80 * stage.u), py / (4 * stage.u))
  const open = stage.scene.item.includes('coin') || stage.scene.item.includes('gem') || stage.scene.hash % 2 === 0
  if (open) {
    piece(
      stage,
      site,
      'M-.5 -.5C-.5 -.82 -.42 -.86 -.34 -.88L.34 -.88C.42 -.86 .5 -.82 .5 -.5Z',
      mix(wood.colour, [0, 0, 0], 0.5),
      0.05,
      wood.material,
      grain,
    )
    glow(stage.pen, x, foot - size * 0.5, size * 0.6, hex('#ffc860'), 0.7)
    const next = stage.chance('hoard')
    for (let i = 0; i < 90; i++) {
      const dx = next.between(-0.42, 0.42)
      const high = 0.16 * (1 - (dx / 0.44) ** 2)
      piece(
        stage,
        { ...site, x: x + dx * size, foot: foot - size * (0.44 + high * next()) },
        'M-.035 0A.035 .018 0 1 0 .035 0A.035 .018 0 1 0 -.035 0Z',
        next.chance(0.08) ? subject.hue : hex('#e6b23e'),
        0.012,
        stuffs.metal,
      )
    }
  } else
    piece(
      stage,
      site,
      'M-.52 -.46C-.54 -.74 -.4 -.8 -.3 -.82L.3 -.82C.4 -.8 .54 -.74 .52 -.46Z',
      wood.colour,
      0.16,
      wood.material,
      grain,
    )
  piece(stage, site, 'M-.52 -.46L.52 -.46L.5 .02L-.5 .02Z', wood.colour, 0.03, wood.material, grain)
  for (const y of [-0.3, -0.14])
    scaled(stage.pen, site, () => {
      stage.pen.fillStyle = css([0, 0, 0], 0.35)
      stage.pen.fillRect(-0.5, y, 1, 0.008)
    })
  piece(
    stage,
    site,
    'M-.53 -.48L.53 -.48L.53 -.42L-.53 -.42ZM-.51 -.03L.51 -.03L.51 .03L-.51 .03ZM-.4 -.46L-.32 -.46L-.32 .02L-.4 .02ZM.4 -.46L.32 -.46L.32 .02L.4 .02Z',
    iron.colour,
    0.02,
    iron.material,
  )
  piece(
    stage,
    site,
    'M-.09 -.5L.09 -.5L.1 -.3C.06 -.24 -.06 -.24 -.1 -.3Z',
    subject.of.trim.colour,
    0.03,
    subject.of.trim.material,
  )
  piece(
    stage,
    site,
    'M-.018 -.4A.02 .02 0 1 1 .018 -.4L.01 -.34L.022 -.3L-.022 -.3L-.01 -.34Z',
    hex('#0e0a08'),
    0.01,
    stuffs.cloth,
  )
}

export const coins = (stage: Stage, site: Site): void => {
  const { x, foot, size, subject } = site
  const next = stage.chance('coins')
  const coin = (cx: number, cy: number, r: number) => {
    const at = { ...site, x: cx, foot: cy, size: r }
    piece(
      stage,
      at,
      'M-1 0A1 .34 0 1 0 1 0L1 .16A1 .34 0 1 1 -1 .16Z',
      mix(subject.main.colour, [50, 24, 8], 0.3),
      0.05,
      subject.main.material,
    )
    piece(stage, at, 'M-1 0A1 .34 0 1 0 1 0A1 .34 0 1 0 -1 0Z', subject.main.colour, 0.1, subject.main.material)
    piece(
      stage,
      at,
      'M-.5 .02L-.1 -.06L0 -.2L.1 -.06L.5 .02L.1 .06L0 .2L-.1 .06Z',
      mix(subject.main.colour, [80, 40, 10], 0.35),
      0.04,
      subject.main.material,
    )
  }
  for (const [dx, count] of [
    [-0.3, 6],
    [0.32, 4],
    [0.02, 10],
  ] as const)
    for (let i = 0; i < count; i++)
      coin(
        x + dx * size + next.between(-0.012, 0.012) * size,
        foot - i * size * 0.042 - (dx === 0.02 ? 0 : size * 0.06),
        size * 0.17,
      )
  for (let i = 0; i < 5; i++)
    coin(x + next.between(-0.5, 0.5) * size, foot + size * next.between(0.05, 0.15), size * 0.15)
}
