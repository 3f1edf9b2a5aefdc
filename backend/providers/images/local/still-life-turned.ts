import { css, hex, mix, type Rgb } from './colour.ts'
import { glow } from './glow.ts'
import { fbm, lerp, smooth } from './noise.ts'
import { inks } from './palette.ts'
import { mushroom } from './props/ground-cover.ts'
import { stuffs } from './relief/material.ts'
import { raise } from './relief/raise.ts'
import { turn } from './relief/turn.ts'
import type { Stage } from './stage.ts'
import type { Subject } from './still-life-subject.ts'

export interface Site {
  x: number
  /** y on which it stands. */
  foot: number
  /** Height of a tall thing, in pixels. */
  size: number
  subject: Subject
}

/** A radius through given points (t, r), eased between them. */
const outline =
  (points: readonly (readonly [number, number])[], scale: number) =>
  (t: number): number => {
    for (let i = 1; i < points.length; i++) {
      const [t1, r1] = points[i] as readonly [number, number]
      const [t0, r0] = points[i - 1] as readonly [number, number]
      if (t <= t1) return scale * lerp(r0, r1, smooth(0, 1, (t - t0) / Math.max(1e-6, t1 - t0)))
    }
    return scale * ((points.at(-1)?.[1] as number) ?? 0)
  }

const bell = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  const rough = stage.noise('patina')
  const green = hex('#4f8f7a')
  const height = size * 0.84
  turn(stage, {
    x,
    top: foot - size * 0.13,
    foot: foot - size * 0.0,
    radius: outline(
      [
        [0, 0.06],
        [0.5, 0.085],
        [1, 0.02],
      ],
      size,
    ),
    colour: () => mix(colour, [20, 16, 14], 0.55),
    material,
  })
  turn(stage, {
    x,
    top: foot - size * 0.06 - height,
    foot: foot - size * 0.06,
    radius: outline(
      [
        [0, 0.05],
        [0.05, 0.15],
        [0.13, 0.2],
        [0.5, 0.255],
        [0.76, 0.32],
        [0.9, 0.42],
        [0.97, 0.465],
        [1, 0.45],
      ],
      size,
    ),
    colour: (t, around) => {
      const band = [0.16, 0.19, 0.62, 0.66, 0.9].some((at) => Math.abs(t - at) < 0.008)
      const patina = smooth(0.12, 0.5, fbm(rough, around * 3 + 9, t * 9, 4) + (t - 0.5) * 0.2)
      const own = mix(colour, green, patina * 0.55)
      return band ? mix(own, [30, 18, 10], 0.5) : own
    },
    material,
  })
  raise(
    stage,
    (pen) => {
      pen.strokeStyle = css(mix(colour, [30, 20, 10], 0.2))
      pen.lineWidth = size * 0.045
      pen.beginPath()
      pen.ellipse(x, foot - size * 0.06 - height - size * 0.03, size * 0.075, size * 0.085, 0, 0, 7)
      pen.stroke()
    },
    { bevel: size * 0.022, material },
  )
}

const potion = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const round = stage.scene.hash % 2 === 0
  const body = round
    ? outline(
        [
          [0, 0.085],
          [0.04, 0.1],
          [0.07, 0.075],
          [0.3, 0.075],
          [0.4, 0.13],
          [0.58, 0.3],
          [0.72, 0.335],
          [0.9, 0.25],
          [0.98, 0.16],
          [1, 0.14],
        ],
        size,
      )
    : outline(
        [
          [0, 0.1],
          [0.04, 0.115],
          [0.07, 0.09],
          [0.24, 0.085],
          [0.34, 0.21],
          [0.42, 0.235],
          [0.94, 0.235],
          [1, 0.2],
        ],
        size,
      )
  const liquid = subject.hue
  const level = 0.5
  const swirl = stage.noise('swirl')
  const top = foot - size * 0.92
  turn(stage, {
    x,
    top: top - size * 0.07,
    foot: top + size * 0.06,
    radius: outline(
      [
        [0, 0.07],
        [1, 0.06],
      ],
      size,
    ),
    colour: (t, a) => mix(hex('#a87e52'), hex('#6a4526'), 0.5 + 0.5 * swirl(a * 8, t * 9)),
    material: stuffs.wood,
  })
  turn(stage, {
    x,
    top,
    foot,
    radius: body,
    colour: (t, around) => {
      if (t < level) return mix(hex('#b8d6d6'), liquid, 0.14)
      const bright = smooth(0.28, -0.5, fbm(swirl, around * 1.4, t * 4, 3)) * 0.34 + smooth(1, level, t) * 0.16
      return mix(liquid, [255, 255, 255], Math.abs(t - level) < 0.012 ? 0.6 : bright)
    },
    material: stuffs.glass,
    alpha: (t, across) => (t < level ? 0.3 + 0.6 * across ** 4 : 0.95),
  })
  glow(stage.pen, x, foot - size * 0.26, size * 0.6, liquid, 0.4)
  const next = stage.chance('bubbles')
  for (let i = 0; i < 16; i++) {
    stage.pen.fillStyle = css([255, 255, 255], next.between(0.15, 0.5))
    stage.pen.beginPath()
    stage.pen.arc(
      x + next.between(-0.18, 0.18) * size,
      foot - next.between(0.05, 0.42) * size,
      next.between(0.004, 0.014) * size,
      0,
      7,
    )
    stage.pen.fill()
  }
}

