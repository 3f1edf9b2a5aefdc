import { css, hex, mix } from '../colour.ts'
import { glow } from '../glow.ts'
import { stuffs } from '../relief/material.ts'
import type { Stage } from '../stage.ts'
import { piece, scaled } from './piece.ts'
import type { Site } from './site.ts'

export const chest = (stage: Stage, site: Site): void => {
  const { subject, x, foot, size } = site
  const wood = stage.scene.material[0] && subject.main.material !== stuffs.worn ? subject.main : subject.of.wood
  const iron = { colour: hex('#6a5a44'), material: stuffs.worn }
  const rough = stage.noise('grain')
  const grain = (px: number, py: number) => 1.8 * rough(px / (80 * stage.u), py / (4 * stage.u))
  const open = stage.scene.item.includes('coin') || stage.scene.item.includes('gem') || stage.scene.hash % 2 === 0
  if (open) {
    piece(
      stage,
      site,
      'M-.5 -.5C-.5 -.82 -.42 -.86 -.34 -.88L.34 -.88C.42 -.86 .5 -.82 .5 -.5Z',
      mix(wood.colour, [0, 0, 0], 0.5),
      0.05,
      wood.material,
      grain,
    )
    glow(stage.pen, x, foot - size * 0.5, size * 0.6, hex('#ffc860'), 0.7)
    const next = stage.chance('hoard')
    for (let i = 0; i < 90; i++) {
      const dx = next.between(-0.42, 0.42)
      const high = 0.16 * (1 - (dx / 0.44) ** 2)
      piece(
        stage,
        { ...site, x: x + dx * size, foot: foot - size * (0.44 + high * next()) },
        'M-.035 0A.035 .018 0 1 0 .035 0A.035 .018 0 1 0 -.035 0Z',
        next.chance(0.08) ? subject.hue : hex('#e6b23e'),
        0.012,
        stuffs.metal,
      )
    }
  } else
    piece(
      stage,
      site,
      'M-.52 -.46C-.54 -.74 -.4 -.8 -.3 -.82L.3 -.82C.4 -.8 .54 -.74 .52 -.46Z',
      wood.colour,
      0.16,
      wood.material,
      grain,
    )
  piece(stage, site, 'M-.52 -.46L.52 -.46L.5 .02L-.5 .02Z', wood.colour, 0.03, wood.material, grain)
  for (const y of [-0.3, -0.14])
    scaled(stage.pen, site, () => {
      stage.pen.fillStyle = css([0, 0, 0], 0.35)
      stage.pen.fillRect(-0.5, y, 1, 0.008)
    })
  piece(
    stage,
    site,
    'M-.53 -.48L.53 -.48L.53 -.42L-.53 -.42ZM-.51 -.03L.51 -.03L.51 .03L-.51 .03ZM-.4 -.46L-.32 -.46L-.32 .02L-.4 .02ZM.4 -.46L.32 -.46L.32 .02L.4 .02Z',
    iron.colour,
    0.02,
    iron.material,
  )
  piece(
    stage,
    site,
    'M-.09 -.5L.09 -.5L.1 -.3C.06 -.24 -.06 -.24 -.1 -.3Z',
    subject.of.trim.colour,
    0.03,
    subject.of.trim.material,
  )
  piece(
    stage,
    site,
    'M-.018 -.4A.02 .02 0 1 1 .018 -.4L.01 -.34L.022 -.3L-.022 -.3L-.01 -.34Z',
    hex('#0e0a08'),
    0.01,
    stuffs.cloth,
  )
}

export const coins = (stage: Stage, site: Site): void => {
  const { x, foot, size, subject } = site
  const next = stage.chance('coins')
  const coin = (cx: number, cy: number, r: number) => {
    const at = { ...site, x: cx, foot: cy, size: r }
    piece(
      stage,
      at,
      'M-1 0A1 .34 0 1 0 1 0L1 .16A1 .34 0 1 1 -1 .16Z',
      mix(subject.main.colour, [50, 24, 8], 0.3),
      0.05,
      subject.main.material,
    )
    piece(stage, at, 'M-1 0A1 .34 0 1 0 1 0A1 .34 0 1 0 -1 0Z', subject.main.colour, 0.1, subject.main.material)
    piece(
      stage,
      at,
      'M-.5 .02L-.1 -.06L0 -.2L.1 -.06L.5 .02L.1 .06L0 .2L-.1 .06Z',
      mix(subject.main.colour, [80, 40, 10], 0.35),
      0.04,
      subject.main.material,
    )
  }
  for (const [dx, count] of [
    [-0.3, 6],
    [0.32, 4],
    [0.02, 10],
  ] as const)
    for (let i = 0; i < count; i++)
      coin(
        x + dx * size + next.between(-0.012, 0.012) * size,
        foot - i * size * 0.042 - (dx === 0.02 ? 0 : size * 0.06),
        size * 0.17,
      )
  for (let i = 0; i < 5; i++)
    coin(x + next.between(-0.5, 0.5) * size, foot + size * next.between(0.05, 0.15), size * 0.15)
}
