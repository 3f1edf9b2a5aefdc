import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshEventStore } from '../eventstore/embedded.ts'
import { tryAppends } from './appends/try.ts'

let store: Awaited<ReturnType<typeof freshEventStore>>
beforeEach(async () => {
  store = await freshEventStore()
})
afterEach(() => store.stop())

test('appends at once are in one order, and every subscription gives it, while the store and clients are killed', async () => {
  const load = { streams: 3, threads: 3, usersEach: 4, kills: 2, betweenKills: 150 }
  const tried = await tryAppends({ store, seed: 20_261_121, ...load })
  expect(tried.complaints).toEqual([])
  expect(tried.acknowledged).toBeGreaterThan(150)
  expect(tried.conflicts).toBeGreaterThan(0)
  expect(tried.retried).toBeGreaterThan(0)
})
