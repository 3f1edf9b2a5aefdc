import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { glow } from '../glow.ts'
import { stuffs } from '../relief/material.ts'
import { turn } from '../relief/turn.ts'
import type { Stage } from '../stage.ts'
import { piece, scaled } from './piece.ts'
import type { Site } from './site.ts'

/** A closed book seen at an angle: cover with metal corners and emblem, a clasp, the block of pages. */
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
  for (let i = 0; i < 14; i++) pageEdge(stage, site, 0.335 + i * 0.006, leather)
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

/** Draws the edge of a page. */
const pageEdge = (stage: Stage, site: Site, at: number, leather: Rgb): void =>
  scaled(stage.pen, site, () => {
    stage.pen.strokeStyle = css(mix(hex('#a08a60'), leather, 0.2), 0.6)
    stage.pen.lineWidth = 0.0025
    stage.pen.beginPath()
    stage.pen.moveTo(at, -0.81)
    stage.pen.lineTo(at + 0.016, -0.02)
    stage.pen.stroke()
  })

/** A parchment unrolled between two rolls, with illegible lines of writing, a dashed route and a seal. */
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
    // Rolls are horizontal, but `turn` draws upright things: the pen is rotated by 90 degrees.
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
