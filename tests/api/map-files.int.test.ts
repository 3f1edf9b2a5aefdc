/** @module-tag long */
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MapRoom } from '#projections/map-answers.ts'
import { localStudio } from '../../backend/providers/images/local.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { drawMap, onPro, planned } from './maps.ts'

/** What a map comes as, drawn by the studio from a plan with secrets. */

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let mapId: string
let rooms: MapRoom[]
const studio = localStudio()

const prompt = 'A crypt with many chambers, a secret door to a hidden treasury and a secret passage'
const download = (someone: Person, query: string, id = mapId) => someone.get(`/api/battlemaps/${id}/download?${query}`)
const vtt = async (audience: 'dm' | 'players') => {
  const { bytes, headers } = await download(c.dm, `format=dd2vtt&audience=${audience}`)
  const file = JSON.parse(bytes.toString())
  // What can be read of it: its picture, as letters, may say any word.
  return { file, name: headers['content-disposition'], text: JSON.stringify({ ...file, image: '' }) }
}
const reveal = (cells: MapRoom['cells']) =>
  c.dm.post(`/api/battlemaps/${mapId}/fog`, { strokeId: randomUUID(), mode: 'reveal', cells })

beforeAll(async () => {
  stack = await startStack({ images: planned(studio) })
  c = await campaignOf(stack)
  await onPro(c.admin, c.dm)
  mapId = await drawMap(stack, c.dm, c.campaignId, prompt)
  await c.dm.patch(`/api/battlemaps/${mapId}`, { name: 'The crypt: “Ö”' })
  rooms = (await c.dm.get(`/api/battlemaps/${mapId}`)).body.rooms
})
afterAll(async () => {
  await stack?.stop()
  await studio.close?.()
})

