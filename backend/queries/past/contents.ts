import { sawSegment } from '#domain/campaign-past.ts'
import type { Op, Ops } from '#domain/deltas.ts'
import { relationships } from '#domain/relationships.ts'
import type { Segment } from '#domain/segments.ts'
import { emptyText } from '#domain/text-formats.ts'
import { textOf, texts } from '#domain/texts.ts'
import type { PastSegment } from '#projections/past-answers.ts'
import { inParallel } from '../../platform/in-parallel.ts'
import { plainly } from '../texts/open-text.ts'
import { type Named, redactOps, visibleMentions } from '../texts/seen.ts'
import { type Found, type Looking, sawOf, sawPictures } from './lore.ts'
import { visibleLinksOf, visibleLore, visibleSegments } from './now.ts'
import { stateAt } from './state-at.ts'

/** Approximate limit of characters per page; texts beyond it are requested separately. */
const mostLetters = 1_000_000
/** Maximum numbers of pictures and links of one page. */
const most = { pictures: 60, links: 100 }

/** Returns the past content of a text; for a description without a text stream at that time, its plain text. */
export const wordsOf = async ({ store, position }: Looking, textId: string, plain = ''): Promise<Ops> => {
  const { state } = await stateAt(store, texts, textId, position)
  if (state.exists) return textOf(state)
  return plain === '' ? emptyText : [{ insert: `${plainly(plain)}\n` }]
}

/** The lore's segments that the viewer saw then and still sees now, in order. */
export const sawSegments = async ({ read, viewer, then }: Looking, { state }: Found): Promise<Segment[]> => {
  const there = state.segments.filter((segment) => sawSegment(then, state, segment))
  const seen = await visibleSegments(
    read,
    viewer,
    there.map(({ id }) => id),
  )
  return there.filter(({ id }) => seen.has(id)).toSorted((a, b) => a.sortOrder - b.sortOrder)
}

/** Reads the texts of a page in order, up to the page's limit; `only` is the id of a single text to be read instead. */
async function readTexts(looking: Looking, lore: Found, segments: readonly Segment[], only: string | undefined) {
  const found = new Map<string, Ops>()
  const stories = segments.filter(({ type }) => type === 'STORY').map(({ id }) => id)
  let letters = 0
  for (const id of [lore.id, ...stories]) {
    if (only === undefined ? letters > mostLetters : only !== id) continue
    const ops = await wordsOf(looking, id, id === lore.id ? lore.state.description : '')
    letters += JSON.stringify(ops).length
    found.set(id, ops)
  }
  return found
}

/** The content of a lore page: its texts, and the pictures of its galleries. */
export async function contentsOf(looking: Looking, lore: Found, only: string | undefined) {
  const segments = await sawSegments(looking, lore)
  const words = await readTexts(looking, lore, segments, only)
  const names: Named = await visibleMentions(looking.read, looking.viewer, ...words.values())
  const opsOf = (id: string): Op[] | null => {
    const ops = words.get(id)
    return ops ? redactOps(ops, names) : null
  }
  const requested = segments
    .flatMap(({ images }) => images.map(({ imageId }) => ({ imageId, lore })))
    .slice(0, most.pictures)
  const pictures = await sawPictures(looking, requested)
  return {
    description: opsOf(lore.id),
    segments: segments.map(({ id, title, type, isForDms, images }): PastSegment => {
      const shown = images.toSorted((a, b) => a.sortOrder - b.sortOrder)
      return {
        id,
        name: title,
        type,
        isForDms,
        ops: opsOf(id),
        images: shown.flatMap(({ imageId }) => pictures.get(imageId) ?? []),
      }
    }),
    names: Object.fromEntries(names),
  }
}

/** The lore's links whose other ends the viewer saw then and still sees now. */
export async function linksOf(looking: Looking, lore: Found) {
  const { read, viewer, store, position } = looking
  const links = await visibleLinksOf(read, viewer, lore.id, most.links)
  const otherOf = ({ sourceId, targetId }: (typeof links)[number]) => (sourceId === lore.id ? targetId : sourceId)
  const others = await visibleLore(read, viewer, [...new Set(links.map(otherOf))])
  const ends = new Map((await sawOf(looking, [...others.values()])).map((end) => [end.id, end.state.name]))
  const comments = new Map<string, string>()
  await inParallel(links, async ({ id }) => {
    const { state } = await stateAt(store, relationships, id, position)
    if (state.exists && state.deletedIn === null) comments.set(id, state.comment)
  })
  return links.flatMap((link) => {
    const [comment, id] = [comments.get(link.id), otherOf(link)]
    const name = ends.get(id)
    if (comment === undefined || name === undefined) return []
    return [{ id: link.id, comment, isFrom: link.sourceId === lore.id, lore: { id, name } }]
  })
}
