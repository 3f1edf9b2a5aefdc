import { type Purposes, words } from './words.ts'

export const sewer: Purposes = {
  pumps: words(
    'The Pump Room, The Sluice',
    ['The great wheel turns a hand’s breadth and back, like breathing.'],
    ['Opening the sluice would flood the next room and drain this one.'],
  ),
  nest: words(
    'The Nest, The Gnawed Room',
    ['Everything soft in the city seems to have been dragged here.'],
    ['Deep in the rags something shines.'],
  ),
  tunnel: words('The Tunnels', ['The walks are slick, and the arch is low enough to make tall folk stoop.']),
}

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

export const ship: Purposes = {
  deck: words(
    'The Main Deck',
    ['Ropes are coiled the way of sailors from another sea.'],
    ['The wheel is lashed, and the course is not the one in the log.'],
  ),
  cabin: words(
    'The Captain’s Cabin',
    ['Charts are pinned under a pistol, and one of them is of no known coast.'],
    ['The log has a page cut out, the day of the storm.'],
  ),
  forecastle: words(
    'The Forecastle',
    ['Hammocks swing together, all but one.'],
    ['The crew has drawn straws, and will not say for what.'],
  ),
  hold: words(
    'The Hold, The Aft Hold, The Fore Hold',
    ['The cargo is lashed for a rougher sea than this.'],
    ['One crate has holes bored in it, from the inside.'],
  ),
  galley: words(
    'The Galley',
    ['The stove is bolted down, and so is the cook’s chair.'],
    ['There is a plate more than there are hands aboard.'],
  ),
  brig: words(
    'The Brig',
    ['The bars are salt-eaten, and one turns in its socket.'],
    ['The prisoner knows the coast, and the captain does not.'],
  ),
  magazine: words(
    'The Magazine',
    ['Nobody comes in here with a light or with nails in their boots.'],
    ['A fuse has been laid, neatly, and not yet lit.'],
  ),
}

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
