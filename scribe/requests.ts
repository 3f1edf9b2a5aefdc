/** Kinds of questions, by their wording. */

export const isThanks = (text: string): boolean =>
  /^\W*(?:many\s+)?(?:thanks|thank you|thx|cheers)\b(?:\s+(?:a lot|so much|very much|weavy|for that))*[\s\p{P}]*$/iu.test(
    text,
  )
export const asksWhoYouAre =
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
  !/\bsession\s+\d/i.test(question) &&
  /\b(?:recap|summar\w+)\b.*\bsession|\b(?:last|latest|previous) (?:session|time|game)\b|\bwhere (?:did|were|had) we (?:leave|left|stop|end)/i.test(
    question,
  )
/** `What should we do next?` */
export const asksForNextStep = (question: string): boolean =>
  /\bwhat (?:should|could|can|shall|do) we do\b(?:\s+(?:next|now|tonight|then|today))?\W*$/i.test(question)

/** Matches the beginning of `Who knows that the bell is cracked?`, before the topic. */
export const asksForReaders =
  /^\W*who\s+(?:else\s+|all\s+)?(?:knows?|can\s+(?:see|read)|sees|may\s+read)\s+(?:that|about|of)\b/i

const asksForChanges = /\bwhat(?:['’]s| is| has| have)?\s+(?:been\s+)?(?:changed?|new)\b|\bchanges? since\b/i
const [dayMs, week] = [86_400_000, 7]
const counts: Readonly<Record<string, number>> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6 }
const units: Readonly<Record<string, number>> = { day: 1, night: 1, week, fortnight: 14, month: 30, year: 365 }

/** Returns the time from which a question requests changes, by default the last week, in milliseconds since 1970; undefined for others. */
export const changesSince = (question: string, now: number): number | undefined => {
  if (!asksForChanges.test(question)) return undefined
  const [date] = /\b\d{4}-\d\d-\d\d\b/.exec(question) ?? []
  if (date && !Number.isNaN(Date.parse(date))) return Math.max(0, Date.parse(date))
  if (/\btoday\b/i.test(question)) return now - dayMs
  if (/\byesterday\b/i.test(question)) return now - 2 * dayMs
  const [, count = '1', unit = 'week'] =
    /\b(\d+|an?|one|two|three|four|five|six|last|past)?\s*(day|night|week|fortnight|month|year)s?\b/i.exec(question) ??
    []
  const days = (counts[count.toLowerCase()] ?? (Number(count) || 1)) * (units[unit.toLowerCase()] ?? week)
  return Math.max(0, now - days * dayMs)
}

export const isForCounts = (question: string) => asksForCount.test(question) || asksForList.test(question)
