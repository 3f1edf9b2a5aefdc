import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MapForDms } from '#projections/map-answers.ts'
import { localStudio } from '../../backend/providers/images/local.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { done, drawMap, onPro, planned } from './maps.ts'
import { tabs, types } from './socket.ts'

/** What a DM changes in a map's plan: the plan is the source, and all that is made of it follows. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let id: string
const studio = localStudio()
const opened = tabs()

const url = (rest: string) => `/api/battlemaps/${id}/${rest}`
const now = async (): Promise<MapForDms> => (await c.dm.get(`/api/battlemaps/${id}`)).body
const planNow = async () => {
  const { plan } = await now()
  if (!plan) throw new Error('There is no plan')
  return plan
}
const undo = () => done(c.dm.post(url('plan/undo')))
/** Whole pictures take long to be compared byte by byte. */
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const print = async () => hashOf((await c.dm.get((await now()).printUri ?? '')).bytes)
const theirs = async () => {
  const { uri } = (await c.player.get(`/api/battlemaps/${id}`)).body
  return { uri, bytes: hashOf((await c.player.get(uri)).bytes) }
}
/** Where both pictures are: another address is another picture. */
const addresses = async () => ({
  dm: (await now()).printUri,
  players: (await c.player.get(`/api/battlemaps/${id}`)).body.uri,
})
const vtt = async (audience: 'dm' | 'players') =>
  JSON.parse((await c.dm.get(url(`download?format=dd2vtt&audience=${audience}`))).text)
const openDoor = async () => {
  const door = (await planNow()).doors.find(({ secret, kind }) => !secret && kind !== 'arch')
  if (!door) throw new Error('There is no door')
  return door
}

/** A wall that has a door now. */
const freeWall = async () => {
  for (const wall of (await planNow()).walls) if ((await c.dm.post(url('doors'), wall)).status === 200) return wall
  throw new Error('No wall is free')
}

/** Another wall, to which a door was moved. */
const otherWall = async (door: string) => {
  for (const to of (await planNow()).walls.toReversed())
    if ((await c.dm.patch(url(`doors/${door}`), { to })).status === 200) return to
  throw new Error('No wall is free')
}

beforeAll(async () => {
  stack = await startStack({ images: planned(studio) })
  c = await campaignOf(stack)
  await onPro(c.admin, c.dm)
  id = await drawMap(stack, c.dm, c.campaignId, 'A tavern with a cellar and a secret door to a hidden vault')
  await done(c.dm.post(url('table')))
  const { fog } = await now()
  const cells = [{ first: 0, count: fog.columns * fog.rows || 4096 }]
  await done(c.dm.post(url('fog'), { strokeId: randomUUID(), mode: 'reveal', cells }))
})
beforeEach(async () => {
  while ((await planNow()).undoable > 0) await undo()
})
afterAll(async () => {
  opened.close()
  await stack?.stop()
  await studio.close?.()
})

