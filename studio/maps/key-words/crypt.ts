import { type Purposes, words } from './words.ts'

/** Crypts, temples and prisons. */
export const crypt: Purposes = {
  tomb: words(
    'The Tomb of {who}, The Long Tomb, Tomb of the {number} Sisters, The Sealed Tomb',
    ['The lids are carved with sleepers who all face the door.', 'Wreaths on the coffins are dry but not yet dust.'],
    ['One lid has been lifted and set back a hand askew.', 'The name on the largest coffin has been chiselled out.'],
  ),
  antechamber: words(
    'The Antechamber, Hall of Shoes, The Waiting Room',
    [
      'Worn hollows in the floor show where mourners stood.',
      'A shelf by the door holds offerings of bread gone to stone.',
    ],
    ['An offering bowl holds a coin minted this year.'],
  ),
  chapel: words(
    'The Chapel of {who}, The Low Chapel, The Chapel',
    [
      'Candle stubs have drowned in their own wax along the altar.',
      'The pews are too close together for anyone of this age.',
    ],
    ['The altar cloth hides a hollow the size of a fist.', 'Someone has turned the saint to face the wall.'],
  ),
  ossuary: words(
    'The Ossuary, The Bone Store, The Stacked Dead',
    ['Skulls are sorted by size, smallest by the door.', 'Long bones are laid like cordwood to the ceiling.'],
    ['Three skulls are fresh enough to have hair.'],
  ),
  vault: words(
    'The Vault, The Strongroom, Treasury of {who}',
    [
      'Scratches around every lock show many tries and few successes.',
      'The chests are bolted to the floor through their own bottoms.',
    ],
    ['The ledger on the lectern is a chest short.', 'One chest is warm to the touch.'],
  ),
  embalming: words(
    'The Washing Room, The Embalmers’ Room',
    ['Jars of natron and honey stand in rows, all labelled in one neat hand.'],
    ['The last jar has a name on it and nothing inside.'],
  ),
  cell: words(
    'Cell of the {adjective} Prisoner, The Narrow Cell, {number}th Cell, The Cold Cell',
    ['Tallies cover the wall from the floor to the height of a kneeling man.', 'The straw is new; the chains are not.'],
    ['A loose stone hides a spoon ground to a point.', 'Whoever is kept here is fed better than the guards.'],
  ),
  shrine: words(
    'Shrine of {who}, The Hidden Shrine, The Little Shrine',
    [
      'Fresh flowers lie before a figure whose face has been worn away by hands.',
      'The lamp before the idol is full, and somebody fills it.',
    ],
    ['A gift left here is gone by morning, and another lies in its place.'],
  ),
  summoning: words(
    'The Circle, The Summoning Room',
    ['The lines of the circle were cut, not painted, and filled with lead.'],
    ['One rune has been scratched through on purpose.'],
  ),
  cistern: words(
    'The Cistern, The Drowned Room, The Settling Tank',
    ['The water is knee-deep and moves although nothing feeds it.', 'Drips fall in a rhythm that is almost a tune.'],
    ['Something pale lies on the bottom, out of reach of an arm.'],
  ),
  torture: words(
    'The Question Room, The Room of Irons',
    ['The tools are clean and hung in order of use.'],
    ['A confession on the table is signed, but not written yet.'],
  ),
}
