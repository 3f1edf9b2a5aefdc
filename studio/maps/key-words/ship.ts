import { type Purposes, words } from './words.ts'

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
