import { stem } from './theme.ts'

const empty = new Set(
  `a about all also am an and any are at be been but by can could compare connect connected connection connects count did do does else every find for from give had has have he her hers
 him his how i in into is it its know known link linked links list many me much my number of on or our quote related relation relationship remind said say says she show so some
 tell than that the their them then there these they this those through to up us was we were what when where which who whom whose why will with
 would you your anything everything something there's who's what's campaign entries entry lore please happen happened happens mention mentions mentioned mean means meaning name named called
 across again already more summarise summarize summary recap always currently ever exactly get gets getting got if just no not now only really right someone somebody anyone anybody still thing things too
 until us very while yet don doesn didn isn aren wasn weren won couldn ll re ve`.split(/\s+/),
)

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns the words that carry meaning, as written except for case and accents. */
export const keywords = (text: string): string[] =>
  (plain(text).match(/[\p{L}\p{N}]+(?:['’]s\b)?/gu) ?? [])
    .map((word) => word.replace(/['’]s$/u, ''))
    .filter((word) => (word.length > 1 || /\d/.test(word)) && !empty.has(word))

/** Returns the stems of the keywords in a text. */
export const stemsIn = (text: string): string[] =>
  keywords(text).map((word) => stem(word.replace(/ies$/u, 'y')).replace(/(?<=\p{L}{3})e$/u, ''))

const titles = new Set(
  stemsIn(
    'lady lord sir dame captain doctor brother sister king queen prince princess saint st father mother master mistress aunt uncle abbess abbot baron count duke old young little great first second house company order',
  ),
)

/** The stems of a name by which texts refer to it: without titles, unless it has nothing else. */
export const nameStems = (name: string): string[] => {
  const all = stemsIn(name)
  const own = all.filter((word) => !titles.has(word))
  return own.length > 0 ? own : all
}

/** Number of characters of a sentence that are read: patterns for answers take quadratic time for a sentence of numbers. */
const mostOfSentence = 2_000

/** Sentences without the marks of Markdown, and without headings; of a long one its first 2,000 characters. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/\n+/)
    .filter((line) => !/^\s*#/.test(line))
    .flatMap((line) =>
      line
        .replaceAll(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
        .replaceAll(/^\s*(?:[-*>]|\d+\.)\s+|[*_`~]/g, '')
        .split(/(?<=[.!?]["”’]?)\s+/),
    )
    .map((sentence) => sentence.trim().slice(0, mostOfSentence))
    .filter(Boolean)

/** The capitalised words of a text, without single words that begin a sentence. */
export const namesIn = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    [...sentence.matchAll(/\p{Lu}[\p{L}’'-]+(?:\s(?:of\s(?:the\s)?)?\p{Lu}[\p{L}’'-]+)*/gu)]
      .filter(({ 0: name, index }) => index > 0 || name.includes(' '))
      .map(([name]) => name),
  )
