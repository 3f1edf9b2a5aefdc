import { clamp } from '../noise.ts'
import { aurora, comet, moon, stars, sunDisc } from '../sky/lights.ts'
import { drawSky } from '../sky.ts'
import { openStage, type Stage, type Style } from '../stage.ts'
import { drawWeather, lightning } from '../weather.ts'
import type { Box, Raster } from './raster.ts'

export interface Ordered {
  prompt: string
  style: Style
  seed: number
}

export const stageOf = ({ prompt, style, seed }: Ordered, width: number, height: number, model = 'retouch'): Stage =>
  openStage({ model, prompt, negativePrompt: '', stylePreset: style, width, height, seed })

export const takenFrom = ({ canvas, w, h }: Pick<Stage, 'canvas' | 'w' | 'h'>): Raster => ({
  w,
  h,
  px: canvas.getContext('2d').getImageData(0, 0, w, h).data,
})

/** Draws the weather and sky lights that the words name as a layer, sun or moon in the middle of `box`; null if they name none. */
export const overlayOf = (order: Ordered, { w, h }: Raster, box: Box): Raster | null => {
  const stage = stageOf(order, w, h)
  const { has, sun } = stage
  const size = clamp(Math.min(box.w, box.h) * 0.3, 3, Math.min(w, h) * 0.12)
  sun.x = box.x + box.w / 2
  sun.y = box.y + box.h / 2
  const lower = box.y + box.h
  const draws: (readonly [boolean, () => void])[] = [
    [has('motif', 'star'), () => stars(stage, lower)],
    [has('weather', 'aurora'), () => aurora(stage, lower)],
    [has('motif', 'comet'), () => comet(stage, lower)],
    [has('motif', 'moon'), () => moon(stage, size, stage.scene.hash % 3 === 0)],
    [has('motif', 'sun'), () => sunDisc(stage, size)],
    [has('motif', 'lightning') || has('weather', 'storm'), () => lightning(stage, lower)],
    [has('weather', 'fog', 'rain', 'storm', 'snow', 'ash') || has('mood', 'magical'), () => drawWeather(stage, sun.y)],
  ]
  const wanted = draws.filter(([on]) => on)
  for (const [, draw] of wanted) draw()
  return wanted.length ? takenFrom(stage) : null
}

/** Draws a whole sky down to y = `line`, at the hour and in the weather of the words. */
export const skyOf = (order: Ordered, { w, h }: Raster, line: number): Raster => {
  const stage = stageOf(order, w, h)
  drawSky(stage, Math.max(8, line))
  return takenFrom(stage)
}
