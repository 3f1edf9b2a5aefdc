const small = new Set(['the', 'of', 'and', 'a', 'an', 'in', 'on', 'at', 'to', 'by', 'for', 'under', 'with', 's'])

/** As a name is written: `the Drowned Stair` stays so within a sentence. */
export const titled = (text: string): string =>
  text.replace(/\p{L}[\p{L}'’]*/gu, (word) => (small.has(word) ? word : (word[0] ?? '').toUpperCase() + word.slice(1)))
