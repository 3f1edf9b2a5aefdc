import { type Kind, lines } from './kind.ts'

/** Frames that fit any subject: in addition to those of a kind, and if the kind is unknown. */
export const anything: Kind = {
  called: /./,
  names: ['The {adjective.title} {item}', 'The {item} of {place.bare}'],
  order: ['opening', 'past', 'people', 'place', 'trouble', 'ties', 'secret', 'hook', 'rumour', 'stakes', 'things'],
  frames: {
    opening: lines(`
      Talk of {self} long enough at {place} and somebody will get up and close the window.
      {self} has been argued over since {since}, and both sides have run out of new things to say.
      Most people know {self} from a song, which leaves out the important part.`),
    past: lines(`
      All of it began with {since}, though {head.intro} would put the date a week earlier.
      Before {since} nobody at {place} would have believed a word of it.
      It has happened once before, according to {other.intro} who was nine and hiding in a cupboard.`),
    people: lines(`
      {head} knows most about it, a {head.trade} who {habit}.
      The person to ask is {other.intro} with {look}; the person not to ask is {rival}.
      At {place} there is a {trade} with {look} who will talk about it for {drink}.`),
    place: lines(`
      It is felt most strongly at {place}, {hour}.
      The matter is usually discussed at {elsewhere}, over {dish}, with the door shut.`),
    trouble: lines(`
      Lately {omen}, and people have drawn the obvious conclusion.
      What worries the sensible is that {danger}.
      To make it worse, {complication}.`),
    ties: lines(`
      {known} has a hand in it somewhere; the glove, at least, was found.
      {rival} and {friend} {bond}, and this is where it shows.
      Whatever touches it touches {known} as well, sooner or later.`),
    secret: lines(`
      What is not said aloud is that {rival.full} {wrong}.
      There is a simple explanation. It lies at {elsewhere}, with {clue} beside it.
      {friend.full} could end it with a sentence, and has been paid for not saying it.`),
    hook: lines(`
      {head} will pay {reward} to have it settled before the last night of the month.
      The party is asked to carry {thing} as far as {elsewhere}; {complication}.
      One of them finds {clue} in a coat that has not left the peg.
      It can be looked into quietly, {hour}, or loudly at noon with {known} in the room.`),
    rumour: lines(`
      The talk is that {omen}, and that {known} laughed when told.
      At {place} there is a joke about {head}, and nobody has ever explained the ending.
      A {trade} has been saying that {danger}, and has lately been bought a great many drinks.`),
    stakes: lines(`
      If it goes on, {danger}.
      Leave it for a month and it will cost {price}; leave it for two, and nobody will be asked.
      There is no good way out of it, but there are two bad ones, and {rival.full} is already on the second.`),
    things: lines(`
      What can be touched of it is little: {loot}, and {clue}.
      {thing} lies at the bottom of it, and somebody has just moved {thing}.`),
    look: lines(`
      What strangers notice is {smell}, and then {sound}.
      Seen from {place} it is nothing much; seen {hour}, it is hard to look away from.`),
    manner: lines(`
      It is taken calmly by people who were there, and badly by everyone else.
      One goes about it slowly, {hour}, with a second person holding the lamp.`),
    power: lines(`
      Whoever has dealings with it knows, for a day afterwards, when a door is about to open.
      Its use is simple and costs {price}.`),
    rite: lines(`
      It is the custom to say nothing of it {hour}, and to leave {dish} on the step.
      Those who know bow to it, slightly, as to somebody else's grandmother.`),
    want: lines(`
      At the end of it all stands somebody who means to {want}.
      What {rival.full} wants of it is to {want}; everyone else would settle for sleep.`),
  },
}