const chalice = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  const top = foot - size * 0.88
  turn(stage, {
    x,
    top,
    foot,
    radius: outline(
      [
        [0, 0.27],
        [0.16, 0.285],
        [0.34, 0.25],
        [0.46, 0.1],
        [0.52, 0.045],
        [0.6, 0.05],
        [0.64, 0.085],
        [0.68, 0.05],
        [0.84, 0.05],
        [0.92, 0.14],
        [0.98, 0.245],
        [1, 0.245],
      ],
      size,
    ),
    colour: (t, around) => {
      const studs = t > 0.13 && t < 0.19 && Math.abs(((around * 5 + 40) % 1) - 0.5) < 0.24
      if (studs) return subject.of.gem.colour
      return Math.abs(t - 0.1) < 0.008 || Math.abs(t - 0.22) < 0.008 || Math.abs(t - 0.95) < 0.008
        ? mix(colour, [60, 30, 10], 0.5)
        : colour
    },
    material,
  })
  stage.pen.fillStyle = css(mix(colour, stage.palette.near, 0.6))
  stage.pen.beginPath()
  stage.pen.ellipse(x, top + 2, size * 0.262, size * 0.05, 0, 0, 7)
  stage.pen.fill()
  stage.pen.fillStyle = css(mix(subject.hue, stage.palette.near, 0.35))
  stage.pen.beginPath()
  stage.pen.ellipse(x, top + size * 0.014, size * 0.23, size * 0.034, 0, 0, 7)
  stage.pen.fill()
}

const flameOn = (stage: Stage, x: number, y: number, tall: number): void => {
  glow(stage.pen, x, y - tall * 0.4, tall * 5, hex('#ffb050'), 0.7)
  for (const [scale, colour] of [
    [1, hex('#ff9a34')],
    [0.72, hex('#ffd070')],
    [0.42, hex('#fff6d8')],
  ] as const) {
    const s = tall * scale
    stage.pen.fillStyle = css(colour)
    stage.pen.beginPath()
    stage.pen.moveTo(x, y)
    stage.pen.bezierCurveTo(x - s * 0.34, y - s * 0.1, x - s * 0.2, y - s * 0.5, x + s * 0.02, y - s)
    stage.pen.bezierCurveTo(x + s * 0.2, y - s * 0.5, x + s * 0.34, y - s * 0.1, x, y)
    stage.pen.fill()
  }
}

