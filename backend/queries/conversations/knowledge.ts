import type { Viewer } from '#domain/access.ts'
import { can } from '#domain/rights.ts'
import {
  asksForConnection,
  asksForPreparation,
  changesSince,
  isFollowUp,
  type Knowledge,
  type KnownEntry,
  type KnownGroup,
  type KnownLink,
  type KnownPassage,
  keywords,
  nameStems,
  stemsIn,
} from '../../../scribe/index.ts'
import type { Read } from '../../http/snapshot.ts'
import { visibleConjurations } from '../conjurations/items.ts'
import { visibleLinks } from '../relationships/items.ts'
import { visibleAs, visibleIn } from '../visible.ts'

/** Passages found by words, entries found by name, and how far two entries may be apart. */
const [mostPassages, mostNamed, mostSubjects, mostSteps] = [24, 200, 4, 4]
const [mostOfSubject, mostNeighbours, mostListed] = [40, 2_000, 24]
const characterTag = '^(npc|pc|character|person|party)s?$'
/** Entries that are ranked for the words of a question. */
const mostMatches = 1_000
/** Words that no name contains and that may be a mistyped one; and the least trigram similarity to a name. */
const [mostMistyped, likeness] = [4, 0.45]

export interface Sought {
  campaignId: string
  question: string
  /** Entries that the user named next to the message. */
  mentioned: readonly string[]
  /** Entries of the turn before, the most important first. */
  earlier: readonly string[]
  quoted: ReadonlySet<string>
  /** Whether the campaign's own description is read. */
  campaign: boolean
  /** Texts of files that the user named. */
  files: readonly KnownPassage[]
  /** Milliseconds since 1970. */
  now: number
}

const anyOf = (words: string) => `(select to_tsquery('simple', string_agg(quote_literal(word), ' | '))
  from unnest(tsvector_to_array(public.lexemes(${words}))) word)`
const anyWord = anyOf('@words')
const lore = `${visibleConjurations} and l."campaignId" = @campaignId`
const passages = `from text_passages p join access pa on pa.id = p."textId" and pa."campaignId" = @campaignId and ${visibleAs('pa')}
  join conjurations l on l.id = p."conjurationId" and l."deletedAt" is null and ${visibleAs('l')}
  left join segments ps on ps.id = p."textId" where ps."deletedAt" is null and p."textId" <> p."conjurationId"`
const described = `select 'lore' as kind, l.id, l.name, null::uuid as "segmentId", l.description as text, l.tags, l.visibility`
const written = `select 'lore' as kind, l.id, l.name, p."textId" as "segmentId", p.passage as text, ps.title, l.tags,
  case when 'PRIVATE' in (l.visibility, pa.visibility) then 'PRIVATE' when 'DM' in (l.visibility, pa.visibility) then 'DM' else 'CAMPAIGN' end
    as visibility`

/** All that an answer may draw on. Every statement selects only what the viewer sees now. */
export async function loadKnowledge(read: Read, viewer: Viewer, sought: Sought): Promise<Knowledge> {
  const { campaignId, question, quoted } = sought
  const words = keywords(question)
  const values = { ...visibleIn(viewer, campaignId), words: words.join(' ') }
  const find = <Row>(sql: string, more: object = {}) => read<Row>(sql, { ...values, ...more })
  const { subjects, misspelt } = await findSubjects(find, sought, words)
  const ids = subjects.map(({ id }) => id)
  const [found, own, links, groups, campaigns] = await Promise.all([
    words.length === 0 ? [] : findPassages(find, words),
    ids.length === 0 ? [] : passagesOf(find, ids),
    ids.length === 0 ? [] : linksAt(find, ids),
    findGroups(find, question),
    sought.campaign && words.length > 0 ? campaignItself(find) : [],
  ])
  const known = new Set(own.map(keyOf))
  const [one, other] = ids
  const path = one && other && asksForConnection(question) ? await findPath(find, one, other) : []
  return {
    subjects,
    misspelt,
    passages: [...sought.files, ...own, ...found.filter((each) => !known.has(keyOf(each))), ...campaigns],
    links,
    groups,
    lists: await findLists(find, question, sought.now),
    path,
    mayKnowReaders: can(viewer, 'manage', { campaignId }),
    quoted,
  }
}

type Find = <Row>(sql: string, more?: object) => Promise<Row[]>
const keyOf = ({ id, segmentId, text }: KnownPassage) => `${id} ${segmentId} ${text.length}`

