import { type Purposes, words } from './words.ts'

/** Caves and mines. */
export const cave: Purposes = {
  cavern: words(
    'The Great Cavern, The {adjective} Cavern, The Long Cave, Hall of Drips',
    [
      'The ceiling is lost above the light, and something up there folds its wings.',
      'Stone hangs in curtains that ring when struck.',
    ],
    ['A rope, rotten through, hangs from a ledge nobody can see.'],
  ),
  pool: words(
    'The Black Pool, The Still Water, {who}’s Pool',
    ['The water is so clear that its depth cannot be judged.', 'Blind fish gather wherever a light is held.'],
    ['Coins on the bottom have been arranged in a circle.'],
  ),
  fungi: words(
    'The Garden of Caps, The Fungus Garden',
    ['Caps as broad as shields glow a little when they are breathed on.'],
    ['The path through them is clear; someone tends it.'],
  ),
  lair: words(
    'The Lair, The Beast’s Hall, Den of the {adjective} Beast',
    ['Bones lie in a ring around a place where the rock is polished by sleeping.'],
    ['Among the bones is a collar with a bell.'],
  ),
  crystals: words(
    'The Crystal Chamber, The Singing Stones',
    ['Every footstep comes back a little later and a little higher.'],
    ['One crystal has been sawn off clean.'],
  ),
  den: words(
    'The Den, Camp of the {adjective} Company, The Hideout',
    ['The fire is banked, and the pot over it is still warm.', 'Bedrolls lie in a circle with one gap.'],
    ['A map scratched on the wall shows this place with one passage too many.'],
  ),
  bones: words(
    'The Bone Cave, The Midden',
    ['What was eaten here was large, and there was a lot of it.'],
    ['A ring still sits on one of the fingers.'],
  ),
  mine: words(
    'The Old Working, The {number}th Face, The Rich Seam',
    ['The props groan when anyone walks on the left.', 'Picks stand against the wall as if the shift had just ended.'],
    ['The seam was walled up from this side.'],
  ),
}
