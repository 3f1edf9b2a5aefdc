import { css, hex, mix, type Rgb } from '../colour.ts'
import type { Idea } from '../lexicon.ts'
import { type ObjectName, objects } from '../map-objects.ts'
import { fbm, smooth } from '../noise.ts'
import { apart, type Stage, sheet } from '../stage.ts'
import type { Plan, Room, Theme } from './plan.ts'

/** What usually stands in such places, besides what the prompt asks for. */
const usual: Record<Idea<'setting'>, readonly Idea<'dressing'>[]> = {
  crypt: ['coffin', 'coffin', 'statue', 'bone', 'altar', 'web', 'pillar'],
  sewer: ['water', 'water', 'rubble', 'crate', 'bone', 'web'],
  mine: ['crate', 'crystal', 'rubble', 'track', 'water', 'torch'],
  keep: ['table', 'bed', 'crate', 'pillar', 'rug', 'shelf', 'torch', 'statue'],
  cave: ['rubble', 'mushroom', 'water', 'bone', 'crystal', 'rubble'],
  temple: ['altar', 'pillar', 'statue', 'rug', 'torch', 'circle', 'water'],
  prison: ['cage', 'bed', 'bone', 'table', 'torch', 'crate', 'rubble'],
  house: ['table', 'bed', 'rug', 'shelf', 'crate', 'chest', 'table'],
  library: ['shelf', 'shelf', 'table', 'circle', 'rug', 'statue'],
  ice: ['water', 'crystal', 'rubble', 'bone', 'crystal'],
  lava: ['water', 'forge', 'rubble', 'pillar', 'bone'],
  jungle: ['statue', 'water', 'rubble', 'altar', 'mushroom', 'pillar'],
  sand: ['coffin', 'statue', 'pillar', 'rubble', 'chest', 'altar'],
}

export interface Light {
  x: number
  y: number
  colour: Rgb
}

/** Fills the rooms: what the prompt names first and surely, then what belongs to the place. Answers where light burns. */
export const furnish = (
  stage: Stage,
  plan: Plan,
  look: Theme,
  setting: Idea<'setting'>,
  floor: ReturnType<typeof sheet>,
): Light[] => {
  const { scene, may } = stage
  const next = stage.chance('furnish')
  const lights: Light[] = []
  const asked = scene.dressing.filter((idea) => !['door', 'stairs', 'grid'].includes(idea))
  const wanted = [...asked, ...usual[setting].filter((idea) => may(idea))]
  const rooms = [...plan.rooms].sort((a, b) => b.w * b.h - a.w * a.h)
  if (may('rubble')) litter(stage, plan, look)
  const pools = asked.includes('water') ? 3 : 1
  if (wanted.includes('water'))
    for (let i = 0; i < pools; i++) {
      const room = rooms[(i * 2 + 1) % Math.max(1, rooms.length)]
      if (room) pool(stage, plan, look, room, setting, lights, floor)
    }
  const things = wanted.filter((idea) => idea !== 'water' && idea !== 'torch')
  rooms.forEach((room, i) => {
    const idea = things[i % Math.max(1, things.length)]
    if (idea) place(stage, plan, look, room, idea as ObjectName, lights)
    if (room.w >= 6 && room.h >= 5 && !plan.rocky && may('pillar') && (asked.includes('pillar') || next.chance(0.6)))
      for (const [x, y] of [
        [1, 1],
        [room.w - 2, 1],
        [1, room.h - 2],
        [room.w - 2, room.h - 2],
      ] as const)
        draw(stage, plan, 'pillar', room.x + x + 0.5, room.y + y + 0.5, 1, look, lights)
    if ((wanted.includes('torch') || next.chance(0.3)) && may('torch'))
      draw(stage, plan, 'torch', room.x + room.w / 2, room.y + 0.22, 1, look, lights)
    if (next.chance(0.3) && may('chest'))
      draw(stage, plan, 'chest', room.x + room.w - 0.6, room.y + room.h - 0.6, 1, look, lights)
    if (next.chance(0.35) && may('bone'))
      draw(
        stage,
        plan,
        'bone',
        room.x + next.between(0.6, room.w - 0.6),
        room.y + next.between(0.6, room.h - 0.6),
        1,
        look,
        lights,
      )
    if (next.chance(0.4) && may('crate') && !['temple', 'ice', 'lava'].includes(setting))
      draw(stage, plan, 'crate', room.x + 0.6, room.y + 0.6, 1, look, lights)
  })
  if (may('stairs'))
    for (const [room, side] of [
      [rooms[0], 0],
      [rooms.at(-1), 1],
    ] as const)
      if (room) draw(stage, plan, 'stairs', room.x + (side ? 0.5 : room.w - 0.5), room.y + room.h - 1, 1, look, lights)
  return lights
}

const draw = (
  stage: Stage,
  plan: Plan,
  name: ObjectName,
  cx: number,
  cy: number,
  size: number,
  look: Theme,
  lights: Light[],
): void => {
  const x = cx * plan.cell
  const y = plan.top + cy * plan.cell
  apart(stage.pen, () => {
    stage.pen.translate(x, y)
    stage.pen.scale(plan.cell * size, plan.cell * size)
    objects[name](stage.pen, stage.chance(`${name}${Math.round(x)},${Math.round(y)}`), {
      stone: look.wall,
      floor: look.floor,
      accent: stage.palette.accent,
    })
  })
  if (name === 'torch' || name === 'forge') lights.push({ x, y, colour: hex('#ffb050') })
  if (name === 'circle' || name === 'crystal' || name === 'mushroom')
    lights.push({ x, y, colour: stage.palette.accent })
}

