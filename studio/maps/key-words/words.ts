/** Texts for rooms of one purpose in the key: possible names, descriptions (`seen`), and story hooks (`turn`). */
interface Words {
  names: readonly string[]
  seen: readonly string[]
  turn?: readonly string[]
}

/** Texts by the purpose of a room. */
export type Purposes = Readonly<Record<string, Words>>

/** Creates the texts of a purpose. `names` is a comma-separated list; `slots` replaces the words in curly brackets. */
export const words = (names: string, seen: readonly string[], turn: readonly string[] = []): Words => ({
  names: names.split(', '),
  seen,
  turn,
})

/** Replacements for the words in curly brackets. */
export const slots: Readonly<Record<string, readonly string[]>> = {
  who: 'Saint Odila, Abbess Merrin, Old Tam, Brother Aldous, Queen Isaude, Captain Rusk, Mother Hale, Sir Corvin, the Lamplighter, the Grey Prior, Lady Wenna, Hob Carter'.split(
    ', ',
  ),
  adjective: 'Drowned, Crooked, Silent, Painted, Hollow, Red, Sleeping, Salted, Gilded, Lame, Wandering, Broken'.split(
    ', ',
  ),
  number: 'Three, Four, Five, Seven, Nine'.split(', '),
  beast: 'Heron, Badger, Mare, Cockerel, Hound, Salmon, Wyvern, Goose'.split(', '),
}

/** Titles of maps, by flavour or theme. */
export const titles: Readonly<Record<string, readonly string[]>> = {
  crypt: ['Crypt of {who}', 'The {adjective} Crypt', 'Below {who}’s Stone'],
  temple: ['Temple of {who}', 'The {adjective} Temple'],
  prison: ['The {adjective} Gaol', 'The Deep Cells'],
  mine: ['The {adjective} Mine', '{who}’s Working'],
  cave: ['The {adjective} Caves', 'Hollow of {who}'],
  sewer: ['Under the {adjective} Quarter', 'The Old Drains'],
  keep: ['{adjective} Keep', 'The Hold of {who}'],
  tavern: ['The {adjective} {beast}', 'Inn of the {adjective} {beast}'],
  house: ['{who}’s House', 'The {adjective} House'],
  library: ['The {adjective} Library', 'The Library of {who}'],
  village: ['{adjective} Green', '{beast}ford', 'The {adjective} Hamlet'],
  forest: ['The {adjective} Wood', '{beast} Wood', 'The Wood of {who}'],
  ruin: ['The {adjective} Abbey', 'What Is Left of {who}'],
  ship: ['The {adjective} {beast}', 'The {adjective} Queen'],
}
