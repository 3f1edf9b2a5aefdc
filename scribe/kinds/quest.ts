import { type Kind, lines } from './kind.ts'

export const quest: Kind = {
  called:
    /\b(?:quest|adventure|mission|job|contract|heist|investigation|encounter|scenario|side ?quest|plot|mystery)s?\b/i,
  names: ['The {item} of {family}', 'The {adjective} {item}', "The {trade.title}'s {item}", 'The {item} at {place}'],
  order: [
    'opening',
    'want',
    'place',
    'people',
    'trouble',
    'things',
    'power',
    'secret',
    'stakes',
    'hook',
    'past',
    'rumour',
  ],
  frames: {
    opening: lines(`
      {head.intro} will pay {reward} to have {thing} brought back from {place}.
      It begins with a burial at {place} where the coffin is too light.
      A {trade} is found {hour} at {place}, alive, polite and unable to remember any year since {since}.
      {head} asks for help only once, and asks badly: a {head.trade} with {look}, and {thing} wrapped in a coat.
      Three people have been hired to find {thing}. The party is the fourth, and the first three are still in town.
      Every night this week somebody has left {clue} at {place}, a little nearer to the altar.
      There is a reward posted at {place}: {reward}, for any answer to a riddle that nobody remembers setting.`),
    want: lines(`
      The task is plain: get to {place} {hour}, find {thing}, and be gone before {rival} comes to collect it.
      What {head} wants is to {want}. What {head.he} says {head.he} wants is a signature.
      They are asked to follow {rival.intro} for one day and write down every door.
      The job is to put something back: {thing} has to lie at {place} again by the last night of the month.
      Success is a living witness; a dead one pays half.`),
    place: lines(`
      {place} smells of {smell}, and somewhere inside, always, you hear {sound}.
      The way in is through {elsewhere}, where the watch changes {hour}.
      Of the three doors at {place} one is locked, one is guarded, and one was bricked up the year after {since}.
      Beneath {place} runs a passage that floods to the waist for an hour in every six.
      The upper floor has been cleared, swept and laid for a dinner of twelve.`),
    people: lines(`
      {rival} stands in the way, a {rival.trade} with {look} and a perfectly good reason.
      {friend.intro} knows the building and will come along, provided nobody mentions {fear}.
      The only witness, {other}, is a {other.trade} who {habit}, and wants {price} before saying a word.
      {known} has an interest in this and has asked, through somebody else, how it is going.
      {rival} does not want anyone hurt, has said so twice, and has brought four people who do.`),
    trouble: lines(`
      There is a catch: {complication}.
      Halfway through it turns out that {complication}.
      Things are worse than described, because {danger}.
      At the door they meet {other}, who was hired by {rival.full} to do exactly the opposite.
      The clock is a real one. {hour}, {place} is locked from the outside, with whoever is in it.`),
    things: lines(`
      On the way they can find {clue}, which points at {friend.full}, wrongly.
      {clue} under the stair, {loot} in the drawer above it: together they place {rival.full} there on the night.
      The pay is {reward}; done quietly, it is {reward} as well.
      What lies there besides {thing}: {loot}, {loot}, and a wet footprint going one way.`),
    power: lines(`
      First, win over {friend} at {elsewhere}. Second, get in {hour}. Third, decide what to do with the truth.
      It can be done by force in ten bloody minutes, by law in a month, or in one evening with a borrowed uniform.
      A good approach is the roof; a better one is an invitation; {rival.full} is expecting both.
      Whoever searches well finds {clue}; whoever asks well finds {other.full}; either is enough.`),
    past: lines(`
      It goes back to {since}, when {head.full} and {rival.full} {bond}.
      {thing} has been lost twice before, and each time somebody at {place} grew suddenly rich.
      The quarrel started over {crime}, and both families still tell it with themselves as the victim.`),
    secret: lines(`
      In truth {head.full} {wrong}, and needs {thing} gone rather than found.
      {rival.full} is in the right. The papers prove it, and lie in the one drawer that {head.full} said not to open.
      {friend.full} has been working for both sides, out of kindness to each.
      What has been locked in at {place} asked to be.`),
    stakes: lines(`
      If they fail, {danger}, and next time it will not be offered as work.
      Succeed, and {place} is safe for a year; succeed loudly, and {known} will hear of it within the week.
      Should {rival.full} get there first, {thing} goes to the highest bidder, and there is only one.
      Walking away is possible. It costs {friend.full} everything.`),
    hook: lines(`
      The party is drawn in by {friend}, who owes one of them money and offers this instead.
      A letter arrives, addressed to a name that one of them gave up years ago; inside is {clue}.
      They are the only people in town who were elsewhere on the night in question, and can prove it.
      {known} would see it done, and cannot be seen asking.`),
    rumour: lines(`
      At {elsewhere} they say that {omen} whenever {thing} changes hands.
      Two {trade}s and a priest will swear that {rival.full} has been dead since {since}.`),
  },
}
