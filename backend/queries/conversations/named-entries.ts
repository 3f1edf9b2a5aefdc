import { type KnownEntry, keywords, nameStems, pronounIn, stemsIn } from '../../../scribe/index.ts'
import { isPerson } from './lists.ts'
import { anyWord, type Find, lore, passages } from './visible-texts.ts'

/** Maximum number of entries found by name. */
const mostNamed = 200
/** Maximum number of words that are checked for typing errors, and the minimum trigram similarity to a name. */
const [mostMistyped, likeness] = [4, 0.45]

export interface Named {
  entries: readonly KnownEntry[]
  misspelt: readonly string[]
}

/**
 * Returns the entries that a question names in full, in its order, or else those that it names in part. If there is at most one, adds
 * entries whose names the question misspells.
 */
export const findNamed = async (find: Find, question: string): Promise<Named> => {
  const words = keywords(question)
  if (words.length === 0) return { entries: [], misspelt: [] }
  const named = await find<KnownEntry & { tags: readonly string[] }>(
    `select l.id, l.name, l.tags ${lore} and l.headline @@ ${anyWord} order by ts_rank(l.headline, ${anyWord}) desc, l.id limit ${mostNamed}`,
    { words: words.join(' ') },
  )
  const terms = new Set(stemsIn(question))
  const place = (name: string) => question.toLowerCase().indexOf(keywords(name)[0] ?? '')
  const complete = named
    .filter(({ name }) => {
      // `Session 4: Small Cakes` is named by `session 4` as well.
      const parts = [name, name.split(':')[0] ?? name].map(stemsIn)
      return parts.some((own) => own.length > 0 && own.every((word) => terms.has(word))) && !isSentence(name)
    })
    .sort((a, b) => place(a.name) - place(b.name) || stemsIn(b.name).length - stemsIn(a.name).length)
  const isLowercase = question.slice(1) === question.slice(1).toLowerCase() && pronounIn(question) === undefined
  const partial =
    complete.length > 0
      ? []
      : named.filter(
          (entry) =>
            isPartlyNamed(entry.name, question) ||
            (isLowercase && isPerson(entry) && isFirstNamed(entry.name, question)),
        )
  const spelt = [...complete, ...partial]
  const covered = new Set(named.flatMap(({ name }) => stemsIn(name)))
  const strange = keywords(question).filter((word) => word.length > 3 && !covered.has(stemsIn(word)[0] ?? word))
  const mistyped =
    spelt.length > 1 || strange.length === 0 ? [] : await findMistyped(find, properNames(question, strange))
  return {
    entries: [...spelt, ...mistyped.map(({ entry }) => entry)],
    misspelt: mistyped.map(({ word }) => word),
  }
}

/** True for a name that is a sentence: `Ottoline Does Not Know` is not named by `Ottoline` alone. */
const isSentence = (name: string): boolean => stemsIn(name).length * 2 < name.split(/\s+/).length
/** True if a question contains the first of at most two names: `who is ysolde` names Ysolde Marrow; `a bell` is no Bell of the Herald. */
const isFirstNamed = (name: string, question: string): boolean => {
  const words = name.replace(titles, '').split(/\s+/)
  return words.length <= 2 && keywords(question).includes(words[0]?.toLowerCase() ?? '')
}
const titles =
  /^(?:(?:the|an?|lady|lord|sir|dame|captain|doctor|brother|sister|king|queen|prince|princess|abbess|abbot)\s+)+/i

/** True if a question contains a capitalised word of the name: `Who is Ysolde?` names Ysolde Marrow, but not Ysolde’s Boat. */
const isPartlyNamed = (name: string, question: string): boolean =>
  name
    .replace(/^.*['’]s?\s+(?=\S)/u, '')
    .split(/\s+/)
    .some(
      (word) =>
        /^\p{Lu}\p{L}{2,}/u.test(word) &&
        nameStems(name).includes(stemsIn(word)[0] ?? '') &&
        new RegExp(`(?<!^)\\b${letters(word)}\\b`, 'u').test(question),
    )
const letters = (word: string) => word.replaceAll(/[^\p{L}\p{N}]/gu, '.')

/** Returns those of these words that the question capitalises like names. */
const properNames = (question: string, words: readonly string[]) => {
  const capitals = new Set((question.slice(1).match(/\p{Lu}[\p{L}’']+/gu) ?? []).map((word) => keywords(word)[0] ?? ''))
  return words.filter((word) => capitals.has(word)).slice(0, mostMistyped)
}

const thisWord = `(select to_tsquery('simple', string_agg(quote_literal(lexeme), ' & '))
  from unnest(tsvector_to_array(public.lexemes(@word))) lexeme)`
/** True if a text of the campaign contains the word, which is then no misspelling, even if no entry has this name. */
const isInSomeText = async (find: Find, word: string): Promise<boolean> => {
  const [found] = await find<{ found: boolean }>(
    `select (exists (select ${lore} and l.words @@ ${thisWord}) or exists (select ${passages} and p.words @@ ${thisWord})) as found`,
    { word },
  )
  return found?.found ?? false
}

/** Sets the minimum similarity for `<%`, which uses an index. PostgreSQL evaluates this condition once, before it searches. */
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
