import { describe, expect, it } from 'vitest'
import type { ImageRow } from '#projections/images.ts'
import { fetchGallery } from '../../frontend/src/data/fetch-gallery.ts'
import { admits, countsOf, type Gallery } from '../../frontend/src/data/gallery-query.ts'

const campaignId = '0198c0de-0000-7000-8000-0000000000c1'
const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const row = (n: number, over: Partial<ImageRow> = {}): ImageRow => ({
  id: id(n),
  userId: id(1),
  campaignId,
  conjurationId: null,
  requestId: null,
  name: `picture ${n}`,
  note: '',
  type: 'IMAGE',
  prompt: 'The causeway at dusk',
  negativePrompt: null,
  stylePreset: null,
  seed: null,
  nsfw: false,
  modelId: null,
  modelName: null,
  madeBy: null,
  cost: 0,
  width: 1024,
  height: 1024,
  status: 'COMPLETED',
  generating: false,
  failed: false,
  errorMessage: null,
  attempt: 1,
  requestedAt: '2026-11-01T00:00:00.000Z',
  primaryOf: null,
  uri: null,
  file: null,
  edits: [],
  token: null,
  createdAt: new Date(Date.UTC(2026, 10, 1) - n * 3_600_000).toISOString(),
  deletedAt: null,
  deletedBy: null,
  operationId: null,
  ...over,
})
const arg = { campaignId, type: 'IMAGE', search: '', month: '', want: 50 } as const

/** A server with this many pictures, at a position that grows with each answer. */
const server = (total: number) => {
  const offsets: number[] = []
  const request = async ({ params }: { params: Record<string, string | number> }) => {
    const offset = Number(params.offset)
    offsets.push(offset)
    const images = Array.from({ length: Math.min(50, total - offset) }, (_, n) => ({
      ...row(offset + n),
      primary: false,
    }))
    return {
      data: { images, total, months: [{ month: '2026-10', count: total }] },
      meta: { position: String(10 + offsets.length) },
    }
  }
  return { offsets, request }
}
const galleryOf = (answer: Awaited<ReturnType<typeof fetchGallery>>): Gallery => {
  if (!('data' in answer)) throw new Error('refused')
  return answer.data
}

describe('fetching a gallery', () => {
  it('takes one page at first', async () => {
    const { offsets, request } = server(120)
    const gallery = galleryOf(await fetchGallery(arg, () => undefined, request))
    expect(offsets).toEqual([0])
    expect([gallery.rows.length, gallery.total]).toEqual([50, 120])
  })
  it('keeps pictures as events do: whether one stands for its lore follows from its row', async () => {
    const { request } = server(1)
    expect(galleryOf(await fetchGallery(arg, () => undefined, request)).rows).toEqual([row(0)])
  })
  it('takes more from where the rows end, and is true at the earlier position', async () => {
    const { offsets, request } = server(120)
    const first = galleryOf(await fetchGallery(arg, () => undefined, request))
    const both = galleryOf(await fetchGallery({ ...arg, want: 100 }, () => first, request))
    expect(offsets).toEqual([0, 50])
    expect(both.rows.map((each) => each.id)).toEqual(Array.from({ length: 100 }, (_, n) => id(n)))
    expect(both.position).toBe(first.position)
  })
  it('corrects as far as it was loaded, so that the wall never gets shorter', async () => {
    const { offsets, request } = server(120)
    const loaded = { rows: Array.from({ length: 100 }, (_, n) => row(n)), total: 120, months: [], position: '1' }
    const corrected = galleryOf(await fetchGallery(arg, () => loaded, request))
    expect(offsets).toEqual([0, 50])
    expect(corrected.rows).toHaveLength(100)
  })
  it('passes a refusal on', async () => {
    const error = { status: 404, code: 'campaign_not_found', detail: '', errors: [], facts: {} }
    expect(
      await fetchGallery(
        arg,
        () => undefined,
        async () => ({ error }),
      ),
    ).toEqual({ error })
  })
})

describe('a gallery admits', () => {
  it('pictures of its campaign and kind that are not in the Trash', () => {
    expect(admits(row(1), arg)).toBe(true)
    expect(admits(row(1, { campaignId: id(9) }), arg)).toBe(false)
    expect(admits(row(1, { type: 'MAP' }), arg)).toBe(false)
    expect(admits(row(1, { deletedAt: '2026-11-02T00:00:00.000Z' }), arg)).toBe(false)
  })
  it('what the search finds in a name or a prompt, in any case', () => {
    expect(admits(row(1), { ...arg, search: 'CAUSEWAY at' })).toBe(true)
    expect(admits(row(1), { ...arg, search: 'picture 1' })).toBe(true)
    expect(admits(row(1), { ...arg, search: 'dusk picture' })).toBe(false)
  })
  it('pictures of its month', () => {
    expect(admits(row(1), { ...arg, month: '2026-10' })).toBe(true)
    expect(admits(row(1), { ...arg, month: '2026-11' })).toBe(false)
  })
})

describe('the count of a month', () => {
  const at = (n: number, createdAt: string) => row(n, { createdAt })
  it('is what is loaded, where all of it is, and the server’s for the oldest loaded and what follows', () => {
    const rows = [at(1, '2026-11-05T00:00:00Z'), at(2, '2026-11-04T00:00:00Z'), at(3, '2026-10-04T00:00:00Z')]
    const months = [
      { month: '2026-11', count: 1 },
      { month: '2026-10', count: 40 },
      { month: '2026-09', count: 7 },
    ]
    expect([...countsOf({ rows, total: 49, months, position: '1' })]).toEqual([
      ['2026-11', 2],
      ['2026-10', 40],
      ['2026-09', 7],
    ])
  })
})
