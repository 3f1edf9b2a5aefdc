import { type Kind, lines } from './kind.ts'

export const settlement: Kind = {
  called:
    /\b(?:settlement|town|village|city|hamlet|port|harbou?r|district|quarter|ward|colony|outpost|kingdom|realm|region|country)s?\b/i,
  names: ['{town}', '{town}', '{adjective.title} {town}', '{town}-under-{sign}'],
  order: [
    'opening',
    'look',
    'people',
    'things',
    'place',
    'rite',
    'past',
    'trouble',
    'secret',
    'hook',
    'rumour',
    'ties',
    'stakes',
  ],
  frames: {
    opening: lines(`
      {self} has nine hundred people, two wells and one opinion.
      The road goes through {self} because {self} was there first, and the toll says so.
      Everyone in {self} is from somewhere else, and has been for three hundred years.
      {self} lives by salt in summer and by lawsuits in winter.
      Travellers reach {self} {hour} and are usually surprised that it is still there.
      {self} stands on piles, on patience, and on the ruins of two earlier places of the same name.
      You can see {self} for half a day before you arrive, and afterwards wonder how it was ever hidden.`),
    look: lines(`
      The houses are tarred black to the sills and limewashed above, so that in fog the street seems to float.
      From the hill it is all chimneys; from the water, all washing.
      There are no straight streets. There was one, and it was voted down.
      The air is all {smell}, and after a week you miss it elsewhere.
      Every door has a second, smaller door cut into it, at about the height of a goose.
      By night there is one lamp to a street and {sound} between them.`),
    people: lines(`
      {head} is in charge, in so far as anyone is: a {head.trade} who {habit}.
      The law here is {rival}, a {rival.trade} with {look} and a drawer full of pardons, all unsigned.
      If something needs mending, people go to {friend}, {friend.trade}; if it needs forgetting, to {other}.
      The two oldest families share a pew, a well and nothing else.
      A newcomer's first friend is generally {other.intro} whose friendship costs a drink a day.
      {known} is well thought of here, on the strength of a single afternoon.`),
    things: lines(`
      Its market is on the fourth day and sells, besides the usual, {ware}.
      What the place makes is rope; what it exports is younger sons.
      An honest meal means {dish}; a dishonest one is served in the back.
      Strangers can hire a boat, a mule or a witness, each at a price set by the council.`),
    place: lines(`
      The one stone building is the old granary, and it faces away from the town.
      Down by the {site} the houses stand empty two deep, and the rents are still paid.
      The well in the square is dry. People queue at it all the same, {hour}, for the talk.
      Beyond the last house lies the common, where nothing is built and nobody remembers why.
      The burial ground is the best land for miles, and has a view.`),
    rite: lines(`
      Once a year they carry {thing} around the walls, and nobody works until it is back.
      It is the custom to leave a boot on the step of a house with a secret in it. There are a good many boots.
      No door is locked on the night of the first frost, and whatever goes missing then was never owned.
      Strangers are asked three questions at the gate, of which only the second matters.
      Debts are settled on the bridge, in the middle, in the rain if possible.`),
    past: lines(`
      It was burned down before {since} and rebuilt in a year, exactly, down to the leaning chimney.
      The charter is older than the crown and was paid for with {thing}.
      After {since} it took in four hundred strangers for a winter; their grandchildren run the mill.
      On old maps it is twice the size. The other half is still on the tax roll.`),
    trouble: lines(`
      Trouble is new here, and badly hidden: {danger}.
      This year {omen}, and the council has forbidden people to mention it.
      {rival.full} has doubled the toll, and {friend.full} has stopped mending things.
      The harvest was good, the granary is full, and the bread has been short since midsummer.`),
    secret: lines(`
      The council knows, and has known since {since}, that {danger}.
      {head} {wrong}. The whole of {self} helped, and would again.
      Under the square lies the first town, with lamps in it.
      Nobody born in {self} has ever died here. The burial ground is full of visitors.`),
    hook: lines(`
      A vote is to be held on market day and it is tied; the party is, by an oversight, on the roll.
      {head} offers {reward} for an outsider who will spend one night at the {site} and report to nobody else.
      The gate is shut {hour} with the party inside, and {rival.full} would like to know which of them did it.
      Three households ask them, separately and in tears, to find the same missing {trade}.
      Somebody is murdered with the whole town present, and the whole town saw nothing.`),
    rumour: lines(`
      They say in the next valley that {self} keeps a second set of children.
      A pedlar tells anyone who will stand still that {omen} in {self}, and that they clap.
      It is said that {known} owns the well.`),
    ties: lines(`
      With its nearest neighbour it has a feud over a bridge that neither can afford to mend.
      The crown's man comes twice a year, is fed {dish}, and leaves with less than he came for.`),
    stakes: lines(`
      If nothing is done by the first frost, {self} will empty, one lamp at a time.
      Save it and the whole valley will know the party's names; shame it, and the same.`),
  },
}
