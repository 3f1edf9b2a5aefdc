import { type Kind, lines } from './kind.ts'

export const rumours: Kind = {
  called: /\b(?:rumou?rs?|gossip|tavern talk|whispers|hearsay|news|omens?|random table|d6|d8|d10|d12)\b/i,
  names: ['Heard at {place}'],
  order: ['rumour', 'hook', 'trouble', 'secret'],
  frames: {
    rumour: lines(`
      A {trade} swears that {omen}, but only at {place} and only when nobody from the temple is about.
      {known} has been buying lamp oil by the barrel and carting it away after dark.
      The new magistrate cannot read. {other} reads for him, aloud, and not always what is written.
      Somebody has been leaving {ware} on the steps of {place}, and there is a list of who takes some home.
      The drowned woman at the ferry was alive when she was buried, says her {trade}, and left by herself.
      {friend} is engaged to be married to somebody who was hanged the week before {since}.
      There is a door at {elsewhere} that opens on whatever street you last ran away from.
      They dug at {place} for a drain and stopped at the first step of a stair.
      Every coin that {rival} has spent since midsummer was struck this year, and there has been no minting.
      {known} was seen at {place} and at {elsewhere} in the same hour, wearing different boots.
      The bread from the corner bakery makes people tell the truth; {head.intro} has stopped eating it.
      A {trade} came back from {elsewhere} with hair gone white and a very good price for wool.
      Two brothers at {place} have not spoken since {since}, and lately they have been seen laughing together.
      {beast} has been appointed to the council, and attends.
      The bells at {place} rang by themselves. What frightens people is that it was the right time.
      They say that {danger}. The council says that it is seasonal.
      Whoever sleeps in the end bed at {elsewhere} wakes with {loot} under the pillow, and one thing fewer.
      {head} has paid for nine coffins and had them delivered to a house of eight.
      A stranger with {look} is asking in every shop for {thing}, and pays in advance.
      Nobody has been born at {place} this year, and nobody likes to say it first.
      {known} owes money to somebody who does not lend it.
      A {trade} found {thing} in the belly of a pike and sold both, the fish for less.`),
    hook: lines(`
      There is {reward} waiting for whoever dares to go to {place} {hour}, and a queue of people who have changed their minds.
      {rival} is hiring: no questions, no names, bring a spade.
      The old {trade} by the bridge gives a silver for any story about {known}, and writes it all down.`),
    trouble: lines(`
      The watch has been told not to go near {place} {hour}, and has been told so in writing.
      Salt has doubled in price, and the only one laughing is {rival.full}.
      A child at {elsewhere} has begun to answer questions before they are asked.`),
    secret: lines(`
      Half of it is true: {rival.full} {wrong}. The other half is that everybody knows.
      {head} pays a {trade} to start three new rumours a week, so that nobody hears the fourth.`),
  },
}
