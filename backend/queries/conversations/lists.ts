import {
  asksForNextStep,
  asksForPreparation,
  asksForRecap,
  changesSince,
  type KnownEntry,
  type KnownLink,
  type KnownList,
  type KnownPassage,
  keywords,
  nameStems,
  namesIn,
  sentencesOf,
  stemsIn,
} from '../../../scribe/index.ts'
import { visibleLinks } from '../relationships/items.ts'
import { visibleAs } from '../visible.ts'
import { anyWord, type Find, linkColumns, lore, passagesOf } from './visible-texts.ts'

/**
 * Maximum numbers: entries and links of a list; hooks; names without an entry; quests that are searched for such names; sentences of a
 * session.
 */
const [mostListed, mostLinks, mostHooks, mostNames, mostRead, mostRecalled] = [24, 8, 3, 4, 12, 12]
/** Maximum number of entries compared with a text, those first whose names it contains most completely. */
const mostNamed = 500
/** Maximum number of words that are searched in the names of all entries. */
const mostWords = 500

const characterTag = '^(npc|pc|character|person|party)s?$'
const thingTag = '^(item|object|weapon|artefact|artifact|place|location|faction|secret|rumou?r|quest)s?$'
/** True for an entry with the tag of a character and none of a thing: an item tagged `party` is no person. */
export const isPerson = ({ tags }: { tags: readonly string[] }): boolean => {
  const hasTag = (pattern: string) => tags.some((tag) => new RegExp(pattern, 'i').test(tag))
  return hasTag(characterTag) && !hasTag(thingTag)
}

/** True for entries with a tag that matches the pattern, which is compared with the campaign's few tags rather than with each entry's. */
const tagged = (pattern: string) =>
  `l.tags ?| array(select n.key from conjuration_counts n where n."campaignId" = @campaignId and n.kind = 'tag' and n.key ~* '${pattern}')`
const hasPicture = `exists (select from images i join access ia on ia.id = i.id
  where i."conjurationId" = l.id and i."primary" and i."deletedAt" is null and ${visibleAs('ia')})`
const hasText = `(l.description <> '' or exists (select from text_passages t join access ta on ta.id = t."textId"
  where t."conjurationId" = l.id and ${visibleAs('ta')}))`
/** One condition for each end: a combined condition would be evaluated entry by entry. */
const isUnrelated = ['sourceId', 'targetId']
  .map(
    (end) => `not exists (select from relationships r join access ra on ra.id = r.id and ${visibleAs('ra')}
  where r."${end}" = l.id and r."deletedAt" is null)`,
  )
  .join(' and ')
const isSession = tagged('^sessions?$')
const isQuest = `${tagged('^(quest|mission|adventure)s?$')} and not ${tagged('^(settled|done|closed|completed?|finished|solved)$')}`
const isHook = tagged('^(rumou?r|theory|hook)s?$')
const isCharacter = `${tagged(characterTag)} and not ${tagged(thingTag)}`

