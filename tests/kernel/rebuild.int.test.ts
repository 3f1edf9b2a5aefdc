import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventStore } from '#eventstore'
import { imagesView } from '#projections/images.ts'
import { RebuildRunning, rebuild, rebuildTogether } from '../../backend/projections/rebuild.ts'
import { projectionStatus } from '../../backend/projections/status.ts'
import { tabled } from '../../backend/projections/tabled.ts'
import { views } from '../../backend/things.ts'
import { memoryStore } from '../memory-store.ts'
import { append, eventually, fact, kernel } from './kernel.ts'

let store: EventStore
let k: Awaited<ReturnType<typeof kernel>>
beforeEach(async () => {
  store = memoryStore()
  k = await kernel(store)
})
afterEach(() => k.close())

const ids = Array.from({ length: 40 }, () => randomUUID())
const userId = randomUUID()
const file = { key: 'k', mime: 'image/png', width: 1, height: 1, size: 1 }
const upload = (imageId: string, name: string) =>
  append(
    store,
    `images-${imageId}`,
    fact('ImageUploaded', { imageId, userId, campaignId: null, conjurationId: null, name, file }),
  )
const rename = (imageId: string, name: string) =>
  append(store, `images-${imageId}`, fact('ImageRenamed', { imageId, name }))

const signal = new AbortController().signal
const table = tabled(imagesView)
const names = () => k.query<{ id: string; name: string }>('select id, name from images order by id')

