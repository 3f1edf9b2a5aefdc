import { describe, expect, test } from 'vitest'
import { addDoor, moveDoor, removeDoor, renameRoom, setDoor, toggleSecret } from '#domain/map-doors.ts'
import { drawPlan } from '../../studio/maps/print.ts'
import { planOf } from '../studio/map-orders.ts'

describe('a plan is changed', () => {
  const plan = planOf('a tavern')
  const door = plan.doors.find(({ secret, span }) => !secret && span === 1)
  const free = () => {
    for (let y = 0; y < plan.grid.rows; y++)
      for (let x = 0; x < plan.grid.cols; x++)
        for (const side of ['north', 'west'] as const)
          if (door && moveDoor(plan, door.id, { x, y, side })) return { x, y, side }
    throw new Error('no wall is free')
  }

  test('a door goes to another wall, and its print is another; the old plan stays', () => {
    const before = structuredClone(plan)
    const moved = moveDoor(plan, door?.id ?? '', free())
    expect(moved?.doors.find(({ id }) => id === door?.id)).toMatchObject(free())
    expect(plan).toEqual(before)
    if (!moved) throw new Error('not moved')
    expect(drawPlan(moved, { audience: 'players' }).pixels.equals(drawPlan(plan, { audience: 'players' }).pixels)).toBe(
      false,
    )
  }, 20_000)

  test('no door stands in open floor, in another door or at a place that is not on the map', () => {
    const inOpen = plan.cells.findIndex((room, cell) => room && room === plan.cells[cell - 1])
    const spot = { x: inOpen % plan.grid.cols, y: Math.floor(inOpen / plan.grid.cols), side: 'west' as const }
    expect(moveDoor(plan, door?.id ?? '', spot)).toBeNull()
    const other = plan.doors.find(({ id }) => id !== door?.id)
    if (other) expect(moveDoor(plan, door?.id ?? '', other)).toBeNull()
    expect(moveDoor(plan, door?.id ?? '', { x: 190, y: 190, side: 'north' })).toBeNull()
    expect(moveDoor(plan, 'none', free())).toBeNull()
  })

  test('a door is added with a name of its own, and taken away where another way is left', () => {
    const added = addDoor(plan, { ...free(), span: 1, kind: 'door', closed: true, locked: false, secret: false })
    expect(new Set(added?.doors.map(({ id }) => id)).size).toBe(plan.doors.length + 1)
    const id = added?.doors.at(-1)?.id ?? ''
    expect(added && removeDoor(added, id)?.doors).toEqual(plan.doors)
    const [only] = plan.doors.filter(({ secret }) => secret)
    expect(removeDoor(plan, only?.id ?? '')).toBeNull()
  })

  test('what only a hidden door leads to is hidden with it, and shown with it', () => {
    const hidden = plan.doors.find(({ secret }) => secret)
    const shown = toggleSecret(plan, hidden?.id ?? '')
    expect(plan.rooms.some(({ secret }) => secret)).toBe(true)
    expect(shown?.rooms.some(({ secret }) => secret)).toBe(false)
    expect(shown && toggleSecret(shown, hidden?.id ?? '')?.rooms).toEqual(plan.rooms)
  })

  test('a door is opened, and locked, and nothing else of it changes', () => {
    const set = setDoor(plan, door?.id ?? '', { closed: false, locked: true })
    expect(set?.doors.find(({ id }) => id === door?.id)).toEqual({ ...door, closed: false, locked: true })
    expect(setDoor(plan, 'none', { closed: true })).toBeNull()
  })

  test('a room is renamed, and no other', () => {
    const renamed = renameRoom(plan, 2, { name: 'The Larder' })
    expect(renamed?.rooms.filter((room, i) => room !== plan.rooms[i]).map(({ name }) => name)).toEqual(['The Larder'])
    expect(renameRoom(plan, 999, { name: 'Nowhere' })).toBeNull()
  })
})
