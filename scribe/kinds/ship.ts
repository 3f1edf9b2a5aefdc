import { type Kind, lines } from './kind.ts'

export const ship: Kind = {
  called: /\b(?:ship|boat|vessel|barge|galley|sloop|brig|airship|caravel|frigate|ferry|wagon|vehicle)s?\b/i,
  names: [
    'The {adjective.title} {sign}',
    'The {given} {family}',
    "The {sign}'s {item}",
    'The {adjective.title} {item}',
  ],
  order: [
    'opening',
    'look',
    'people',
    'things',
    'manner',
    'past',
    'power',
    'trouble',
    'secret',
    'hook',
    'rumour',
    'stakes',
  ],
  frames: {
    opening: lines(`
      {self} is ninety feet of tarred oak with a list to port that every captain has sworn to cure.
      Harbour masters write {self} down as a grain ship, without looking up.
      {self} has changed her name twice, her flag four times and her cook never.
      No insurer will touch {self}, and no crew has ever asked to leave her.
      {self} lies at {place} with her topmasts down, paying rent by the day in fish.
      She was built as a ferry, and {self} still turns for the nearest shore when nobody holds the wheel.`),
    look: lines(`
      Her figurehead is a {trade} with a lamp, carved from life by somebody with a grievance.
      The sails are patched with anything at all: altar cloth, flour sack, half of somebody's wedding.
      Below the waterline she is coppered like a warship, and nobody mentions what that cost.
      Below decks it smells of {smell}, and sounds of {sound}.
      There is a door in the captain's cabin that can only be reached by having been small once.`),
    people: lines(`
      {head} commands her, once a {head.trade}, who {habit}.
      The mate, {friend}, has {look} and has sailed the ship home twice without a captain.
      Her surgeon is {other}, really a {other.trade}, and better at it than most who are not.
      {rival} came aboard as a passenger, is a {rival.trade}, and has not been seen to eat.
      She carries eighteen hands, {beast}, and one more place laid at table than anyone will explain.
      {known} took passage in her once, and left a trunk.`),
    things: lines(`
      On this run she carries salt, seed corn, and a crate marked as {loot}.
      In the hold, under legal barley: {ware}.
      The last port paid in kind: {ware}.
      Lashed to the mainmast, and logged as ballast, is {thing}.`),
    manner: lines(`
      Watches are changed to a handbell, and no one aboard says the number nine.
      She handles like a cow until the wind is foul, and then like something else.
      Pay is by shares, punishment by silence. It is three days before anyone breaks.
      Every new hand must name somebody who would want to be told.`),
    past: lines(`
      She was laid down the year after {since}, for a company that was never heard of again.
      For two seasons she was a prison hulk at {place}, and the tallies are still on the ribs.
      {head} won her from {rival} in a lawsuit that both of them lost.
      She has been reported sunk three times, once by her own crew.`),
    power: lines(`
      Six guns, of which four are real, and a long nine in the bow that was meant for whales.
      She can lie in two feet of water, and has been known to do it in an orchard.
      What she has in place of speed is {friend.full}, who knows every shoal between {place} and {elsewhere} by its smell.
      In fog she rings no bell. Other ships move out of her way regardless.`),
    trouble: lines(`
      Since the last landfall {omen}, and always on the middle watch.
      The crew is two to one for turning back, and {head.full} has thrown the one compass overboard.
      There is water in the well each morning, and it is fresh.`),
    secret: lines(`
      {head} {wrong}, and cannot land at {place} under any name.
      The extra place is laid for {other.full}, who drowned before {since} and has not been told.
      There are two keels. What lies between them is {thing}, and it was aboard before the oak was.
      The ship's papers are perfect, because {friend.full} writes them fresh for every port.`),
    hook: lines(`
      {head} will take the party anywhere for {price}, as long as they do not ask what is under the tarpaulin.
      At {place} she takes on a pilot whom nobody sent for; {complication}.
      They are hired as guards for one crossing: {reward}, payable to whoever is left.
      {clue} is found in the captain's cabin, and the captain is not.`),
    rumour: lines(`
      Along the quays they say that {self} was seen at {elsewhere} on a night when she lay at {place}.
      Old hands will not whistle near her, and pay to have their letters sent by another ship.`),
    stakes: lines(`
      If she does not make {place} by the last night of the month, her cargo will hatch.
      Lose her, and {head.full} has nowhere left in the world to stand.`),
  },
}
