import { css, mix } from '../colour.ts'
import { fbm } from '../noise.ts'
import { type Stage, sheet } from '../stage.ts'
import type { Plan, Theme } from './plan.ts'

/** What the place is dug into. */
export const bedrock = (stage: Stage, look: Theme): void => {
  const { w, h, u, pen, style } = stage
  const shape = stage.noise('rock')
  const image = pen.createImageData(w, h)
  const px = image.data
  const flat = style === 'digital-art'
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const v = flat ? 0 : 0.5 * fbm(shape, x / (80 * u), y / (80 * u), 4)
      const i = 4 * (y * w + x)
      for (let c = 0; c < 3; c++) px[i + c] = (look.rock[c] as number) * (1 + v)
      px[i + 3] = 255
    }
  pen.putImageData(image, 0, 0)
}

/** The mapmaker's hatching: little sheaves of strokes in the rock along every wall. */
export const hatching = (stage: Stage, plan: Plan, look: Theme): void => {
  const { pen, u, style } = stage
  const next = stage.chance('hatch')
  const { cell, top } = plan
  const hard = sheet(stage)
  hard.pen.fillStyle = '#fff'
  plan.each((x, y) => hard.pen.fillRect((x - 0.42) * cell, top + (y - 0.42) * cell, cell * 1.84, cell * 1.84))
  const halo = sheet(stage)
  halo.pen.filter = `blur(${cell * 0.34}px)`
  halo.pen.drawImage(hard.canvas, 0, 0)
  halo.pen.filter = 'none'
  halo.pen.globalCompositeOperation = 'source-in'
  halo.pen.fillStyle = css(mix(look.rock, look.floor, style === 'comic-book' ? 0.55 : 0.32))
  halo.pen.fillRect(0, 0, stage.w, stage.h)
  pen.globalAlpha = 0.85
  pen.drawImage(halo.canvas, 0, 0)
  pen.globalAlpha = 1
  pen.strokeStyle = css(mix(look.rock, [0, 0, 0], 0.5), 0.85)
  pen.lineWidth = 1.5 * u
  plan.eachWall((x, y) => {
    for (let k = 0; k < 6; k++) {
      const cx = (x + next()) * cell
      const cy = top + (y + next()) * cell
      const angle = next() * Math.PI
      const length = cell * next.between(0.2, 0.34)
      for (let line = -1; line <= 1; line++) {
        const ox = -Math.sin(angle) * line * cell * 0.1
        const oy = Math.cos(angle) * line * cell * 0.1
        pen.beginPath()
        pen.moveTo(cx + ox - Math.cos(angle) * length * 0.5, cy + oy - Math.sin(angle) * length * 0.5)
        pen.lineTo(cx + ox + Math.cos(angle) * length * 0.5, cy + oy + Math.sin(angle) * length * 0.5)
        pen.stroke()
      }
    }
  })
}
