import { hex, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import { drawLand, skyline } from './land.ts'
import { inks } from './palette.ts'
import { rainbow } from './sky/rainbow.ts'
import { drawSky } from './sky.ts'
import { horizonOf, type Stage } from './stage.ts'
import { drawCave } from './vista/cave.ts'
import { albedos, country, type Place, watery } from './vista/country.ts'
import { foreground } from './vista/foreground.ts'
import { landmarks } from './vista/landmarks.ts'
import { forestLine } from './vista/trees.ts'
import { eruption, volcanoLine } from './vista/volcano.ts'
import { drawWater } from './water.ts'
import { drawWeather, fogBank, lightning } from './weather.ts'

const seasonal = (stage: Stage, albedo: Rgb): Rgb => {
  if (stage.has('season', 'winter') || stage.has('weather', 'snow')) return mix(albedo, hex('#e8eef4'), 0.72)
  if (stage.has('season', 'autumn')) return mix(albedo, hex('#cc6e28'), 0.55)
  if (stage.has('season', 'spring')) return mix(albedo, hex('#9cc25a'), 0.4)
  return albedo
}

/** What the prompt names; or what its motifs and buildings suggest; or what its hash picks. */
const placeOf = (stage: Stage): Place => {
  const { scene, has } = stage
  const named = scene.place.filter((place) => place !== 'sea' || scene.place.length === 1 || has('motif', 'ship'))
  if (has('motif', 'waterfall') && named.length === 0) return 'mountain'
  if (named[0]) return named[0]
  if (has('motif', 'ship')) return 'sea'
  if (has('motif', 'boat')) return 'lake'
  if (has('motif', 'lighthouse')) return 'coast'
  if (has('motif', 'river', 'bridge')) return 'river'
  if (has('motif', 'water')) return 'lake'
  if (has('motif', 'tree', 'campfire', 'mushroom') || has('mood', 'magical')) return 'forest'
  if (has('motif', 'windmill', 'village', 'stones', 'flower', 'road')) return 'plain'
  const usual: Place[] = ['mountain', 'lake', 'plain', 'forest', 'coast', 'river', 'marsh', 'canyon']
  return usual.filter((place) => stage.may(place))[scene.hash % 8] ?? 'mountain'
}

/** Wide country: sky, folds of land from far to near, water that mirrors them, a landmark or two, a near edge to stand on. */
export const drawVista = (stage: Stage): void => {
  const place = placeOf(stage)
  if (place === 'cave') {
    stage.thing(['cave'], () => drawCave(stage))
    finish(stage)
    return
  }
  const { w, h, u, scene, has, palette, may } = stage
  const next = stage.chance('vista')
  const tall = h > w
  const horizon = horizonOf(stage, next.between(0.36, 0.68) + (tall ? 0.03 : 0))
  const below = h - horizon
  // From far off or near by.
  const span = Math.min(h, w * 1.15) * next.between(0.78, 1.3)
  stage.thing(['sky'], () => drawSky(stage, horizon))
  if (has('motif', 'rainbow') && may('rainbow')) stage.thing(['rainbow'], () => rainbow(stage, horizon))
  if (has('motif', 'lightning') || (has('weather', 'storm') && may('lightning'))) lightning(stage, horizon)
  const water =
    watery[place] ??
    (has('motif', 'water') || scene.place.some((other) => other === 'lake' || other === 'sea')
      ? { top: 0.4, rough: 0.2 }
      : undefined)
  const epic = has('mood', 'epic') ? 1.25 : 1
  const wet = water && may('water')
  const folds = country[place]
  const lay = (fold: (typeof folds)[number], i: number): void => {
    const base = horizon + below * fold.base
    if (wet && fold.base > water.top + 0.05) return
    const label = `fold${i}`
    const sway = next.between(0.85, 1.15)
    const range = skyline(
      stage,
      label,
      fold.ground,
      base,
      span * fold.rise * epic * sway,
      fold.width * u * next.between(0.85, 1.2),
    )
    const top = fold.cone ? volcanoLine(stage, base, span * fold.rise, range) : range
    const rocky = fold.ground === 'mountain'
    const snowy = rocky && place !== 'volcano' && !has('season', 'summer') && may('snow')
    const winter = has('season', 'winter') || has('weather', 'snow')
    const own = fold.albedo ?? albedos[place]
    drawLand(stage, {
      label,
      ground: fold.ground,
      top,
      foot: i === folds.length - 1 || wet ? h : Math.min(h, horizon + below * (folds[i + 1]?.base ?? 1) + 90 * u),
      albedo: rocky ? own : seasonal(stage, own),
      distance: fold.distance,
      mist: 0.6 * fold.distance + (has('weather', 'fog') ? 0.25 : 0.05),
      ...(snowy ? { snow: base - span * fold.rise * epic * (winter ? 0.2 : 0.5) } : {}),
    })
    if (fold.cone) eruption(stage, base, span * fold.rise)
    if (fold.trees && may('tree'))
      forestLine(stage, {
        label,
        top,
        size: fold.trees * u,
        distance: fold.distance,
        place,
        from: 0,
        to: w,
      })
    if (has('weather', 'fog') && fold.distance > 0.2) fogBank(stage, base, 0.2)
    if (i === Math.min(folds.length - 1, Math.max(0, folds.length - 3)))
      landmarks(stage, { place, top, distance: fold.distance, span, phase: 'far', line: base })
  }
  folds.forEach((fold, i) => {
    stage.thing([fold.trees ? 'forest' : fold.ground === 'mountain' ? 'mountain' : 'land'], () => lay(fold, i))
  })
  if (wet)
    stage.thing(['water'], () =>
      drawWater(stage, {
        top: horizon + below * water.top,
        foot: h,
        rough: has('mood', 'serene')
          ? water.rough * 0.5
          : has('weather', 'storm', 'wind')
            ? Math.min(1, water.rough + 0.3)
            : water.rough,
        ...(place === 'marsh' ? { colour: mix(palette.mid, hex('#56603c'), 0.35) } : {}),
      }),
    )
  landmarks(stage, {
    place,
    top: () => horizon + below * 0.3,
    distance: 0.25,
    span,
    phase: 'near',
    line: horizon + below * (wet ? water.top : 0.3),
  })
  stage.thing(['ground'], () =>
    foreground(stage, {
      place,
      horizon,
      wet: Boolean(wet),
      inks: (albedo, distance) => inks(palette, albedo, distance),
    }),
  )
  drawWeather(stage, horizon)
  finish(stage)
}
