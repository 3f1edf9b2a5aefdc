import { keywords, nameStems, sentencesOf, stemsIn } from './sentences.ts'

/** An entry of the campaign, by its name. */
export interface KnownEntry {
  id: string
  name: string
}
/** A text of an entry, its description or one of its sections; of a file; of a session; or of the campaign itself. */
export interface KnownPassage extends KnownEntry {
  kind: 'lore' | 'file' | 'campaign' | 'transcript'
  segmentId: string | null
  text: string
  /** Of a file with pages, from 1. */
  page?: number | null
  /** Of the section. */
  title?: string | null
  /** Of the entry. */
  tags?: readonly string[]
  /** The members who may read it: its author, the Dungeon Masters too, or everyone. Absent where everyone may. */
  visibility?: 'PRIVATE' | 'DM' | 'CAMPAIGN'
}
export interface KnownLink {
  id: string
  source: KnownEntry
  target: KnownEntry
  comment: string
}
/** Entries that share what a question counts or lists. */
export interface KnownGroup {
  label: string
  ids: readonly string[]
  total: number
}

/** An item of a prepared answer: entries, relationships, or sentences with their sources. */
export interface KnownList extends KnownGroup {
  links?: readonly KnownLink[]
  quotes?: readonly { passage: KnownPassage; text: string }[]
}

/** Everything that an answer may draw on: nothing in it is hidden from whoever asks. */
export interface Knowledge {
  /** In full: `And Pell?` repeats the question before. */
  question: string
  /** Entries that the question names, or that it follows up on. */
  subjects: readonly KnownEntry[]
  /** True if the question is about each of several subjects. */
  isEach: boolean
  /** Entries of which a pronoun of the question means one, without telling which; none where it tells. */
  candidates: readonly KnownEntry[]
  /** True if the question may as well be about something else than the subjects. */
  isLoose: boolean
  /** Words of the question that are misspelt names of subjects. */
  misspelt: readonly string[]
  passages: readonly KnownPassage[]
  /** Of the subjects. */
  links: readonly KnownLink[]
  groups: readonly KnownGroup[]
  /** Lists for a question that is answered by lists alone: a session's preparation, or what changed. */
  lists: readonly KnownList[] | null
  /** Ids of entries that are related to the subjects, and of those of the conversation so far. */
  near: ReadonlySet<string>
  /** From the first subject to the second. */
  path: readonly KnownLink[]
  /** True if the user may learn who else may read a passage: Dungeon Masters may. */
  mayKnowReaders: boolean
  /** Sentences of earlier answers to the same question. */
  quoted: ReadonlySet<string>
  /** True if the question asks for more than those. */
  isMore: boolean
}

export type AnswerPiece =
  /** `{file}` is replaced by the name of the file with this id. */
  | { kind: 'words'; text: string; fileId?: string }
  | { kind: 'quote'; source: Pick<KnownPassage, 'kind' | 'id' | 'segmentId'> & { page?: number }; text: string }
  | { kind: 'entries'; ids: string[]; more: number }
  | { kind: 'link'; relationshipId: string; fromId: string; toId: string }

const [mostQuotes, mostEntries, mostLinks, longestQuote] = [4, 24, 8, 600]

const thanks = /^\W*(?:many\s+)?(?:thanks|thank you|thx|cheers)\b(?:\s+(?:a lot|so much|very much|weavy|for that))*[\s\p{P}]*$/iu
const welcome = 'You are welcome. Ask on whenever you like.'
const asksWhoYouAre =
  /^\W*(?:hi|hello|hey|help)\b(?:\s+weavy)?[\s\p{P}]*$|\b(?:who|what) are you\b|\bwhat can you do\b|\bcan you (?:write|draw|invent|imagine)\b|\bhow do you work\b/iu
const asksForCount = /\b(?:how many|count|number of)\b/i
const asksForList = /\b(?:list|which|what (?:are|were) (?:all )?the|show me all|(?:are|were) there)\b/i
export const asksForComparison = (question: string): boolean =>
  /\b(?:compare|difference between|differ)\b/i.test(question)
