import type { Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import {
  asksForConnection,
  hasKin,
  isForCounts,
  type Knowledge,
  type KnownGroup,
  type KnownLink,
  type KnownList,
  type KnownPassage,
  keywords,
  stemsIn,
} from '../../../scribe/index.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleConjurations } from '../conjurations/items.ts'
import { visibleLinks } from '../relationships/items.ts'
import { visibleAs, visibleIn } from '../visible.ts'
import { findLists, groupOf } from './lists.ts'
import { type EarlierTurn, findSubjects } from './subjects.ts'
import {
  anyOf,
  anyWord,
  descriptionColumns,
  type Find,
  linkColumns,
  lore,
  passages,
  passagesOf,
  sectionColumns,
} from './visible-texts.ts'

/** Maximum numbers of passages found by words, and of relationships on the path between two entries. */
const [mostPassages, mostSteps] = [24, 4]
const mostNeighbours = 2_000
/** Maximum number of matches that are ranked for the words of a question. */
const mostMatches = 1_000

export interface Sought {
  campaignId: string
  question: string
  /** Entries that the user named next to the message. */
  mentioned: readonly string[]
  /** The conversation so far, the latest turn first. */
  turns: readonly EarlierTurn[]
  quoted: ReadonlySet<string>
  /** True if the campaign's own description is read. */
  campaign: boolean
  /** Texts of files that the user named. */
  files: readonly KnownPassage[]
  /** Milliseconds since 1970. */
  now: number
}

/** Loads all that an answer may draw on. Every statement selects only what the viewer sees now. */
export async function loadKnowledge(read: Read, viewer: Viewer, sought: Sought): Promise<Knowledge> {
  const { campaignId, quoted } = sought
  const own = visibleIn(viewer, campaignId)
  const seen = <Row>(sql: string, more: object = {}) => read<Row>(sql, { ...own, ...more })
  const { topic: _topic, within, ...meant } = await findSubjects(seen, sought, sought.turns)
  const { question, subjects } = meant
  const words = keywords(question)
  const find = <Row>(sql: string, more: object = {}) => seen<Row>(sql, { words: words.join(' '), ...more })
  const ids = subjects.map(({ id }) => id)
  const [found, ofSubjects, links, groups, campaigns] = await Promise.all([
    words.length === 0 ? [] : findPassages(find, words),
    (within ?? ids).length === 0 ? [] : passagesOf(find, within ?? ids),
    ids.length === 0 ? [] : linksAt(find, ids),
    findGroups(find, question, within),
    sought.campaign && words.length > 0 ? campaignItself(find) : [],
  ])
  const known = new Set(ofSubjects.map(keyOf))
  const isFurther = (passage: KnownPassage) => within === null && !known.has(keyOf(passage))
  const [one, other] = ids
  const hasTranscripts = sought.files.some(({ kind }) => kind === 'transcript')
  const path = one && other && asksForConnection(question) ? await findPath(find, one, other) : []
  return {
    ...meant,
    typed: sought.question,
    passages: [...sought.files, ...ofSubjects, ...found.filter(isFurther), ...campaigns],
    links,
    groups,
    lists: await findLists(find, question, { now: sought.now, hasTranscripts }),
    near: new Set([
      ...links.flatMap(({ source, target }) => [source.id, target.id]),
      ...sought.turns.flatMap(({ answered }) => answered),
    ]),
    path,
    mayKnowReaders: can(viewer, 'manage', { campaignId }),
    quoted: meant.isMore ? new Set(sought.turns.flatMap(({ quotes }) => quotes)) : quoted,
  }
}

const keyOf = ({ id, segmentId, text }: KnownPassage) => `${id} ${segmentId} ${text.length}`

const isAbout = (column: string) => `${column} @@ ${anyOf('@rare')}`
/** The weight of the rarest words, and of all words of the question to break ties among those. */
const rankOf = (column: string) => `ts_rank(${column}, ${anyOf('@rare')}, 1) + 0.5 * ts_rank(${column}, ${anyWord}, 1)`

const findPassages = async (find: Find, words: readonly string[]): Promise<KnownPassage[]> => {
  const rare = (await rareWords(find, words)).join(' ')
  if (rare === '') return []
  const [descriptions, texts, headed] = await Promise.all([
    find<KnownPassage>(
      `${descriptionColumns} ${lore} and ${isAbout('l.words')} order by ${rankOf('l.words')} desc, l.id limit ${mostPassages}`,
      { rare },
    ),
    find<KnownPassage>(
      `${sectionColumns} ${passages} and ${isAbout('p.words')} order by ${rankOf('p.words')} desc, p."textId", p.n limit ${mostPassages}`,
      { rare },
    ),
    find<KnownPassage>(
      `${sectionColumns} ${passages} and ${isAbout('public.lexemes(ps.title)')}
        order by ${rankOf('public.lexemes(ps.title)')} desc, p."textId", p.n limit ${mostPassages}`,
      { rare },
    ),
  ])
  const found = new Set(texts.map(keyOf))
  return [...descriptions, ...texts, ...headed.filter((each) => !found.has(keyOf(each)))]
}

/**
 * Returns the rarest of these words, up to `mostMatches` matches in all, and those that only headings have. With common words, a rank
 * would prefer texts that repeat them, and would be computed for half of a large campaign.
 */
const rareWords = async (find: Find, words: readonly string[]): Promise<string[]> => {
  const counted = await find<{ word: string; count: number }>(
    `select word, (select count(*)::int from (select ${visibleConjurations} and l."campaignId" = @campaignId and l.words @@ ${anyOf('word')} limit ${mostMatches}) l)
        + (select count(*)::int from (select from text_passages p join access pa on pa.id = p."textId" and pa."campaignId" = @campaignId and ${visibleAs('pa')}
          where p.words @@ ${anyOf('word')} limit ${mostMatches}) p) as count
      from unnest(@each::text[]) word`,
    { each: words },
  )
  let matches = 0
  return counted
    .sort((one, other) => one.count - other.count)
    .filter(({ count }, n) => {
      matches += count
      return n === 0 || matches <= mostMatches
    })
    .map(({ word }) => word)
}

/** Reads the campaign's description. Every member may read it: callers check that the viewer is one. */
const campaignItself = (find: Find) =>
  find<KnownPassage>(
    `select 'campaign' as kind, c.id, c.name, null::uuid as "segmentId", coalesce(c.description, '') as text
      from campaigns c where c.id = @campaignId`,
  )

const linksAt = (find: Find, ids: readonly string[]): Promise<KnownLink[]> =>
  find<KnownLink>(
    `${linkColumns} ${visibleLinks} and s."campaignId" = @campaignId and (r."sourceId" = any(@ids::uuid[]) or r."targetId" = any(@ids::uuid[]))
      order by r."createdAt", r.id limit ${mostNeighbours}`,
    { ids },
  )

/** Returns the shortest path from one entry to another, over relationships in either direction; empty if there is none. */
const findPath = async (find: Find, from: string, to: string): Promise<KnownLink[]> => {
  const reachedBy = new Map<string, { link: KnownLink; from: string } | null>([[from, null]])
  let nearest = [from]
  for (let step = 0; step < mostSteps && nearest.length > 0 && !reachedBy.has(to); step++) {
    const next: string[] = []
    for (const link of await linksAt(find, nearest))
      for (const [near, far] of [
        [link.source.id, link.target.id],
        [link.target.id, link.source.id],
      ] as const) {
        if (!nearest.includes(near) || reachedBy.has(far)) continue
        reachedBy.set(far, { link, from: near })
        next.push(far)
      }
    nearest = next
  }
  const path: KnownLink[] = []
  for (let at = reachedBy.get(to); at; at = reachedBy.get(at.from)) path.unshift(at.link)
  return path
}

type GroupOf = (label: string, which: string, values?: object) => Promise<KnownList>

/**
 * Returns the entries of tags that the question names, or else of folders; a question for a count that names none counts all entries.
 * `within`: ids of the entries to which the groups are restricted.
 */
const findGroups = async (find: Find, question: string, within: readonly string[] | null): Promise<KnownGroup[]> => {
  const group: GroupOf = (label, which, values = {}) =>
    within === null
      ? groupOf(find, label, which, { values })
      : groupOf(find, label, `${which} and l.id = any(@within::uuid[])`, { values: { ...values, within } })
  const groups = await groupsNamed(find, question, group)
  return within === null ? groups : groups.filter(({ total }) => total > 0)
}

const groupsNamed = async (find: Find, question: string, groupOf: GroupOf): Promise<KnownGroup[]> => {
  const terms = new Set(stemsIn(question))
  const isNamed = ({ label }: { label: string }) => {
    const own = stemsIn(label)
    return own.length > 0 && own.every((word) => terms.has(word))
  }
  if (terms.size === 0) return isForCounts(question) ? [{ ...(await groupOf('lore', 'true')), by: 'all' }] : []
  const tags = await find<{ label: string }>(
    `select distinct n.key as label from conjuration_counts n where n."campaignId" = @campaignId and n.kind = 'tag' and n.count > 0 and ${visibleAs('n')}`,
  )
  const named = await tagGroups(tags.filter(isNamed), groupOf)
  if (named.length > 0) return named
  const folders = await find<{ id: string; label: string }>(
    `select c.id, c.name as label from collections c where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')}`,
  )
  const groups: KnownGroup[] = []
  for (const { id, label } of folders.filter(isNamed).slice(0, 3)) {
    const group = await groupOf(label, 'l."collectionId" = @folder', { folder: id })
    if (group.total > 0) groups.push({ ...group, by: 'folder' })
  }
  if (groups.length > 0 || !isForCounts(question)) return groups
  // Falls back to tags of related meaning: taverns are counted by the tag `inn` if no tag or folder has their name.
  const isLike = ({ label }: { label: string }) =>
    stemsIn(label).length > 0 && stemsIn(label).every((word) => terms.has(word) || hasKin(word, terms))
  const like = await tagGroups(tags.filter(isLike), groupOf)
  return like.map((group) => {
    const own = new Set(stemsIn(group.label))
    return { ...group, by: 'likeTag', kin: [...terms].filter((word) => hasKin(word, own)) }
  })
}

/** Returns the entries with all of several tags, or else those with each of them. `bell` and `bells` are one tag. */
const tagGroups = async (tags: readonly { label: string }[], groupOf: GroupOf): Promise<KnownGroup[]> => {
  const named = [...Map.groupBy(tags, ({ label }) => stemsIn(label).join(' ')).values()].slice(0, 3)
  const values = Object.fromEntries(
    named.flatMap((kind, n) => kind.map(({ label }, i) => [`tag${n}x${i}`, JSON.stringify([label])])),
  )
  const isTagged = named.map((kind, n) => `(${kind.map((_, i) => `l.tags @> @tag${n}x${i}::jsonb`).join(' or ')})`)
  const labelOf = (kinds: typeof named) => kinds.flatMap((kind) => kind.map(({ label }) => label)).join(' ')
  if (named.length > 1) {
    const both = await groupOf(labelOf(named), isTagged.join(' and '), values)
    if (both.total > 0) return [{ ...both, by: 'tags' }]
  }
  const groups: KnownGroup[] = []
  for (const [n, kind] of named.entries())
    groups.push({ ...(await groupOf(labelOf([kind]), isTagged[n] ?? 'false', values)), by: 'tag' })
  return groups
}
