import type { Canvas } from '@napi-rs/canvas'
import { roomAt } from '#domain/map-plan.ts'
import { css, mix, type Rgb } from '../../colour.ts'
import { fbm } from '../../noise.ts'
import { sheet as canvasOf } from '../../stage.ts'
import type { Sheet } from './sheet.ts'

/** Paints the rock around the rooms; in ink style, paper. */
export const bedrock = (sheet: Sheet): void => {
  const { stage, w, h, px, pen, look, ink } = sheet
  const shape = stage.noise('rock')
  const image = pen.createImageData(w, h)
  const data = image.data
  const base: Rgb = ink ? [233, 221, 194] : look.rock
  const rough = ink ? 0.07 : stage.style === 'digital-art' ? 0.12 : 0.55
  const scale = px * 2.1
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const v = 1 + rough * fbm(shape, x / scale, y / scale, 4)
      const i = 4 * (y * w + x)
      data[i] = base[0] * v
      data[i + 1] = base[1] * v
      data[i + 2] = base[2] * v
      data[i + 3] = 255
    }
  pen.putImageData(image, 0, 0)
}

/** Draws a cartographer's hatching: groups of three strokes in the rock along every wall, on a paler halo. */
export const hatching = (sheet: Sheet, mask: Canvas): void => {
  const { stage, plan, pen, px, ox, oy, w, h, look, ink } = sheet
  const next = stage.chance('hatch')
  const { cols, rows } = plan.grid
  const halo = canvasOf(stage)
  halo.pen.filter = `blur(${px * 0.55}px)`
  for (let i = 0; i < 5; i++) halo.pen.drawImage(mask, 0, 0)
  halo.pen.filter = 'none'
  halo.pen.globalCompositeOperation = 'source-in'
  halo.pen.fillStyle = css(ink ? [244, 236, 216] : mix(look.rock, look.floors.earth, 0.42))
  halo.pen.fillRect(0, 0, w, h)
  pen.globalAlpha = ink ? 0.9 : 0.8
  pen.drawImage(halo.canvas, 0, 0)
  pen.globalAlpha = 1
  pen.strokeStyle = ink ? css([38, 30, 26], 0.85) : css(mix(look.rock, [0, 0, 0], 0.55), 0.8)
  pen.lineWidth = Math.max(0.8, px * (ink ? 0.03 : 0.034))
  pen.lineCap = 'round'
  const near = (x: number, y: number) =>
    [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => roomAt(plan, x + dx, y + dy) > 0))
  for (let y = -1; y <= rows; y++)
    for (let x = -1; x <= cols; x++) {
      if (roomAt(plan, x, y) > 0 || !near(x, y)) continue
      for (let k = 0; k < 9; k++) {
        const cx = ox + (x + next()) * px
        const cy = oy + (y + next()) * px
        const angle = next() * Math.PI
        const length = px * next.between(0.18, 0.32)
        for (let line = -1; line <= 1; line++) {
          const sx = -Math.sin(angle) * line * px * 0.09
          const sy = Math.cos(angle) * line * px * 0.09
          pen.beginPath()
          pen.moveTo(cx + sx - Math.cos(angle) * length * 0.5, cy + sy - Math.sin(angle) * length * 0.5)
          pen.lineTo(cx + sx + Math.cos(angle) * length * 0.5, cy + sy + Math.sin(angle) * length * 0.5)
          pen.stroke()
        }
      }
    }
}
