import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { draftsOf, forgetDrafts, mostDrafts, type Shelf, shelfKey } from '../../frontend/src/base/drafts.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T23:41:02.874Z') }))
afterEach(() => void vi.useRealTimers())

const shelf = (): Shelf & { kept: Map<string, string> } => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
    key: (n) => [...kept.keys()][n] ?? null,
    get length() {
      return kept.size
    },
  }
}
const text = z.string()

describe('drafts', () => {
  it('come back as they were kept, with when that was, each person theirs', () => {
    const store = shelf()
    const [ines, mara] = [draftsOf(store, randomUUID()), draftsOf(store, randomUUID())]
    ines.keep('lore.name', 'Two bells', 'A bell')
    expect(ines.read('lore.name', text)).toEqual({
      value: 'Two bells',
      base: 'A bell',
      at: '2026-11-20T23:41:02.874Z',
    })
    expect(mara.read('lore.name', text)).toBeUndefined()
    ines.drop('lore.name', 'Two bells')
    expect(store.kept.size).toBe(0)
  })

  it('of one person in two windows: each drops what it kept itself', () => {
    const store = shelf()
    const [here, there] = [draftsOf(store, 'ines'), draftsOf(store, 'ines')]
    here.keep('tags', ['npc'], [])
    there.keep('tags', ['npc', 'clerk'], [])
    here.drop('tags', ['npc'])
    expect(there.read('tags', z.array(text))?.value).toEqual(['npc', 'clerk'])
    there.drop('tags', ['npc', 'clerk'])
    expect(store.kept.size).toBe(0)
  })

  it('that cannot be read, or are of another shape, count as none', () => {
    const store = shelf()
    const drafts = draftsOf(store, 'ines')
    drafts.keep('tags', ['npc'], [])
    expect(drafts.read('tags', text)).toBeUndefined()
    store.kept.set('loreloom.draft.ines.name', '{"value":')
    expect(drafts.read('name', text)).toBeUndefined()
  })

  it('are so many at most: the oldest make room, and what is older than 30 days', () => {
    const store = shelf()
    const drafts = draftsOf(store, 'ines')
    for (let n = 0; n < mostDrafts + 5; n++) {
      vi.advanceTimersByTime(1000)
      drafts.keep(String(n), 'x', '')
    }
    expect(store.kept.size).toBe(mostDrafts)
    expect([drafts.read('4', text), drafts.read('5', text)?.value]).toEqual([undefined, 'x'])
    vi.advanceTimersByTime(31 * 24 * 60 * 60 * 1000)
    drafts.keep('new', 'x', '')
    expect(store.kept.size).toBe(1)
  })

  it('leave unsent changes of texts where they are, however many drafts there are', () => {
    const store = shelf()
    const id = randomUUID()
    const key = shelfKey(id, 'text.1.tab')
    store.setItem(key, JSON.stringify({ revision: 1, pending: [], at: new Date(Date.now() - 60_000).toISOString() }))
    const drafts = draftsOf(store, id)
    for (let n = 0; n < 2 * mostDrafts; n++) drafts.keep(`name ${n}`, 'x', '')
    expect(store.kept.has(key)).toBe(true)
    expect(store.kept.size).toBe(mostDrafts + 1)
  })

  it('stop nobody from typing when there is no room', () => {
    const full = {
      ...shelf(),
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    }
    expect(() => draftsOf(full, 'ines').keep('name', 'x', '')).not.toThrow()
  })

  it('are gone when their writer signs out, who keeps nothing afterwards; others keep theirs', () => {
    const store = shelf()
    const [id, other] = [randomUUID(), randomUUID()]
    const drafts = draftsOf(store, id)
    drafts.keep('name', 'x', '')
    draftsOf(store, other).keep('name', 'y', '')
    forgetDrafts(store, id)
    drafts.keep('name', 'late', '')
    expect([...store.kept.keys()]).toEqual([`loreloom.draft.${other}.name`])
  })
})
