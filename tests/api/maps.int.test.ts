import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cellsOf, fogLattice } from '#domain/fog.ts'
import { eventually, type Person, type Stack, startStack } from '../stack.ts'
import { campaignOf } from './campaign.ts'
import { colours, done, drawMap, halves, onPro } from './maps.ts'
import { tabs, types } from './socket.ts'

const size = { width: 1024, height: 1024 }
const { columns, rows } = fogLattice(size)
/** The upper left corner, four cells by four. */
const corner = [0, 1, 2, 3].map((row) => ({ first: row * columns, count: 4 }))

let stack: Stack
let c: Awaited<ReturnType<typeof campaignOf>>
let mapId: string
const opened = tabs()

const stroke = (over: object = {}) => ({ strokeId: randomUUID(), mode: 'reveal', cells: corner, ...over })
const show = (id = mapId, by = c.dm) => done(by.post(`/api/battlemaps/${id}/table`))
const takeBack = (id = mapId, by = c.dm) => done(by.delete(`/api/battlemaps/${id}/table`))
const brush = (over?: object, id = mapId) => done(c.dm.post(`/api/battlemaps/${id}/fog`, stroke(over)))
const pictureOf = (someone: Person, id = mapId, at = {}) => someone.get(`/api/battlemaps/${id}/table/picture`, at)
beforeAll(async () => {
  stack = await startStack({ images: halves })
  c = await campaignOf(stack)
  await onPro(c.admin, c.dm)
  mapId = await drawMap(stack, c.dm, c.campaignId, 'The crypt of Halvard the traitor')
})
afterAll(() => {
  opened.close()
  return stack?.stop()
})