it('a view rebuilt while events keep coming is what the projector makes', { tags: 'long' }, async () => {
  const projector = k.project({ batch: 20 })
  let writing = true
  let written = 0
  const expected = new Map<string, string>()
  const indexes = async () =>
    (await k.query(`select 1 from pg_indexes where schemaname = 'public' and tablename = 'images'`)).length
  const indexesBefore = await indexes()
  expect(indexesBefore).toBeGreaterThan(1)
  const write = async () => {
    for (const id of ids) await upload(id, 'first')
    for (; writing; written++) {
      const id = ids[written % ids.length] ?? ''
      expected.set(id, `n${written}`)
      await rename(id, `n${written}`)
      // No further ahead than a log really is, so that the rebuild and the projector meet again and again.
      await eventually(async () => (await store.head()) - projector.state().position < 100n)
    }
  }
  const done = write()
  k.closing.push(async () => {
    writing = false
    await done
  })
  await eventually(() => written > 200)
  for (let round = 0; round < 4; round++) {
    // All at once, or the projector, which takes rows in another order, and this would wait for each other.
    await k.query(`do $$ begin lock table images in exclusive mode; update images set name = 'spoilt'; end $$`)
    expect(await rebuild({ store, postgres: k.postgres, table, signal })).toBeGreaterThan(200)
    const seen = written
    await eventually(() => written > seen + 20)
  }
  writing = false
  await done
  await k.caughtUp()
  expect(await names()).toEqual(
    [...expected].map(([id, name]) => ({ id, name })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  )
  expect(await indexes()).toBe(indexesBefore)
  expect(await k.query(`select 1 from pg_namespace where nspname like 'rebuild%'`)).toEqual([])
})

it('the old rows serve until the new ones take their place', { tags: 'long' }, async () => {
  const slow: EventStore = {
    ...store,
    async *subscribe(options) {
      for await (const batch of store.subscribe({ ...options, batch: 1 })) {
        expect((await names())[0]?.name).toBe('old')
        yield batch
      }
    },
  }
  await upload(ids[0] ?? '', 'new')
  const projector = k.project()
  await k.caughtUp()
  await projector.stop()
  await k.query(`update images set name = 'old'`)
  await rebuild({ store: slow, postgres: k.postgres, table, signal })
  expect((await names())[0]?.name).toBe('new')
})

it('sets a stopped view going again, also in a projector that runs', async () => {
  const projector = k.project()
  await append(
    store,
    'images-x',
    fact('ImageRenamed', { imageId: 'not an id', name: 'N' }),
    fact('ImageRenamed', { imageId: ids[0], name: 'N' }),
  )
  await k.caughtUp()
  expect((await projectionStatus(k.pool)).stopped.map(({ view }) => view)).toEqual(['images'])
  await upload(ids[0] ?? '', 'missed')

  const on = { ...imagesView.on, ImageRenamed: () => [] }
  await rebuild({ store, postgres: k.postgres, table: tabled({ ...imagesView, on }), signal })
  expect((await projectionStatus(k.pool)).stopped).toEqual([])
  await upload(ids[1] ?? '', 'taken')
  await k.caughtUp()
  expect((await names()).map(({ name }) => name).sort()).toEqual(['missed', 'taken'])
  expect(projector.state().role).toBe('leading')
})

it('fails for an event the view cannot take, and leaves everything as it is', async () => {
  k.project()
  await upload(ids[0] ?? '', 'old')
  await k.caughtUp()
  const on = {
    ImageUploaded: () => {
      throw new Error('cannot')
    },
  }
  await expect(rebuild({ store, postgres: k.postgres, table: tabled({ ...imagesView, on }), signal })).rejects.toThrow(
    'view images: cannot',
  )
  expect(await names()).toHaveLength(1)
  expect((await projectionStatus(k.pool)).stopped).toEqual([])
})

it('of all views at once leaves each what its own definition makes, and one that fails as it was', {
  tags: 'long',
}, async () => {
  k.project()
  await upload(ids[0] ?? '', 'new')
  await k.caughtUp()
  const indexes = () =>
    k.query<{ tablename: string; indexdef: string }>(
      `select tablename, regexp_replace(indexdef, 'INDEX \\S+', 'INDEX') as indexdef from pg_indexes
        where schemaname = 'public' order by 1, 2`,
    )
  const before = await indexes()
  await k.query(`update images set name = 'spoilt'; delete from access`)
  const on = {
    ImageUploaded: () => {
      throw new Error('cannot')
    },
  }
  const tables = views.map((one) => (one.view.table === 'access' ? tabled({ ...one.view, on }) : one))
  const rebuilt = await rebuildTogether({ store, postgres: k.postgres, tables, signal })
  expect(rebuilt.filter((one) => 'error' in one).map(({ view }) => view)).toEqual(['access'])
  expect((await names()).map(({ name }) => name)).toEqual(['new'])
  expect(await k.query('select from access')).toEqual([])
  expect(await indexes()).toEqual(before)
  expect(await rebuildTogether({ store, postgres: k.postgres, tables: views, signal })).toHaveLength(views.length)
  expect(await k.query('select from access')).toHaveLength(1)
})

it('is done by one at a time', async () => {
  await upload(ids[0] ?? '', 'new')
  const projector = k.project()
  await k.caughtUp()
  await projector.stop()
  const begun = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<void>()
  const held: EventStore = {
    ...store,
    async *subscribe(options) {
      begun.resolve()
      await goOn.promise
      yield* store.subscribe(options)
    },
  }
  const first = rebuild({ store: held, postgres: k.postgres, table, signal })
  await begun.promise
  await expect(rebuild({ store, postgres: k.postgres, table, signal })).rejects.toThrow(RebuildRunning)
  goOn.resolve()
  expect(await first).toBe(1)
})

it('a view that is new to an old log is built by itself', { tags: 'long' }, async () => {
  const old = await kernel(
    store,
    views.filter(({ view }) => view.table !== 'images'),
  )
  k.closing.push(old.close)
  const before = old.project()
  await upload(ids[0] ?? '', 'early')
  await old.caughtUp()
  await before.stop()
  const { migrate } = await import('../../backend/projections/migrate.ts')
  await migrate(old.pool, views)
  expect((await projectionStatus(old.pool)).stopped).toMatchObject([{ view: 'images', error: 'not built yet' }])
  old.project({ views })
  await upload(ids[1] ?? '', 'late')
  await eventually(async () => (await projectionStatus(old.pool)).stopped.length === 0)
  await old.caughtUp()
  expect(await old.query('select name from images order by name')).toEqual([{ name: 'early' }, { name: 'late' }])
})
