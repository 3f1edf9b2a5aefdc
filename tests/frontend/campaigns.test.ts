import { describe, expect, it } from 'vitest'
import { asVisibleTo, can } from '#domain/rights.ts'
import { sizeInWords } from '#domain/storage.ts'
import { departing, wasExpected } from '../../frontend/src/base/departures.ts'
import { type Campaign, writerIn } from '../../frontend/src/data/campaigns.ts'
import { listOf } from '../../frontend/src/data/selected-campaign.ts'
import { stateOf } from '../../frontend/src/features/campaigns/members/invitation-state.ts'
import { nameOf, whatOf } from '../../frontend/src/features/trash/kinds.ts'

describe('an invitation', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z')
  const at = (expiresAt: string | null, revokedAt: string | null = null) => stateOf({ expiresAt, revokedAt }, noon)

  it('is open until its time, and then expired', () => {
    expect(at('2026-11-21T12:00:01Z')).toBe('open')
    expect(at('2026-11-21T12:00:00Z')).toBe('expired')
    expect(at(null)).toBe('open')
  })
  it('stays revoked, also when its time is over', () => {
    expect(at('2026-11-20T00:00:00Z', '2026-11-19T00:00:00Z')).toBe('revoked')
  })
})

describe('leaving a campaign', () => {
  it('is expected once, by the tab that did it', async () => {
    await departing('bells', async () => true)
    expect([wasExpected('bells'), wasExpected('bells'), wasExpected('reeds')]).toEqual([true, false, false])
  })
  it('is not expected when it was refused', async () => {
    await departing('bells', async () => false)
    expect(wasExpected('bells')).toBe(false)
  })
  it('leads from a thing of the campaign to the list it was in, and nowhere from a list', () => {
    expect(['/images/1', '/lore/view/1', '/collections/a/b', '/relationships/graph'].map(listOf)).toEqual([
      '/images',
      '/collections',
      '/collections',
      '/relationships/graph',
    ])
    expect(['/images', '/campaign/edit/files', '/campaigns/new', '/'].map(listOf)).toEqual([null, null, null, null])
  })
})

describe('a copy of what a campaign was', () => {
  it('is for its owner to read: they change nothing in it, their own things neither', () => {
    const mayIn = (asOf: string | null) => {
      const viewer = writerIn({ id: 'bells', role: 3, asOf } as Campaign, 'ines')
      const folder = asVisibleTo(viewer, { ownerId: 'ines', campaignId: 'bells' })
      return (['edit', 'arrange', 'changeFolder', 'deleteFolder'] as const).map((ability) =>
        can(viewer, ability, folder),
      )
    }
    expect(mayIn(null)).toEqual([true, true, true, true])
    expect(mayIn('2026-11-21T12:00:00Z')).toEqual([false, false, false, false])
  })
})

describe('words', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1 kB'],
    [1_449, '1.4 kB'],
    [26_214_400, '26 MB'],
  ])('%i bytes are %s', (size, text) => expect(sizeInWords(size)).toBe(text))

  it('say what went to the Trash together', () => {
    expect(whatOf({ kind: 'folder', count: 1 })).toBe('empty folder')
    expect(whatOf({ kind: 'folder', count: 2 })).toBe('folder with 1 thing in it')
    expect(whatOf({ kind: 'image', count: 1_201 })).toBe('and 1,200 more')
    expect(whatOf({ kind: 'lore', count: 1 })).toBe('')
    expect(nameOf({ kind: 'image', name: ' ' })).toBe('Untitled image')
  })
})
