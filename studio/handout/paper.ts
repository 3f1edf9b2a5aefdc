import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../colour.ts'
import { fbm, smooth } from '../noise.ts'
import { apart, type Pen, type Stage, sheet } from '../stage.ts'

/** A sheet of paper about its own middle, in pixels. */
export interface Paper {
  half: number
  long: number
  turn: number
  colour: Rgb
  outline: Path2D
}

interface Wear {
  torn: number
  burnt: boolean
  folded: boolean
  stained: boolean
}

export const wearOf = (stage: Stage, torn: number): Wear => {
  const { has, may } = stage
  return {
    torn: has('wear', 'torn') && may('torn') ? 1 : has('wear', 'old') ? Math.max(0.35, torn) : torn,
    burnt: has('wear', 'burnt') && may('burnt'),
    folded: (has('wear', 'folded') || stage.chance('folds').chance(0.6)) && may('folded'),
    stained: has('wear', 'stained') && may('stained'),
  }
}

export const paperOf = (stage: Stage, half: number, long: number, wear: Wear, turn: number): Paper => {
  const next = stage.chance('paper')
  const rough = stage.noise('edge')
  const { u, style, scene } = stage
  const outline = new Path2D()
  const steps = 90
  const sides: [number, number, number, number][] = [
    [-half, -long, half, -long],
    [half, -long, half, long],
    [half, long, -half, long],
    [-half, long, -half, -long],
  ]
  // Where a corner is missing, and by how much.
  const lost = wear.torn > 0.6 ? next.int(0, 3) : -1
  sides.forEach(([ax, ay, bx, by], side) => {
    for (let i = 0; i < steps; i++) {
      const t = i / steps
      const [x, y] = [ax + (bx - ax) * t, ay + (by - ay) * t]
      const deep =
        (fbm(rough, x / (70 * u) + side * 9, y / (70 * u), 4) + 0.25) * 26 * u * wear.torn +
        (wear.burnt ? Math.abs(fbm(rough, x / (46 * u), y / (46 * u) + 5, 3)) * 60 * u : 0)
      const bite = lost === side ? 150 * u * smooth(0.45, 0.02, t) * (0.8 + 0.4 * rough(t * 9, side)) : 0
      const pull = 1 - (Math.max(0, deep) + bite + 2 * u) / Math.hypot(x, y)
      if (side === 0 && i === 0) outline.moveTo(x * pull, y * pull)
      else outline.lineTo(x * pull, y * pull)
    }
  })
  outline.closePath()
  const aged = stage.has('wear', 'old') ? hex('#cfae72') : hex(next.pick(['#e2cd9c', '#dcc692', '#e6d4a8']))
  const said = scene.tints.get('paper') ?? scene.tints.get('parchment')
  const colour = mix(aged, said === 'white' ? hex('#f4efe2') : said === 'black' ? hex('#3a3430') : aged, 0.8)
  return { half, long, turn, colour: style === 'comic-book' ? mix(colour, hex('#ffe8a8'), 0.3) : colour, outline }
}

/** In the paper's own box: 0 in its middle. */
export const onPaper = ({ w, h, pen }: Stage, { turn }: Paper, draw: (pen: Pen) => void): void =>
  apart(pen, () => {
    pen.translate(w / 2, h / 2)
    pen.rotate(turn)
    draw(pen)
  })

/** The sheet as it lies there: its shadow, its fibres, what age and use did to it. */
export const layPaper = (stage: Stage, paper: Paper, wear: Wear): void => {
  const { u, style, sun, pen } = stage
  const { half, long, colour, outline } = paper
  const next = stage.chance('use')
  onPaper(stage, paper, () => {
    for (const [off, blur, alpha] of [
      [14, 22, 0.55],
      [4, 5, 0.5],
    ] as const)
      apart(pen, () => {
        pen.filter = `blur(${blur * u}px)`
        pen.fillStyle = css([0, 0, 0], alpha)
        pen.translate(-sun.side * off * u, off * 1.1 * u)
        pen.fill(outline)
      })
    apart(pen, () => {
      pen.clip(outline)
      pen.fillStyle = css(colour)
      pen.fillRect(-half, -long, half * 2, long * 2)
      pen.drawImage(fibres(stage, paper), -half, -long)
      if (wear.folded) folds(stage, paper)
      if (wear.stained) stains(stage, paper)
      for (const [width, alpha] of [
        [120, 0.1],
        [60, 0.13],
        [24, 0.16],
      ] as const) {
        pen.strokeStyle = css(hex('#6a3f14'), alpha)
        pen.lineWidth = width * u
        pen.filter = `blur(${width * 0.3 * u}px)`
        pen.stroke(outline)
      }
      if (wear.burnt)
        for (const [width, dye, alpha] of [
          [110, '#4a2408', 0.5],
          [56, '#1c0d05', 0.85],
          [20, '#0a0503', 1],
        ] as const) {
          pen.strokeStyle = css(hex(dye), alpha)
          pen.lineWidth = width * u * next.between(0.9, 1.1)
          pen.filter = `blur(${width * 0.16 * u}px)`
          pen.stroke(outline)
        }
      pen.filter = 'none'
      const light = pen.createLinearGradient(sun.side * half, -long, -sun.side * half, long)
      light.addColorStop(0, css([255, 244, 214], 0.22))
      light.addColorStop(0.5, css([255, 244, 214], 0))
      light.addColorStop(1, css([30, 14, 4], 0.26))
      pen.fillStyle = light
      pen.fillRect(-half, -long, half * 2, long * 2)
    })
    pen.strokeStyle = style === 'comic-book' ? css(hex('#140d08')) : css(hex('#fff4d8'), 0.3)
    pen.lineWidth = (style === 'comic-book' ? 6 : 1.4) * u
    pen.stroke(outline)
  })
}

