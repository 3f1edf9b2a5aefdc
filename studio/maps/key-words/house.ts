import { type Purposes, words } from './words.ts'

/** Inns, houses and the buildings of villages. */
export const house: Purposes = {
  common: words(
    'The Common Room, The Taproom of the {adjective} {beast}',
    [
      'Every table has its regulars, and one in the corner is always kept free.',
      'The fire smokes, the ale does not disappoint, and the floor is sanded.',
    ],
    [
      'The innkeeper takes messages for anyone who pays in old silver.',
      'A stranger has bought a round for everybody and not said why.',
    ],
  ),
  bedroom: words(
    'The {adjective} Room, Room at the Back, The Guest Room, {who}’s Room',
    [
      'The bed is short, the blanket clean, and the latch does not quite catch.',
      'Someone has carved initials and dates into the bedpost.',
    ],
    ['A boot has been left behind with something sewn into the heel.'],
  ),
  private: words(
    'The Private Room, The Snug',
    ['The door is thicker than it needs to be.'],
    ['A deal was struck here last night: two cups, one of them broken.'],
  ),
  office: words(
    'The Office, The Counting Room',
    ['The desk is locked, the ledger open, and the ink still wet.'],
    ['Two sets of accounts differ by the same sum every month.'],
  ),
  parlour: words(
    'The Parlour',
    ['Chairs are set for talk, and turned a little away from one of them.'],
    ['The portrait over the fire has been cut from its frame and put back.'],
  ),
  alehouse: words(
    'The {adjective} {beast}, The Alehouse',
    ['The sign has been repainted so often that no one agrees what it shows.'],
    ['Half the village is here whenever anything has happened.'],
  ),
  bakery: words(
    'The Bakery',
    ['The oven is lit long before the first light.'],
    ['One loaf each day goes to a door where nobody lives.'],
  ),
  cottage: words(
    '{who}’s Cottage, Cottage at the Bend, The {adjective} House',
    ['A pot hangs over the fire, and the door is on the latch.', 'Herbs dry from every beam.'],
    ['The child of the house has seen something, and will tell it for a sweet.'],
  ),
  store: words(
    'The Barn, The Tithe Barn',
    ['It is full to the beams, and it has been a poor year.'],
    ['The back wall has been mended from the inside.'],
  ),
  green: words('The Green', ['Everything that concerns everyone is said here, by the well.']),
}