describe('a door', () => {
  test('is opened: both prints and the exports are others, and as before once it is undone', {
    tags: 'long',
  }, async () => {
    const door = await openDoor()
    const before = { dm: await print(), players: await theirs(), vtt: await vtt('players') }
    await done(c.dm.patch(url(`doors/${door.id}`), { closed: !door.closed }))
    expect((await planNow()).doors.find(({ id }) => id === door.id)).toMatchObject({ closed: !door.closed })
    const after = { dm: await print(), players: await theirs(), vtt: await vtt('players') }
    expect(after.dm).not.toBe(before.dm)
    expect(after.players.uri).not.toBe(before.players.uri)
    expect(after.players.bytes).not.toBe(before.players.bytes)
    expect(after.vtt.portals).not.toEqual(before.vtt.portals)
    await undo()
    expect(await print()).toBe(before.dm)
    expect(await theirs()).toEqual(before.players)
  })

  test('is locked, and so closed; opened, and so not locked', async () => {
    const door = await openDoor()
    const set = async (change: object) => {
      await done(c.dm.patch(url(`doors/${door.id}`), change))
      return (await planNow()).doors.find(({ id }) => id === door.id)
    }
    expect(await set({ locked: true })).toMatchObject({ locked: true, closed: true })
    expect(await set({ closed: false })).toMatchObject({ locked: false, closed: false })
  })

  test('is added to a wall, moved to another and removed; where none fits it is refused', {
    tags: 'long',
  }, async () => {
    const { doors } = await planNow()
    const known = new Set(doors.map(({ id }) => id))
    const wall = await freeWall()
    const added = (await planNow()).doors.find(({ id }) => !known.has(id))
    expect(added).toMatchObject({ ...wall, kind: 'door', closed: true, secret: false })
    expect((await c.dm.post(url('doors'), wall)).body).toMatchObject({ status: 409, code: 'door_does_not_fit' })
    const before = await addresses()
    const to = await otherWall(`${added?.id}`)
    expect((await planNow()).doors.find(({ id }) => id === added?.id)).toMatchObject(to)
    const after = await addresses()
    expect(after.dm).not.toBe(before.dm)
    expect(after.players).not.toBe(before.players)
    const outside = { x: 190, y: 190, side: 'north' }
    expect((await c.dm.patch(url(`doors/${added?.id}`), { to: outside })).body.code).toBe('door_does_not_fit')
    await done(c.dm.delete(url(`doors/${added?.id}`)))
    expect((await planNow()).doors).toEqual(doors)
    expect((await c.dm.post(url('doors'), { ...wall, side: 'up' })).body.errors).toMatchObject([{ field: 'side' }])
    expect((await c.dm.patch(url('doors/d999'), { closed: true })).body).toMatchObject({ code: 'door_not_found' })
    const hidden = doors.find(({ secret }) => secret)
    expect((await c.dm.delete(url(`doors/${hidden?.id}`))).body).toMatchObject({
      status: 409,
      code: 'door_is_only_way',
    })
  })

  test('with one key twice is one door, and of two DMs at once is both of theirs', { tags: 'long' }, async () => {
    const { revision, doors } = await planNow()
    const before = doors.length
    const key = { 'idempotency-key': randomUUID() }
    const free = await freeWall()
    await undo()
    const twice = await Promise.all([1, 2].map(() => c.dm.post(url('doors'), free, key)))
    expect(new Set(twice.map(({ body }) => body.position)).size).toBe(1)
    expect((await planNow()).doors.length).toBe(before + 1)
    const [one, other] = (await planNow()).doors.filter(({ secret, kind }) => !secret && kind !== 'arch')
    const [first] = (await now()).rooms ?? []
    await Promise.all([
      done(c.dm.patch(url(`doors/${one?.id}`), { locked: true })),
      done(c.owner.patch(url(`doors/${other?.id}`), { locked: true })),
      done(c.owner.patch(url(`key/${first?.id}`), { name: 'The snug' })),
    ])
    for (const door of [one, other])
      expect((await planNow()).doors.find(({ id }) => id === door?.id)).toMatchObject({ locked: true })
    expect((await now()).rooms?.[0]?.name).toBe('The snug')
    expect((await planNow()).revision).toBeGreaterThan(revision)
  })

  test('that is made secret is nowhere at the players’: print, export, what only it leads to', {
    tags: 'long',
  }, async () => {
    const hidden = (await planNow()).doors.find(({ secret }) => secret)
    const before = await theirs()
    const portals = (await vtt('players')).portals.length
    await done(c.dm.patch(url(`doors/${hidden?.id}`), { secret: false }))
    expect((await now()).rooms?.some(({ secret }) => secret)).toBe(false)
    expect((await vtt('players')).portals.length).toBeGreaterThan(portals)
    await done(c.dm.patch(url(`doors/${hidden?.id}`), { secret: true }))
    expect((await now()).rooms?.some(({ secret }) => secret)).toBe(true)
    expect(await theirs()).toEqual(before)
  })

  test('that is made secret again takes the room behind it from those who had found it', async () => {
    const secret = (await now()).rooms?.find((room) => room.secret)
    const hidden = (await planNow()).doors.find(({ rooms, secret: is }) => is && rooms.includes(secret?.id ?? 0))
    await done(c.dm.patch(url(`rooms/${secret?.id}`), { found: true }))
    await done(c.dm.patch(url(`doors/${hidden?.id}`), { secret: false }))
    await done(c.dm.patch(url(`doors/${hidden?.id}`), { secret: true }))
    expect((await now()).found).toEqual([])
  })
})

describe('a room', () => {
  test('is renamed in the key and wherever a note speaks of it, and players are told nothing at all', {
    tags: 'long',
  }, async () => {
    const tab = await opened.listen(stack, c.player)
    tab.say({ type: 'Subscribe', topic: `campaign:${c.campaignId}`, present: false })
    await eventually(() => types(tab).includes('Subscribed'))
    const before = await theirs()
    const hidden = (await planNow()).doors.find(({ secret }) => secret)
    const rooms = (await now()).rooms ?? []
    const vault = rooms.find(({ secret }) => secret)
    await done(c.dm.patch(url(`key/${vault?.id}`), { name: ' Halvard’s hoard ' }))
    await done(c.dm.patch(url(`doors/${hidden?.id}`), { locked: true }))
    await undo()
    const named = (await now()).rooms ?? []
    expect(named.find(({ id }) => id === vault?.id)?.name).toBe('Halvard’s hoard')
    for (const { note } of named) expect(note).not.toContain(vault?.name)
    expect(await theirs()).toEqual(before)
    // What follows is told after all that was to be told of it.
    await done(c.dm.post(url('fog'), { strokeId: randomUUID(), mode: 'cover', cells: [{ first: 0, count: 1 }] }))
    await eventually(() => types(tab).includes('Passing'))
    expect(types(tab).filter((type) => type === 'Passing')).toHaveLength(1)
    expect(JSON.stringify(tab.said)).not.toMatch(/Door|Room|Plan|hoard/)
    await done(c.dm.post(url('fog/undo')))
  })

  test('has a name, and is on the map', async () => {
    const named = (room: number, name: string) => c.dm.patch(url(`key/${room}`), { name })
    expect((await named(1, ' ')).body.errors).toMatchObject([{ field: 'name' }])
    expect((await named(1, 'n'.repeat(81))).body.errors).toMatchObject([{ field: 'name' }])
    expect((await named(399, 'Nowhere')).body).toMatchObject({ status: 404, code: 'room_not_on_map' })
  })
})

test('nobody but its DMs changes a plan, however it lies on the table', async () => {
  const door = await openDoor()
  const asks = (someone: Person) => [
    someone.post(url('doors'), { x: 1, y: 1, side: 'north' }),
    someone.patch(url(`doors/${door.id}`), { closed: false }),
    someone.delete(url(`doors/${door.id}`)),
    someone.patch(url('key/1'), { name: 'Mine' }),
    someone.post(url('plan/undo')),
  ]
  for (const { status } of await Promise.all(asks(c.player))) expect(status).toBe(403)
  for (const { status } of await Promise.all(asks(c.stranger))) expect(status).toBe(404)
  expect((await planNow()).undoable).toBe(0)
})
