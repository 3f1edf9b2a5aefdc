import { type Kind, lines } from './kind.ts'

/** A summary of the last session. */
export const recap: Kind = {
  called: /\b(?:recap|session|last time|previously|summary of|what happened|journal|diary|chronicle)\b/i,
  names: ['Last time'],
  order: ['opening', 'place', 'people', 'trouble', 'things', 'ties', 'secret', 'stakes', 'hook'],
  frames: {
    opening: lines(`
      When we left you, it was raining at {place} and nobody had paid for the drinks.
      Last time began with a plan, and the plan lasted as far as {place}.
      You will remember {place}, and the smell of {smell}, and who said that it would be easy.
      It ended, as these evenings do, {hour}, with one lantern between you.`),
    place: lines(`
      At {place} you heard {sound}, which stopped when you did.
      You came in through {elsewhere}, which means that somebody there has seen your faces.
      The door at {place} was open when you left it. Remember that.`),
    people: lines(`
      You made a friend of {friend.intro} who {habit}, and who now believes that you will come back.
      You made an enemy of {rival.intro} largely by accident.
      {other} saw all of it, a {other.trade} with {look}, and has not yet decided what it is worth.
      {known} was spoken of twice, both times by people who did not know that you were listening.`),
    trouble: lines(`
      What you have not dealt with is this: {danger}.
      What made it hard, and still does, is that {complication}.
      On the way home {omen}, and nobody cared to remark on it.`),
    things: lines(`
      You came away with {loot}, {loot}, and one bruise each.
      In somebody's pack is {thing}. It was agreed that somebody else was carrying it.
      You found {clue}, and have three theories and no agreement.`),
    ties: lines(`
      A promise was made to {friend}, in front of {rival}, and it falls due before the next market day.
      You owe {other} {price}, and you said yes rather quickly.
      {known} is expecting to hear from you, and will take silence for an answer.`),
    secret: lines(`
      What you do not know yet is who paid for the boat.
      Nobody asked {friend} how {friend.he} came to know the way.
      One of the doors that you passed was warm.`),
    stakes: lines(`
      By now {rival} has had a night and a day, and knows where you sleep.
      If nothing is done, {danger}, and it will be remembered that you were there.`),
    hook: lines(`
      So: it is morning; outside, {sound}; and {friend} is at the foot of the stairs with news. What do you do?
      We begin with a knock. It is not the knock that you agreed on.
      Tonight starts {hour}, at {elsewhere}, with {rival} already in the room.
      There are three roads from here, and on one of them somebody is waiting with {reward}.`),
  },
}