export const asksForConnection = (question: string): boolean =>
  /\b(?:connect\w*|link\w*|relat(?:e|ed|es|ion\w*)|between|have to do with|in common)\b/i.test(question)

export const asksForPreparation = (question: string): boolean =>
  /\b(?:prepare|prep)\b.*\bsession\b|\bsession prep/i.test(question)

/** `What happened last time?` */
export const asksForRecap = (question: string): boolean =>
  /\b(?:recap|summar\w+)\b.*\bsession|\b(?:last|latest|previous) (?:session|time|game)\b|\bwhere (?:did|were|had) we (?:leave|left|stop|end)/i.test(
    question,
  )
/** `What should we do next?` */
export const asksForNextStep = (question: string): boolean =>
  /\bwhat (?:should|could|can|shall|do) we do\b(?:\s+(?:next|now|tonight|then|today))?\W*$/i.test(question)

/** `Who knows that the bell is cracked?`, up to what is known. */
const asksForReaders =
  /^\W*who\s+(?:else\s+|all\s+)?(?:knows?|can\s+(?:see|read)|sees|may\s+read)\s+(?:that|about|of)\b/i

const asksForChanges = /\bwhat(?:['’]s| is| has| have)?\s+(?:been\s+)?(?:changed?|new)\b|\bchanges? since\b/i
const [dayMs, week] = [86_400_000, 7]
const counts: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }
const units: Readonly<Record<string, number>> = { day: 1, night: 1, week, fortnight: 14, month: 30, year: 365 }

/** The time from which a question wants to know changes, in milliseconds since 1970; undefined where it does not. The last week by default. */
export const changesSince = (question: string, now: number): number | undefined => {
  if (!asksForChanges.test(question)) return undefined
  const [date] = /\b\d{4}-\d\d-\d\d\b/.exec(question) ?? []
  if (date && !Number.isNaN(Date.parse(date))) return Date.parse(date)
  if (/\btoday\b/i.test(question)) return now - dayMs
  if (/\byesterday\b/i.test(question)) return now - 2 * dayMs
  const [, count = '1', unit = 'week'] =
    /\b(\d+|an?|one|two|three|four|five|six|last|past)?\s*(day|night|week|fortnight|month|year)s?\b/i.exec(question) ??
    []
  return now - (counts[count.toLowerCase()] ?? (Number(count) || 1)) * (units[unit.toLowerCase()] ?? week) * dayMs
}

const isForCounts = (question: string) => asksForCount.test(question) || asksForList.test(question)

const self =
  'I am the assistant that is part of Loreloom. I look up what your campaign says and quote it with its source; I do not invent, and nothing that you ask leaves this installation. Ask me about a name, count or list entries by tag or folder (“How many taverns are there?”), or ask what links two entries.'
const nothing = 'I find nothing about that in what you can see of this campaign.'
const noMore = 'That is all that I find in what you can see. The whole text is here:'
const nothingNear = `${nothing} These entries may be near it:`

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
  'inn tavern pub alehouse landlady landlord innkeeper publican',
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

const hasKin = (word: string, stems: ReadonlySet<string>) =>
  [...(kinOf.get(word) ?? [])].some((other) => stems.has(other))

const numeral =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|dozen'
const measured = (unit: string) => new RegExp(`\\b(?:\\d+|${numeral})\\b.*\\b(?:${unit})\\b`, 'i')

/** Questions for a measure: the adjective is answered by a number with its unit, which seldom repeats it. */
const measures: readonly (readonly [RegExp, RegExp])[] = [
  // A number alone is an age; before a noun it counts something else.
  [
    /\bhow old\b/i,
    new RegExp(
      `\\b(?:\\d+|${numeral})(?:-\\w+)?(?=[,.;:)]|$|\\s+(?:years?|winters?|summers?|if|and)\\b)|\\byears old\\b|\\bborn\\b|\\b(?:twenties|thirties|forties|fifties|sixties|seventies|eighties)\\b`,
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

const sourceOf = ({ kind, id, segmentId, page }: KnownPassage) => ({ kind, id, segmentId, ...(page ? { page } : {}) })
const words = (text: string): AnswerPiece => ({ kind: 'words', text })
const listEntries = (ids: readonly string[], total = ids.length): AnswerPiece => {
  const listed = [...new Set(ids)].slice(0, mostEntries)
  return { kind: 'entries', ids: listed, more: Math.max(0, total - listed.length) }
}
const linkPiece = ({ id, source, target }: KnownLink): AnswerPiece => ({
  kind: 'link',
  relationshipId: id,
  fromId: source.id,
  toId: target.id,
})

const quotePiece = (passage: KnownPassage, text: string): AnswerPiece => ({
  kind: 'quote',
  source: sourceOf(passage),
  text: text.slice(0, longestQuote),
})

const listGroup = ({ label, ids, total, links = [], quotes = [] }: KnownList): AnswerPiece[] => [
  words(label),
  ...quotes.map(({ passage, text }) => quotePiece(passage, text)),
  ...links.map(linkPiece),
  ...(ids.length > 0 ? [listEntries(ids, total)] : []),
]

interface Candidate {
  passage: KnownPassage
  text: string
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

/** Sentences by how well they answer. */
const rankSentences = (question: string, { passages, subjects, misspelt, quoted, near, isMore }: Knowledge): Candidate[] => {
  const all = new Set([...subjects.map(({ name }) => name), ...misspelt].flatMap(stemsIn))
  const named = new Set(subjects.flatMap(({ name }) => nameStems(name)))
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
    const sentences = sentencesOf(passage.text).filter((text) => !isMore || !quoted.has(text))
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
  const asked = isPlaceUnsaid ? [] : contentWords
  const countOf = (word: string) => rows.filter(({ stems }) => stems.has(word)).length
  const weights = new Map(asked.map((word) => [word, Math.log(2 + rows.length / (1 + countOf(word)))]))
  // What the campaign says of others does not answer a question about a name that it does not have.
  const properNames = (question.slice(1).match(/(?<![.!?]\s)\b\p{Lu}\p{L}{2,}/gu) ?? []).flatMap(stemsIn)
  const hasStrangeName = properNames.some(
    (word) => weights.has(word) && countOf(word) === 0 && !rows.some(({ title }) => title.has(word)),
  )
  const liked = measure?.[1] ?? likedBy(question)
  const scored = rows.map(({ passage, title, n, text, stems }) => {
    const isOwn = subjectIds.has(passage.id)
    const isSubject = isOwn || [...named].some((word) => stems.has(word))
    const isLiked = liked?.test(text) ?? false
    const share = shareOf(weights, stems, title)
    let score = share
    if (subjects.length > 0) {
      if (!isSubject) score = share * 0.45
      else if (asked.length > 0) score = share > 0 ? 0.35 + 0.65 * share : 0
      else if (measure || isPlaceUnsaid) score = isOwn && isLiked ? 0.9 - 0.02 * n : 0
      else score = isOwn ? 0.9 - 0.1 * n : 0.3
    }
    if (score > 0.2 && isLiked && (isSubject || subjects.length === 0)) score += 0.1
    if (score > 0.2 && isOwn) score += 0.05
    else if (score > 0.2 && near.has(passage.id)) score += 0.02
    if (asksForNumber.test(question) && !isLiked) score *= 0.45
    if (hasStrangeName || quoted.has(text)) score *= 0.5
    return { passage, n, share, text, score }
  })
  return scored
    .map(({ passage, n, share, text, score }, index) => {
      const before = scored[index - 1]
      // `One tug is more rope` is about the line that the sentence before it speaks of.
      const isContinued = n > 0 && share > 0 && before !== undefined && !quoted.has(text)
      const continued = isContinued ? before.score * 0.85 : 0
      return { passage, text: text.slice(0, longestQuote), score: Math.max(score, continued) }
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

/** The sentences that answer nearly as well as the best one. */
const quotesFor = (question: string, knowledge: Knowledge, least = 0): AnswerPiece[] => {
  const ranked = rankSentences(question, knowledge)
  const best = Math.max(least, ranked[0]?.score ?? 0)
  const texts = new Set<string>()
  const chosen = ranked.filter(({ text, score }) => {
    if (score < 0.5 || score < best * 0.8 || texts.has(text)) return false
    texts.add(text)
    return true
  })
  return chosen.slice(0, mostQuotes).map(({ passage, text }) => quotePiece(passage, text))
}

const readers = [
  ['CAMPAIGN', 'Everyone in this campaign may read this:'],
  ['DM', 'Only Dungeon Masters may read this:'],
  ['PRIVATE', 'Only you may read this:'],
] as const

/** Which members may read what the campaign says of it: the widest circle first. */
const quoteByReaders = (topic: string, knowledge: Knowledge): AnswerPiece[] => {
  const isFor = (visibility: string) => (passage: KnownPassage) => (passage.visibility ?? 'CAMPAIGN') === visibility
  const best = rankSentences(topic, knowledge)[0]?.score ?? 0
  return readers.flatMap(([visibility, label]) => {
    const passages = knowledge.passages.filter(isFor(visibility))
    const quotes = quotesFor(topic, { ...knowledge, passages }, best).slice(0, 2)
    return quotes.length > 0 ? [words(label), ...quotes] : []
  })
}

/** Relationships of the subjects whose comment or other end the question speaks of. */
const linksFor = (question: string, { links, subjects }: Knowledge): AnswerPiece[] => {
  const named = new Set(subjects.flatMap(({ name }) => stemsIn(name)))
  const asked = stemsIn(question).filter((word) => !named.has(word))
  const isAsked = ({ comment, source, target }: KnownLink) => {
    const own = new Set(stemsIn(`${comment} ${source.name} ${target.name}`))
    return asked.some((word) => own.has(word) || hasKin(word, own))
  }
  return links.filter(isAsked).slice(0, mostLinks).map(linkPiece)
}

const connect = (knowledge: Knowledge): AnswerPiece[] => {
  const [one, other] = knowledge.subjects
  if (!one) return [words('Name two entries, and I will look for what links them.')]
  if (!other) {
    const links = knowledge.links.slice(0, mostLinks).map(linkPiece)
    if (links.length === 0) return [words('I see no relationship of this entry:'), listEntries([one.id])]
    return [words('These relationships are recorded:'), ...links]
  }
  if (knowledge.path.length > 0)
    return [
      words(knowledge.path.length === 1 ? 'They are related directly:' : 'They are related by these steps:'),
      ...knowledge.path.map(linkPiece),
    ]
  const both = knowledge.passages.filter(({ id, name, text }) =>
    [one, other].every((each) => each.id === id || `${name} ${text}`.toLowerCase().includes(each.name.toLowerCase())),
  )
  const quotes = both.flatMap((passage) =>
    sentencesOf(passage.text)
      .filter((text) =>
        [one, other].some(({ id, name }) => id !== passage.id && text.toLowerCase().includes(name.toLowerCase())),
      )
      .map((text) => quotePiece(passage, text)),
  )
  if (quotes.length > 0)
    return [
      words('No relationship leads from one to the other, but this speaks of both:'),
      ...quotes.slice(0, mostQuotes),
    ]
  return [words('I find nothing that links these two in what you can see:'), listEntries([one.id, other.id])]
}

/** What is known of one of the subjects. */
const ofSubject = (knowledge: Knowledge, subject: KnownEntry): Knowledge => ({
  ...knowledge,
  subjects: [subject],
  passages: knowledge.passages.filter(({ id }) => id === subject.id),
  links: knowledge.links.filter(({ source, target }) => source.id === subject.id || target.id === subject.id),
})

const compare = (knowledge: Knowledge): AnswerPiece[] =>
  knowledge.subjects
    .slice(0, 2)
    .flatMap((subject) => [
      listEntries([subject.id]),
      ...quotesFor(subject.name, ofSubject(knowledge, subject)).slice(0, 2),
    ])

/** What answers a question about each of some entries; nothing for an entry of which nothing does. */
const answersOf = (question: string, knowledge: Knowledge, entries: readonly KnownEntry[]) =>
  entries.flatMap((entry) => {
    const own = ofSubject(knowledge, entry)
    const pieces = [...quotesFor(question, own).slice(0, 2), ...linksFor(question, own).slice(0, 2)]
    return pieces.length > 0 ? [{ entry, pieces }] : []
  })

const [askWhom, askWhich] = ['Whom do you mean?', 'Which one do you mean?']
/** True for the assistant's question for the entry that a message means. */
export const asksBack = (text: string): boolean => text === askWhom || text === askWhich

/** Answers about the one candidate that the campaign has an answer for, or asks which one is meant. */
const chooseCandidate = (question: string, knowledge: Knowledge): AnswerPiece[] => {
  const { candidates, subjects } = knowledge
  // Texts of more candidates than subjects are not read.
  const answers = candidates.length > subjects.length ? undefined : answersOf(question, knowledge, candidates)
  const [only] = answers ?? []
  if (only && answers?.length === 1) return [listEntries([only.entry.id]), ...only.pieces]
  if (answers?.length === 0) return [words(nothingNear), listEntries(candidates.map(({ id }) => id))]
  const ask = /\b(?:he|him|his|she|her|hers)\b/i.test(question) ? askWhom : askWhich
  return [words(ask), listEntries(candidates.map(({ id }) => id))]
}

/** Found passages: the campaign's own first, then those of each file. */
const introduced = (pieces: readonly AnswerPiece[]): AnswerPiece[] => {
  const fileOf = (piece: AnswerPiece) =>
    piece.kind === 'quote' && piece.source.kind === 'file' ? piece.source.id : undefined
  const own = pieces.filter((piece) => fileOf(piece) === undefined)
  const files = new Set(pieces.flatMap((piece) => fileOf(piece) ?? []))
  return [
    ...(own.length > 0 ? [words('This is what your campaign says:'), ...own] : []),
    ...[...files].flatMap((fileId): AnswerPiece[] => [
      { kind: 'words', text: 'This is what {file} says:', fileId },
      ...pieces.filter((piece) => fileOf(piece) === fileId),
    ]),
  ]
}

/** What the campaign itself answers, in its own words and with its sources, or that it has no answer. */
export const converse = (question: string, knowledge: Knowledge): AnswerPiece[] => {
  if (thanks.test(question)) return [words(welcome)]
  if (asksWhoYouAre.test(question)) return [words(self)]
  const { subjects, groups, lists } = knowledge
  if (lists !== null) return lists.length === 0 ? [words(nothing)] : lists.flatMap(listGroup)
  if (asksForComparison(question) && subjects.length > 1) return compare(knowledge)
  if (asksForConnection(question) && subjects.length > 0 && (subjects.length > 1 || keywords(question).length <= 3))
    return connect(knowledge)
  if (knowledge.candidates.length > 1) return chooseCandidate(question, knowledge)
  if (knowledge.mayKnowReaders && asksForReaders.test(question)) {
    const found = quoteByReaders(question.replace(asksForReaders, ''), knowledge)
    return found.length > 0 ? found : [words(nothing)]
  }
  if (knowledge.isEach) {
    const answers = answersOf(question, knowledge, subjects)
    if (answers.length > 0) return answers.flatMap(({ entry, pieces }) => [listEntries([entry.id]), ...pieces])
  }
  const quotes = quotesFor(question, knowledge)
  if (knowledge.isLoose && quotes.length === 0)
    return converse(question, { ...knowledge, subjects: [], links: [], path: [], isLoose: false, isEach: false })
  const labels = new Set(groups.flatMap(({ label }) => stemsIn(label)))
  const isAboutGroups = stemsIn(question).every((word) => labels.has(word))
  if (isForCounts(question) && groups.length > 0 && (isAboutGroups || quotes.length === 0))
    return groups.flatMap(({ ids, total }) => {
      const label = total === 1 ? 'One entry that you can see:' : `${total} entries that you can see:`
      return listGroup({ label, ids, total })
    })
  const links = linksFor(question, knowledge)
  if (quotes.length > 0 || links.length > 0) return introduced([...quotes, ...links])
  if (knowledge.isMore) return [words(noMore), listEntries(subjects.map(({ id }) => id))]
  if (subjects.length > 0)
    return [words(nothingNear), listEntries(subjects.map(({ id }) => id))]
  return [words(`${nothing} I look words up and quote them; a name that the campaign uses helps me most.`)]
}