/** Cloudy within, fibrous near by: one grey picture over the paper's colour. */
const fibres = (stage: Stage, { half, long }: Paper) => {
  const { u, style } = stage
  const part = sheet(stage, half * 2, long * 2)
  const image = part.pen.createImageData(part.canvas.width, part.canvas.height)
  const cloud = stage.noise('cloud')
  const fibre = stage.noise('fibre')
  const much = style === 'fantasy-art' ? 1 : style === 'digital-art' ? 0.55 : 0.35
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const own =
        fbm(cloud, x / (190 * u), y / (190 * u), 3) * 0.8 +
        fibre(x / (2.2 * u), y / (15 * u)) * 0.16 +
        fibre(x / (4 * u) + 90, y / (3 * u)) * 0.12
      const alpha = Math.abs(own) * 78 * much
      const i = 4 * (y * image.width + x)
      const dark = own < 0
      image.data[i] = dark ? 96 : 255
      image.data[i + 1] = dark ? 60 : 246
      image.data[i + 2] = dark ? 22 : 222
      image.data[i + 3] = alpha
    }
  part.pen.putImageData(image, 0, 0)
  return part.canvas
}

const folds = (stage: Stage, { half, long }: Paper): void => {
  const { pen, u, sun } = stage
  const crease = (ax: number, ay: number, bx: number, by: number) => {
    const across = ax === bx
    for (const [off, colour, alpha] of [
      [0, [60, 34, 10], 0.34],
      [3.2 * sun.side, [255, 246, 220], 0.5],
    ] as const) {
      pen.strokeStyle = css(colour as unknown as Rgb, alpha)
      pen.lineWidth = 2.4 * u
      pen.beginPath()
      pen.moveTo(ax + (across ? off * u : 0), ay + (across ? 0 : Math.abs(off) * u))
      pen.lineTo(bx + (across ? off * u : 0), by + (across ? 0 : Math.abs(off) * u))
      pen.stroke()
    }
    const shade = across
      ? pen.createLinearGradient(ax, 0, ax - sun.side * 60 * u, 0)
      : pen.createLinearGradient(0, ay, 0, ay + 60 * u)
    shade.addColorStop(0, css([50, 28, 8], 0.13))
    shade.addColorStop(1, css([50, 28, 8], 0))
    pen.fillStyle = shade
    if (across) pen.fillRect(Math.min(ax, ax - sun.side * 60 * u), -long, 60 * u, long * 2)
    else pen.fillRect(-half, ay, half * 2, 60 * u)
  }
  crease(-half, -long / 3, half, -long / 3)
  crease(-half, long / 3, half, long / 3)
  if (half > long * 0.8) crease(0, -long, 0, long)
}

const stains = (stage: Stage, { half, long }: Paper): void => {
  const { pen, u, scene } = stage
  const next = stage.chance('stains')
  const isBlood = /blood/i.test(stage.prompt) || scene.colour.includes('red')
  const colour = isBlood ? hex('#7a1410') : hex('#7a4a1c')
  for (let n = 0; n < 3; n++) {
    const [x, y, r] = [next.between(-0.8, 0.8) * half, next.between(-0.8, 0.8) * long, next.between(50, 110) * u]
    pen.strokeStyle = css(colour, 0.4)
    pen.fillStyle = css(colour, isBlood ? 0.5 : 0.12)
    pen.lineWidth = next.between(3, 8) * u
    pen.beginPath()
    for (let i = 0; i <= 40; i++) {
      const a = (i / 40) * Math.PI * 2
      const own = r * (1 + 0.06 * Math.sin(a * 3 + n) + (isBlood ? 0.16 * Math.sin(a * 7 + n * 2) : 0))
      pen.lineTo(x + Math.cos(a) * own, y + Math.sin(a) * own)
    }
    pen.fill()
    if (!isBlood) pen.stroke()
    else
      for (let i = 0; i < 9; i++) {
        pen.beginPath()
        pen.arc(x + next.bell() * r * 1.3, y + next.bell() * r * 1.3, next.between(2, 12) * u, 0, 7)
        pen.fill()
      }
  }
}
