import type { Canvas } from '@napi-rs/canvas'
import { createCanvas, Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb, shift } from '../colour.ts'
import { named } from '../palette.ts'
import type { Pen, Stage } from '../stage.ts'
import type { Sitter } from './sitter.ts'

/** The corners of the painted face, in heads, and its pixels to a head. */
export const faceFrom = [-0.45, 0.55] as const
export const faceTo = [0.45, -0.55] as const
const fine = 900

interface Face {
  pen: Pen
  sitter: Sitter
  stage: Stage
  line: Rgb
}

export const both = (pen: Pen, draw: (side: 1 | -1) => void): void => {
  for (const side of [1, -1] as const) {
    pen.save()
    pen.scale(side, 1)
    draw(side)
    pen.restore()
  }
}

export const blurred = (pen: Pen, radius: number, draw: () => void): void => {
  pen.save()
  pen.filter = `blur(${radius * fine}px)`
  draw()
  pen.restore()
}

const stroke = (pen: Pen, d: string, width: number, colour: Rgb, alpha = 1): void => {
  pen.strokeStyle = css(colour, alpha)
  pen.lineWidth = width
  pen.stroke(new Path2D(d))
}

/** In the face's own measure, y downwards: the right eye's middle is at 0.136, 0.004. */
const eyes = ({ pen, sitter, stage, line }: Face): void => {
  const { lids, gaze, female, eyeWhite, iris } = sitter
  const top = -0.026 * lids
  const low = 0.021
  const almond = `M.082 .008C.1 ${top} .128 ${top - 0.012} .15 ${top - 0.006}C.17 ${top * 0.8} .182 -.008 .19 .002C.178 ${low} .15 ${low + 0.006} .125 ${low + 0.002}C.105 ${low - 0.003} .09 .014 .082 .008Z`
  blurred(pen, 0.016, () =>
    both(pen, () => {
      pen.fillStyle = css(mix(sitter.skin, line, 0.55), 0.55)
      pen.beginPath()
      pen.ellipse(0.134, -0.006, 0.07, 0.042, 0, 0, 7)
      pen.fill()
    }),
  )
  both(pen, (side) => {
    pen.save()
    pen.clip(new Path2D(almond))
    pen.fillStyle = css(eyeWhite)
    pen.fillRect(0, -0.1, 0.3, 0.2)
    const x = 0.137 + gaze * side
    const shadow = pen.createRadialGradient(x, 0, 0.004, x, 0, 0.027)
    shadow.addColorStop(0, css(mix(iris, [255, 255, 255], 0.22)))
    shadow.addColorStop(0.7, css(iris))
    shadow.addColorStop(1, css(mix(iris, [0, 0, 0], 0.65)))
    pen.fillStyle = shadow
    pen.beginPath()
    pen.arc(x, -0.002, 0.0265, 0, 7)
    pen.fill()
    pen.fillStyle = css([6, 4, 8])
    pen.beginPath()
    if (sitter.slit) pen.ellipse(x, -0.002, 0.005, 0.02, 0, 0, 7)
    else pen.arc(x, -0.002, 0.0115, 0, 7)
    pen.fill()
    // The lid throws its shadow on the eye.
    pen.fillStyle = css(line, 0.42)
    pen.fillRect(0, top - 0.03, 0.3, 0.04)
    pen.fillStyle = css(line, 0.14)
    pen.fillRect(0, -0.1, 0.104, 0.2)
    pen.fillRect(0.172, -0.1, 0.1, 0.2)
    pen.restore()
    stroke(
      pen,
      `M.08 .009C.1 ${top} .128 ${top - 0.012} .15 ${top - 0.006}C.17 ${top * 0.8} .182 -.008 .194 ${female ? -0.006 : 0.004}`,
      female ? 0.0125 : 0.0095,
      mix(line, [0, 0, 0], 0.3),
      0.95,
    )
    stroke(
      pen,
      `M.19 .002C.178 ${low} .15 ${low + 0.006} .125 ${low + 0.002}C.105 ${low - 0.003} .09 .014 .082 .008`,
      0.0045,
      line,
      0.5,
    )
    stroke(pen, `M.086 ${top - 0.008}C.11 ${top - 0.03} .16 ${top - 0.03} .194 ${top * 0.5 - 0.01}`, 0.006, line, 0.4)
    if (sitter.old || sitter.f.gaunt > 0.5) stroke(pen, 'M.09 .04C.12 .058 .16 .056 .18 .036', 0.006, line, 0.42)
  })
  // Catchlights stand on the side of the light in both eyes.
  pen.fillStyle = css([255, 252, 245], 0.95)
  for (const middle of [-0.137, 0.137]) {
    pen.beginPath()
    pen.arc(middle + gaze + 0.009 * stage.sun.side, -0.012, 0.0058, 0, 7)
    pen.fill()
  }
}

