import { type Purposes, words } from './words.ts'

/** Castles. */
export const keep: Purposes = {
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
}
