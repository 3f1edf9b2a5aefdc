import type { Knowledge, KnownPassage } from './knowledge.ts'
import { nameStems, sentencesOf, stemsIn } from './sentences.ts'

/** Letters of a sentence, at most. */
export const longestQuote = 600

/** By what a question asks for, words that a sentence may have in the place of the question's own. */
const kin: readonly (readonly string[])[] = [
  'live lives lived home house dwell dwells resides lodge lodging lodges stay stays sleeps slept bed',
  'kill kills killed murder murdered slew slain died death dead poisoned drowned hanged',
  'rule rules ruled ruler reigns reigned governs governed leads led leader commands commander chief boss chancellor superintendent preacher abbot abbess governor mayor king queen lord lady head heads headed charge runs ran',
  'want wants wanted wish wishes seek seeks sought desires hopes goal needs demands',
  'fear fears afraid feared dreads dread scared frightened terrified terror panic',
  'hide hides hid hidden conceals secret secretly',
  'own owns owned owner belongs holds held keeps kept keeper',
  'work works worked job trade serves served employed',
  'married wife husband spouse marry wed wedding',
  'child children son daughter father mother parent parents brother sister sibling family',
  'enemy enemies rival rivals foe hates hated hate',
  'friend friends ally allies allied trusts',
  'look looks wear wears wore worn tall hair eyes face appearance',
  'made make makes built build founded forged created',
  'weapon weapons sword bow longbow knife knives dagger axe mace spear blade pistol armed',
  'steal steals stole stolen stealing thief thieves robbed',
  'write wrote written writes author book',
  'buy bought buying buys sell sold',
  'give gave given gives offer offers offered reward bounty',
  'ring rang rung rings ringer',
  'hang hung hangs hanging',
  'draw drew drawn draws drawing',
  'lose lost loses losing missing vanish vanished disappear disappeared disappears',
  'break broke broken breaks cracked crack',
  'find found finds discovered',
  'sink sank sunk drown drowned drowning',
  'leave left leaves went gone goes',
  'fall fell fallen falls',
  'fight fought fights battle war attack attacks attacked',
  'born birth age',
  'cost costs price pay pays paid fare fares',
  'wage wages salary pay pays paid earn earns',
  'people person persons passengers inhabitants residents souls population folk',
  'danger dangerous dangers peril perilous deadly risk risky unsafe safe',
  'inn tavern pub alehouse',
  'landlady landlord innkeeper publican',
  'food eat eats ate eaten meal cook cooks dish',
  'drink drinks drank ale beer wine',
  'guard guards guarded protect protects protected defend defends watch watches',
  'door gate entrance enter enters',
  'teach teaches taught teacher learn learnt learned trained pupil apprentice student',
  'love loves loved lover beloved',
  'heal heals healed healer cure cures cured',
  'ill illness sick sickness disease plague',
  'capture captured caught catch catches prisoner prison jail gaol imprisoned',
  'magic spell enchanted enchantment curse cursed',
  'road path way route track',
  'river stream ford ferry bridge',
  'forest wood woods',
  'mine mines miner pit pits shaft',
  'boat boats ship ships vessel',
  'cart wagon waggon carriage coach',
  'monk monks monastery abbey friar',
  'god goddess worship worships pray prays faith religion',
  'emblem crest sign symbol badge arms',
  'language tongue speak speaks spoke spoken talk talks',
  'begin began begun start started starts',
  'end ended ends stop stopped stops',
  'smell smells smelt scent',
  'meet meets met meeting gather gathers gathered',
  'travel travels travelled journey',
  'bring brings brought carry carries carried',
  'send sends sent',
  'choose chooses chose chosen',
  'drive drives drove driven driver',
  'ride rides rode ridden rider',
  'fly flies flew flown',
  'grow grows grew grown',
  'hear hears heard listen listens',
  'see sees saw seen',
  'sing sings sang sung song',
  'swim swims swam swum',
  'swear swears swore sworn oath vow vowed',
  'take takes took taken',
  'think thinks thought believe believes believed',
  'throw throws threw thrown',
  'wake wakes woke woken',
  'win wins won',
  'dig digs dug',
  'freeze freezes froze frozen',
  'burn burns burned burnt fire',
  'forget forgets forgot forgotten',
  'free frees freed release released',
].map((group) => group.split(' '))
const kinOf = new Map<string, ReadonlySet<string>>()
for (const group of kin) {
  const stems = group.flatMap(stemsIn)
  for (const each of stems) kinOf.set(each, new Set([...(kinOf.get(each) ?? []), ...stems]))
}

export const hasKin = (word: string, stems: ReadonlySet<string>) =>
  [...(kinOf.get(word) ?? [])].some((other) => stems.has(other))

const numeral =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen'
/** A number with the noun that it counts, of one word or the second of two. */
export const numberWithNoun = new RegExp(`\\b(?:\\d+|${numeral})\\s+([\\p{L}’'-]+)(?:\\s+([\\p{L}’'-]+))?`, 'giu')
const measured = (unit: string) => new RegExp(`\\b(?:\\d+|${numeral})\\b.*\\b(?:${unit})\\b`, 'i')