const brows = ({ pen, sitter, stage, line }: Face): void => {
  const next = stage.chance('brows')
  const { female, brow: mood } = sitter
  const colour = mix(sitter.hair, line, sitter.old ? 0.1 : 0.45)
  both(pen, () => {
    const heavy = female ? 0.8 : sitter.old ? 1.5 : 1.2
    for (let i = 0; i < 46; i++) {
      const t = i / 45
      const x = 0.062 + 0.142 * t
      const arch = -0.062 - 0.026 * Math.sin(t * Math.PI * 0.78) * (female ? 1.25 : 0.8)
      const y = arch - mood * 0.045 * (0.5 - t)
      const long = (0.024 - 0.012 * t) * heavy
      pen.strokeStyle = css(mix(colour, [0, 0, 0], 0.2 * next()), 0.75)
      pen.lineWidth = 0.0042
      pen.beginPath()
      pen.moveTo(x, y + 0.008 * heavy * (1 - t) + next.between(-0.003, 0.003))
      pen.lineTo(x + long * (0.4 + 0.7 * t), y - long * (0.75 - 0.85 * t))
      pen.stroke()
    }
  })
}

const noseAndMouth = ({ pen, sitter, line }: Face): void => {
  const { smile, female } = sitter
  const wide = 0.088 + 0.02 * Math.max(0, smile) + 0.012 * sitter.f.noseWide
  const corner = 0.276 - 0.02 * smile
  blurred(pen, 0.006, () =>
    both(pen, () => {
      pen.fillStyle = css(mix(line, hex('#5a1a14'), 0.4), 0.9)
      pen.beginPath()
      pen.ellipse(0.031 + 0.014 * sitter.f.noseWide, 0.192, 0.017 + 0.006 * sitter.f.noseWide, 0.0085, -0.3, 0, 7)
      pen.fill()
    }),
  )
  const tint = sitter.lip
  blurred(pen, 0.0022, () => {
    pen.fillStyle = css(mix(tint, line, 0.22), 0.82)
    pen.fill(
      new Path2D(
        `M${-wide} ${corner}C${-wide * 0.6} .262 -.028 .247 0 .255C.028 .247 ${wide * 0.6} .262 ${wide} ${corner}C${wide * 0.5} .274 .03 .28 0 .279C-.03 .28 ${-wide * 0.5} .274 ${-wide} ${corner}Z`,
      ),
    )
    pen.fillStyle = css(mix(tint, [255, 236, 220], 0.14), 0.78)
    pen.fill(
      new Path2D(
        `M${-wide * 0.94} ${corner}C${-wide * 0.5} .276 -.03 .281 0 .281C.03 .281 ${wide * 0.5} .276 ${wide * 0.94} ${corner}C${wide * 0.6} ${0.302 + sitter.f.lips * 0.006} .04 .314 0 .314C-.04 .314 ${-wide * 0.6} ${0.302 + sitter.f.lips * 0.006} ${-wide * 0.94} ${corner}Z`,
      ),
    )
  })
  stroke(
    pen,
    `M${-wide - 0.006} ${corner - 0.003 * smile}C${-wide * 0.5} .277 -.03 .281 0 .279C.03 .281 ${wide * 0.5} .277 ${wide + 0.006} ${corner - 0.003 * smile}`,
    0.0062,
    mix(line, hex('#4a1014'), 0.5),
    0.9,
  )
  if (female) {
    blurred(pen, 0.004, () => stroke(pen, 'M-.026 .297Q0 .303 .026 .297', 0.007, [255, 244, 236], 0.4))
  }
}

