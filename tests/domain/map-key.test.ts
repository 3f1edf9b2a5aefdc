import { describe, expect, test } from 'vitest'
import { exitsOf, keyText, titleOf } from '../../backend/commands/maps/key-words.ts'
import { planOf } from '../studio/map-orders.ts'

describe('a room of a map’s key, as lore', () => {
  const plan = planOf('a tavern with a cellar and a secret door')
  const map = { name: 'The *Gilded* [Heron]', uri: '/maps/1' }
  const loreOf = (room: number) => `00000000-0000-4000-8000-00000000000${room % 10}`

  test('says where it is, and leads back to the map by whatever name that has', () => {
    const [room] = plan.rooms
    if (!room) throw new Error('There is no room')
    expect(titleOf(room)).toBe(`1. ${room.name}`)
    const [of, name, theme] = keyText(plan, room, { map, loreOf })
    expect([of?.insert, name?.insert, name?.attributes]).toEqual(['Room 1 of ', map.name, { link: map.uri }])
    expect(theme?.insert).toContain('tavern')
  })

  test('names the doors on both of their sides, secret and locked ones as such', () => {
    const secret = plan.doors.find(({ secret }) => secret)
    const both = plan.rooms.filter(({ id }) => exitsOf(plan, id).some(({ words }) => words.startsWith('Secret ')))
    expect(secret).toBeDefined()
    expect(both.length).toBeGreaterThan(1)
    for (const { id } of plan.rooms)
      for (const { to } of exitsOf(plan, id))
        if (to) expect(exitsOf(plan, to.id).some((back) => back.to?.id === id)).toBe(true)
  })

  test('mentions the lore that is beyond', () => {
    const mentioned = plan.rooms.flatMap((room) =>
      keyText(plan, room, { map, loreOf }).flatMap(({ insert }) => (typeof insert === 'object' ? [insert] : [])),
    )
    const [first] = exitsOf(plan, 1)
    expect(mentioned[0]).toEqual({
      mention: { id: loreOf(first?.to?.id ?? 0), kind: 'lore', words: first?.to && titleOf(first.to) },
    })
  })
})
