/** A name being typed: up to five words after an @ that begins a word. */
const typedNamePattern = /(?:^|[\s("'])@((?:[\p{L}\p{N}'’.-]+ ?){0,5})$/u

/** A name that is being typed, with the index of its @. */
export interface TypedName {
  at: number
  query: string
}

/** Finds the name that is being typed after an @, at the end of a text. */
export const typedNameIn = (textBeforeCaret: string): TypedName | undefined => {
  const query = typedNamePattern.exec(textBeforeCaret)?.[1]
  return query === undefined ? undefined : { at: textBeforeCaret.length - query.length - 1, query }
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Splits a message at the names of its mentioned entries, and at the name that is being typed. */
export const splitMentions = (
  text: string,
  names: readonly string[],
  typed?: TypedName,
): { text: string; isMention: boolean }[] => {
  const typedEnd = typed && typed.at + 1 + typed.query.length
  if (typed && typedEnd !== undefined)
    return [
      ...splitMentions(text.slice(0, typed.at), names),
      { text: text.slice(typed.at, typedEnd), isMention: true },
      ...splitMentions(text.slice(typedEnd), names),
    ]
  // The longest name is tried first: a shorter one may be its beginning.
  const longestFirst = names.filter((name) => name.trim() !== '').toSorted((a, b) => b.length - a.length)
  const anyName = longestFirst.map(escapeRegExp).join('|')
  const parts =
    anyName === '' ? [text] : text.split(new RegExp(`(?<![\\p{L}\\p{N}])(${anyName})(?![\\p{L}\\p{N}])`, 'u'))
  return parts.flatMap((part, n) => (part === '' ? [] : [{ text: part, isMention: n % 2 === 1 }]))
}
