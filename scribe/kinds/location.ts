import { type Kind, lines } from './kind.ts'

export const location: Kind = {
  called:
    /\b(?:location|place|room|dungeon|ruin|castle|tower|forest|cave|tomb|crypt|landmark|site|building|wood|mountain|island|lair|road|bridge|swamp|abbey|cellar|library|mill|lighthouse|market|monastery|prison|mine|gate|wharf|quay)s?\b/i,
  names: [
    'The {adjective.title} {site.title}',
    'The {site.title} of {god}',
    "{family}'s {site.title}",
    'The {sign} {site.title}',
  ],
  order: [
    'opening',
    'look',
    'place',
    'people',
    'things',
    'past',
    'trouble',
    'power',
    'secret',
    'hook',
    'rumour',
    'stakes',
  ],
  frames: {
    opening: lines(`
      {self} is easy to find and hard to describe afterwards.
      People who live near {self} give directions by it and do not go in.
      {self} was abandoned in good order: swept, locked, and the key hung on a nail outside.
      The first thing about {self} is the quiet, and the second is {sound}.
      Somebody still lights the lamp at {self}, {hour}, though the post was abolished long ago.
      On the map {self} is a small cross; the maker has gone over it three times.`),
    look: lines(`
      The stone is warm on the north side, and ivy that covers everything else for a mile stops short of it.
      Rain has worn the steps into bowls, and in each bowl lies a coin nobody has taken.
      Inside it smells of {smell}, and the light comes from slightly too high.
      Names are cut all over the door, neatly, in order, and the last is not finished.
      Half of the roof has come down. The other half is in better repair than it ought to be.`),
    place: lines(`
      There are three ways in: the door, the well, and a stair from {elsewhere} that only goes down.
      The great room holds a table for thirty, laid; dust lies on all of the plates but one.
      Beyond the second arch the floor is hollow, and knocks back.
      A gallery runs around the upper wall. Whoever walks it arrives one pace before they set out.
      The cellar floods {hour}, to exactly the height of the lowest hook.`),
    people: lines(`
      {head} looks after it, a {head.trade} with {look}, unpaid since {since}.
      {rival} has set up in the dry end with four others, a {rival.trade} by trade and a squatter by conviction.
      The only regular visitor is {other.intro} who brings {dish} and takes away an empty plate.
      A {trade} sleeps in the gatehouse and will, for {drink}, explain which stairs to trust.
      {known} comes here once a year, alone, and stays until dark.`),
    things: lines(`
      Among the rubbish, for whoever turns it over: {loot}.
      Behind the loose stone is {thing}, and beside it {loot}, left as if in exchange.
      {clue} shows that somebody came this way within the week.
      What looters missed: {loot} in the flue, and {loot} under the one plate without dust.`),
    past: lines(`
      It was built to keep something in, then used to keep things out, and since {since} it has done neither.
      The family that owned it died of nothing in particular, in order of age, in one week.
      {friend.intro} drew plans of it before {since}. They show one room more.
      Two armies have camped here and neither has had it in their dispatches.`),
    trouble: lines(`
      Going in is safe. Coming out is another matter: {complication}.
      The second floor will bear one person at a time, and seems to know the difference.
      Lately {omen}, and {head.full} has moved out to the orchard.
      A rope hangs where there was no rope yesterday.`),
    power: lines(`
      Lies told within these walls come out as questions.
      No flame burns here longer than a count of two hundred, and whoever relights it must not be the same person.
      Whatever is left here overnight is mended by morning, and a little older.
      Sounds arrive late: first the door, then the hand, then the knock.`),
    secret: lines(`
      The locked room is not locked. It is being held.
      {head} {wrong}, and it was here, and the stain is under the new boards.
      {thing} belongs in the empty niche. With it in place, the stair at {elsewhere} goes up as well.
      All the names on the door belong to people who are still alive.`),
    hook: lines(`
      {rival.full} pays {reward} for a plan of the lower floor, and has already buried one surveyor.
      One of the names on the door is that of somebody in the party, in fresh letters.
      The lamp went out last night for the first time since {since}, and a boat was lost.
      They are asked to fetch down {friend.full}, who went up with a sandwich and a measuring rod two days ago.`),
    rumour: lines(`
      It is said that {self} was on the other side of the road before {since}.
      Children have a game in which one of them is {self} and the others have to get out.`),
    stakes: lines(`
      When the last lamp here is let go out, {danger}.
      Whoever holds {self} holds the road, and at least three people have worked that out.`),
  },
}
