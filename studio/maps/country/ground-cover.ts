import { css, hex, mix } from '../../colour.ts'
import type { Stage } from '../../stage.ts'
import { grounds } from './ground.ts'
import type { Land } from './land.ts'

export const tufts = (stage: Stage, land: Land, dry: (x: number, y: number, margin: number) => boolean): void => {
  const { w, h, u, pen } = stage
  const next = stage.chance('tufts')
  pen.lineCap = 'round'
  const colours = [mix(land.look.lush, [0, 0, 0], 0.25), mix(land.look.base, [255, 255, 230], 0.3), land.look.dry]
  for (let i = 0; i < 900 * ((w * h) / 1048576); i++) {
    const x = next() * w
    const y = next() * h
    if (!dry(x, y, 5 * u)) continue
    pen.strokeStyle = css(next.pick(colours), 0.75)
    pen.lineWidth = 1.5 * u
    for (let k = -1; k <= 1; k++) {
      pen.beginPath()
      pen.moveTo(x + k * 3 * u, y)
      pen.lineTo(x + k * 5.4 * u, y - next.between(5, 10) * u)
      pen.stroke()
    }
  }
  if (land.look !== grounds.meadow && land.look !== grounds.forest) return
  for (let i = 0; i < (land.look === grounds.meadow ? 420 : 90); i++) {
    const x = next() * w
    const y = next() * h
    if (!dry(x, y, 8 * u)) continue
    pen.fillStyle = css(hex(next.pick(['#f2e2a0', '#f4f0ea', '#e08aa8', '#b48ad8', '#e8b24a'])), 0.95)
    pen.beginPath()
    pen.arc(x, y, next.between(1.6, 3.4) * u, 0, 7)
    pen.fill()
  }
}
