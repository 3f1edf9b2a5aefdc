import { describe, expect, test } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { maps } from '#domain/maps.ts'
import { given } from '../given.ts'

const imageId = '00000000-0000-7000-8000-000000000001'
const campaignId = '00000000-0000-7000-8000-000000000002'
const ownerId = '00000000-0000-7000-8000-000000000003'
const about = { imageId, shownIn: null }
const door = { x: 3, y: 4, side: 'north', span: 1, kind: 'door', closed: true, locked: false, secret: false } as const
const moved = { ...door, x: 9 }
const changed = { type: 'DoorChanged', data: { ...about, doorId: 'd1', was: door, door: moved } } as const
const removed = { type: 'DoorRemoved', data: { ...about, doorId: 'd1', was: moved } } as const
const added = { type: 'DoorAdded', data: { ...about, doorId: 'd7', door } } as const
const renamed = { type: 'RoomRenamed', data: { imageId, campaignId, ownerId, room: 2, name: 'Larder' } } as const
const undone = { type: 'PlanChangeUndone', data: about } as const
const set = (was: typeof door | typeof moved | null, now: typeof was, over: { asOf?: number; fits?: boolean } = {}) =>
  ({ type: 'SetDoor', data: { ...about, doorId: 'd1', asOf: 0, fits: true, was, door: now, ...over } }) as const
const undo = (asOf: number) => ({ type: 'UndoPlanChange', data: { ...about, asOf } }) as const
const map = given(maps)

describe('a door', () => {
  test('is changed, added and removed, and what is so already is nothing', () => {
    map().when(set(door, moved)).emits(changed)
    map(changed)
      .when(set(moved, null, { asOf: 1 }))
      .emits(removed)
    map()
      .when({ type: 'SetDoor', data: { ...set(null, door).data, doorId: 'd7' } })
      .emits(added)
    map()
      .when(set(door, door, { fits: false }))
      .emitsNothing()
    map()
      .when(set(null, null, { fits: false }))
      .emitsNothing()
  })
  test('that has no place, or is the only way, is refused', () => {
    map()
      .when(set(door, moved, { fits: false }))
      .rejects('door_does_not_fit')
    map()
      .when(set(door, null, { fits: false }))
      .rejects('door_is_only_way')
  })
  test('is not changed by a look at a plan that is another by now', () => {
    map(changed).when(set(door, moved)).rejects('plan_changed_meanwhile')
  })
})

test('a room has the name that was given last, which belongs to the campaign of its map', () => {
  map().when({ type: 'RenameRoom', data: renamed.data }).emits(renamed)
  map(renamed).when({ type: 'RenameRoom', data: renamed.data }).emitsNothing()
  expect(maps.keyOwner?.(stateOf(maps, [renamed]), imageId)).toBe(`campaign:${campaignId}`)
})

test('changes are undone one by one, the last first, and no more than there are', () => {
  map(changed, renamed).when(undo(2)).emits(undone)
  map(changed).when(undo(0)).rejects('plan_changed_meanwhile')
  map(changed, undone).when(undo(2)).emitsNothing()
  const { plan } = stateOf(maps, [changed, removed, renamed, undone, undone])
  expect(plan).toMatchObject({ doors: { d1: moved }, names: { 2: '' }, revision: 5 })
  expect(plan.before).toHaveLength(1)
})

test('of thousands of changes the state has one a door, and the last fifty to undo', () => {
  const { plan } = stateOf(
    maps,
    Array.from({ length: 3000 }, () => changed),
  )
  expect([Object.keys(plan.doors).length, plan.before.length]).toEqual([1, 50])
})