/** What years, hardship and the razor leave. */
const skin = ({ pen, sitter, stage, line }: Face): void => {
  const next = stage.chance('skin')
  const fold = mix(sitter.skin, mix(line, hex('#6a2a20'), 0.4), 0.62)
  if (sitter.old)
    both(pen, () => {
      for (const [d, width] of [
        ['M.064 .168C.1 .2 .112 .24 .112 .29', 0.009],
        ['M.198 -.004Q.226 -.014 .25 -.03', 0.005],
        ['M.2 .012Q.228 .012 .254 .008', 0.005],
        ['M.197 .024Q.222 .034 .244 .044', 0.005],
        ['M0 -.19Q.07 -.21 .15 -.186', 0.006],
        ['M0 -.235Q.08 -.255 .17 -.228', 0.005],
        ['M0 -.278Q.06 -.292 .13 -.276', 0.004],
        ['M.016 -.06L.022 -.11', 0.006],
        ['M.13 .27Q.15 .33 .132 .38', 0.006],
      ] as const)
        blurred(pen, 0.0026, () => stroke(pen, d, width, fold, 0.75))
    })
  if (sitter.stubble)
    for (let i = 0; i < 1500; i++) {
      const a = next.between(-1.25, 1.25)
      const r = next.between(0.75, 1.12)
      const x = Math.sin(a) * 0.24 * r
      const y = 0.14 + Math.cos(a) * 0.3 * r
      if (Math.abs(x) < 0.1 && y > 0.235 && y < 0.32 && next.chance(0.8)) continue
      pen.fillStyle = css(mix(sitter.hair, line, 0.4), 0.32)
      pen.fillRect(x, y, 0.0034, 0.007)
    }
  if (sitter.freckles)
    for (let i = 0; i < 70; i++) {
      pen.fillStyle = css(mix(sitter.skin, hex('#8a4420'), 0.6), next.between(0.25, 0.6))
      pen.beginPath()
      pen.arc(next.bell() * 0.1, 0.085 + next.bell() * 0.025, next.between(0.003, 0.006), 0, 7)
      pen.fill()
    }
}

/** Scars, paint, patches and spectacles. */
const marks = ({ pen, sitter, stage, line }: Face): void => {
  const { has, may, scene } = stage
  const wears = (idea: string) => has('feature', idea) && may(idea)
  if (wears('scar')) {
    stroke(pen, 'M.2 -.14C.17 -.06 .16 .06 .19 .2', 0.013, mix(sitter.skin, hex('#f2cabc'), 0.7), 0.9)
    stroke(pen, 'M.207 -.14C.178 -.06 .168 .06 .198 .2', 0.005, mix(sitter.skin, hex('#7a2a2a'), 0.7), 0.85)
  }
  if (wears('paint')) {
    const colour = scene.colour[0] ? named[scene.colour[0]] : hex('#2f62a4')
    both(pen, () => {
      for (const y of [0.06, 0.1, 0.14]) stroke(pen, `M.1 ${y}Q.18 ${y + 0.02} .27 ${y - 0.02}`, 0.016, colour, 0.85)
    })
    stroke(pen, 'M0 -.32L0 -.04', 0.02, colour, 0.85)
    stroke(pen, 'M0 .32L0 .44', 0.02, colour, 0.85)
  }
  if (wears('mask')) {
    pen.fillStyle = css(mix(sitter.cloth, [14, 12, 18], 0.6))
    const mask = new Path2D(
      'M0 -.07C.1 -.11 .24 -.11 .34 -.07C.34 .04 .28 .1 .2 .1C.12 .1 .06 .07 0 .03C-.06 .07 -.12 .1 -.2 .1C-.28 .1 -.34 .04 -.34 -.07C-.24 -.11 -.1 -.11 0 -.07Z',
    )
    for (const side of [1, -1]) {
      const hole = new Path2D(
        `M${0.076 * side} .006C${0.1 * side} -.04 ${0.17 * side} -.044 ${0.198 * side} .002C${0.17 * side} .034 ${0.1 * side} .034 ${0.076 * side} .006Z`,
      )
      mask.addPath(hole)
    }
    pen.fill(mask, 'evenodd')
  }
  if (wears('eyepatch')) {
    pen.fillStyle = css([20, 16, 18])
    pen.fill(new Path2D('M.05 -.045C.1 -.06 .2 -.06 .225 -.03C.226 .03 .2 .075 .14 .08C.09 .07 .05 .02 .05 -.045Z'))
    stroke(pen, 'M.07 -.04C-.05 -.12 -.2 -.2 -.4 -.26M.21 -.03C.26 -.03 .34 -.04 .42 -.05', 0.018, [20, 16, 18])
  }
  if (wears('glasses')) {
    both(pen, () => {
      pen.fillStyle = css([255, 255, 255], 0.1)
      pen.beginPath()
      pen.arc(0.136, 0.006, 0.078, 0, 7)
      pen.fill()
      stroke(
        pen,
        'M.058 .006A.078 .078 0 1 0 .214 .006A.078 .078 0 1 0 .058 .006ZM.214 0L.42 -.02M0 -.014Q.03 -.026 .06 -.006',
        0.0105,
        mix(sitter.trim, line, 0.2),
      )
    })
  }
  if (sitter.trade === 'rogue')
    blurred(pen, 0.008, () => both(pen, () => stroke(pen, 'M.07 .02C.12 -.05 .2 -.04 .24 .0', 0.02, line, 0.35)))
}

