import type { ModelText } from '#domain/answers.ts'
import { type Knowledge, type KnownLink, type KnownList, rankPassages } from '../../../scribe/index.ts'

/** Maximum of characters of all excerpts of an answer, some 6,000 tokens, which small local models can read; and of one excerpt. */
const [budget, mostOfOne] = [24_000, 1_500]
const [mostLinks, mostOfFile] = [20, 8]
/** Maximum numbers of excerpts of one answer, and of ids of the items that they describe. */
const [mostExcerpts, mostIds] = [60, 600]

/** A piece of the campaign as a model receives it. `basis` holds the ids of all items it describes. */
export interface NumberedExcerpt {
  n: number
  title: string
  text: string
  source: ModelText['sources'][number]
  basis: string[]
}
type Excerpt = Omit<NumberedExcerpt, 'n'>

/** Excerpts for a question with their sources: the best passages first, then relationships and lists. */
const excerptsOf = (
  question: string,
  knowledge: Knowledge,
  { campaignId, nameOf }: { campaignId: string; nameOf: (id: string) => string },
): Excerpt[] => {
  const passages = rankPassages(question, knowledge).map(
    ({ passage: { kind, id, segmentId, page, name, text }, best }) => {
      const source = { kind, id, segmentId, ...(page ? { page } : {}) }
      const title = page ? `${name}, page ${page}` : name
      return { title, text: around(text, best), source, basis: [id, segmentId ?? []].flat() }
    },
  )
  const files = passages.filter(({ source }) => source.kind === 'file').slice(0, mostOfFile)
  const relationships = knowledge.subjects.flatMap(({ id, name }) => {
    const links = knowledge.links.filter(({ source, target }) => source.id === id || target.id === id)
    return linkExcerpt(`Relationships of ${name}`, id, links)
  })
  const [first, second] = knowledge.subjects
  const path = first ? linkExcerpt(`From ${first.name} to ${second?.name}`, first.id, knowledge.path) : []
  const lists = [...knowledge.groups, ...(knowledge.lists ?? [])].flatMap((list) =>
    listExcerpts(list, campaignId, nameOf),
  )
  const found = passages.filter(({ source }) => source.kind !== 'file')
  return [...files, ...path, ...lists, ...found.slice(0, 4), ...relationships, ...found.slice(4)]
}

/** Returns the excerpts of a list: its sentences, each with its source, its relationships and its entries. */
const listExcerpts = (
  { label, ids, total, links = [], quotes = [] }: KnownList,
  campaignId: string,
  nameOf: (id: string) => string,
): Excerpt[] => {
  const source = { kind: 'campaign' as const, id: campaignId, segmentId: null }
  const names = ids.map(nameOf).filter(Boolean).join(', ')
  const text = `${total} in all: ${names}`.slice(0, mostOfOne)
  const entries = ids.length > 0 ? [{ title: label, text, source, basis: [campaignId, ...ids] }] : []
  const sentences = quotes.map(({ passage: { kind, id, segmentId, name }, text }): Excerpt => {
    return { title: `${label} ${name}`, text, source: { kind, id, segmentId }, basis: [id, segmentId ?? []].flat() }
  })
  return [...sentences, ...links.slice(0, 1).flatMap(({ source: { id } }) => linkExcerpt(label, id, links)), ...entries]
}

const linkExcerpt = (title: string, id: string, all: readonly KnownLink[]): Excerpt[] => {
  const links = all.slice(0, mostLinks)
  if (links.length === 0) return []
  const lines = links.map(({ source, target, comment }) => `${source.name} → ${target.name}: ${comment || 'related'}`)
  return [
    {
      title,
      text: lines.join('\n').slice(0, mostOfOne),
      source: { kind: 'lore', id, segmentId: null },
      basis: [id, ...links.flatMap((link) => [link.id, link.source.id, link.target.id])],
    },
  ]
}

/** Returns the part of a long text that a model receives, around its best sentence. */
const around = (text: string, best: string): string => {
  const at = Math.max(0, text.indexOf(best.slice(0, 40)))
  const from = text.length <= mostOfOne ? 0 : Math.max(0, Math.min(at - mostOfOne / 3, text.length - mostOfOne))
  return text.slice(from, from + mostOfOne)
}

/** Numbers the excerpts of one answer, within its limits. A repeated excerpt keeps its number. */
export const excerptList = (campaignId: string) => {
  const all: NumberedExcerpt[] = []
  const basis = new Set<string>()
  let room = budget
  /** Adds the excerpts that answer a question best, at most `most`, and returns them. */
  const add = (question: string, knowledge: Knowledge, nameOf: (id: string) => string, most: number) => {
    const given: NumberedExcerpt[] = []
    for (const excerpt of excerptsOf(question, knowledge, { campaignId, nameOf }).slice(0, most)) {
      const { source, text, title } = excerpt
      const before = all.find((each) => each.text === text && each.source.id === source.id && each.title === title)
      if (before) given.push(before)
      const length = text.length + title.length
      const isFull = all.length >= mostExcerpts || length > room || basis.size + excerpt.basis.length > mostIds
      if (before || isFull) continue
      room -= length
      for (const id of excerpt.basis) basis.add(id)
      const numbered = { n: all.length + 1, ...excerpt }
      all.push(numbered)
      given.push(numbered)
    }
    return given
  }
  return { all, basis, add }
}
export type ExcerptList = ReturnType<typeof excerptList>
