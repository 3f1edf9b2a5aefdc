/** Rules of English for sentences that are composed of parts. */

const silentH = /^(?:hour|honest|honou?r|heir)/i
const soundsLikeYou = /^(?:uni(?!n)|use|usu|eu|ew|one\b|once)/i

/** True if a word takes `an`. */
export const takesAn = (word: string): boolean =>
  silentH.test(word) || (/^[aeiou]/i.test(word) && !soundsLikeYou.test(word)) || /^(?:8|11\b|18\b)/.test(word)

/** Corrects each `a` and `an` by the following word. */
export const withArticles = (text: string): string =>
  text.replace(
    /\b([Aa])n? (?=["“‘(*]*(\p{L}[\p{L}'’-]*|\d+))/gu,
    (_, article: string, word: string) => `${article}${takesAn(word) ? 'n' : ''} `,
  )

export const capitalised = (text: string): string =>
  text.replace(/^(["“‘(*_]*)(\p{Ll})/u, (_, before: string, letter: string) => before + letter.toUpperCase())

/** Capitalises the first letter of each further sentence within a text. */
const eachSentence = (text: string): string =>
  text.replace(/([.!?]["”’]? )(["“‘]?\p{Ll})/gu, (_, end: string, letter: string) => end + letter.toUpperCase())

export const sentence = (text: string): string =>
  eachSentence(capitalised(withArticles(text.replace(/\s+/g, ' ').trim()))).replace(/([.!?])\.+$/, '$1')

/** True for text with an obvious mistake: a repeated word, an unfilled slot, a space before a comma. */
export const isBroken = (text: string): boolean =>
  /\b(\p{L}+) \1\b/iu.test(text) ||
  /[{}]|undefined|\s[,.;:!?]|,,|\.\./u.test(text) ||
  /\b(?:the|a|an) (?:the|a|an)\b/i.test(text)

export const countWords = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,-]*/gu)?.length ?? 0