describe('a map that was drawn from a plan', () => {
  test('has a key of rooms, each with the cells that reveal it, and the grid of its plan', async () => {
    expect(rooms.length).toBeGreaterThan(3)
    for (const { name, cells } of rooms) expect([name, cells.length > 0]).toEqual([expect.stringMatching(/\w/), true])
    expect(rooms.some(({ secret }) => secret)).toBe(true)
    const { body } = await c.dm.get(`/api/battlemaps/${mapId}`)
    expect(body.grid).toMatchObject({ shape: 'square', unit: 'ft', scale: 5 })
  })

  test('is a picture with its name, with the grid when it is asked for', async () => {
    const plain = await download(c.dm, 'format=png')
    const lined = await download(c.dm, 'format=webp&grid=true')
    expect(plain.headers['content-disposition']).toContain(
      "filename*=UTF-8''The%20crypt%3A%20%E2%80%9C%C3%96%E2%80%9D.png",
    )
    expect(await sharp(plain.bytes).metadata()).toMatchObject({ format: 'png', width: 1024, height: 1024 })
    expect(await sharp(lined.bytes).metadata()).toMatchObject({ format: 'webp', width: 1024, height: 1024 })
  })

  test('is for its DM a file of all walls, doors and lights, its picture inside', async () => {
    const { file, name } = await vtt('dm')
    expect(name).toContain('.dd2vtt')
    expect(file).toMatchObject({
      format: 0.3,
      resolution: { map_origin: { x: 0, y: 0 } },
      loreloom: { dropped: expect.any(Array) },
    })
    expect(file.line_of_sight.length).toBeGreaterThan(3)
    expect(file.portals.length).toBeGreaterThan(2)
    const { map_size: size, pixels_per_grid: px } = file.resolution
    const { width, height } = await sharp(Buffer.from(file.image, 'base64')).metadata()
    expect([width, height]).toEqual([size.x * px, size.y * px])
  })

  test('is for players what is revealed of it: nothing, then a room, and never what is secret', async () => {
    const nothing = await vtt('players')
    expect(nothing.name).toContain('(players)')
    expect([nothing.file.line_of_sight, nothing.file.portals, nothing.file.lights]).toEqual([[], [], []])
    const room = rooms.find(({ secret }) => !secret)
    await reveal(room?.cells ?? [])
    const some = await vtt('players')
    expect(some.file.line_of_sight.length).toBeGreaterThan(0)
    const { fog } = (await c.dm.get(`/api/battlemaps/${mapId}`)).body
    await reveal([{ first: 0, count: fog.columns * fog.rows }])
    const [all, whole] = [await vtt('players'), await vtt('dm')]
    expect(all.file.portals.length).toBeGreaterThan(some.file.portals.length)
    expect(all.file.portals.length).toBeLessThan(whole.file.portals.length)
    for (const { name, note } of rooms) for (const told of [name, note]) if (told) expect(all.text).not.toContain(told)
    expect(all.text).not.toMatch(/secret|crypt/i)
  })

  test('shows players no secret when all of it is revealed: their picture is printed without', async () => {
    await c.dm.post(`/api/battlemaps/${mapId}/table`)
    const seen = await c.player.get(`/api/battlemaps/${mapId}/table/picture`, {
      'min-position': String(await stack.store.head()),
    })
    const raw = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer()
    const [theirs, whole] = [await raw(seen.bytes), await raw((await download(c.dm, 'format=png')).bytes)]
    // Where a secret room is, players see rock or ground: it is another picture there.
    const { fog, width } = (await c.dm.get(`/api/battlemaps/${mapId}`)).body
    const apart = (cells: MapRoom['cells']) => {
      let [sum, count] = [0, 0]
      for (const { first, count: run } of cells)
        for (let cell = first; cell < first + run; cell++) {
          const [x, y] = [(cell % fog.columns) * fog.cell + 8, Math.floor(cell / fog.columns) * fog.cell + 8]
          const at = (y * width + x) * 3
          sum += Math.abs((theirs[at] ?? 0) - (whole[at] ?? 0))
          count++
        }
      return sum / count
    }
    const secret = rooms.filter((room) => room.secret).map(({ cells }) => apart(cells))
    // A room beside a secret one has another wall there, so the middle one of the open rooms is what they are held against.
    const open = rooms
      .filter((room) => !room.secret)
      .map(({ cells }) => apart(cells))
      .toSorted((one, other) => one - other)
    expect(Math.min(...secret)).toBeGreaterThan(2 * (open[Math.floor(open.length / 2)] ?? 0))
  })

  test('shows players a secret room, and the door to it, once they have found it', async () => {
    const secret = rooms.find((room) => room.secret)
    const before = await vtt('players')
    const found = (room: number | undefined, found: boolean) =>
      c.dm.patch(`/api/battlemaps/${mapId}/rooms/${room}`, { found })
    expect((await found(secret?.id, true)).status).toBe(200)
    expect((await c.dm.get(`/api/battlemaps/${mapId}`)).body.found).toEqual([secret?.id])
    expect((await vtt('players')).file.portals.length).toBeGreaterThan(before.file.portals.length)
    await found(secret?.id, false)
    expect((await vtt('players')).file.portals).toEqual(before.file.portals)
    const open = rooms.find((room) => !room.secret)
    expect((await found(open?.id, true)).body).toMatchObject({ status: 404, code: 'room_not_secret' })
  })

  test('is a Foundry scene with its picture beside it', async () => {
    const { bytes, headers } = await download(c.dm, 'format=foundry&audience=dm')
    expect(headers['content-type']).toBe('application/zip')
    const all = bytes.toString('latin1')
    expect(all.startsWith('PK\u0003\u0004')).toBe(true)
    for (const name of ['scene.json', `maps/${mapId}.png`, 'README.txt']) expect(all).toContain(name)
    const scene = JSON.parse(all.slice(all.indexOf('{\n'), all.indexOf('\n}PK') + 2))
    expect(scene.walls.length).toBeGreaterThan(10)
    expect(all).toContain(`Put the picture at maps/${mapId}.png`)
    expect(scene.background.src).toBe(`maps/${mapId}.png`)
  })

  test('is for players at the table theirs to keep, and never the DM’s', async () => {
    for (const format of ['png', 'webp', 'dd2vtt', 'foundry']) {
      expect((await download(c.player, `format=${format}&audience=dm`)).status).toBe(403)
      const theirs = await download(c.player, `format=${format}&audience=players`)
      expect([theirs.status, theirs.headers['content-disposition']]).toEqual([200, expect.stringContaining('"Map.')])
    }
    expect((await download(c.stranger, 'audience=players')).status).toBe(404)
  })
})