describe('what players see', () => {
  test('of a map that is not on the table is nothing, by no address', async () => {
    const { body } = await c.dm.get(`/api/battlemaps/${mapId}`)
    for (const someone of [c.player, c.stranger])
      for (const url of [
        ...[`battlemaps/${mapId}`, `battlemaps/${mapId}/table/picture`, `battlemaps/${mapId}/download`],
        ...[`battlemaps/${mapId}/download?audience=players`, `images/${mapId}`, `images/${mapId}/download`],
        ...[body.uri.slice(5), `${body.uri.slice(5)}?w=320`, `images/${mapId}/usage`],
      ])
        expect((await someone.get(`/api/${url}`)).status, url).toBe(404)
  })

  test('is what is revealed: no more of the picture, and of the rest nothing but its size and grid', async () => {
    await done(c.dm.patch(`/api/battlemaps/${mapId}`, { name: 'Crypt', note: 'Level 4' }))
    await show()
    await brush()
    const answer = await c.player.get(`/api/battlemaps/${mapId}`)
    expect(Object.keys(answer.body).sort()).toEqual(['audience', 'campaignId', 'grid', 'height', 'id', 'uri', 'width'])
    expect(answer.text).not.toMatch(/halvard|crypt|level 4|no snow/i)
    const { headers, bytes } = await c.player.get(answer.body.uri)
    expect(headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' })
    const { red, blue } = await colours(bytes)
    expect(blue).toBe(0)
    expect(red).toBeGreaterThan(40 * 40)
    // A softened pixel or two of a lossy picture may stray, a cell may not.
    expect(red).toBeLessThanOrEqual(66 * 66)
  })

  test('is never the picture, a version or a thumbnail of it, its fog, or an older state of it', {
    tags: 'long',
  }, async () => {
    const { body } = await c.dm.get(`/api/battlemaps/${mapId}`)
    const urls = [`images/${mapId}`, `images/${mapId}/download`, `images/${mapId}/usage`, body.uri.slice(5)]
    for (const url of [...urls, `${body.uri.slice(5)}?w=640`, `images/${mapId}/token/${randomUUID()}`])
      expect((await c.player.get(`/api/${url}`)).status, url).toBe(404)
    expect((await c.player.get(`/api/battlemaps/${mapId}/download`)).body.code).toBe('only_dm_of_map')
    const download = await c.player.get(`/api/battlemaps/${mapId}/download?audience=players`)
    expect((await colours(download.bytes)).blue).toBe(0)
    expect(download.headers['content-disposition']).toContain('"Map.png"')

    const seen = (await c.player.get(`/api/battlemaps/${mapId}`)).body.uri
    await brush({ mode: 'cover' })
    const { bytes } = await c.player.get(seen)
    expect(await colours(bytes)).toEqual({ red: 0, blue: 0 })
    await done(c.dm.post(`/api/battlemaps/${mapId}/fog/undo`))
    expect((await colours((await pictureOf(c.player)).bytes)).red).toBeGreaterThan(0)
  })

  test('is told live without a word of what was brushed, and so is the past', { tags: 'long' }, async () => {
    const live = await opened.listen(stack, c.player)
    live.say({ type: 'Subscribe', topic: `campaign:${c.campaignId}`, present: false })
    await eventually(() => types(live).includes('Subscribed'))
    await brush({ cells: [{ first: columns * 10 + 3, count: 5 }] })
    await eventually(() => types(live).includes('Passing'))
    await takeBack()
    await show()
    await eventually(() => types(live).filter((type) => type === 'MapShown').length === 1)
    const past = await opened.listen(stack, c.player, '?after=0')
    await eventually(() => types(past).filter((type) => type === 'MapShown').length >= 2)
    for (const tab of [live, past]) {
      const all = JSON.stringify(tab.said)
      expect(all).not.toMatch(/Fog|GridLaid|halvard|ImageGenerated|Crypt/i)
    }
  })

  test('ends when the map is taken back, for a removed member, and where another map is shown instead', async () => {
    const { stranger: other } = c
    const second = await drawMap(stack, c.dm, c.campaignId, 'A second map')
    const at = await show(second)
    expect((await pictureOf(c.player, mapId, at)).status).toBe(404)
    expect((await pictureOf(c.player, second)).status).toBe(200)
    expect((await c.player.get(`/api/campaigns/${c.campaignId}/table`)).body.imageId).toBe(second)
    expect((await other.get(`/api/campaigns/${c.campaignId}/table`)).status).toBe(404)
    expect((await pictureOf(c.player, second, await takeBack(second))).status).toBe(404)
    expect((await pictureOf(c.player, mapId, await show())).status).toBe(200)
    const left = await done(c.owner.delete(`/api/campaigns/${c.campaignId}/members/${c.player.id}`))
    expect((await pictureOf(c.player, mapId, left)).status).toBe(404)
    expect((await c.player.get(`/api/battlemaps/${mapId}`)).status).toBe(404)
  })

  test('ends when the map goes to the Trash or elsewhere, and does not begin again when it comes back', async () => {
    const gone = await drawMap(stack, c.dm, c.campaignId, 'Gone')
    await show(gone)
    await brush({}, gone)
    const at = await done(c.dm.delete(`/api/battlemaps/${gone}`))
    expect((await c.owner.get(`/api/campaigns/${c.campaignId}/table`, at)).body.imageId).toBeNull()
    expect((await pictureOf(c.dm, gone)).status).toBe(404)
    await eventually(async () => {
      const { events } = await stack.store.read(`tables-${c.campaignId}`)
      return events.at(-1)?.type === 'MapTakenBack'
    })
    const back = await done(c.dm.post(`/api/images/${gone}/restore`))
    expect((await c.dm.get(`/api/battlemaps/${gone}`, back)).body.isShown).toBe(false)
  })
})

describe('fog', () => {
  test('is brushed in bounds: a piece outside, too large, empty or of no known kind is refused by its field', async () => {
    const brushed = (over: object) => c.dm.post(`/api/battlemaps/${mapId}/fog`, stroke(over))
    expect((await brushed({ cells: [{ first: columns * rows, count: 1 }] })).body).toMatchObject({
      status: 422,
      code: 'fog_outside_map',
    })
    for (const wrong of [
      { cells: [] },
      { cells: [{ first: -1, count: 1 }] },
      { cells: [{ first: 0, count: 0 }] },
      { cells: Array(4097).fill({ first: 0, count: 1 }) },
    ])
      expect((await brushed(wrong)).body).toMatchObject({
        status: 400,
        errors: [{ field: expect.stringContaining('cells') }],
      })
    expect((await brushed({ mode: 'burn' })).body.errors).toMatchObject([{ field: 'mode' }])
  })

  test('with one key twice is one stroke', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const body = stroke({ cells: [{ first: columns * 30, count: 9 }] })
    const answers = await Promise.all([1, 2, 3].map(() => c.dm.post(`/api/battlemaps/${mapId}/fog`, body, key)))
    expect(new Set(answers.map(({ body }) => body.position)).size).toBe(1)
  })

  test('of a long evening is as quickly brushed as of a short one: 3,000 strokes are read from a snapshot', {
    tags: 'long',
  }, async () => {
    const id = await drawMap(stack, c.dm, c.campaignId, 'A long evening')
    const about = { imageId: id, shownIn: null, columns, rows }
    const metadata = { actor: c.dm.id, commandId: randomUUID(), correlationId: randomUUID() }
    for (let begun = 0; begun < 3000; begun += 500)
      await stack.store.append(
        `maps-${id}`,
        Array.from({ length: 500 }, (_, n) => {
          const type = (begun + n) % 2 === 0 ? 'FogRevealed' : 'FogCovered'
          const cells = [{ first: Math.floor((begun + n) / 2) % (columns * rows), count: 1 }]
          return { id: randomUUID(), type, data: { ...about, strokeId: randomUUID(), cells }, metadata }
        }),
        'any',
      )
    await brush({ cells: [{ first: 7, count: 3 }] }, id)
    const { body } = await c.dm.get(`/api/battlemaps/${id}`)
    expect(body.fog).toMatchObject({ revealed: [{ first: 7, count: 3 }], strokes: 50 })
    await eventually(async () => {
      const { rows } = await stack.pool.query('select revision from stream_snapshots where stream = $1', [`maps-${id}`])
      return Number(rows[0]?.revision) >= 2500
    })
  })

  test('of two DMs at once is both of theirs', async () => {
    await done(
      c.dm.post(
        `/api/battlemaps/${mapId}/fog`,
        stroke({ mode: 'cover', cells: [{ first: 0, count: columns * rows }] }),
      ),
    )
    const cells = Array.from({ length: 20 }, (_, n) => ({ first: n * 3, count: 2 }))
    await Promise.all(
      cells.map((cell, n) =>
        done((n % 2 ? c.dm : c.owner).post(`/api/battlemaps/${mapId}/fog`, stroke({ cells: [cell] }))),
      ),
    )
    const { body } = await c.dm.get(`/api/battlemaps/${mapId}`)
    const shown = cellsOf(body.fog.revealed, columns * rows)
    expect(shown.reduce((sum, is) => sum + is, 0)).toBe(40)
  })
})

describe('a table', () => {
  test('is its DMs’ alone to lay, and only with a map of its campaign', async () => {
    for (const act of [`table`, `fog/undo`]) {
      expect((await c.stranger.post(`/api/battlemaps/${mapId}/${act}`)).status).toBe(404)
    }
    const { body } = await c.owner.post('/api/campaigns', { name: 'Elsewhere' })
    const moved = await drawMap(stack, c.dm, c.campaignId, 'Moved')
    await show(moved)
    const there = { battlemapIds: [moved], campaignId: body.id }
    const left = await c.owner.patch('/api/battlemaps/bulk/move-to-campaign', there)
    expect(left.body).toMatchObject({ count: 1, skipped: [] })
    const at = { 'min-position': left.body.position }
    expect((await c.dm.get(`/api/campaigns/${c.campaignId}/table`, at)).body.imageId).toBeNull()
    expect((await c.dm.get(`/api/battlemaps/${moved}`, at)).status).toBe(404)
  })
})
