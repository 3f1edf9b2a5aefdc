/** Colours of the palette, in the order of the avatars' colours. */
const dyes = ['thread', 'woad', 'verdigris', 'copper', 'orchil', 'lichen', 'madder', 'walnut']

/** Returns a user's colour for lines, readable in both themes, unlike the avatar's. `number` counts members in the order of joining. */
export const dyeOf = (number: number): string => `var(--ll-${dyes[number % dyes.length]})`