describe('the key of a map', () => {
  const keep = (someone: Person, id = mapId) => someone.post(`/api/battlemaps/${id}/key/lore`)
  const inStatus = (id: string, status: string) =>
    eventually(async () => {
      const { body } = await c.dm.get(`/api/operations/${id}`)
      return body.status === status && body
    })
  const keptIn = async (folder: string) => {
    const lore = `select id, name, description, visibility from conjurations
      where "collectionId" = $1 and "deletedAt" is null order by "createdAt" desc, id desc`
    return (await stack.pool.query(lore, [folder])).rows
  }

  test('becomes lore for DMs when it is asked for, the same however often, and goes as one', async () => {
    const { status, body } = await keep(c.dm)
    expect(status).toBe(202)
    const ended = await inStatus(body.operationId, 'ENDED')
    expect(ended).toMatchObject({ kind: 'keep-map-key', total: rooms.length, count: rooms.length, left: 0 })
    const kept = await keptIn(body.collectionId)
    expect(kept.map(({ name }) => name)).toEqual(rooms.map(({ id, name }) => `${id}. ${name}`))
    expect(new Set(kept.map(({ visibility }) => visibility))).toEqual(new Set(['DM']))
    expect(kept.map(({ description }) => description)).toEqual(rooms.map(({ note }) => note))
    const [first] = kept
    const segments = `select title from segments where "conjurationId" = $1`
    expect((await stack.pool.query(segments, [first.id])).rows).toEqual([{ title: 'On the map' }])
    expect((await c.player.get(`/api/conjurations/${first.id}`)).status).toBe(403)
    expect((await c.player.get(`/api/collections/${body.collectionId}`)).status).toBe(404)

    // Another DM asks again: it is there already, also what was changed since.
    await c.dm.patch(`/api/conjurations/${first.id}`, { name: 'The lair' })
    const again = (await keep(c.owner)).body
    expect(again.collectionId).toBe(body.collectionId)
    await eventually(async () => (await c.owner.get(`/api/operations/${again.operationId}`)).body.status === 'ENDED')
    const after = await keptIn(body.collectionId)
    expect([after.length, after.find(({ id }) => id === first.id).name]).toEqual([rooms.length, 'The lair'])
    await c.owner.post(`/api/operations/${again.operationId}/undo`)
    await eventually(async () => (await c.owner.get(`/api/operations/${again.operationId}`)).body.status === 'UNDONE')
    expect(await keptIn(body.collectionId)).toHaveLength(rooms.length)

    await c.dm.post(`/api/operations/${body.operationId}/undo`)
    expect(await inStatus(body.operationId, 'UNDONE')).toMatchObject({ count: rooms.length, left: 0 })
    expect(await keptIn(body.collectionId)).toEqual([])
    await eventually(async () => (await c.dm.get(`/api/collections/${body.collectionId}`)).status === 404)
    const anew = (await keep(c.dm)).body
    expect(anew.collectionId).not.toBe(body.collectionId)
    await inStatus(anew.operationId, 'ENDED')
    expect(await keptIn(anew.collectionId)).toHaveLength(rooms.length)
  })

  test('is the DMs’ to keep, of a map that has one', async () => {
    await c.dm.post(`/api/battlemaps/${mapId}/table`)
    expect((await keep(c.player)).status).toBe(403)
    expect((await keep(c.stranger)).status).toBe(404)
  })
})
