import { css, hex, mix, type Rgb } from '../colour.ts'
import { type Pen, type Stage, sheet } from '../stage.ts'
import type { Plan, Theme } from './plan.ts'

/** Walls shade the floor at their foot, more on the side away from the light. */
export const shadows = (stage: Stage, floor: ReturnType<typeof sheet>): void => {
  const { w, h, u, sun } = stage
  const part = sheet(stage)
  part.pen.fillStyle = css([12, 8, 10])
  part.pen.fillRect(0, 0, w, h)
  part.pen.globalCompositeOperation = 'destination-out'
  part.pen.drawImage(floor.canvas, 0, 0)
  const soft = sheet(stage)
  soft.pen.filter = `blur(${9 * u}px)`
  soft.pen.drawImage(part.canvas, -sun.side * 7 * u, 9 * u)
  soft.pen.filter = 'none'
  soft.pen.globalCompositeOperation = 'destination-in'
  soft.pen.drawImage(floor.canvas, 0, 0)
  stage.pen.globalAlpha = 0.72
  stage.pen.drawImage(soft.canvas, 0, 0)
  stage.pen.globalAlpha = 1
}

/** The wall itself: the floor's shape grown by the thickness of a wall, minus the floor, faced with blocks. */
export const walls = (stage: Stage, plan: Plan, look: Theme, floor: ReturnType<typeof sheet>): void => {
  const { w, h, u, pen } = stage
  const next = stage.chance('blocks')
  const thick = plan.cell * (plan.rocky ? 0.12 : 0.17)
  const part = sheet(stage)
  const ring = (grow: number, colour: Rgb, dx = 0, dy = 0) => {
    part.pen.globalCompositeOperation = 'source-over'
    part.pen.clearRect(0, 0, w, h)
    for (let i = 0; i < 16; i++)
      part.pen.drawImage(
        floor.canvas,
        Math.cos((i / 16) * Math.PI * 2) * grow + dx,
        Math.sin((i / 16) * Math.PI * 2) * grow + dy,
      )
    if (!plan.rocky)
      for (const [sx, sy] of [
        [1, 1],
        [-1, 1],
        [1, -1],
        [-1, -1],
      ] as const)
        part.pen.drawImage(floor.canvas, sx * grow + dx, sy * grow + dy)
    part.pen.globalCompositeOperation = 'destination-out'
    part.pen.drawImage(floor.canvas, 0, 0)
    part.pen.globalCompositeOperation = 'source-in'
    part.pen.fillStyle = css(colour)
    part.pen.fillRect(0, 0, w, h)
    pen.drawImage(part.canvas, 0, 0)
  }
  ring(thick + 2.4 * u, mix(look.rock, [0, 0, 0], 0.72))
  ring(thick, look.wall)
  ring(thick * 0.5, mix(look.wall, look.floor, 0.42))
  ring(1.6 * u, mix(look.wall, [0, 0, 0], 0.72))
  if (plan.rocky) return
  pen.strokeStyle = css(mix(look.wall, [0, 0, 0], 0.6), 0.7)
  pen.lineWidth = 1.3 * u
  const { cell, top } = plan
  const joint = (x0: number, y0: number, x1: number, y1: number) => {
    pen.beginPath()
    pen.moveTo(x0, y0)
    pen.lineTo(x1, y1)
    pen.stroke()
  }
  plan.each((x, y) => {
    for (let k = 0; k < 2; k++) {
      const t = (k + next.between(0.2, 0.8)) / 2
      const px = (x + t) * cell
      const py = top + (y + t) * cell
      if (!plan.open(x, y - 1)) joint(px, top + y * cell - thick, px, top + y * cell)
      if (!plan.open(x, y + 1)) joint(px, top + (y + 1) * cell, px, top + (y + 1) * cell + thick)
      if (!plan.open(x - 1, y)) joint(x * cell - thick, py, x * cell, py)
      if (!plan.open(x + 1, y)) joint((x + 1) * cell, py, (x + 1) * cell + thick, py)
    }
  })
}

export const doors = (stage: Stage, plan: Plan): void => {
  const { pen, u, may } = stage
  if (!may('door')) return
  const { cell, top } = plan
  const next = stage.chance('doors')
  for (const { x, y } of plan.doors) {
    const across = plan.open(x - 1, y) && plan.open(x + 1, y)
    pen.save()
    pen.translate((x + 0.5) * cell, top + (y + 0.5) * cell)
    if (across) pen.rotate(Math.PI / 2)
    leaf(pen, cell, u, next.chance(0.2))
    pen.restore()
  }
}

const leaf = (pen: Pen, cell: number, u: number, barred: boolean): void => {
  pen.fillStyle = css([0, 0, 0], 0.4)
  pen.fillRect(-cell * 0.5, -cell * 0.06, cell, cell * 0.3)
  pen.fillStyle = css(hex(barred ? '#4a4d52' : '#7a4c28'))
  pen.fillRect(-cell * 0.5, -cell * 0.13, cell, cell * 0.26)
  pen.strokeStyle = css([24, 14, 8])
  pen.lineWidth = 2 * u
  pen.strokeRect(-cell * 0.5, -cell * 0.13, cell, cell * 0.26)
  pen.lineWidth = 1.4 * u
  for (let i = 1; i < 5; i++) pen.strokeRect(-cell * 0.5 + (cell * i) / 5, -cell * 0.13, 0.01, cell * 0.26)
  pen.fillStyle = css(hex('#c9a04a'))
  pen.fillRect(cell * 0.26, -cell * 0.05, cell * 0.1, cell * 0.1)
}
