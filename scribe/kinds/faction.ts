import { type Kind, lines } from './kind.ts'

export const faction: Kind = {
  called:
    /\b(?:faction|guild|order|cult|gang|organi[sz]ation|house|clan|company|syndicate|society|cabal|conspiracy|army|tribe|council)s?\b/i,
  names: ['The {adjective} {band}', 'The {band} of the {sign}', 'The {band} of {family}', 'The {adjective} {band}'],
  order: [
    'opening',
    'want',
    'people',
    'rite',
    'power',
    'past',
    'ties',
    'trouble',
    'secret',
    'hook',
    'rumour',
    'stakes',
  ],
  frames: {
    opening: lines(`
      {self} meets at {place}, in a room that is let to a burial club.
      On paper {self} is a charity for the widows of rope-makers; on paper it has one member.
      Nobody joins {self}. One is noticed, then helped, and some years later asked for a small thing.
      {self} began as a way of paying for funerals and never lost the habit of turning up at them.
      There are perhaps sixty people in {self}, and about four who know that there are sixty.
      Where the law of {place} stops, {self} keeps the accounts.
      Ask three people what {self} does and you will hear about soup, smuggling and music, all of it true.`),
    look: lines(`
      Members know each other by a stitch of grey thread inside the left cuff.
      They wear no livery, but all of their boots come from one maker and squeak alike.
      Their mark, a hand with the thumb folded in, is scratched low on doorposts where only children look.`),
    want: lines(`
      Their stated aim is to keep the bridges open to everyone. The unstated one is to {want}, and {head} set it.
      They want {thing}, and have wanted it since {since}; all the rest is fund-raising.
      Within two years they mean to hold every lease between {place} and the water.
      What they want is simple: a magistrate of their own, and {rival.full} in the dock before him.
      {head} wants to {want}. The rank and file want to be paid, and so far the two have not collided.`),
    people: lines(`
      {head} leads it, a {head.trade} who {habit}.
      The purse is kept by {friend}, once a {friend.trade}, who forgives nothing above four silver.
      {other}, a {other.trade} with {look}, does the talking, and has never been told what the talk is for.
      New members are brought in by {friend}, who looks for two things: an old debt and steady hands.
      {rival} was expelled for {crime}, kept the robe, and still answers letters in their name.
      Among their quieter friends they count {known}, who would be surprised to hear it.`),
    rite: lines(`
      An oath is sworn over salt, in the dark, to a person whose voice one is told to forget.
      Meetings open with the reading of the dead, each by trade rather than by name.
      No member may lend to another, or bury another, or leave another's letter unanswered.
      Each new year they pay one stranger's debt in full, chosen by lot, and collect on it in the eighth.
      Disputes go to the oldest present, who may ask three questions and must then eat with both sides.
      A member who is caught says nothing, sings if necessary, and finds the rent paid on coming home.`),
    power: lines(`
      They can have any door in the quarter opened {hour}, except one.
      Their strength is patience: they own forty small debts of large people, and have called in three.
      Through {friend} they read the harbour post a day before it is delivered.
      In a fight they are poor, in a lawsuit they are murderous.
      They have nine armed hands, a printing press, and the goodwill of every laundress in the district.`),
    past: lines(`
      It was founded the week after {since}, by seven people who {bond}.
      Twice it has been dissolved by decree; both decrees were drafted by members.
      The founders' names are not written anywhere. {thing}, which they left, is brought out once in a generation.
      In the old quarrel over {place} they backed the losing side so politely that the winners never noticed.`),
    ties: lines(`
      With {known} there is an understanding, put down in writing by neither side.
      The watch tolerates them, having been fed by them through one very bad winter.
      Their rivals are led by {rival.intro} and the two sides share a cook.
      They sell to the temple, buy from the army, and lend to both.`),
    trouble: lines(`
      Somebody within has started to keep a second set of minutes, and {clue} was left where they lie.
      {friend} wants to stop, {head.full} cannot, and the vote is on the last night of the month.
      Since {danger}, half of the members have asked for their oaths back.`),
    secret: lines(`
      {head} {wrong}, and the founding charter, read closely, requires {head.him} to be drowned for it.
      The treasury has been empty since {since}; what {friend.full} counts each month is lead.
      There is a second circle inside the first, of three people, and it works for {rival.full}.
      {thing} in their strongroom is a copy. The true one was sold to pay for the strongroom.`),
    hook: lines(`
      They hire the party, through a {trade} who {habit}, to fetch {thing} from {elsewhere}; {complication}.
      A member wants out and offers {reward} to be seen safely past the last toll.
      The party's landlord, priest or fence turns out to be theirs, and is very sorry about it.
      {head} asks for one small thing: to stand at {place} {hour} and be seen.
      Their annual lot has fallen on a member of the party, whose every debt was paid this morning.`),
    rumour: lines(`
      They say that nobody from {self} has ever died in debt, which can be read two ways.
      It is whispered that {known} wears the grey thread.
      Every {trade} in town pays them a copper a week and will tell you it is for the lamps.`),
    stakes: lines(`
      If they win, the district will be well lit, well fed and entirely owned.
      If they fall, forty debts go on the open market, and with them several judges.`),
  },
}
