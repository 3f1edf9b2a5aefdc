import { Path2D } from '@napi-rs/canvas'
import { css, hex } from '../colour.ts'
import type { Pen } from '../stage.ts'
import { box, circle, type Draw, dark, ink, iron, light, slab, wood } from './slab.ts'

const lines = (pen: Pen, d: string, width = 0.025) => {
  pen.lineWidth = width
  pen.strokeStyle = ink
  pen.stroke(new Path2D(d))
}

const stool = (pen: Pen, x: number, y: number) => {
  slab(pen, circle(x, y, 0.17), dark(wood, 0.1), 0.03)
  pen.fillStyle = css(light(wood, 0.2))
  pen.fill(new Path2D(circle(x - 0.02, y - 0.02, 0.09)))
}

const cask = (pen: Pen, x: number, y: number, r: number) => {
  slab(pen, circle(x, y, r), dark(wood, 0.1))
  slab(pen, circle(x, y, r * 0.76), light(wood, 0.16), 0.025)
  lines(pen, `M${x - r * 0.5} ${y - r * 0.3}H${x + r * 0.5}M${x - r * 0.6} ${y + r * 0.2}H${x + r * 0.6}`)
}

const flames = (pen: Pen, x: number, y: number, size: number) => {
  for (const [r, colour] of [
    [1, '#e8641c'],
    [0.66, '#ffb040'],
    [0.32, '#fff2c0'],
  ] as const) {
    pen.fillStyle = css(hex(colour))
    pen.beginPath()
    for (let i = 0; i < 14; i++)
      pen.lineTo(
        x + Math.cos(i * 0.449) * size * r * (i % 2 ? 0.64 : 1),
        y + Math.sin(i * 0.449) * size * r * (i % 2 ? 0.64 : 1),
      )
    pen.fill()
  }
}