const candle = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  const wax = subject.of.paper.colour
  const drips = stage.noise('drips')
  turn(stage, {
    x,
    top: foot - size * 0.3,
    foot,
    radius: outline(
      [
        [0, 0.11],
        [0.12, 0.12],
        [0.24, 0.06],
        [0.6, 0.05],
        [0.76, 0.1],
        [0.92, 0.24],
        [1, 0.25],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  turn(stage, {
    x,
    top: foot - size * 0.78,
    foot: foot - size * 0.28,
    radius: (t) => size * (0.075 + 0.012 * smooth(0.06, 0, t) + 0.014 * Math.max(0, drips(t * 7, 3))),
    colour: (t) => mix(wax, hex('#ffb860'), 0.55 * smooth(0.4, 0, t)),
    material: stuffs.wax,
  })
  flameOn(stage, x, foot - size * 0.78, size * 0.19)
}

const vase = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const glaze = stage.scene.material.length ? subject.main.colour : mix(subject.hue, hex('#c8b890'), 0.2)
  turn(stage, {
    x,
    top: foot - size * 0.9,
    foot,
    radius: outline(
      [
        [0, 0.15],
        [0.03, 0.165],
        [0.07, 0.12],
        [0.2, 0.1],
        [0.44, 0.29],
        [0.56, 0.3],
        [0.86, 0.13],
        [0.94, 0.12],
        [1, 0.16],
      ],
      size,
    ),
    colour: (t, around) => {
      const zig = Math.abs(((around * 6 + 60) % 1) - 0.5) * 0.1
      if (Math.abs(t - 0.4 - zig) < 0.012 || Math.abs(t - 0.33) < 0.006 || Math.abs(t - 0.55) < 0.006)
        return hex('#f0e2c0')
      return t > 0.6 ? mix(glaze, [40, 24, 18], 0.4) : glaze
    },
    material: { metal: 0.1, gloss: 0.7 },
  })
  for (const side of [-1, 1])
    raise(
      stage,
      (pen) => {
        pen.strokeStyle = css(glaze)
        pen.lineWidth = size * 0.034
        pen.beginPath()
        pen.moveTo(x + side * size * 0.11, foot - size * 0.8)
        pen.bezierCurveTo(
          x + side * size * 0.32,
          foot - size * 0.84,
          x + side * size * 0.32,
          foot - size * 0.6,
          x + side * size * 0.25,
          foot - size * 0.54,
        )
        pen.stroke()
      },
      { bevel: size * 0.018, material: { metal: 0.1, gloss: 0.7 } },
    )
}

const ball = (
  stage: Stage,
  x: number,
  y: number,
  r: number,
  colour: (t: number, around: number) => Rgb,
  material: Parameters<typeof turn>[1]['material'],
  alpha?: (t: number, across: number) => number,
  long = 1,
): void =>
  turn(stage, {
    x,
    top: y - r * long,
    foot: y + r * long,
    radius: (t) => r * Math.sqrt(Math.max(0, 1 - (2 * t - 1) ** 2)),
    colour,
    material,
    ...(alpha ? { alpha } : {}),
  })

const orb = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.of.trim
  const mist = stage.noise('mist')
  turn(stage, {
    x,
    top: foot - size * 0.22,
    foot,
    radius: outline(
      [
        [0, 0.2],
        [0.2, 0.19],
        [0.5, 0.1],
        [0.8, 0.2],
        [1, 0.27],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  ball(
    stage,
    x,
    foot - size * 0.5,
    size * 0.34,
    (t, around) => {
      const cloud = smooth(-0.2, 0.6, fbm(mist, around * 1.6 + Math.sin(t * 5), t * 3.4, 4))
      return mix(mix(subject.hue, stage.palette.near, 0.5), mix(subject.hue, [255, 255, 255], 0.65), cloud)
    },
    stuffs.glass,
  )
  glow(stage.pen, x, foot - size * 0.5, size * 0.62, subject.hue, 0.5)
}

const egg = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const scales = stage.scene.creature.includes('dragon') || stage.has('mood', 'magical')
  const speckle = stage.noise('speckle')
  const shell = scales || stage.scene.colour.length ? mix(subject.hue, hex('#e4d8bc'), 0.15) : hex('#e4d8bc')
  turn(stage, {
    x,
    top: foot - size * 0.8,
    foot,
    radius: (t) => size * 0.33 * Math.sqrt(Math.max(0, 1 - (2 * t ** 0.86 - 1) ** 2)),
    colour: (t, around) => {
      if (!scales) return speckle(around * 14, t * 20) > 0.34 ? mix(shell, hex('#5a4632'), 0.7) : shell
      const row = Math.floor(t * 15)
      const cellX = ((around * 4.4 + (row % 2) * 0.5 + 40) % 1) - 0.5
      const cellY = t * 15 - row
      return mix(shell, stage.palette.near, 0.75 * smooth(0.3, 0.62, Math.hypot(cellX, cellY - 0.2)))
    },
    material: { metal: scales ? 0.3 : 0, gloss: scales ? 0.7 : 0.25 },
  })
}

const eye = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const veins = stage.noise('veins')
  const r = size * 0.36
  turn(stage, {
    x,
    top: foot - size * 0.2,
    foot,
    radius: outline(
      [
        [0, 0.22],
        [0.3, 0.16],
        [0.6, 0.14],
        [1, 0.26],
      ],
      size,
    ),
    colour: () => subject.of.trim.colour,
    material: subject.of.trim.material,
  })
  ball(
    stage,
    x,
    foot - size * 0.5,
    r,
    (t, around) => {
      const d = Math.hypot(around, (t - 0.5) * 2.6)
      if (d < 0.2) return hex('#0c0a0c')
      if (d < 0.52) return mix(subject.hue, [255, 240, 200], 0.5 * Math.abs(veins(Math.atan2(t - 0.5, around) * 6, 2)))
      if (d < 0.57) return mix(subject.hue, [0, 0, 0], 0.7)
      return Math.abs(veins(around * 3, t * 8)) < 0.05 ? hex('#b8544a') : hex('#ece2d0')
    },
    { metal: 0.05, gloss: 0.9 },
  )
}

const hourglass = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.of[stage.scene.material.length ? 'main' : 'wood']
  const plate = (y: number) =>
    turn(stage, {
      x,
      top: y,
      foot: y + size * 0.07,
      radius: outline(
        [
          [0, 0.27],
          [0.4, 0.3],
          [1, 0.27],
        ],
        size,
      ),
      colour: () => colour,
      material,
    })
  for (const side of [-1, 1])
    turn(stage, {
      x: x + side * size * 0.25,
      top: foot - size * 0.86,
      foot: foot - size * 0.05,
      radius: (t) => size * (0.016 + 0.01 * Math.sin(t * 19) ** 2),
      colour: () => colour,
      material,
    })
  const sand = hex('#e6c27c')
  turn(stage, {
    x,
    top: foot - size * 0.84,
    foot: foot - size * 0.06,
    radius: outline(
      [
        [0, 0.19],
        [0.1, 0.215],
        [0.3, 0.18],
        [0.5, 0.022],
        [0.7, 0.18],
        [0.9, 0.215],
        [1, 0.19],
      ],
      size,
    ),
    colour: (t) => ((t > 0.26 && t < 0.5) || t > 0.8 ? sand : hex('#bcd8dc')),
    material: stuffs.glass,
    alpha: (t, across) => ((t > 0.26 && t < 0.5) || t > 0.8 ? 0.96 : 0.26 + 0.6 * across ** 4),
  })
  stage.pen.fillStyle = css(sand)
  stage.pen.fillRect(x - 1.5, foot - size * 0.45, 3, size * 0.24)
  plate(foot - size * 0.92)
  plate(foot - size * 0.07)
}

const lantern = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const { colour, material } = subject.main
  glow(stage.pen, x, foot - size * 0.36, size * 1.1, hex('#ffb254'), 0.6)
  turn(stage, {
    x,
    top: foot - size * 0.6,
    foot: foot - size * 0.12,
    radius: outline(
      [
        [0, 0.17],
        [0.5, 0.21],
        [1, 0.19],
      ],
      size,
    ),
    colour: (t) => mix(hex('#ffe6a8'), hex('#ff9a3a'), Math.abs(t - 0.55) * 1.4),
    material: { ...stuffs.glass, lamp: 0.5 },
    alpha: (_, across) => 0.55 + 0.4 * across ** 2,
  })
  flameOn(stage, x, foot - size * 0.2, size * 0.2)
  for (const a of [-1, -0.5, 0.5, 1])
    turn(stage, {
      x: x + a * size * 0.19,
      top: foot - size * 0.62,
      foot: foot - size * 0.1,
      radius: () => size * 0.011,
      colour: () => colour,
      material,
    })
  turn(stage, {
    x,
    top: foot - size * 0.13,
    foot,
    radius: outline(
      [
        [0, 0.22],
        [0.4, 0.24],
        [0.7, 0.2],
        [1, 0.25],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  turn(stage, {
    x,
    top: foot - size * 0.76,
    foot: foot - size * 0.59,
    radius: outline(
      [
        [0, 0.05],
        [0.3, 0.09],
        [0.5, 0.1],
        [0.96, 0.24],
        [1, 0.22],
      ],
      size,
    ),
    colour: () => colour,
    material,
  })
  raise(
    stage,
    (pen) => {
      pen.strokeStyle = css(colour)
      pen.lineWidth = size * 0.024
      pen.beginPath()
      pen.ellipse(x, foot - size * 0.79, size * 0.11, size * 0.13, 0, 0, 7)
      pen.stroke()
    },
    { bevel: size * 0.012, material },
  )
}

const fungus = (stage: Stage, { x, foot, size, subject }: Site): void => {
  const stalk = hex('#e0d4b8')
  const spots = stage.noise('spots')
  turn(stage, {
    x,
    top: foot - size * 0.6,
    foot,
    radius: outline(
      [
        [0, 0.08],
        [0.3, 0.075],
        [0.4, 0.13],
        [0.46, 0.08],
        [0.9, 0.11],
        [1, 0.16],
      ],
      size,
    ),
    colour: () => stalk,
    material: stuffs.bone,
  })
  turn(stage, {
    x,
    top: foot - size * 0.86,
    foot: foot - size * 0.52,
    radius: outline(
      [
        [0, 0.02],
        [0.2, 0.2],
        [0.6, 0.36],
        [0.9, 0.4],
        [1, 0.34],
      ],
      size,
    ),
    colour: (t, a) => (spots(a * 4.4, t * 5) > 0.3 ? hex('#f4ead0') : subject.hue),
    material: { metal: 0, gloss: 0.6 },
  })
  for (const [dx, tall] of [
    [-0.34, 0.24],
    [0.3, 0.32],
  ] as const)
    mushroom(
      stage.pen,
      x + dx * size,
      foot + size * 0.02,
      tall * size,
      subject.hue,
      inks({ ...stage.palette, dark: 0.2 }, stalk),
    )
}

export const turned = { bell, potion, chalice, candle, vase, orb, egg, eye, hourglass, lantern, mushroom: fungus }
export type TurnedName = keyof typeof turned
export const turnedNames: ReadonlySet<string> = new Set(Object.keys(turned))