export const groupOf = async (
  find: Find,
  label: string,
  which: string,
  { values = {}, order = 'lower(l.name)' }: { values?: object; order?: string } = {},
): Promise<KnownList> => {
  const rows = await find<{ id: string; total: number }>(
    `select l.id, count(*) over ()::int as total ${lore} and ${which} order by ${order}, l.id limit ${mostListed}`,
    values,
  )
  return { label, ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

/** Returns lists for a question that they answer alone; null for every other question. */
export const findLists = async (
  find: Find,
  question: string,
  { now, hasTranscripts }: { now: number; hasTranscripts: boolean },
): Promise<KnownList[] | null> => {
  const since = changesSince(question, now)
  if (since !== undefined) return findChanges(find, new Date(since).toISOString())
  if (asksForPreparation(question)) return prepareSession(find)
  // If there is a transcript, the answer quotes it instead.
  const lists = asksForRecap(question) && !hasTranscripts ? await recapSession(find) : []
  if (lists.length > 0) return lists
  return asksForNextStep(question) ? findNextSteps(find) : null
}

const isFilled = ({ ids, links = [], quotes = [] }: KnownList) => ids.length + links.length + quotes.length > 0
const listOf = (label: string, more: Partial<KnownList>): KnownList => ({ label, ids: [], total: 0, ...more })

const findChanges = async (find: Find, from: string): Promise<KnownList[]> => {
  const day = from.slice(0, 10)
  const newest = { values: { from }, order: 'l."updatedAt" desc' }
  const isNew = 'l."createdAt" >= @from::timestamptz'
  const isChanged = 'l."updatedAt" >= @from::timestamptz and l."createdAt" < @from::timestamptz'
  const [added, changed, links] = await Promise.all([
    groupOf(find, `New since ${day}:`, isNew, newest),
    groupOf(find, `Changed since ${day}:`, isChanged, newest),
    find<KnownLink>(
      `${linkColumns} ${visibleLinks} and s."campaignId" = @campaignId and r."createdAt" >= @from::timestamptz
        order by r."createdAt" desc, r.id limit ${mostLinks}`,
      { from },
    ),
  ])
  return [added, changed, listOf(`Relationships since ${day}:`, { links })].filter(isFilled)
}

interface Tagged extends KnownEntry {
  tags: readonly string[]
}

/** Returns the latest entries: those with the highest numbers in their names, such as sessions, then the newest. */
const findLatest = (find: Find, which: string, most: number) =>
  find<KnownEntry>(
    `select l.id, l.name ${lore} and ${which}
      order by substring(l.name from '\\d{1,9}')::int desc nulls last, l."createdAt" desc, l.id limit ${most}`,
  )

const textsOfAll = async (find: Find, entries: readonly KnownEntry[]) =>
  entries.length === 0
    ? []
    : passagesOf(
        find,
        entries.map(({ id }) => id),
      )

/** Returns the sentences written about the last session. */
const recapSession = async (find: Find): Promise<KnownList[]> => {
  const texts = await textsOfAll(find, await findLatest(find, isSession, 1))
  const quotes = texts.flatMap((passage) => sentencesOf(passage.text).map((text) => ({ passage, text })))
  return [listOf('This was written about the last session:', { quotes: quotes.slice(0, mostRecalled) })].filter(
    isFilled,
  )
}

/** Returns the first sentences of the first `mostHooks` entries. */
const hooksAmong = (entries: readonly KnownEntry[], texts: readonly KnownPassage[]): KnownList => {
  const quotes = entries.flatMap(({ id }) => firstSentence(texts.filter((text) => text.id === id)))
  return listOf('Hooks to pick up:', { quotes: quotes.slice(0, mostHooks) })
}

const findNextSteps = async (find: Find): Promise<KnownList[]> => {
  const [open, hooks] = await Promise.all([
    groupOf(find, 'Quests that are open:', isQuest),
    findLatest(find, isHook, mostHooks),
  ])
  return [open, hooksAmong(hooks, await textsOfAll(find, hooks))].filter(isFilled)
}

/** Returns the lists from which a session is prepared; each contains only what the viewer sees. */
const prepareSession = async (find: Find): Promise<KnownList[]> => {
  const [sessions, hooks, quests, ...lists] = await Promise.all([
    findLatest(find, isSession, 2),
    findLatest(find, isHook, mostHooks),
    findLatest(find, isQuest, mostRead),
    groupOf(find, 'Quests that are open:', isQuest),
    groupOf(find, 'Loose ends, entries that nothing is related to:', `${isUnrelated} and not ${isSession}`),
    groupOf(find, 'Entries without a text:', `not ${hasText}`),
    groupOf(find, 'Characters without a picture:', `${isCharacter} and not ${hasPicture}`),
  ])
  const texts = await textsOfAll(find, [...sessions, ...hooks, ...quests])
  const last = texts.filter(({ id }) => id === sessions[0]?.id)
  const [named, unknown] = await Promise.all([findNamed(find, last), mentionsOfUnknown(find, texts)])
  const [open, ...loose] = lists
  return [
    listOf('Where the last session ended:', { quotes: lastSentences(last) }),
    ...presentIn(last, named),
    ...(open ? [open] : []),
    hooksAmong([...hooks, ...quests], texts),
    listOf('Loose ends, names without an entry:', { quotes: unknown }),
    ...loose,
  ].filter(isFilled)
}

type Quotes = NonNullable<KnownList['quotes']>
/** Returns the last sentences of the description or, if it is empty, of the last section. */
const lastSentences = (texts: readonly KnownPassage[]): Quotes => {
  const passage = texts.find(({ segmentId, text }) => segmentId === null && text !== '') ?? texts.at(-1)
  const sentences = passage ? sentencesOf(passage.text).slice(-3) : []
  return passage ? sentences.map((text) => ({ passage, text })) : []
}
const firstSentence = ([passage]: readonly KnownPassage[]): Quotes =>
  passage
    ? sentencesOf(passage.text)
        .slice(0, 1)
        .map((text) => ({ passage, text }))
    : []

/** Returns the capitalised words, including those that only begin a sentence. */
const capitalisedIn = (texts: readonly KnownPassage[]): string[] =>
  texts.flatMap(({ text }) => text.match(/\p{Lu}[\p{L}’'-]+/gu) ?? [])

/** Counts the words of an entry's name, without its tags, that the texts lack. */
const missingWords = `length(ts_delete(ts_filter(l.headline, '{a}'), tsvector_to_array(public.lexemes(@words))))`

/** Returns the entries whose names contain a word that the texts capitalise. */
const findNamed = async (find: Find, texts: readonly KnownPassage[]): Promise<Tagged[]> => {
  const words = new Set(capitalisedIn(texts).flatMap(keywords))
  if (words.size === 0) return []
  return find<Tagged>(
    `select l.id, l.name, l.tags ${lore} and l.headline @@ ${anyWord}
      order by ${missingWords}, l.id limit ${mostNamed}`,
    {
      words: [...words].join(' '),
    },
  )
}

const placeTag =
  '^(place|location|city|town|village|settlement|tavern|inn|region|district|building|dungeon|landmark|shop|harbou?r|temple)s?$'

/** Returns people and places that a session's texts name: by a whole name, or by a word that is in no other of these names. */
const presentIn = (session: readonly KnownPassage[], named: readonly Tagged[]): KnownList[] => {
  const words = new Set(capitalisedIn(session).flatMap(stemsIn))
  const listed = (label: string, isOne: (entry: Tagged) => boolean) => {
    const all = named.filter(isOne).map(({ id, name }) => ({ id, own: nameStems(name) }))
    const isOnlyIn = (word: string) => all.filter(({ own }) => own.includes(word)).length === 1
    const isPresent = ({ own }: { own: string[] }) =>
      own.every((word) => words.has(word)) || (own.length > 1 && own.some((word) => words.has(word) && isOnlyIn(word)))
    const ids = all.filter(isPresent).map(({ id }) => id)
    return listOf(label, { ids: ids.slice(0, mostListed), total: ids.length })
  }
  const isPlace = ({ tags }: Tagged) => tags.some((tag) => new RegExp(placeTag, 'i').test(tag))
  return [listed('Who was in it:', isPerson), listed('Where it took place:', isPlace)]
}

/** True for a word that occurs in the name of any entry. */
const isInName = `exists (select ${lore} and l.headline @@ (select to_tsquery('simple', string_agg(quote_literal(lexeme) || ':A', ' | '))
  from unnest(tsvector_to_array(public.lexemes(word))) lexeme))`
const findNameWords = async (find: Find, words: readonly string[]): Promise<Set<string>> => {
  if (words.length === 0) return new Set()
  const rows = await find<{ word: string }>(`select word from unnest(@all::text[]) word where ${isInName}`, {
    all: words,
  })
  return new Set(rows.map(({ word }) => word))
}

/** Sentences with a name of several words, none of which occurs in the name of an entry. */
const mentionsOfUnknown = async (find: Find, texts: readonly KnownPassage[]): Promise<Quotes> => {
  const sentences = texts.flatMap((passage) =>
    sentencesOf(passage.text).map((text) => ({ passage, text, names: namesIn(text).map(keywords) })),
  )
  const words = new Set(sentences.flatMap(({ names }) => names.filter(({ length }) => length > 1).flat()))
  const checked = new Set([...words].slice(0, mostWords))
  const known = await findNameWords(find, [...checked])
  const isUnknown = (word: string) => checked.has(word) && !known.has(word)
  const seen = new Set<string>()
  const quotes = sentences.flatMap(({ passage, text, names }) => {
    const unknown = names.filter((name) => {
      const isNew = name.length > 1 && name.every(isUnknown) && !seen.has(name.join(' '))
      if (isNew) seen.add(name.join(' '))
      return isNew
    })
    return unknown.length > 0 ? [{ passage, text }] : []
  })
  return quotes.slice(0, mostNames)
}
