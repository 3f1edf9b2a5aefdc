const small = new Set(['the', 'of', 'and', 'a', 'an', 'in', 'on', 'at', 'to', 'by', 'for', 'under', 'with', 's'])

/** Capitalises a text as a name, except for small words: `the Drowned Stair`. */
export const titled = (text: string): string =>
  text.replace(/\p{L}[\p{L}'’]*/gu, (word) => (small.has(word) ? word : (word[0] ?? '').toUpperCase() + word.slice(1)))
