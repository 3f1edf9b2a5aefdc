import { Path2D } from '@napi-rs/canvas'
import { css, hex, mix, type Rgb } from '../../colour.ts'
import { type FormName, forms } from '../../forms.ts'
import { named } from '../../palette.ts'
import { stuffs } from '../../relief/material.ts'
import { raise } from '../../relief/raise.ts'
import type { Pen, Stage } from '../../stage.ts'

export const waxOf = ({ scene }: Stage): Rgb => {
  const said = scene.tints.get('seal') ?? scene.tints.get('wax')
  return said ? mix(named[said], hex('#2a1210'), 0.2) : hex('#8f1d1a')
}

/** Wax pressed with a signet: a rim that ran, a dish, and an emblem in it. */
export const seal = (stage: Stage, x: number, y: number, r: number): void => {
  const { pen } = stage
  const next = stage.chance('seal')
  const colour = waxOf(stage)
  const matrix = pen.getTransform()
  const emblem = (['lily', 'crown', 'tower', 'star', 'key', 'rose', 'moon'] as const).filter((name) => name in forms)
  const said = stage.scene.charge.find((charge) => charge in forms) as FormName | undefined
  const wobble = Array.from({ length: 7 }, () => next.between(0.9, 1.12))
  const disc = (target: Pen, size: number, rough: boolean) => {
    target.setTransform(matrix)
    target.fillStyle = css(colour)
    target.beginPath()
    for (let i = 0; i <= 70; i++) {
      const a = (i / 70) * Math.PI * 2
      const own = rough
        ? (wobble[i % 70 === 0 ? 0 : Math.floor(i / 10) % 7] as number) * 0.4 + 0.6 * (1 + 0.05 * Math.sin(a * 5))
        : 1
      target.lineTo(x + Math.cos(a) * r * size * own, y + Math.sin(a) * r * size * own)
    }
    target.fill()
  }
  pen.save()
  pen.filter = `blur(${6 * stage.u}px)`
  pen.fillStyle = css([0, 0, 0], 0.5)
  pen.beginPath()
  pen.arc(x + 3 * stage.u, y + 6 * stage.u, r * 1.04, 0, 7)
  pen.fill()
  pen.restore()
  pen.save()
  pen.resetTransform()
  raise(stage, (target) => disc(target, 1.08, true), { bevel: r * 0.24, material: stuffs.wax })
  raise(stage, (target) => disc(target, 0.74, false), { bevel: r * 0.08, material: stuffs.wax })
  raise(
    stage,
    (target) => {
      target.setTransform(matrix)
      target.translate(x, y)
      target.scale(r * 0.5, r * 0.5)
      target.fillStyle = css(mix(colour, [255, 200, 180], 0.1))
      for (const { d } of forms[said ?? next.pick(emblem)]) target.fill(new Path2D(d), 'evenodd')
    },
    { bevel: r * 0.08, material: stuffs.wax },
  )
  pen.restore()
}