/** Questions for a measure: the adjective is answered by a number with its unit, which seldom repeats it. */
const measures: readonly (readonly [RegExp, RegExp])[] = [
  // A number alone is an age; before a noun it counts something else, and `in five years` is a span.
  [
    /\bhow old\b/i,
    new RegExp(
      `(?<!\\b(?:no|in|for|every|after|within|some|these|those|last|next|past)\\s)\\b(?:\\d+|${numeral})(?:-\\w+)?(?=[,.;:)]|$|\\s+(?:years?|winters?|summers?|if|and)\\b)|\\byears old\\b|\\bborn\\b|\\b(?:twenties|thirties|forties|fifties|sixties|seventies|eighties)\\b`,
      'i',
    ),
  ],
  [
    /\bhow (?:fast|quick(?:ly)?)\b/i,
    /\bspeed\b|\b(?:miles|leagues|knots|feet|yards)\b.*\b(?:hour|minute|day|round)\b|\bknots\b/i,
  ],
  [/\bhow long ago\b/i, /\bago\b|\bsince\b/i],
  [/\bhow heavy\b|\bhow much\b.*\bweigh/i, measured('tons?|pounds?|stones?|hundredweight')],
  [
    /\bhow long\b/i,
    measured('feet|foot|miles?|fathoms?|yards?|inches|minutes?|hours?|days?|nights?|weeks?|months?|years?'),
  ],
  [
    /\bhow (?:tall|high|wide|deep|big|large|far)\b/i,
    measured('feet|foot|miles?|fathoms?|yards?|inches|hours?|days?|steps?'),
  ],
  [/\bhow much\b|\bwhat\b.*\bcosts?\b|\bprice\b/i, /\b(?:silver|copper|coppers|gold|coins?|crowns?)\b/i],
]

const wanted: readonly (readonly [RegExp, RegExp])[] = [
  [
    /\bwhen\b/i,
    /\b(?:\d+|ago|since|year|winter|summer|spring|autumn|night|day|before|after|until|during|if|once|whenever|unless)\b/i,
  ],
  [/\bwhere\b/i, /\b(?:in|at|on|under|behind|beneath|near|beside|above|north|south|east|west|between|into|inside)\b/i],
  [/\bwhy\b/i, /\b(?:because|since|so that|for fear|in order|owes?|revenge|therefore|to)\b/i],
  [/\bhow many\b/i, new RegExp(`\\b(?:\\d+|${numeral})`, 'i')],
  [/\bwh(?:o|om|ose)\b/i, /(?<!^)\b\p{Lu}\p{L}+/u],
]

/** The first question word decides: `How many were aboard when she sank?` asks for a number. */
const likedBy = (question: string): RegExp | undefined => {
  const places = wanted.map(([kind, liked]) => ({ at: question.search(kind), liked })).filter(({ at }) => at >= 0)
  return places.sort((a, b) => a.at - b.at)[0]?.liked
}

interface Candidate {
  passage: KnownPassage
  /** Its position in the passage. */
  n: number
  text: string
  /** How much of the question it has, from 0 to 1. */
  share: number
  score: number
}

/** Questions that only a time or a number answers. */
const asksForNumber = /^\W*(?:and\W+)?when\b|\bhow (?:many|old|heavy|long|far|tall|high|wide|deep)\b/i

/** Verbs of questions for a place that the answer seldom repeats: what is hidden `is sewn into a hat`. */
const asksForPlace = /^\W*(?:and\W+)?where\b/i
const placeVerbs = new Set(
  stemsIn('hide hides hidden locate located find found lie lies stand stands keep kept put placed'),
)

/** How much of a question a sentence answers, from 0 to 1: rare words weigh more, and a word of the same group counts nearly as much. */
const shareOf = (
  weights: ReadonlyMap<string, number>,
  stems: ReadonlySet<string>,
  title: ReadonlySet<string>,
): number => {
  let [hits, all] = [0, 0]
  for (const [word, weight] of weights) {
    all += weight
    if (stems.has(word)) hits += weight
    else if (hasKin(word, stems)) hits += 0.8 * weight
    else if (title.has(word)) hits += 0.7 * weight
  }
  return all === 0 ? 0 : hits / all
}

const ordinal = /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))\b/gi

