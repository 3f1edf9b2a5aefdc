import { type Kind, lines } from './kind.ts'

export const tavern: Kind = {
  called:
    /\b(?:tavern|inn|pub|alehouse|taproom|bar|shop|store|market stall|emporium|smithy|coffee ?house|tea ?house|brothel|bath ?house|business)s?\b/i,
  names: ['The {adjective} {sign}', 'The {sign} and {sign}', "{family}'s Rest", 'The {sign}', 'The {adjective} {sign}'],
  order: ['opening', 'place', 'people', 'things', 'past', 'manner', 'rumour', 'trouble', 'secret', 'hook', 'stakes'],
  frames: {
    opening: lines(`
      {self} stands with its back to {place} and its door on the alley, so that nobody comes in by accident.
      You smell {self} before you see it: {smell}, and under that {smell}.
      {self} has eleven tables, nine of them level, and a rule against maps.
      Carters swear by {self}; bishops swear at it.
      The sign of {self} was painted by somebody who had never seen one, and is much loved.
      Since {since} {self} has not closed for a single night, and some of the guests seem to date from then.
      Half of what is agreed at {place} is agreed first over a corner table in {self}.`),
    look: lines(`
      The ceiling is low enough that regulars have a stoop, and black enough that candles seem to float.
      A staircase goes up to five rooms and a sixth that is never let.
      Behind the counter hang forty keys, of which six fit something.
      The windows are bottle glass, so that everyone outside passes as a green ghost.`),
    place: lines(`
      Inside it is all beams and bad light: {smell}, with {sound} for music.
      The best seat is the one by the chimney, which belongs to {beast}.
      A trapdoor behind the counter leads to a cellar of three rooms, only two of which appear in the lease.
      Rain comes in at one corner, into a font that somebody carried off from a chapel.
      Private talk happens in the snug, where the wall is a single plank thick and the next room is always full.
      The floor slopes towards the hearth, and coins that are dropped end up with the house.
      {hour}, the back room fills with people who do not greet each other on the way in.`),
    people: lines(`
      {head} runs it, a former {head.trade} who {habit}.
      What keeps the place in business is the cook, {friend}, a {friend.trade} by training, and {dish}.
      {rival} drinks here every evening without paying, and {head.first} writes nothing down.
      On the end stool sits {other}, a {other.trade} with {look}, who will talk to anyone and listen to no one.
      The potboy is twelve, answers to three names, and hears everything worth hearing.
      {known} has a tab here, long overdue, and {head.full} will not say why it is never called in.
      The house is watched over by {beast}, and {head} takes its opinion of strangers seriously.`),
    things: lines(`
      They serve {dish}, and {drink}.
      The house drink is {drink}; two is customary, four is a wager.
      Behind the bar, for those who know to ask: {ware}.
      A bed costs five coppers, clean straw two more, and silence about who else slept there a full silver.
      Upstairs there is board; downstairs, {dish}; and on feast days, for anyone who can name the feast, {drink}.
      On the shelf, and not for sale, stands {thing}; {head} has been offered a farm for it.`),
    manner: lines(`
      Fights are settled in the yard, by rules chalked on the pump.
      Credit is given to the bereaved, to midwives, and to anyone who can beat {head} at draughts.
      Weapons hang on the wall by the door. The wall is a very good inventory of who is in town.
      Last orders are rung on a handbell, twice for the room and once, softly, for the cellar.`),
    past: lines(`
      It was a customs house until {since}, and the scales are still under the counter, still true.
      {head} won the lease from {rival} on the turn of a card, in front of thirty witnesses who each remember another card.
      Before it was an inn it was a chapel, and the older guests still lower their voices at the hearth.
      The cellar is older than the house, and the well in the cellar is older than the town.`),
    rumour: lines(`
      In the snug they say that {danger}.
      The talk at the bar this week is of {known}, and it stops when the door opens.
      A {trade} swears that {omen}, and buys a round to prove that nobody minds.
      It is said that guests in the sixth room pay nothing and leave by no door.`),
    trouble: lines(`
      Lately {danger}, and {head} has begun to bar the door before midnight.
      {rival} wants the house, has wanted it since {since}, and has now found a flaw in the lease.
      The last three deliveries came one barrel over, and nobody has dared to open the extra ones.`),
    secret: lines(`
      {head} {wrong}, and the whole of the evidence is walled up behind the bread oven.
      The third cellar room holds {thing}, {loot}, and a bed that has been slept in.
      What {head} sells, apart from beer, is the use of the yard {hour}, no questions and no lantern.
      {friend.full} is not a cook at all, and the {trade} who comes for the kitchen scraps is not a {trade}.`),
    hook: lines(`
      {head} offers {reward} to whoever will sit up in the cellar one night and say in the morning what it was.
      A guest paid a month ahead and has not come down for six days; through the keyhole there is {clue}.
      {other.full} slides {thing} across the table, says "hold this until tomorrow", and is dead by breakfast.
      Somebody at the next table is describing the party, accurately, to a stranger with {look}.
      The house needs hands for one evening: {known} is coming to dine, and {complication}.`),
    stakes: lines(`
      If {self} shuts, the quarter loses the only room where both sides still drink.
      Should {rival.full} get the lease, the yard gate will be bricked up within a week, and with it the quiet way to {place}.`),
  },
}