/** Sores, bared teeth and the dark about the eyes of what ought to be buried. */
const rot = ({ pen, sitter, stage }: Face): void => {
  const next = stage.chance('rot')
  const sore = hex('#4a1818')
  for (let i = 0; i < 9; i++) {
    const [x, y, r] = [next.between(-0.3, 0.3), next.between(-0.36, 0.42), next.between(0.012, 0.045)]
    if (Math.abs(y) < 0.05 && Math.abs(x) < 0.2) continue
    blurred(pen, 0.004, () => {
      pen.fillStyle = css(mix(sitter.skin, sore, 0.75), 0.85)
      pen.beginPath()
      pen.ellipse(x, y, r, r * next.between(0.4, 0.9), next() * 3, 0, 7)
      pen.fill()
      pen.fillStyle = css(mix(sore, [120, 30, 26], 0.5), 0.8)
      pen.beginPath()
      pen.ellipse(x, y, r * 0.5, r * 0.35, 0, 0, 7)
      pen.fill()
    })
  }
  const side = next.pick([-1, 1])
  pen.save()
  pen.scale(side, 1)
  pen.fillStyle = css([30, 8, 10], 0.95)
  pen.fill(new Path2D('M.05 .262C.1 .236 .19 .216 .225 .24C.23 .28 .19 .32 .12 .322C.08 .318 .05 .3 .05 .262Z'))
  for (let i = 0; i < 6; i++)
    for (const [y, tall] of [
      [0.245 - i * 0.003, 0.032],
      [0.284, 0.028],
    ] as const) {
      pen.fillStyle = css(mix(hex('#b8a878'), hex('#6a5030'), next() * 0.6))
      pen.beginPath()
      pen.roundRect(0.062 + i * 0.024, y, 0.02, tall, 0.005)
      pen.fill()
    }
  pen.restore()
}

/** A bare face to paint on, its pen in the face's own measure with the eyes at the origin. */
export const blankFace = (): { canvas: Canvas; pen: Pen } => {
  const canvas = createCanvas(
    Math.round((faceTo[0] - faceFrom[0]) * fine),
    Math.round((faceFrom[1] - faceTo[1]) * fine),
  )
  const pen = canvas.getContext('2d')
  pen.scale(fine, fine)
  pen.translate(-faceFrom[0], faceFrom[1])
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  return { canvas, pen }
}

export const facePaint = (stage: Stage, sitter: Sitter, wounds: 'rot' | null = null): Canvas => {
  const { canvas, pen } = blankFace()
  const line = shift(mix(sitter.skin, hex('#1c0f12'), 0.78), { chroma: 1.1 })
  const face = { pen, sitter, stage, line }
  skin(face)
  if (sitter.rouge)
    blurred(pen, 0.04, () =>
      both(pen, () => {
        pen.fillStyle = css(mix(sitter.skin, hex('#c8403c'), 0.6), 0.22)
        pen.beginPath()
        pen.ellipse(0.19, 0.12, 0.06, 0.045, 0, 0, 7)
        pen.fill()
      }),
    )
  eyes(face)
  noseAndMouth(face)
  if (!sitter.noBrows) brows(face)
  marks(face)
  if (wounds) rot(face)
  return canvas
}
