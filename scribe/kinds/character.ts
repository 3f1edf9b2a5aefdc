import { type Kind, lines } from './kind.ts'

export const character: Kind = {
  called:
    /\b(?:character|npc|person|villain|ally|hero|heroine|companion|merchant|smuggler|noble|rogue|wizard|priest|captain|guard|patron|protagonist|antagonist|clerk|\w*keeper|pilot|general|sailor|soldier|knight|mayor|mage|witch|sorcerer|bard|thief|assassin|spy|hunter|ranger|monk|nun|abbot|abbess|priestess|king|queen|prince|princess|duke|duchess|baron|baroness|lord|lady|healer|alchemist|\w*smith|scholar|librarian|farmer|fisher|fisherman|shepherd|miller|baker|cook|servant|beggar|orphan|elder|judge|magistrate|sheriff|watchman|bandit|pirate|mercenary|pilgrim|prophet|oracle|seer|necromancer|warlock|druid|paladin|cleric|man|woman|widow)s?\b/i,
  isPerson: true,
  names: ['{given} {family}'],
  order: ['opening', 'look', 'manner', 'past', 'want', 'ties', 'secret', 'hook', 'things', 'rumour', 'stakes'],
  frames: {
    opening: lines(`
      {self.intro} keeps a room above {place} and pays for it in work that nobody writes down.
      Ask at {place} for a {self.trade} and you will be sent to {self}, usually with a warning.
      {self} came to {place} for one night, not long before {since}, and has been the {self.trade} there ever since.
      By trade {self} is a {self.trade}; by reputation, the {man} you see when the proper office has said no.
      Nobody at {place} remembers hiring {self}, yet the {self.trade}'s stool has been {hers} for eleven years.
      {self} was a {self.trade} before {since} and is one again now, having been something else in between that {he} does not discuss.
      Whoever needs a {self.trade} who can keep {his} mouth shut ends up, sooner or later, across a table from {self}.
      At {place} they call {self} the second-best {self.trade} in the district, and leave it to you to find out what became of the best.`),
    look: lines(`
      You notice {look} first, and {garb} a moment later.
      {he} has {look}, and dresses in {garb}.
      Strangers remember {look}; friends have stopped seeing it.
      Ask about {look} and {he} will explain, differently each time.
      {he} wears {garb}, and brings in a smell of {smell}.
      Beneath {garb} {he} is thinner than {he} looks, and quicker.
      For a {self.trade}, {he} is remarkably well shod; for the rest there is {garb} and not much else.
      Portraits would flatter {him}: the face is plain, the bearing is not, and nobody forgets {look}.`),
    manner: lines(`
      {he} {habit}.
      In company {he} {habit}; alone, by all accounts, {he} talks to {beast}.
      {he} is generous with advice and mean with lamp oil, and {habit}.
      Anger makes {him} polite. Anyone who has heard {him} say "with respect" has moved away from the window.
      {he} will bargain for an hour over a copper and then give it to the first child in the street.
      People tell {him} things, perhaps because {he} {habit}.
      What {he} fears is {fear}, and {he} has arranged {his} days around never saying so.
      {he} keeps {his} promises to the letter, so it pays to listen to the letter.`),
    past: lines(`
      Before {since}, {he} worked as a {trade} and was, by {his} own account, terrible at it.
      {he} learned the trade from {friend}, a {friend.trade} who took payment in firewood and never once praised {him}.
      {since} cost {him} a house, a name and most of a family; {he} speaks only of the house.
      There was a marriage once, to somebody from {elsewhere}, and it ended without a quarrel, which is why nobody believes it.
      {he} spent two winters in a cell for {crime}, and came out able to read.
      Years ago {he} and {friend} {bond}; the rest of {his} history has been told so often that it has worn smooth.
      {his} mother was a {trade} who left {him} two things: {thing}, and instructions to lose it.`),
    want: lines(`
      What {he} wants is to {want}, and {he} has begun to run out of patient ways to get it.
      {he} is saving to {want}; the money is in the third chimney brick, and is short by about a third.
      Every favour {he} does is a step towards one end: to {want}.
      Pressed, and after {drink}, {he} will admit that {he} means to {want}.
      {he} would give up the trade tomorrow to {want}.`),
    ties: lines(`
      {friend.intro} knows most of it and has never asked for the rest.
      {he} and {rival} {bond}, and have been careful to meet only in daylight since.
      With {rival}, who is a {rival.trade} and holds the lease, {he} is exactly as civil as the law requires.
      {friend} sends {him} customers; {rival} sends {him} bills.
      The only person who may call {him} by a nickname is {friend}, and nobody else at {place} knows what it is.
      {known} comes up whenever {he} has had two drinks, never with the same story attached.
      {he} has done one service for {known} and been thanked for another, and has never corrected it.`),
    secret: lines(`
      The truth is that {he} {wrong}.
      {he} {wrong}, and {rival.full} holds the proof: {clue}, kept in a tea tin.
      Nobody has noticed that {he} {wrong}. {friend.full} came close, and was told that it was grief.
      {thing} stands on {his} shelf in plain sight, because {he} {wrong} and it is the only receipt.
      What everyone takes for piety is bookkeeping: {he} {wrong}, and pays a little back each month.`),
    hook: lines(`
      {he} needs a message carried to {elsewhere} {hour}, and will pay {reward}; {complication}.
      {he} will tell the party whatever they ask, for {price}.
      Three days from now {rival.full} is going to open the wrong box, and {he} would like some strangers to be standing near it.
      {he} asks for nothing but company on one errand, {hour}. {complication}.
      If the party can find {thing} before {rival.full} does, {he} will part with {reward}.
      Somebody has left {clue} on {his} doorstep two mornings running, and {he} cannot be seen asking who.`),
    things: lines(`
      In {his} pockets: {loot}, {loot} and a heel of bread.
      {he} carries {loot}, and has stopped looking for the owner.
      The one thing {he} would go back into a fire for is {thing}.
      Under the floor by the stove lie {loot} and enough coin to leave on.`),
    rumour: lines(`
      They say {he} has been buried once already, at {elsewhere}, with a good turnout.
      Word is that {he} can read a seal without breaking it, and that {known} once paid to find out whether it was true.
      Children dare each other to touch {his} door {hour}.
      It is told in two taverns that {he} {wrong}. In the third they say it was {rival.full}.`),
    stakes: lines(`
      Left alone, {he} will be found out by spring: {danger}.
      Should {he} be arrested, four households lose their only honest lender and {rival.full} gains a street.
      Win {him} over and half of {place} will nod to the party; cross {him}, and the other half will.`),
  },
}
