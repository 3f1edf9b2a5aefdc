import { css, hex, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import { glow } from './glow.ts'
import { fbm } from './noise.ts'
import { apart, type Stage } from './stage.ts'
import { courseOf, distanceTo } from './wilderness/course.ts'
import { groundOf, paintGround } from './wilderness/ground.ts'
import type { Land } from './wilderness/land.ts'
import { scatter } from './wilderness/scatter.ts'

/** A battle map of open ground from above: earth, water with banks, paths, then everything that grows and lies on it. */
export const drawWilderness = (stage: Stage): void => {
  const { w, h, has, may, palette, u } = stage
  const cell = w / Math.max(12, Math.round(w / 46))
  const land = survey(stage, cell)
  paintGround(stage, land)
  const lights = scatter(stage, land)
  if (may('grid')) grid(stage, cell)
  const hour =
    has('ground', 'night') || has('time', 'night')
      ? hex('#6c7cb8')
      : has('ground', 'dusk') || has('time', 'dusk', 'dawn')
        ? hex('#e8b49a')
        : null
  if (hour) {
    apart(stage.pen, () => {
      stage.pen.globalCompositeOperation = 'multiply'
      stage.pen.fillStyle = css(hour)
      stage.pen.fillRect(0, 0, w, h)
    })
    for (const { x, y } of lights) {
      glow(stage.pen, x, y, cell * 5, hex('#ff9a40'), 0.75)
      glow(stage.pen, x, y, cell * 2, hex('#ffe0a0'), 0.6)
    }
  } else for (const { x, y } of lights) glow(stage.pen, x, y, cell * 3, hex('#ffb050'), 0.5)
  if (has('ground', 'fog') || has('weather', 'fog')) mist(stage, mix(palette.horizon, [255, 255, 255], 0.4))
  if (has('weather', 'snow') && may('snow')) {
    const next = stage.chance('flakes')
    for (let i = 0; i < 260; i++) {
      stage.pen.fillStyle = css([255, 255, 255], next.between(0.4, 0.9))
      stage.pen.beginPath()
      stage.pen.arc(next() * w, next() * h, next.between(1, 3.4) * u, 0, 7)
      stage.pen.fill()
    }
  }
  finish(stage, 0.46)
}

/** Lays out water, paths and cliffs before anything is drawn, so that all the rest can keep clear of them. */
const survey = (stage: Stage, cell: number): Land => {
  const { w, h, has, may, scene } = stage
  const next = stage.chance('survey')
  const river =
    has('ground', 'river', 'bridge') && may('river')
      ? courseOf(stage, 'river', next.chance(w > h ? 0.75 : 0.3) ? 'down' : 'across', cell * next.between(1.5, 2.1))
      : null
  const wantsPath =
    may('road') &&
    may('path') &&
    (has('ground', 'road', 'crossroads', 'bridge', 'camp') ||
      (scene.ground.length < 2 && next.chance(0.8)) ||
      next.chance(0.5))
  const paths = wantsPath
    ? [
        courseOf(
          stage,
          'path',
          river?.way === 'down' ? 'across' : river ? 'down' : w > h ? 'across' : 'down',
          cell * 0.62,
        ),
      ]
    : []
  if (has('ground', 'crossroads'))
    paths.push(courseOf(stage, 'cross', paths[0]?.way === 'across' ? 'down' : 'across', cell * 0.55))
  const rough = stage.noise('shore')
  const shoreLine = h * next.between(0.58, 0.7)
  const shore =
    has('ground', 'coast') && may('water')
      ? (x: number) => shoreLine + cell * 2.6 * fbm(rough, x / (cell * 6), 2, 3) + (x / w - 0.5) * h * 0.16
      : null
  const lake =
    has('ground', 'lake') && may('lake')
      ? { x: w * next.between(0.3, 0.7), y: h * next.between(0.3, 0.7), r: Math.min(w, h) * next.between(0.2, 0.27) }
      : null
  const cliff = has('ground', 'cliff') ? courseOf(stage, 'cliff', w > h ? 'down' : 'across', cell) : null
  const swamp = has('ground', 'swamp') && may('water')
  const wetness = (x: number, y: number): number => {
    const wobble = cell * 0.5 * fbm(rough, x / (cell * 1.6), y / (cell * 1.6), 3)
    let least = 1e6
    if (river) least = Math.min(least, distanceTo(river, x, y) - river.half + wobble)
    if (shore) least = Math.min(least, shore(x) - y + wobble)
    if (lake)
      least = Math.min(
        least,
        Math.hypot(x - lake.x, (y - lake.y) * 1.15) -
          lake.r * (1 + 0.45 * fbm(rough, x / (cell * 4), y / (cell * 4), 2)),
      )
    if (swamp) least = Math.min(least, (0.1 - fbm(rough, x / (cell * 3.6), y / (cell * 3.6) + 40, 3)) * cell * 6)
    return least
  }
  const onPath = (x: number, y: number): number => {
    const wobble = cell * 0.26 * fbm(rough, x / cell, y / cell + 9, 2)
    return paths.reduce((least, path) => Math.min(least, distanceTo(path, x, y) - path.half + wobble), 1e6)
  }
  return { cell, look: groundOf(stage), courses: { river, paths, shore, lake, cliff }, wetness, onPath }
}

const grid = (stage: Stage, cell: number): void => {
  const { w, h, u, pen, style } = stage
  pen.strokeStyle = css([16, 18, 12], style === 'fantasy-art' ? 0.26 : 0.2)
  pen.lineWidth = Math.max(1, 1.4 * u)
  for (let x = 0; x <= w + 1; x += cell) pen.strokeRect(Math.round(x), -2, 0.01, h + 4)
  for (let y = (h % cell) / 2; y <= h; y += cell) pen.strokeRect(-2, Math.round(y), w + 4, 0.01)
}

const mist = (stage: Stage, colour: Rgb): void => {
  const { w, h, u, pen } = stage
  const shape = stage.noise('mist')
  const next = stage.chance('mist')
  for (let i = 0; i < 60; i++) {
    const x = next() * w
    const y = next() * h
    if (shape(x / (200 * u), y / (200 * u)) < 0) continue
    glow(pen, x, y, next.between(120, 260) * u, colour, 0.12)
  }
}