/** Whether a sentence speaks of one of these names: of the whole name, or of a word of it with a capital. `Small bells` are not the Seventh Bell. */
export const mentionsAny = (
  names: readonly (readonly string[])[],
  text: string,
  stems: ReadonlySet<string>,
): boolean => {
  const capitals = new Set((text.match(/\p{Lu}[\p{L}’'-]+/gu) ?? []).flatMap(stemsIn))
  return names.some((own) => own.every((word) => stems.has(word)) || own.some((word) => capitals.has(word)))
}

/** A reason, where a question for one would only repeat what was quoted. */
const reason = /\b(?:because|since|so that|for fear|in order|owes?|revenge|therefore)\b/i

/** Sentences by how well they answer. */
export const rankSentences = (
  question: string,
  { passages, subjects, misspelt, quoted, near, isMore }: Knowledge,
): Candidate[] => {
  const all = new Set([...subjects.map(({ name }) => name), ...misspelt].flatMap(stemsIn))
  const names = subjects.map(({ name }) => nameStems(name))
  const ordinals = (question.match(ordinal) ?? []).flatMap(stemsIn)
  const subjectIds = new Set(subjects.map(({ id }) => id))
  const measure = measures.find(([kind]) => kind.test(question))
  const adjectives = new Set(
    measure
      ? stemsIn('old heavy tall high long wide deep big large far ago weigh cost costs price fast quick go travel')
      : [],
  )
  const contentWords = [...new Set(stemsIn(question))].filter((word) => !all.has(word) && !adjectives.has(word))
  const rows = passages.flatMap((passage) => {
    const isOwn = subjectIds.has(passage.id)
    // A question that names an entry already speaks of its name and tags; the heading of a section says more.
    const headings = isOwn ? [passage.title] : [passage.title, passage.name, ...(passage.tags ?? [])]
    const title = new Set(headings.flatMap((heading) => stemsIn(heading ?? '')))
    const sentences = sentencesOf(passage.text).filter((text) => !isMore || !quoted.has(text) || reason.test(text))
    return sentences.map((text, n) => ({ passage, title, n, text, stems: new Set(stemsIn(text)) }))
  })
  const isPlace =
    asksForPlace.test(question) && contentWords.length > 0 && contentWords.every((word) => placeVerbs.has(word))
  const isPlaceUnsaid =
    isPlace &&
    !rows.some(
      ({ passage, stems }) =>
        subjectIds.has(passage.id) && contentWords.some((word) => stems.has(word) || hasKin(word, stems)),
    )
  const terms = isPlaceUnsaid ? [] : contentWords
  const countOf = (word: string) => rows.filter(({ stems }) => stems.has(word)).length
  const weights = new Map(terms.map((word) => [word, Math.log(2 + rows.length / (1 + countOf(word)))]))
  // What the campaign says of others does not answer a question about a name that it does not have.
  const properNames = (question.slice(1).match(/(?<![.!?]\s)\b\p{Lu}\p{L}{2,}/gu) ?? []).flatMap(stemsIn)
  const hasStrangeName = properNames.some(
    (word) => weights.has(word) && countOf(word) === 0 && !rows.some(({ title }) => title.has(word)),
  )
  const liked = measure?.[1] ?? likedBy(question)
  const scored = rows.map(({ passage, title, n, text, stems }) => {
    const isOwn = subjectIds.has(passage.id)
    const isSubject = isOwn || (subjects.length > 0 && mentionsAny(names, text, stems))
    const isLiked = liked?.test(text) ?? false
    const share = shareOf(weights, stems, title)
    let score = share
    if (subjects.length > 0) {
      if (!isSubject) score = share * 0.45
      else if (terms.length > 0) score = share > 0 ? 0.35 + 0.65 * share : 0
      else if (measure || isPlaceUnsaid) score = isOwn && isLiked ? 0.9 - 0.02 * n : 0
      else if (isOwn) score = passage.segmentId === null ? 0.9 - 0.05 * n : 0.7 - 0.1 * n
      else score = 0.3
    } else if (!ordinals.every((word) => stems.has(word) || title.has(word))) score *= 0.6
    if (score > 0.2 && isLiked && (isSubject || subjects.length === 0)) score += 0.1
    if (score > 0.2 && isOwn) score += 0.05
    else if (score > 0.2 && near.has(passage.id)) score += 0.02
    if (((measure && share < 1) || asksForNumber.test(question)) && !isLiked) score *= 0.45
    if (hasStrangeName || quoted.has(text)) score *= 0.5
    return { passage, n, share, text, score }
  })
  return scored
    .map(({ passage, n, share, text, score }, index) => {
      const before = scored[index - 1]
      // `One tug is more rope` is about the line that the sentence before it speaks of.
      const isContinued = n > 0 && share > 0 && before !== undefined && !quoted.has(text)
      const continued = isContinued ? before.score * 0.85 : 0
      return {
        passage,
        n,
        text: text.slice(0, longestQuote),
        share: weights.size === 0 ? 1 : share,
        score: Math.max(score, continued),
      }
    })
    .sort((a, b) => b.score - a.score)
}

/** Passages by their best sentence for a question, with that sentence. */
export const rankPassages = (question: string, knowledge: Knowledge): { passage: KnownPassage; best: string }[] => {
  const ranked = new Map<KnownPassage, string>()
  for (const { passage, text } of rankSentences(question, knowledge))
    if (!ranked.has(passage)) ranked.set(passage, text)
  return [...ranked].map(([passage, best]) => ({ passage, best }))
}
