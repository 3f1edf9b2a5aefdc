import { type Door, type MapPlan, roomAt, roomOf, sidesOf } from '#domain/map-plan.ts'
import { random } from '../random.ts'
import { cave } from './key-words/cave.ts'
import { crypt } from './key-words/crypt.ts'
import { forest } from './key-words/forest.ts'
import { house } from './key-words/house.ts'
import { keep } from './key-words/keep.ts'
import { anywhere, ruin, sewer, ship } from './key-words/places.ts'
import { type Purposes, slots, titles } from './key-words/words.ts'
import type { Wanted } from './layout/brief.ts'

/** Texts for the key of a map, by the purpose of a room. */
const purposeWords: Purposes = {
  ...crypt,
  ...cave,
  ...sewer,
  ...keep,
  ...house,
  ...forest,
  ...ruin,
  ...ship,
  ...anywhere,
}

/** The key of a map: the names of its rooms, and notes about them for the game master. */

const filled = (text: string, next: ReturnType<typeof random>): string =>
  text
    .replace(/\{(\w+)\}th/g, () => next.pick(['Third', 'Fourth', 'Fifth', 'Seventh', 'Ninth']))
    .replace(/\{(\w+)\}/g, (_, slot: string) => next.pick(slots[slot] ?? ['']))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the side of a room that a door is on: `north`. */
const wallOf = (plan: MapPlan, door: Door, room: number): string => {
  const own = sidesOf(door)[0]?.near
  const near = own !== undefined && roomAt(plan, own[0], own[1]) === room
  return door.side === 'north' ? (near ? 'north' : 'south') : near ? 'west' : 'east'
}

const beyond = (plan: MapPlan, door: Door, room: number): number => {
  const [side] = sidesOf(door)
  if (!side) return 0
  const [near, far] = [roomAt(plan, ...side.near), roomAt(plan, ...side.far)]
  return near === room ? far : near === 0 ? 0 : far === room ? near : 0
}

/** Writes the map's title, and the name and note of every room; rooms that the prompt names are called as in the prompt. */
export const writeKey = (plan: MapPlan, flavour: string, wanted: readonly Wanted[]): void => {
  const next = random(plan.seed, 'key')
  const used = new Set<string>()
  const asked = [...wanted]
  plan.title = capital(filled(next.pick(titles[flavour] ?? titles[plan.theme] ?? ['{adjective} Map']), next))
  for (const room of plan.rooms) {
    const words = purposeWords[room.purpose]
    const at = asked.findIndex(({ purpose, secret }) => (secret ? room.secret : purpose === room.purpose))
    const own = at >= 0 ? asked.splice(at, 1)[0] : undefined
    let name = own?.name ?? ''
    for (let i = 0; !name || (used.has(name) && i < 12); i++)
      name = capital(filled(next.pick(words?.names ?? ['The Room']), next))
    while (used.has(name)) name = `${name.replace(/ \d+$/, '')} ${Number(/ (\d+)$/.exec(name)?.[1] ?? 1) + 1}`
    used.add(name)
    room.name = name.slice(0, 80)
  }
  for (const room of plan.rooms) {
    const words = purposeWords[room.purpose]
    const seen = words?.seen.length ? next.pick(words.seen) : ''
    const turn = words?.turn?.length && next.chance(0.8) ? next.pick(words.turn) : ''
    room.note = [seen, turn, ...hiddenIn(plan, room.id)].filter(Boolean).join(' ').slice(0, 600)
  }
}

const hiddenIn = (plan: MapPlan, id: number): string[] => {
  const doors = plan.doors.flatMap((door) => {
    const other = roomOf(plan, beyond(plan, door, id))
    return door.secret && other ? [`A secret door in the ${wallOf(plan, door, id)} wall leads to ${other.name}.`] : []
  })
  const traps = plan.furniture.filter(
    ({ kind, secret, x, y }) => secret && kind === 'trap' && roomAt(plan, Math.floor(x), Math.floor(y)) === id,
  )
  return [
    ...doors,
    ...(traps.length ? ['A pit is hidden under the floor; it opens under the weight of one person.'] : []),
  ]
}
