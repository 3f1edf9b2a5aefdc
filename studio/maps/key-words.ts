/** What the key of a map is put together from: for each purpose of a room its names, what is seen there, and what can be done about it. */
export interface Words {
  names: readonly string[]
  seen: readonly string[]
  turn?: readonly string[]
}

const words = (names: string, seen: readonly string[], turn: readonly string[] = []): Words => ({
  names: names.split(', '),
  seen,
  turn,
})

export const purposeWords: Readonly<Record<string, Words>> = {
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
  hall: words(
    'The Great Hall, Hall of {who}, The Feasting Hall',
    [
      'Banners hang so high that their arms can only be guessed at.',
      'The tables are laid for more guests than the castle holds.',
    ],
    ['From the high seat one can hear every whisper in the room.', 'One shield on the wall hides a squint.'],
  ),
  courtyard: words(
    'The Courtyard, The Ward',
    ['The cobbles are worn in a path that goes round the well and never to it.'],
    ['The well rope is new, and twice as long as it should be.'],
  ),
  kitchen: words(
    'The Kitchen, The Smoky Kitchen',
    ['Something has simmered too long, and nobody has come to stir it.', 'Knives hang in order, but for one gap.'],
    ['The cook counts the spoons every night and is never wrong.'],
  ),
  barracks: words(
    'The Barracks, The Long Room',
    ['Boots stand in a row that would please a sergeant.'],
    ['One bunk belongs to nobody, and nobody takes it.'],
  ),
  armoury: words(
    'The Armoury, The Spear Room',
    ['The racks are oiled, the blades are good, and a third of them are missing.'],
    ['One blade is blunted on purpose: it belongs to someone young.'],
  ),
  stable: words(
    'The Stable, The Byre',
    ['The horses do not like the last stall, and it is empty.'],
    ['Saddlebags behind the hay are packed for a long ride.'],
  ),
  bedchamber: words(
    'The Lord’s Chamber, Chamber of {who}',
    ['The bed curtains are drawn, by day as by night.'],
    ['A second chair by the fire has been sat in lately.'],
  ),
  library: words(
    'The Library, The Reading Room, The Chained Books',
    [
      'The books are shelved by the colour of their backs.',
      'A candle burned down over an open page and stopped at one word.',
    ],
    ['One shelf is nothing but spines glued to a board.', 'A book is missing, and the gap has been dusted.'],
  ),
  smithy: words(
    'The Smithy, Forge of {who}',
    ['The coals are raked but not out, and the iron on the anvil is half a hinge.'],
    ['The smith has been making one key over and over.'],
  ),
  tower: words(
    'The North Tower, The {adjective} Tower, The Stair Tower, The Watchtower',
    ['Arrow slits look out on three sides, and a draught comes from the fourth.'],
    ['The beacon above is laid and dry.'],
  ),
  gatehouse: words(
    'The Gatehouse',
    ['Murder holes look down between the two gates.'],
    ['The winch has been greased so that it makes no sound.'],
  ),
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
  street: words('The Yard', ['Wheel ruts and hoof prints show that last night’s guests left in a hurry.']),
  approach: words('The Approach', ['The ground before the walls is kept clear for a bowshot.']),
  passage: words('The Passages', ['Footprints keep to the middle, all but one pair.']),
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

/** Names of whole maps. */
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
