/** In the order of the avatars' colours. */
const dyes = ['thread', 'woad', 'verdigris', 'copper', 'orchil', 'lichen', 'madder', 'walnut']

/** A person's colour as a line: readable in both themes, which the avatar's is not. `number` is in the order of joining. */
export const dyeOf = (number: number): string => `var(--ll-${dyes[number % dyes.length]})`
