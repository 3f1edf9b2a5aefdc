import { css, mix } from './colour.ts'
import { fbm } from './noise.ts'
import { apart, type Stage, sheet } from './stage.ts'

/** What falls and drifts between the viewer and the scene; drawn last, before the finish. */
export const drawWeather = (stage: Stage, horizon: number): void => {
  const { has, may } = stage
  if (has('weather', 'fog')) fogBank(stage, horizon, 0.5)
  else if (has('weather', 'rain', 'snow', 'storm') || has('mood', 'eerie')) fogBank(stage, horizon, 0.2)
  if (has('weather', 'rain', 'storm') && may('rain')) rain(stage)
  if (has('weather', 'snow') && may('snow')) flakes(stage, false)
  if ((has('weather', 'ash') || has('place', 'volcano') || has('mood', 'infernal')) && may('ash')) flakes(stage, true)
  if (has('mood', 'magical') && may('magical')) motes(stage)
}

/** Drifting banks, thickest at the horizon. */
export const fogBank = (stage: Stage, horizon: number, strength: number): void => {
  const { w, h, u, pen, palette } = stage
  const scale = 6
  const part = sheet(stage, w / scale, h / scale)
  const image = part.pen.createImageData(part.canvas.width, part.canvas.height)
  const shape = stage.noise('fog')
  const colour = mix(palette.horizon, palette.far, 0.35)
  for (let y = 0; y < image.height; y++) {
    const off = Math.abs(y * scale - horizon * 1.06) / (h * 0.34)
    const band = Math.exp(-off * off)
    for (let x = 0; x < image.width; x++) {
      const v = 0.5 + fbm(shape, (x * scale) / (330 * u), (y * scale) / (90 * u), 3)
      const i = 4 * (y * image.width + x)
      image.data.set([colour[0], colour[1], colour[2], 255 * Math.max(0, Math.min(1, strength * band * v * 1.5))], i)
    }
  }
  part.pen.putImageData(image, 0, 0)
  pen.drawImage(part.canvas, 0, 0, w, h)
}

const rain = (stage: Stage): void => {
  const { w, h, u, pen, palette } = stage
  const next = stage.chance('rain')
  const slant = next.between(0.12, 0.3) * (next.chance(0.5) ? 1 : -1)
  apart(pen, () => {
    for (let i = 0; i < 620 * (w / 1024); i++) {
      const near = next()
      const x = next() * w * 1.2 - w * 0.1
      const y = next() * h
      const length = (16 + 50 * near) * u
      pen.strokeStyle = css(palette.light, 0.1 + 0.2 * near)
      pen.lineWidth = (0.7 + 1.3 * near) * u
      pen.beginPath()
      pen.moveTo(x, y)
      pen.lineTo(x + slant * length, y + length)
      pen.stroke()
    }
  })
}

const flakes = (stage: Stage, embers: boolean): void => {
  const { w, h, u, pen, palette } = stage
  const next = stage.chance(embers ? 'embers' : 'flakes')
  for (let i = 0; i < (embers ? 150 : 420) * (w / 1024); i++) {
    const near = next() ** 3
    pen.fillStyle = embers
      ? css(mix(palette.accent, palette.light, next() * 0.6), next.between(0.4, 1))
      : css([255, 255, 255], 0.35 + 0.5 * next())
    pen.beginPath()
    pen.arc(
      next() * w,
      embers ? h * Math.sqrt(next()) : next() * h,
      (embers ? 0.8 + 2.2 * near : 1 + 5.5 * near) * u,
      0,
      7,
    )
    pen.fill()
  }
}

const motes = (stage: Stage): void => {
  const { w, h, u, pen, palette } = stage
  const next = stage.chance('motes')
  apart(pen, () => {
    pen.globalCompositeOperation = 'screen'
    for (let i = 0; i < 70; i++) {
      const x = next() * w
      const y = h * (0.35 + 0.6 * next())
      const r = next.between(2, 9) * u
      const light = pen.createRadialGradient(x, y, 0, x, y, r * 2.4)
      light.addColorStop(0, css(mix(palette.accent, [255, 255, 255], 0.55), 0.95))
      light.addColorStop(0.3, css(palette.accent, 0.5))
      light.addColorStop(1, css(palette.accent, 0))
      pen.fillStyle = light
      pen.fillRect(x - r * 3, y - r * 3, r * 6, r * 6)
    }
  })
}

export const lightning = (stage: Stage, horizon: number): void => {
  const { w, u, pen, palette } = stage
  const next = stage.chance('lightning')
  apart(pen, () => {
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.globalCompositeOperation = 'screen'
    const bolt = (x: number, y: number, to: number, width: number): void => {
      const points: [number, number][] = [[x, y]]
      while (y < to) {
        y += next.between(14, 44) * u
        x += next.between(-30, 30) * u
        points.push([x, y])
        if (width > 3 * u && next.chance(0.16)) bolt(x, y, y + (to - y) * next.between(0.3, 0.6), width * 0.5)
      }
      for (const [grow, alpha] of [
        [5, 0.16],
        [2.2, 0.35],
        [1, 1],
      ] as const) {
        pen.strokeStyle = css(mix(palette.light, [215, 225, 255], 0.6), alpha)
        pen.lineWidth = width * grow
        pen.beginPath()
        for (const [px, py] of points) pen.lineTo(px, py)
        pen.stroke()
      }
    }
    bolt(w * next.between(0.2, 0.8), 0, horizon, 4.4 * u)
  })
}
