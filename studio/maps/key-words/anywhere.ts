import { type Purposes, words } from './words.ts'

/** Rooms that many kinds of places have. */
export const anywhere: Purposes = {
  guardroom: words(
    'The Guardroom, The Watch Room, Post of the {number}',
    ['A game of dice was left in the middle of a throw.', 'Four hooks for cloaks, three cloaks.'],
    ['The duty roster has one name crossed out in red.'],
  ),
  storeroom: words(
    'The Storeroom, The Dry Store, The Back Store',
    ['Crates are stacked by somebody who meant to find things again.', 'It smells of onions, tar and mice.'],
    ['One barrel is marked twice and sounds hollow.', 'The inventory lists more lamp oil than anyone could need.'],
  ),
  quarters: words(
    'The Quarters, The Sleeping Room, The Servants’ Room',
    ['The beds are made but for one, and that one is warm.', 'Everything anyone owns here fits under a bed.'],
    ['A letter under a mattress asks for one more week.'],
  ),
  cache: words(
    'The Hidden Room, The Closet Behind, The Cache',
    [
      'Nobody has swept here; the dust shows one set of footprints, going in.',
      'The air is old, and somebody’s candle stands ready with a flint.',
    ],
    ['What is kept here was reported stolen, by its owner.'],
  ),
  street: words('The Yard', ['Wheel ruts and hoof prints show that last night’s guests left in a hurry.']),
  approach: words('The Approach', ['The ground before the walls is kept clear for a bowshot.']),
  passage: words('The Passages', ['Footprints keep to the middle, all but one pair.']),
}
