import { type Kind, lines } from './kind.ts'

export const monster: Kind = {
  called:
    /\b(?:monster|creature|beast|dragon|undead|demon|fiend|aberration|animal|horror|vampire|ghost|troll|giant|enemy|foe|stat ?block)s?\b/i,
  names: ['The {adjective.title} {beastName}', 'The {town} {beastName}', 'The {beastName} of {town}'],
  order: [
    'opening',
    'look',
    'manner',
    'power',
    'place',
    'stakes',
    'past',
    'rumour',
    'secret',
    'things',
    'hook',
    'want',
  ],
  frames: {
    opening: lines(`
      {self} hunts {hour}, near {place}, and takes only people who are walking home.
      Nobody has been bitten by {self}. They are found sitting, quite unharmed, and they do not get up.
      You will hear {self} before anything else: {sound}, where there is nothing to make it.
      {self} was a local joke until {since}. Now there is a bell for it.
      What the shepherds call {self} is older than the sheep, and rather fond of them.
      The first sign of {self} is an absence: no birds, no frogs, and then no echo.`),
    look: lines(`
      It is larger than it was last year, the colour of wet slate, and has one joint too many in each leg.
      It has the hands of a {trade}, clean and clever, at the ends of something else.
      In lamplight it is only a thickening of the dark; in daylight, heartbreakingly, it looks lost.
      Its hide is hung with what it has eaten from: buckles, bells, a child's tin whistle.
      From behind it could be anyone's grandmother, down to the shawl.
      A smell of {smell} hangs about it, strongest just before it moves.`),
    manner: lines(`
      It follows at the same distance for as long as it is not looked at.
      It does not kill what kneels, and has learned that most things can be brought to kneel.
      Fire interests it. It will come and sit at the edge of the light, and imitate whoever is talking.
      Wounded, it goes to water; cornered, it goes quiet, and that is the moment to run.
      It hoards what glitters, and by that it can be led a long way from home.
      It is not hungry. It is collecting, and it is nearly done.`),
    power: lines(`
      In a fight it takes the lantern first, then whoever reaches for the lantern.
      Its voice is the last voice that it heard, and it is a patient listener.
      Its flesh closes up behind steel. What has been tied cannot slip free, so rope does better than swords.
      Once in each fight it may be somewhere else, provided that the place is dark and known to it.
      Whoever it touches forgets the way out, though nothing else, for an hour.
      It strikes twice at anyone who is alone, and hardly at all at two who hold hands.`),
    place: lines(`
      It lairs below {place}, in a cistern that was sealed after {since}.
      The den is dry and oddly tidy: bones by length along one wall and, on a stone of its own, {loot}.
      By day it folds itself into the roof of {elsewhere}, among the pigeons, who do not mind.
      Its paths are marked by grass that leans the wrong way.`),
    stakes: lines(`
      It cannot cross a line of salt that was laid in silence, and cannot help stepping over one that was not.
      Iron does nothing. A true apology, spoken aloud by somebody it has wronged, does a great deal.
      It fears {beast}, for reasons that go back a long way.
      Call it by the name it had at {place} and it must sit down for as long as the name echoes.
      Dawn does not kill it but makes it honest: until noon it will answer whatever it is asked.`),
    past: lines(`
      It was a {trade}, once, and was left at {place} by people who had promised to come back.
      The monks of {elsewhere} made it to guard a door, and then forgot which.
      Since {since} it has eaten nine people, three of whom still write home.`),
    rumour: lines(`
      Hunters claim that it weeps, and that the tears are worth more than the hide.
      A {trade} at {elsewhere} sells a charm against it. The charm is a recipe for soup, and works.
      They say that {known} fed it for a year, out of a window, and wept when it left.`),
    secret: lines(`
      It is trying to give something back: {thing}, which it cannot put down.
      There are two. The second is the one that leaves the tracks.
      {head.intro} {wrong}, and has been steering it by the light in one window ever since.
      It is a child of its kind, and what made it is on the way.`),
    things: lines(`
      In the lair, besides bones: {loot}, {loot}, and a coat folded as if for somebody's return.
      Its teeth, set in silver, fetch {reward}, but only from one buyer and only at night.
      Around its neck, grown into the hide, hangs {thing}.`),
    hook: lines(`
      {head.intro} offers {reward} for it alive, and twice that if it can be brought past {place} unseen.
      It has started to leave gifts on one doorstep, and the family would like to know what it expects.
      The party finds {clue} in its den, and it belongs to somebody they ate breakfast with.
      A hunting party went out with nine and came back with ten.`),
    want: lines(`
      What it wants is the way home, which now leads through the crypt at {elsewhere}.
      It wants company, and has no idea how that is done.`),
  },
}
