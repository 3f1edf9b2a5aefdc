import { expect, test } from 'vitest'
import { ledgerReader } from '../../backend/queries/audit/recorded.ts'
import { eventOf } from '../api/appended.ts'
import { grant, id, recorded } from '../domain/ledger-histories.ts'
import { memoryStore } from '../memory-store.ts'

const userId = id(1)
const granted = recorded([grant(1, 100), grant(2, 50)]).map(({ type, data }) => eventOf(type, data as object, 'system'))

test('a ledger is read on for a minute, and then anew: what was altered in the log meanwhile is seen', async () => {
  const store = memoryStore()
  await store.append(`credits-${userId}`, granted, 'any')
  const firsts: bigint[] = []
  let altered = 0
  const watched: Pick<typeof store, 'read'> = {
    async read(stream, asked = {}) {
      firsts.push(asked.from ?? 0n)
      const answer = await store.read(stream, asked)
      const events = answer.events.map((event) =>
        event.revision === 0n && altered ? { ...event, data: { ...(event.data as object), amount: altered } } : event,
      )
      return { ...answer, events }
    },
  }
  let now = 0
  const accountOf = ledgerReader(watched, () => now)
  const first = async () => (await accountOf(userId)).ledger.entries[0]?.credits
  expect(await first()).toBe(100)
  altered = 900
  now = 59_999
  expect(await first()).toBe(100)
  now = 60_000
  expect(await first()).toBe(900)
  expect(firsts).toEqual([0n, 1n, 0n])
})
