import { type Kind, lines } from './kind.ts'

export const item: Kind = {
  called:
    /\b(?:item|artefact|artifact|relic|weapon|sword|blade|armou?r|ring|amulet|potion|wand|treasure|object|trinket|tool|magic item|book|tome|cloak|staff)s?\b/i,
  names: [
    "{family}'s {item}",
    'The {adjective} {item}',
    'The {item} of {god}',
    "The {trade.title}'s {item}",
    'The {item} of the {sign}',
  ],
  order: ['opening', 'look', 'power', 'stakes', 'past', 'ties', 'secret', 'hook', 'rumour', 'place'],
  frames: {
    opening: lines(`
      {self} was made for a {trade} who could not afford it, and it has been passing from hand to hand ever since.
      Nobody has ever managed to sell {self}; it has been given, stolen, wagered and once returned with an apology.
      {self} fits in a coat pocket and weighs what a sleeping cat weighs.
      Dealers list {self} as a curiosity. The people who have owned it list it, in their wills, as a debt.
      {self} turned up in the mud below {place} the spring after {since}, perfectly dry.
      At first sight {self} is worth eight coppers, and most people never give it a second.`),
    look: lines(`
      It is of dull grey metal, mended twice with brass, and smells faintly of {smell}.
      Along one edge runs a line of writing in a hand so small that it was taken for wear.
      It is warm on the side that faces {place}, wherever it is.
      Held to the ear it gives back {sound}.
      Every scratch on it has been dated by somebody with a fine needle; the last is from this year.
      The workmanship is beautiful everywhere except for the clasp, which was fitted later, in a hurry, from outside.`),
    power: lines(`
      Once each day whoever holds it may ask which of two doors is the safer, and is answered truthfully about one of them.
      While it is carried, no lock made since {since} will hold against its bearer; older ones take offence.
      It can hold a single spoken sentence and give it back in the speaker's voice, once, to anyone.
      Its bearer cannot be lied to in writing. The ink simply runs.
      Turned three times, it calls whatever was last lost within a mile; it doesn't say from whom.
      What it warns of, by growing cold, is {fear}.
      Between dusk and the first bell it lets its bearer pass for somebody who is expected.`),
    stakes: lines(`
      Each use costs {price}, and the item keeps count better than its owner.
      After the third use in a month, {omen}.
      Its bearer sleeps well and dreams of {place}, in a little more detail every night.
      The price is modest: whoever carries it is never again recognised by one person, chosen by the item.
      It does not break, burn or sink. It leaves, usually at the worst time.`),
    past: lines(`
      {head.intro} made it around the time of {since} and is buried without a right hand.
      It was pawned by {friend} for eleven silver, redeemed by {rival} for twelve, and the difference led to a duel.
      A temple kept it for a century under the name of a saint who had never existed.
      {known} held it once, for an afternoon, and has never spoken of that afternoon.
      It is listed in the inventory of {place} from before there was a {place}.`),
    ties: lines(`
      {rival}, a {rival.trade} with {look}, believes that it was stolen from the family, and has the papers.
      There is a second one. The two have not been in the same town since {since}, and people see to that.
      {friend.intro} can read the writing on it and charges by the word.
      The order that looks for it pays {reward} for word of where it was, never of where it is.`),
    secret: lines(`
      What looks like the case is the thing itself; what is inside was only put there to keep it quiet.
      It was not made by {head.full} but for somebody who is still waiting at {elsewhere}.
      The writing is a receipt. It is for a soul, and the name has been left blank.
      Whoever made it {wrong}, and it remembers this on certain nights, aloud.`),
    hook: lines(`
      The party comes by it when a dying {trade} presses it on the nearest stranger and says "not the third time".
      It is to be auctioned at {place} {hour}, and four of the five bidders are lying about why.
      {rival.full} offers {reward} for it in the open street, much too loudly.
      A child sells it to them for a copper, and tomorrow {clue} is found where the child lived.`),
    rumour: lines(`
      Sailors say that a ship with {self} aboard cannot sink and cannot arrive.
      There is a rhyme about it, in which the last line has been replaced by clapping.`),
    place: lines(`
      It was last seen at {place}, on a shelf between two things that were listed.
      At present it lies at {elsewhere}, in the keeping of somebody who {habit}.`),
  },
}