/** Entries that the message mentions or names, also misspelt; of a follow-up, those of the turn before. */
const findSubjects = async (find: Find, { question, mentioned, earlier }: Sought, words: readonly string[]) => {
  const byId = async (ids: readonly string[]) => {
    const rows =
      ids.length === 0
        ? []
        : await find<Entry>(`select l.id, l.name, l.tags ${lore} and l.id = any(@ids::uuid[])`, { ids })
    return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  }
  const named =
    words.length === 0
      ? []
      : await find<KnownEntry>(
          `select l.id, l.name ${lore} and l.headline @@ ${anyWord} order by ts_rank(l.headline, ${anyWord}) desc, l.id limit ${mostNamed}`,
        )
  const asked = new Set(stemsIn(question))
  const place = (name: string) => question.toLowerCase().indexOf(keywords(name)[0] ?? '')
  const complete = named
    .filter(({ name }) => {
      // `Session 4: Small Cakes` is named by `session 4` as well.
      const parts = [name, name.split(':')[0] ?? name].map(stemsIn)
      return parts.some((own) => own.length > 0 && own.every((word) => asked.has(word)))
    })
    .sort((a, b) => place(a.name) - place(b.name) || stemsIn(b.name).length - stemsIn(a.name).length)
  const partial = complete.length > 0 ? [] : named.filter(({ name }) => isPartlyNamed(name, question))
  const spelt = [...complete, ...partial]
  const covered = new Set(named.flatMap(({ name }) => stemsIn(name)))
  const strange = keywords(question).filter((word) => word.length > 3 && !covered.has(stemsIn(word)[0] ?? word))
  const mistyped =
    spelt.length > 1 || strange.length === 0 ? [] : await findMistyped(find, properNames(question, strange))
  const before = spelt.length === 0 && mistyped.length === 0 && isFollowUp(question) ? await byId(earlier) : []
  const all = [
    ...(await byId(mentioned)),
    ...spelt,
    ...mistyped.map(({ entry }) => entry),
    ...followed(question, before),
  ]
  return {
    subjects: [...new Map(all.map((entry) => [entry.id, entry])).values()].slice(0, mostSubjects),
    misspelt: mistyped.map(({ word }) => word),
  }
}

type Entry = KnownEntry & { tags: readonly string[] }
const isPerson = ({ tags }: Entry) => tags.some((tag) => new RegExp(characterTag, 'i').test(tag))
/** The entry that a follow-up speaks of: with `she`, the first of those before that is a person. */
const followed = (question: string, before: readonly Entry[]) =>
  [/\b(?:he|she|him|her|hers|his)\b/i.test(question) ? (before.find(isPerson) ?? before[0]) : before[0]].filter(
    (entry) => entry !== undefined,
  )

/** `Who is Ysolde?` names Ysolde Marrow: by a word that the question writes with a capital. */
const isPartlyNamed = (name: string, question: string): boolean =>
  name
    .split(/\s+/)
    .some(
      (word) =>
        /^\p{Lu}\p{L}{2,}/u.test(word) &&
        nameStems(name).includes(stemsIn(word)[0] ?? '') &&
        new RegExp(`(?<!^)\\b${letters(word)}\\b`, 'u').test(question),
    )
const letters = (word: string) => word.replaceAll(/[^\p{L}\p{N}]/gu, '.')

