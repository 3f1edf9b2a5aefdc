import { css, hex, mix } from './colour.ts'
import { floorMask, grid, paving } from './dungeon/floor.ts'
import { furnish } from './dungeon/furnish.ts'
import { digDungeon, type Theme } from './dungeon/plan.ts'
import { bedrock, hatching } from './dungeon/rock.ts'
import { doors, shadows, walls } from './dungeon/walls.ts'
import { finish } from './finish.ts'
import { glow } from './glow.ts'
import type { Idea } from './lexicon.ts'
import { named } from './palette.ts'
import { apart, type Stage } from './stage.ts'

const theme = (floor: string, wall: string, rock: string, water: string, paving: Theme['paving']): Theme => ({
  floor: hex(floor),
  wall: hex(wall),
  rock: hex(rock),
  water: hex(water),
  paving,
})

const themes: Record<Idea<'setting'>, Theme> = {
  crypt: theme('#9c958a', '#57514b', '#2a2623', '#3c6a6a', 'slabs'),
  sewer: theme('#8b8c76', '#4d4f40', '#26281f', '#5c7a34', 'slabs'),
  mine: theme('#a2835c', '#5c4630', '#30241a', '#3c6478', 'earth'),
  keep: theme('#b4aa96', '#5f5a52', '#2d2a28', '#39688a', 'slabs'),
  cave: theme('#9a8c78', '#4f463c', '#29241f', '#2f6a80', 'earth'),
  temple: theme('#c2b596', '#6a5c46', '#332b22', '#3a7f8a', 'slabs'),
  prison: theme('#8f8c86', '#4b4946', '#242322', '#44646a', 'slabs'),
  house: theme('#a87a4a', '#4e3a2a', '#2a211a', '#39688a', 'planks'),
  library: theme('#9c6f46', '#4a3728', '#271e18', '#39688a', 'planks'),
  ice: theme('#c6dde8', '#6f93aa', '#2c4558', '#7cc0dc', 'earth'),
  lava: theme('#6e5a52', '#362a28', '#1a1413', '#f0701c', 'earth'),
  jungle: theme('#98a070', '#4c5638', '#232a1b', '#3a8a7a', 'slabs'),
  sand: theme('#dcb67a', '#8a6638', '#4a361f', '#3a8aa0', 'slabs'),
}

const rocky = new Set<Idea<'setting'>>(['cave', 'mine', 'ice', 'lava'])

/** A battle map of rooms and passages, seen from above, one square to five feet. */
export const drawDungeon = (stage: Stage): void => {
  const { w, h, scene, has, may, palette } = stage
  const setting =
    scene.setting[0] ?? (['crypt', 'keep', 'cave', 'temple', 'sewer', 'prison'] as const)[scene.hash % 6] ?? 'keep'
  const base = themes[setting]
  const lean =
    scene.colour[0] && !['grey', 'black', 'white', 'gold'].includes(scene.colour[0]) ? named[scene.colour[0]] : null
  const look: Theme = lean ? { ...base, floor: mix(base.floor, lean, 0.16), wall: mix(base.wall, lean, 0.14) } : base
  const cell = w / Math.max(12, Math.round(w / 38))
  const plan = digDungeon(stage, {
    cols: Math.round(w / cell),
    rows: Math.floor(h / cell),
    cell,
    top: (h - Math.floor(h / cell) * cell) / 2,
    rocky: rocky.has(setting) && !has('dressing', 'door'),
  })
  const floor = floorMask(stage, plan)
  bedrock(stage, look)
  hatching(stage, plan, look)
  paving(stage, plan, look, floor)
  if (may('grid')) grid(stage, plan, floor)
  const lights = furnish(stage, plan, look, setting, floor)
  shadows(stage, floor)
  walls(stage, plan, look, floor)
  doors(stage, plan)
  for (const { x, y, colour } of lights) glow(stage.pen, x, y, cell * 3.6, colour, 0.42)
  if (has('time', 'night') || has('mood', 'eerie', 'grim') || has('motif', 'lantern')) {
    apart(stage.pen, () => {
      stage.pen.globalCompositeOperation = 'multiply'
      stage.pen.fillStyle = css(mix(palette.mid, [255, 255, 255], 0.45))
      stage.pen.fillRect(0, 0, w, h)
    })
    for (const { x, y, colour } of lights) glow(stage.pen, x, y, cell * 4.4, colour, 0.5)
  }
  finish(stage, 0.42)
}
