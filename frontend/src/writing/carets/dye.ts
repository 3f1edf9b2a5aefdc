import { colourNumber } from '../../ui/person-colour.ts'

/** In the order of the avatars' colours. */
const dyes = ['thread', 'woad', 'verdigris', 'copper', 'orchil', 'lichen', 'madder', 'walnut']

/** Somebody's colour as a line: readable in both themes, which the avatar's is not. */
export const dyeOf = (name: string): string => `var(--ll-${dyes[colourNumber(name, dyes.length)]})`