/** Drawings, from above, of furnishings for inns, houses and halls; the back of wall furniture is at the top. */
export const household = {
  bar: (pen, next) => {
    slab(pen, box(-2.3, -0.38, 4.6, 0.76), dark(wood, 0.12))
    slab(pen, box(-2.24, -0.32, 4.48, 0.52), light(wood, 0.12), 0.03)
    lines(pen, 'M-2.2 -.12H2.2M-2.2 .06H2.2')
    for (let x = -2; x < 2.1; x += next.between(0.4, 0.8))
      slab(pen, circle(x, next.between(-0.18, 0.08), 0.08), hex(next.pick(['#d8ccb0', '#b8863c', '#6a7a86'])), 0.02)
    for (let x = -1.9; x < 2; x += 0.76) if (next.chance(0.8)) stool(pen, x, 0.68)
  },
  barrel: (pen) => cask(pen, 0, 0, 0.33),
  bench: (pen) => {
    slab(pen, box(-0.75, -0.18, 1.5, 0.36), light(wood, 0.06))
    lines(pen, 'M-.7 0H.7')
  },
  counter: (pen, next) => {
    slab(pen, box(-1, -0.34, 2, 0.68), dark(wood, 0.05))
    slab(pen, box(-0.94, -0.28, 1.88, 0.54), light(wood, 0.24), 0.025)
    for (const x of [-0.6, 0, 0.55])
      slab(
        pen,
        circle(x + next.between(-0.1, 0.1), next.between(-0.1, 0.1), next.between(0.1, 0.16)),
        hex(next.pick(['#b5523c', '#7f9a4a', '#d8c08a', '#9aa0a8'])),
        0.02,
      )
    slab(pen, box(0.2, 0.06, 0.36, 0.06), hex('#b8bcc4'), 0.015)
  },
  desk: (pen) => {
    slab(pen, box(-0.75, -0.4, 1.5, 0.8), dark(wood, 0.02))
    slab(pen, box(-0.4, -0.2, 0.42, 0.5), hex('#eee2c2'), 0.02)
    lines(pen, 'M-.34 -.1H-.04M-.34 0H-.04M-.34 .1H-.1', 0.02)
    slab(pen, circle(0.5, -0.14, 0.1), hex('#f0d890'), 0.02)
    slab(pen, box(-0.2, 0.48, 0.4, 0.34), dark(wood, 0.2), 0.03)
  },
  fireplace: (pen, next, { stone }) => {
    slab(pen, box(-1, -0.35, 2, 0.7), light(stone, 0.1))
    pen.fillStyle = css([22, 16, 14])
    pen.fillRect(-0.62, -0.2, 1.24, 0.54)
    for (const x of [-0.24, 0.06, 0.3])
      slab(pen, box(x - 0.22, 0.02 + next.between(-0.05, 0.05), 0.44, 0.1), dark(wood, 0.4), 0.02)
    flames(pen, 0, 0.06, 0.26)
  },
  hay: (pen, next) => {
    slab(pen, 'M-.62 -.2C-.6 -.6 .5 -.66 .64 -.2C.76 .3 .4 .6 0 .56C-.5 .62 -.74 .3 -.62 -.2Z', hex('#d0aa4e'))
    pen.strokeStyle = css(hex('#8f6f28'), 0.8)
    pen.lineWidth = 0.03
    for (let i = 0; i < 26; i++) {
      const [x, y] = [next.between(-0.52, 0.5), next.between(-0.42, 0.42)]
      pen.stroke(new Path2D(`M${x} ${y}l${next.between(-0.16, 0.16)} ${next.between(-0.12, 0.12)}`))
    }
  },
  lantern: (pen) => {
    slab(pen, circle(0, 0, 0.19), iron, 0.04)
    pen.fillStyle = css(hex('#ffd27a'))
    pen.fill(new Path2D(circle(0, 0, 0.12)))
    pen.fillStyle = css(hex('#fffbe0'))
    pen.fill(new Path2D(circle(0, 0, 0.05)))
  },
  lectern: (pen) => {
    slab(pen, box(-0.28, -0.22, 0.56, 0.44), dark(wood, 0.1))
    slab(pen, 'M-.24 -.14L0 -.1L.24 -.14V.14L0 .18L-.24 .14Z', hex('#efe4c8'), 0.02)
    lines(pen, 'M0 -.1V.18', 0.02)
  },
  pew: (pen) => {
    slab(pen, box(-1.1, -0.26, 2.2, 0.52), light(wood, 0.02))
    slab(pen, box(-1.1, 0.14, 2.2, 0.14), dark(wood, 0.25), 0.03)
    lines(pen, 'M-1.05 -.06H1.05')
  },
  rack: (pen, next) => {
    slab(pen, box(-0.8, -0.22, 1.6, 0.3), dark(wood, 0.2))
    for (let x = -0.62; x < 0.7; x += 0.24) {
      slab(pen, box(x, -0.18, 0.06, 0.5), hex('#b4b8c0'), 0.02)
      slab(pen, box(x - 0.05, -0.14 + next.between(0, 0.06), 0.16, 0.06), hex('#8a6a3a'), 0.015)
    }
  },
  round: (pen, next) => {
    const start = next() * 6.3
    const seats = next.int(3, 5)
    for (let i = 0; i < seats; i++)
      stool(pen, Math.cos(start + (i / seats) * 6.283) * 0.74, Math.sin(start + (i / seats) * 6.283) * 0.74)
    slab(pen, circle(0, 0, 0.54), dark(wood, 0.02))
    slab(pen, circle(0, 0, 0.47), light(wood, 0.14), 0.025)
    lines(pen, 'M-.42 -.16H.42M-.46 .02H.46M-.4 .2H.4', 0.015)
    for (let i = 0; i < seats; i++)
      slab(
        pen,
        circle(Math.cos(start + (i / seats) * 6.283) * 0.3, Math.sin(start + (i / seats) * 6.283) * 0.3, 0.075),
        hex(next.pick(['#d8ccb0', '#b8863c', '#8f9aa4'])),
        0.018,
      )
    slab(pen, circle(0.02, 0, 0.06), hex('#fff0b8'), 0.018)
  },
  sacks: (pen, next) => {
    for (const [x, y] of [
      [-0.24, -0.14],
      [0.24, -0.1],
      [0, 0.24],
    ] as const) {
      slab(
        pen,
        `M${x - 0.24} ${y}C${x - 0.26} ${y - 0.28} ${x + 0.26} ${y - 0.28} ${x + 0.24} ${y}C${x + 0.26} ${y + 0.26} ${x - 0.26} ${y + 0.26} ${x - 0.24} ${y}Z`,
        hex(next.pick(['#c8ac78', '#b89a68', '#d4bc8c'])),
      )
      slab(pen, circle(x, y, 0.06), hex('#8f6f44'), 0.02)
    }
  },
  stove: (pen) => {
    slab(pen, box(-0.6, -0.44, 1.2, 0.88), hex('#4a4644'))
    for (const x of [-0.28, 0.28]) slab(pen, circle(x, 0.02, 0.2), hex('#6a6462'), 0.03)
    slab(pen, circle(-0.28, 0.02, 0.14), hex('#8a4a2a'), 0.02)
    slab(pen, circle(0, -0.3, 0.09), hex('#2a2624'), 0.02)
  },
  throne: (pen, _next, { accent }) => {
    slab(pen, box(-0.52, -0.5, 1.04, 1), hex('#7a5a2c'))
    slab(pen, box(-0.36, -0.26, 0.72, 0.68), hex('#8a2430'), 0.03)
    slab(pen, box(-0.5, -0.52, 1, 0.22), hex('#d8ac48'), 0.03)
    for (const x of [-0.5, 0.36]) slab(pen, box(x, -0.3, 0.14, 0.7), hex('#d8ac48'), 0.03)
    slab(pen, circle(0, -0.41, 0.07), accent, 0.02)
  },
  trough: (pen) => {
    slab(pen, box(-0.8, -0.3, 1.6, 0.6), dark(wood, 0.1))
    pen.fillStyle = css(hex('#4f8aa4'))
    pen.fillRect(-0.7, -0.2, 1.4, 0.4)
  },
  tub: (pen) => {
    slab(pen, circle(0, 0, 0.52), dark(wood, 0.02))
    slab(pen, circle(0, 0, 0.42), hex('#6fa8bc'), 0.03)
    lines(pen, 'M-.2 -.06q.1 -.1 .2 0M0 .16q.1 -.1 .2 0', 0.02)
  },
  wardrobe: (pen) => {
    slab(pen, box(-0.6, -0.3, 1.2, 0.6), dark(wood, 0.24))
    slab(pen, box(-0.54, -0.26, 1.08, 0.4), dark(wood, 0.05), 0.025)
    lines(pen, 'M0 -.26V.3')
  },
  anvil: (pen) => {
    slab(pen, circle(0, 0, 0.34), dark(wood, 0.2))
    slab(pen, 'M-.36 -.12L.2 -.14L.42 0L.2 .14L-.36 .12Z', iron, 0.035)
  },
  brazier: (pen) => {
    slab(pen, circle(0, 0, 0.28), iron)
    flames(pen, 0, 0, 0.22)
  },
  cauldron: (pen) => {
    slab(pen, circle(0, 0, 0.42), hex('#33302f'))
    slab(pen, circle(0, 0, 0.32), hex('#6f8a3c'), 0.03)
    for (const [x, y, r] of [
      [-0.1, -0.06, 0.07],
      [0.12, 0.04, 0.05],
      [0, 0.14, 0.04],
    ] as const)
      slab(pen, circle(x, y, r), hex('#a4bc5c'), 0.015)
  },
  grate: (pen) => {
    pen.fillStyle = css([10, 8, 10])
    pen.fillRect(-0.4, -0.4, 0.8, 0.8)
    pen.strokeStyle = css(iron)
    pen.lineWidth = 0.07
    pen.strokeRect(-0.4, -0.4, 0.8, 0.8)
    for (const x of [-0.2, 0, 0.2]) pen.stroke(new Path2D(`M${x} -.4V.4`))
  },
  fire: (pen) => {
    for (let i = 0; i < 10; i++)
      slab(
        pen,
        circle(Math.cos(i * 0.628) * 0.46, Math.sin(i * 0.628) * 0.46, 0.11),
        hex(i % 2 ? '#8a8680' : '#75716c'),
        0.025,
      )
    for (const turn of [0.3, 1.4, 2.4]) {
      pen.save()
      pen.rotate(turn)
      slab(pen, box(-0.34, -0.06, 0.68, 0.12), dark(wood, 0.35), 0.025)
      pen.restore()
    }
    flames(pen, 0, 0, 0.34)
  },
} satisfies Record<string, Draw>
