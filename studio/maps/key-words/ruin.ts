import { type Purposes, words } from './words.ts'

export const ruin: Purposes = {
  nave: words(
    'The Broken Nave, Nave of {who}',
    ['Grass grows between the flags, and the sky looks in where the vault was.'],
    ['Somebody has cleared the stones from before the altar.'],
  ),
  yard: words(
    'The Cloister, The Overgrown Court',
    ['Nettles mark where a garden was.'],
    ['The well is dry, and a ladder goes down.'],
  ),
  grounds: words('The Grounds', ['Fallen blocks lie about in the grass, some of them carved.']),
}
