import { type Kind, lines } from './kind.ts'

export const deity: Kind = {
  called: /\b(?:deity|god|goddess|religion|saint|patron|faith|pantheon|divinity|church|temple|spirit)s?\b/i,
  names: ['{god}', '{god} of the {sign}', '{god} the {adjective.title}', 'Saint {given}'],
  order: ['opening', 'power', 'look', 'rite', 'people', 'want', 'past', 'stakes', 'secret', 'ties', 'hook', 'rumour'],
  frames: {
    opening: lines(`
      {self} is prayed to by people who have something to lose, and thanked mostly by people who have lost it.
      There is no statue of {self}: there is an empty niche, and it is kept very clean.
      {self} keeps the hour before dawn, doors left ajar, and everyone who waits for news.
      In the cities {self} is a god of contracts; in the hills, of wells. Both are the same promise.
      Other gods are asked for things. {self} is asked to look away.
      {self} was a small god of river crossings until {since}, and has been a large one since.`),
    look: lines(`
      When shown at all, it is as a {trade} with the face turned aside and {look}.
      The sign is an open hand with a thread across it, cut into lintels at the height of a child.
      Visions of {self} smell of {smell}, and those who have had one afterwards cannot abide it.
      The holy animal is the heron, because it stands still and is not asleep.`),
    power: lines(`
      To the faithful comes the knack of knowing when they are being waited for.
      Priests of {self} can close a wound, a door or a quarrel, one of each between two sunrises.
      What is sworn in that name in running water cannot be forgotten by either side.
      Those under {self}'s hand are never lost, though they are often late.
      It is given to one in each generation to ask the dead a single question, and to be answered briefly.`),
    rite: lines(`
      Services are held {hour}, standing, and last as long as one candle stub.
      On the holy day everyone gives back one borrowed thing, and the streets are full of ladders and umbrellas.
      An offering is a knot: tied with the trouble named aloud, and left for a stranger to undo.
      The faithful may not count money after dark, nor turn anyone from a door in rain.
      Weddings are short, funerals long, and at both the youngest present speaks last.
      The dead are carried out by the window, so that they do not learn the way back.
      A prayer is not to be said twice in one day; the first is heard, the second is noted.`),
    people: lines(`
      {head}, once a {head.trade}, keeps the shrine at {place}, and {habit}.
      Its priests are unpaid and follow another trade by day; {friend}, at {place}, is a {friend.trade}.
      {rival} preaches a stricter reading at {elsewhere}, to a congregation that carries sticks.
      Its oldest worshipper, {other}, has prayed daily since {since} and has never asked for anything.`),
    want: lines(`
      What {self} wants of people is attention, paid in full, to one thing at a time.
      The god's long purpose, as far as it can be read, is to get {thing} brought back to {place}.
      {self} wants every oath kept, including the foolish ones, and is seldom kind about it.`),
    past: lines(`
      Mortal once, say the songs: a ferry pilot who turned back for one more.
      The first temple stood at {place} until {since}; its stones are in every wall of the quarter.
      There was a war among the gods, and {self} sat it out holding the coats, and still has them.`),
    stakes: lines(`
      Those who break faith are not struck down. Their doors stick, their bread does not rise, and nobody waits up.
      Neglected, {self} does not rage but leaves, and then {omen}.
      A false oath in that name costs {price}, taken without notice.`),
    secret: lines(`
      The high priest knows that no prayer has been answered since {since}, and answers them by hand.
      {head.full} {wrong}, and has read in it the beginning of a new commandment.
      The god is not absent but hiding, at {elsewhere}, in {garb}.
      {thing} on the altar is the god. The rest is architecture.`),
    ties: lines(`
      With death there is a treaty, and it is renewed at {place} every seventh winter.
      {known} is spoken of in one of the psalms, in a verse that is usually left out.
      The sea gods owe {self} a drowned man, and both sides know which.`),
    hook: lines(`
      {head} offers {reward} to anyone who will carry the shrine's empty box to {elsewhere} and not look in it.
      One of the party undoes a knot at {place} without thinking, and the trouble in it is now theirs.
      The holy day falls tomorrow, and something borrowed cannot be found to be given back: {thing}.
      A child has begun to recite the missing verse, and {rival.full} has sent for the child.`),
    rumour: lines(`
      It is said that you may lie to {self} once, and that most people do it young.
      In the kitchens they set an extra place {hour}, and sometimes it has to be washed.`),
  },
}
