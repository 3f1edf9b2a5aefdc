import type { Surface } from '../../sculpt/sculpture.ts'

export const metalwork: Surface = { metal: 1, gloss: 0.65 }
export const cloth: Surface = { gloss: 0.05, rough: 0.1, soft: 0.15 }