/** Of these words, those that the question writes like names. */
const properNames = (question: string, words: readonly string[]) => {
  const capitals = new Set((question.slice(1).match(/\p{Lu}[\p{L}’']+/gu) ?? []).map((word) => keywords(word)[0] ?? ''))
  return words.filter((word) => capitals.has(word)).slice(0, mostMistyped)
}

const thisWord = `(select to_tsquery('simple', string_agg(quote_literal(lexeme), ' & '))
  from unnest(tsvector_to_array(public.lexemes(@word))) lexeme)`
/** A name that a text contains is spelt as the campaign spells it, though no entry has it. */
const isInSomeText = async (find: Find, word: string): Promise<boolean> => {
  const [found] = await find<{ found: boolean }>(
    `select (exists (select ${lore} and l.words @@ ${thisWord}) or exists (select ${passages} and p.words @@ ${thisWord})) as found`,
    { word },
  )
  return found?.found ?? false
}

/** Lets `<%`, which uses an index, find what is at least as similar: PostgreSQL evaluates it once, before it searches. */
const setLikeness = `(select set_config('pg_trgm.word_similarity_threshold', '${likeness}', true)) is not null`

const findMistyped = async (find: Find, words: readonly string[]) => {
  const found: { word: string; entry: KnownEntry }[] = []
  for (const word of words) {
    if (await isInSomeText(find, word)) continue
    const [entry] = await find<KnownEntry>(
      `select l.id, l.name ${lore} and ${setLikeness} and @word <% l.typed and word_similarity(@word, public.plain(l.name)) >= ${likeness}
        order by word_similarity(@word, public.plain(l.name)) desc, l.id limit 1`,
      { word },
    )
    if (entry) found.push({ word, entry })
  }
  return found
}

const isAbout = (column: string) => `${column} @@ ${anyOf('@rare')}`
/** The weight of the rarest words, and of all words of the question to break ties among those. */
const rankOf = (column: string) => `ts_rank(${column}, ${anyOf('@rare')}, 1) + 0.5 * ts_rank(${column}, ${anyWord}, 1)`

const findPassages = async (find: Find, words: readonly string[]): Promise<KnownPassage[]> => {
  const rare = (await rareWords(find, words)).join(' ')
  if (rare === '') return []
  const [descriptions, texts, headed] = await Promise.all([
    find<KnownPassage>(
      `${described} ${lore} and ${isAbout('l.words')} order by ${rankOf('l.words')} desc, l.id limit ${mostPassages}`,
      { rare },
    ),
    find<KnownPassage>(
      `${written} ${passages} and ${isAbout('p.words')} order by ${rankOf('p.words')} desc, p."textId", p.n limit ${mostPassages}`,
      { rare },
    ),
    find<KnownPassage>(
      `${written} ${passages} and ${isAbout('public.lexemes(ps.title)')}
        order by ${rankOf('public.lexemes(ps.title)')} desc, p."textId", p.n limit ${mostPassages}`,
      { rare },
    ),
  ])
  const found = new Set(texts.map(keyOf))
  return [...descriptions, ...texts, ...headed.filter((each) => !found.has(keyOf(each)))]
}

/**
 * The words that few entries have, those of headings alone included, up to a number of entries in all: a rank alone would prefer what repeats a common word, and would be computed for half of
 * a large campaign.
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

const passagesOf = async (find: Find, ids: readonly string[]): Promise<KnownPassage[]> => {
  const [descriptions, texts] = await Promise.all([
    find<KnownPassage>(`${described} ${lore} and l.id = any(@ids::uuid[])`, { ids }),
    find<KnownPassage>(
      `${written} ${passages} and l.id = any(@ids::uuid[]) order by p."textId", p.n limit ${mostOfSubject}`,
      { ids },
    ),
  ])
  return [...descriptions, ...texts]
}

/** Every member may read it: callers check that the viewer is one. */
const campaignItself = (find: Find) =>
  find<KnownPassage>(
    `select 'campaign' as kind, c.id, c.name, null::uuid as "segmentId", coalesce(c.description, '') as text
      from campaigns c where c.id = @campaignId`,
  )

const linkColumns = `select r.id, r.comment, jsonb_build_object('id', s.id, 'name', s.name) as source,
  jsonb_build_object('id', t.id, 'name', t.name) as target`
const linksAt = (find: Find, ids: readonly string[]): Promise<KnownLink[]> =>
  find<KnownLink>(
    `${linkColumns} ${visibleLinks} and s."campaignId" = @campaignId and (r."sourceId" = any(@ids::uuid[]) or r."targetId" = any(@ids::uuid[]))
      order by r."createdAt", r.id limit ${mostNeighbours}`,
    { ids },
  )

/** The shortest way from one entry to another, over relationships in either direction. */
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

/** Tags that the question names, or else folders; a question that names nothing counts everything. */
const findGroups = async (find: Find, question: string): Promise<KnownGroup[]> => {
  const asked = new Set(stemsIn(question))
  const isNamed = ({ label }: { label: string }) => {
    const own = stemsIn(label)
    return own.length > 0 && own.every((word) => asked.has(word))
  }
  if (asked.size === 0) return [await groupOf(find, 'lore', 'true', {})]
  const tags = await find<{ label: string }>(
    `select distinct n.key as label from conjuration_counts n where n."campaignId" = @campaignId and n.kind = 'tag' and n.count > 0 and ${visibleAs('n')}`,
  )
  const groups: KnownGroup[] = []
  // `bell` and `bells` are one group.
  const named = [...Map.groupBy(tags.filter(isNamed), ({ label }) => stemsIn(label).join(' ')).values()].slice(0, 3)
  const values = Object.fromEntries(
    named.flatMap((kind, n) => kind.map(({ label }, i) => [`tag${n}x${i}`, JSON.stringify([label])])),
  )
  const isTagged = named.map((kind, n) => `(${kind.map((_, i) => `l.tags @> @tag${n}x${i}::jsonb`).join(' or ')})`)
  const labelOf = (kinds: typeof named) => kinds.flatMap((kind) => kind.map(({ label }) => label)).join(' ')
  if (named.length > 1) {
    const both = await groupOf(find, labelOf(named), isTagged.join(' and '), values)
    if (both.total > 0) return [both]
  }
  for (const [n, kind] of named.entries())
    groups.push(await groupOf(find, labelOf([kind]), isTagged[n] ?? 'false', values))
  if (groups.length > 0) return groups
  const folders = await find<{ id: string; label: string }>(
    `select c.id, c.name as label from collections c where c."campaignId" = @campaignId and c."deletedAt" is null and ${visibleAs('c')}`,
  )
  for (const { id, label } of folders.filter(isNamed).slice(0, 3))
    groups.push(await groupOf(find, label, 'l."collectionId" = @folder', { folder: id }))
  return groups.filter(({ total }) => total > 0)
}

const groupOf = async (find: Find, label: string, which: string, values: object): Promise<KnownGroup> => {
  const rows = await find<{ id: string; total: number }>(
    `select l.id, count(*) over ()::int as total ${lore} and ${which} order by lower(l.name), l.id limit ${mostListed}`,
    values,
  )
  return { label, ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** Entries with a tag of this kind. The tags of a campaign are few, so that their pattern is not compared entry by entry. */
const tagged = (pattern: string) =>
  `l.tags ?| array(select n.key from conjuration_counts n where n."campaignId" = @campaignId and n.kind = 'tag' and n.key ~* '${pattern}')`
const hasPicture = `exists (select from images i join access ia on ia.id = i.id
  where i."conjurationId" = l.id and i."primary" and i."deletedAt" is null and ${visibleAs('ia')})`
const hasText = `(l.description <> '' or exists (select from text_passages t join access ta on ta.id = t."textId"
  where t."conjurationId" = l.id and ${visibleAs('ta')}))`
/** One condition for each end: together they would be looked up entry by entry. */
const isUnrelated = ['sourceId', 'targetId']
  .map(
    (end) => `not exists (select from relationships r join access ra on ra.id = r.id and ${visibleAs('ra')}
  where r."${end}" = l.id and r."deletedAt" is null)`,
  )
  .join(' and ')
const isQuest = tagged('^(quest|mission|hook|adventure)s?$')
const isSettled = tagged('^(settled|done|closed|completed?|finished|solved)$')
const isCharacter = tagged(characterTag)

/** What a session's preparation lists: every list is of what the viewer sees. */
const preparation: readonly (readonly [label: string, which: string])[] = [
  ['Quests that are open:', `${isQuest} and not ${isSettled}`],
  ['Sessions so far:', tagged('^sessions?$')],
  ['Rumours and theories to pick up as hooks:', tagged('^(rumou?r|theory|hook)s?$')],
  ['Loose ends, entries that nothing is related to:', `${isUnrelated} and not ${tagged('^sessions?$')}`],
  ['Entries without a text:', `not ${hasText}`],
  ['Characters without a picture:', `${isCharacter} and not ${hasPicture}`],
]

/** Lists for a question that lists alone answer; null for every other question. */
const findLists = async (find: Find, question: string, now: number): Promise<KnownGroup[] | null> => {
  const since = changesSince(question, now)
  if (since === undefined && !asksForPreparation(question)) return null
  const from = new Date(since ?? now).toISOString()
  const day = from.slice(0, 10)
  const wanted: readonly (readonly [string, string])[] =
    since === undefined
      ? preparation
      : [
          [`New since ${day}:`, 'l."createdAt" >= @from::timestamptz'],
          [`Changed since ${day}:`, 'l."updatedAt" >= @from::timestamptz and l."createdAt" < @from::timestamptz'],
        ]
  const lists = await Promise.all(wanted.map(([label, which]) => groupOf(find, label, which, { from })))
  return lists.filter(({ total }) => total > 0)
}
