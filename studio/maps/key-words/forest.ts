import { type Purposes, words } from './words.ts'

/** Places in woods. */
export const forest: Purposes = {
  glade: words(
    'The Glade, The {adjective} Glade',
    ['The grass is short although nothing grazes here.'],
    ['Birds stop singing when anyone stands in the middle.'],
  ),
  camp: words(
    'The Camp, Camp of the {adjective} Company',
    ['The tents are pitched so that none has its back to the trees.'],
    ['They are one tent more than there are people.'],
  ),
  stones: words(
    'The Stones, The {number} Maidens',
    ['Counted twice, the stones never come to the same number.'],
    ['The stone in the east is warm at dawn.'],
  ),
  pond: words(
    'The Pond, {who}’s Mere',
    ['Lilies close as soon as a shadow falls on them.'],
    ['A boat hook lies on the bank, and no boat.'],
  ),
  fallen: words(
    'The Fallen Giant',
    ['An oak older than the road lies across the clearing, hollow enough to sleep in.'],
    ['Somebody does sleep in it.'],
  ),
  grave: words(
    'The Old Graves, The Forgotten Rows',
    ['The stones lean, all but one, which has been set upright.'],
    ['The newest grave is a finger too long.'],
  ),
  hut: words(
    'The Forester’s Hut, {who}’s Hut',
    ['Skins are stretched by the door, each of a beast that is rare here.'],
    ['The smoke from the chimney goes the wrong way.'],
  ),
  woods: words('The Woods', ['The undergrowth is thick, and the paths are not all made by feet.']),
}