/** Sets things as people would: tables in the middle, beds and shelves along walls, coffins in rows. */
const place = (stage: Stage, plan: Plan, look: Theme, room: Room, idea: ObjectName, lights: Light[]): void => {
  const next = stage.chance(`place${room.x},${room.y}`)
  const at = (x: number, y: number, size = 1) => draw(stage, plan, idea, room.x + x, room.y + y, size, look, lights)
  const { w, h } = room
  if (idea === 'coffin')
    for (let x = 1.2; x < w - 0.6; x += 2) for (const y of h > 5 ? [1.2, h - 1.2] : [h / 2]) at(x, y)
  else if (idea === 'bed' || idea === 'cage') for (let x = 0.8; x < w - 0.4; x += 1.9) at(x, 1)
  else if (idea === 'shelf') {
    for (let x = 1; x < w - 0.5; x += 1.6) at(x, 0.34)
    for (let x = 1; x < w - 0.5; x += 1.6) if (h > 4) at(x, h / 2)
  } else if (['rubble', 'mushroom', 'crystal', 'web', 'bone', 'crate', 'blood'].includes(idea))
    for (let i = 0; i < Math.max(3, (w * h) / 6); i++) {
      const x = next.between(0.6, w - 0.6)
      const y = next.between(0.6, h - 0.6)
      if (plan.open(Math.floor(room.x + x), Math.floor(room.y + y))) at(x, y, next.between(0.8, 1.25))
    }
  else if (idea === 'table' && w > 6) for (let x = 1.8; x < w - 1; x += 2.8) at(x, h / 2)
  else if (idea === 'track') for (let x = 0.5; x < w; x++) at(x, Math.floor(h / 2) + 0.5)
  else at(w / 2, h / 2, idea === 'rug' || idea === 'circle' ? Math.min(w, h) * 0.3 : 1)
}

/** Water, ice melt or lava with a soft irregular edge, lighter where it is shallow. */
const pool = (
  stage: Stage,
  plan: Plan,
  look: Theme,
  room: Room,
  setting: Idea<'setting'>,
  lights: Light[],
  floor: ReturnType<typeof sheet>,
): void => {
  const { cell, top } = plan
  const shape = stage.noise(`pool${room.x}`)
  const cx = (room.x + room.w / 2) * cell
  const cy = top + (room.y + room.h / 2) * cell
  const rx = cell * Math.max(1.6, room.w * 0.42)
  const ry = cell * Math.max(1.4, room.h * 0.42)
  const part = sheet(stage, rx * 3, ry * 3)
  const image = part.pen.createImageData(part.canvas.width, part.canvas.height)
  const lava = setting === 'lava'
  const bank = mix(look.floor, [30, 22, 14], 0.55)
  for (let y = 0; y < image.height; y++)
    for (let x = 0; x < image.width; x++) {
      const dx = (x - image.width / 2) / rx
      const dy = (y - image.height / 2) / ry
      const d = Math.hypot(dx, dy) + 0.3 * fbm(shape, x / (cell * 1.3), y / (cell * 1.3), 3)
      if (d > 1.06) continue
      const ripple = shape(x / (cell * 0.5), y / (cell * 0.22) + 3)
      const deep = smooth(1, 0.3, d)
      const own = lava
        ? mix(hex('#ffd76a'), look.water, smooth(0.1, 0.9, Math.abs(ripple) * 1.6))
        : mix(mix(look.water, [255, 255, 255], 0.25), mix(look.water, [6, 14, 26], 0.5), deep)
      const lit = !lava && ripple > 0.36 ? mix(own, [255, 255, 255], 0.3) : own
      const colour = d > 0.95 ? bank : lit
      image.data.set(
        [colour[0], colour[1], colour[2], 255 * smooth(1.06, 1.0, d) * (d > 0.95 ? 0.8 : 0.94)],
        4 * (y * image.width + x),
      )
    }
  part.pen.putImageData(image, 0, 0)
  // Cut to the floor, so that no water stands in the rock.
  part.pen.globalCompositeOperation = 'destination-in'
  part.pen.drawImage(floor.canvas, -(cx - image.width / 2), -(cy - image.height / 2))
  stage.pen.drawImage(part.canvas, cx - image.width / 2, cy - image.height / 2)
  if (lava) lights.push({ x: cx, y: cy, colour: hex('#ff8a30') })
}

const litter = (stage: Stage, plan: Plan, look: Theme): void => {
  const next = stage.chance('litter')
  plan.each((x, y) => {
    if (!next.chance(0.12)) return
    const px = (x + next()) * plan.cell
    const py = plan.top + (y + next()) * plan.cell
    for (let i = 0; i < 4; i++) {
      const r = plan.cell * next.between(0.02, 0.07)
      stage.pen.fillStyle = css([0, 0, 0], 0.3)
      stage.pen.beginPath()
      stage.pen.arc(px + i * 3 + 1.5, py + (i % 2) * 4 + 2, r, 0, 7)
      stage.pen.fill()
      stage.pen.fillStyle = css(mix(look.floor, look.wall, next.between(0.2, 0.7)))
      stage.pen.beginPath()
      stage.pen.arc(px + i * 3, py + (i % 2) * 4, r, 0, 7)
      stage.pen.fill()
    }
  })
}
