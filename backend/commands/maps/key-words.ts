import { Delta, type Op } from '#domain/deltas.ts'
import { type Door, type MapPlan, type Room, roomAt, roomOf, sidesOf } from '#domain/map-plan.ts'
import { textLimits } from '#domain/text-formats.ts'

const kinds = { door: 'door', double: 'double door', barred: 'barred door', arch: 'archway' } as const
const capital = (words: string) => words.slice(0, 1).toUpperCase() + words.slice(1)

const doorWords = ({ kind, locked, secret }: Door) =>
  capital([secret && 'secret', locked && 'locked', kinds[kind]].filter(Boolean).join(' '))

interface Exit {
  words: string
  /** The room behind the exit; undefined if it leads off the map. */
  to: Room | undefined
}

/** Returns the doors and stairs that lead out of a room, with their destinations. */
export const exitsOf = (plan: MapPlan, room: number): Exit[] => {
  const doors = plan.doors.flatMap((door) => {
    const [side] = sidesOf(door)
    if (!side) return []
    const [near, far] = [roomAt(plan, ...side.near), roomAt(plan, ...side.far)]
    if (near !== room && far !== room) return []
    return [{ words: doorWords(door), to: roomOf(plan, near === room ? far : near) }]
  })
  const roomOfStairs = ({ x, y }: { x: number; y: number }) => roomAt(plan, Math.floor(x), Math.floor(y))
  const stairs = plan.stairs.flatMap((flight) => {
    if (roomOfStairs(flight) !== room) return []
    const end = flight.leadsTo === null ? undefined : plan.stairs[flight.leadsTo]
    return [{ words: `Stairs ${flight.to}`, to: end && roomOf(plan, roomOfStairs(end)) }]
  })
  return [...doors, ...stairs]
}

interface Place {
  map: { name: string; uri: string }
  /** Returns the id of a room's lore. */
  loreOf: (room: number) => string
}

export const titleOf = ({ id, name }: Room): string => `${id}. ${name}`

/** The position and exits of a room, as a text with links to the map and to the rooms beyond. */
export const keyText = (plan: MapPlan, room: Room, { map, loreOf }: Place): Op[] => {
  const text = new Delta()
    .insert(`Room ${room.id} of `)
    .insert(map.name, { link: map.uri })
    .insert(` (${plan.theme}).\n`)
  for (const { words, to } of exitsOf(plan, room.id)) {
    if (to) {
      const mention = { id: loreOf(to.id), kind: 'lore', words: titleOf(to).slice(0, textLimits.words) } as const
      text.insert(`${words} to `).insert({ mention })
    } else text.insert(`${words}, out`)
    text.insert('\n', { list: 'bullet' })
  }
  return text.ops as Op[]
}
