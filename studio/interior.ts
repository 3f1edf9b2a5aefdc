import { hex, mix, type Rgb } from './colour.ts'
import { finish } from './finish.ts'
import type { Flame } from './interior/furniture/piece.ts'
import { workshop } from './interior/furniture.ts'
import { glazed, skyOf } from './interior/glass.ts'
import { people } from './interior/people.ts'
import { clothOf, type Plan, type Site } from './interior/plan.ts'
import { chapel } from './interior/rooms/chapel.ts'
import { crypt } from './interior/rooms/crypt.ts'
import { hall } from './interior/rooms/hall.ts'
import { hold } from './interior/rooms/hold.ts'
import { library } from './interior/rooms/library.ts'
import { sunken } from './interior/rooms/sunken.ts'
import { tavern } from './interior/rooms/tavern.ts'
import { seaLife } from './interior/sea-life.ts'
import { dust, flames, shafts } from './interior/shine.ts'
import type { Camera } from './interior/space.ts'
import { trace } from './interior/trace.ts'
import type { Idea } from './lexicon.ts'
import type { Stage } from './stage.ts'

const rooms: Record<Idea<'room'>, (site: Site) => Plan> = {
  tavern,
  hall,
  library,
  crypt,
  hold,
  undersea: sunken,
  chapel,
}

type RoomName = Idea<'room'>

/** The room that is named; or what else is named suggests; or what the hash picks. */
const roomOf = ({ scene, has }: Stage): RoomName => {
  if (has('room', 'undersea')) return 'undersea'
  if (scene.room[0]) return scene.room[0]
  const hints: [RoomName, boolean][] = [
    ['library', has('fitting', 'shelf', 'ladder')],
    ['crypt', has('fitting', 'coffin', 'bone', 'cobweb') || has('creature', 'skull')],
    ['hold', has('fitting', 'hammock', 'crate') || has('motif', 'ship')],
    ['undersea', has('fitting', 'fish', 'weed')],
    ['chapel', has('fitting', 'altar', 'pew')],
    ['hall', has('fitting', 'throne', 'pillar') || has('built', 'castle')],
    ['tavern', has('fitting', 'bar', 'barrel', 'table', 'hearth')],
  ]
  const usual: RoomName[] = ['tavern', 'hall', 'library', 'crypt', 'chapel']
  return hints.find(([, isHinted]) => isHinted)?.[0] ?? (usual[scene.hash % 5] as RoomName)
}

const usualHalf: Record<RoomName, number> = {
  tavern: 3.7,
  hall: 4.6,
  library: 3.5,
  crypt: 3.3,
  hold: 3.6,
  undersea: 5,
  chapel: 4.2,
}

const siteOf = (stage: Stage, room: RoomName): Site => {
  const { w, h, has, may } = stage
  const next = stage.chance(`room/${room}`)
  const grain = stage.noise('grain')
  return {
    stage,
    grain,
    next,
    make: workshop(grain, hex(next.pick(['#7a5230', '#6a4628', '#85603a'])), hex('#4a4a4e')),
    half: usualHalf[room] * Math.min(1.5, Math.max(0.82, (w / h) ** 0.55)),
    cloth: clothOf(stage, next),
    wants: (idea) => has('fitting', idea) && may(idea),
    maybe: (idea, chance) => may(idea) && (has('fitting', idea) || next.chance(chance)),
    fires: may('lantern') && !has('mood', 'grim') ? true : has('fitting', 'candle', 'lantern', 'hearth', 'chandelier'),
  }
}

const cold: readonly [number, number, number] = [0.45, 1, 0.78]
const evil: readonly [number, number, number] = [1, 0.3, 0.12]

/** Flames burn as the mood has it. */
const moodOf = (stage: Stage, list: readonly Flame[]): Flame[] => {
  const isCold = stage.has('mood', 'eerie', 'magical')
  const isEvil = stage.has('mood', 'infernal')
  if (!isCold && !isEvil) return [...list]
  return list.map((flame) => ({ ...flame, colour: isCold ? cold : evil, kind: isCold ? 'cold' : flame.kind }))
}

/** A room seen from its door: floor, walls and ceiling in perspective, what stands in it, who is there, and the light of fires and windows. */
export const drawInterior = (stage: Stage): void => {
  const room = roomOf(stage)
  const site = siteOf(stage, room)
  const plan = rooms[room](site)
  const { w, h, palette, has, may } = stage
  const next = stage.chance('view')
  const camera: Camera = {
    x: next.between(-0.14, 0.14) * plan.shell.half,
    y: plan.shell.high > 5 ? next.between(1.7, 2.3) : next.between(1.45, 1.7),
    focal: Math.max(h * 0.8, w * 0.56),
    cx: w * next.between(0.46, 0.54),
    cy: h * (plan.shell.high > 5 ? 0.6 : 0.5),
  }
  const sky = skyOf(stage, plan.sunken ?? false)
  const daylight = { ...sky.daylight, openings: may('window') ? plan.openings : [] }
  const lit = moodOf(stage, site.fires ? plan.flames : [])
  const haze = plan.clear ** (has('fitting', 'fog') || has('weather', 'fog') ? 2 : 1)
  const part = ([r, g, b]: Rgb, much: number): [number, number, number] => [
    (r / 255) * much,
    (g / 255) * much,
    (b / 255) * much,
  ]
  const air = plan.sunken
    ? mix(palette.mid, hex('#1f8f96'), 0.75)
    : mix(mix(palette.mid, hex('#8a6a4a'), lit.length ? 0.6 : 0.2), palette.near, 0.2)
  const depth = trace(stage, {
    shell: plan.shell,
    camera,
    surfaces: plan.surfaces,
    solids: [...plan.solids, ...glazed(stage, plan, daylight.openings, sky)],
    lighting: { lights: lit, daylight, ambient: part(sky.ambient, sky.level) },
    haze: { colour: part(air, plan.sunken ? 0.8 : 0.1 + 0.2 * sky.level), clear: haze ** 0.1 },
  })
  if (has('fitting', 'crowd', 'someone') && may('figure')) people(stage, camera, depth, crowd(stage, plan), lit)
  if (plan.sunken) seaLife(stage, plan.shell, camera, depth)
  shafts(stage, plan.shell, camera, daylight, sky.shaft)
  flames(stage, camera, depth, lit)
  if (may('dust')) dust(stage, lit.length ? hex('#ffc880') : palette.light, plan.sunken ? 160 : 90)
  finish(stage, 0.62)
}

/** Returns the places of the people in the room: all if the prompt names a crowd, else the last two. */
const crowd = (stage: Stage, plan: Plan): Plan['people'] =>
  stage.has('fitting', 'crowd') ? plan.people : plan.people.slice(-2)
