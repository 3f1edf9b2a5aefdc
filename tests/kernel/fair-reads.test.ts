import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairReads } from '../../backend/commands/fair-reads.ts'
import { readSize } from '../../backend/commands/read-size.ts'
import { memoryStore } from '../memory-store.ts'

/** A store whose reads end when told, and who asks it. */
const slow = () => {
  const begun: { stream: string; end: () => void }[] = []
  let user = ''
  const store = memoryStore()
  const fair = fairReads(
    {
      ...store,
      async read(stream, options) {
        await new Promise<void>((end) => begun.push({ stream, end }))
        return store.read(stream, options)
      },
    },
    () => user,
  )
  return {
    begun: () => begun.map(({ stream }) => stream),
    async ask(who: string, ...streams: string[]) {
      user = who
      const reads = streams.map((stream) => fair.read(stream))
      await nextTurn()
      return { reads }
    },
    append: () => fair.append('notes-1', [{ id: crypto.randomUUID(), type: 'Noted', data: {}, metadata: {} }], 'any'),
    async end() {
      begun.shift()?.end()
      await nextTurn()
    },
  }
}

test('one user reads two streams at once, everybody together four, and who waits is served in turn', async () => {
  const { ask, begun, end } = slow()
  await ask('greedy', 'a-1', 'a-2', 'a-3', 'a-4', 'a-5')
  expect(begun()).toEqual(['a-1', 'a-2'])
  await ask('modest', 'b-1')
  await ask('other', 'c-1', 'c-2')
  expect(begun()).toEqual(['a-1', 'a-2', 'b-1', 'c-1'])
  await end()
  expect(begun()).toEqual(['a-2', 'b-1', 'c-1', 'a-3'])
  await end()
  expect(begun()).toEqual(['b-1', 'c-1', 'a-3', 'c-2'])
})

test('appends do not wait for anybody’s reads, and a read that fails gives its place back', async () => {
  const { ask, append, begun, end } = slow()
  const { reads } = await ask('greedy', 'a-1', 'a-2', 'a-3')
  expect(await append()).toMatchObject({ revision: 0n })
  for (let n = 0; n < 3; n++) await end()
  await Promise.all(reads)
  expect(begun()).toEqual([])

  const failing = fairReads({ ...memoryStore(), read: () => Promise.reject(new Error('not there')) }, () => 'greedy')
  for (let n = 0; n < 5; n++) await expect(failing.read('a-1')).rejects.toThrow('not there')
})

test('a page of long texts has few events, one of short facts many', () => {
  const page = readSize()
  const events = (description: string) =>
    Array.from({ length: 100 }, (_, n) => ({
      id: String(n),
      type: 'Described',
      metadata: {},
      stream: 'pages-1',
      created: new Date(),
      data: { description },
      revision: BigInt(n),
      position: BigInt(n),
    }))
  expect(page.size()).toBe(100)
  page.learn(events('x'.repeat(20_000)))
  expect(page.size()).toBe(50)
  page.learn(events('x'.repeat(1_000_000)))
  expect(page.size()).toBe(10)
  page.learn(events(''))
  expect(page.size()).toBe(1000)
})
