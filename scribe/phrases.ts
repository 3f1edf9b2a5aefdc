import { lines } from './kinds/kind.ts'

/** Frames for single lines of fields that request a fact rather than a sentence. */
export const phrases: readonly (readonly [pattern: RegExp, frames: readonly string[]])[] = [
  [/^(?:full )?name\b|\btitle$/i, ['{self.full}']],
  [
    /occupation|profession|\brole\b|\bclass\b|\btrade\b|\bjob\b/i,
    lines(`
      {self.trade} at {place}
      {self.trade}, and before {since} {trade}
      {self.trade} by day, {trade} by arrangement`),
  ],
  [
    /^age\b|how old/i,
    lines(`
      Forty-one, and tired of being told otherwise
      Somewhere past sixty; the parish book burned
      Twenty-six, going by the teeth
      Thirty-eight in two months
      Fifty-three, thirty of them spent at {place}
      Nineteen, with the manners of a much older liar`),
  ],
  [
    /\brace\b|ancestry|species|heritage/i,
    lines(`
      Human, of river people on one side and nobody knows on the other
      Half-elven, raised among coopers
      Dwarf of the lower galleries, three generations above ground
      Halfling, from the orchard side of the valley
      Human, hill-born
      Gnome, with papers that say otherwise`),
  ],
  [
    /motto|quote|saying|catch ?phrase|creed/i,
    lines(`
      "Count it twice, then count who is watching."
      "Nothing owed, nothing forgotten."
      "Leave the door as you found it."
      "First the rope, then the reason."
      "What floats was never the worst of it."
      "We were here for the last flood as well."
      "Ask me on a market day."
      "A shut mouth catches no hooks."`),
  ],
  [
    /alignment/i,
    lines(`
      Lawful by habit, kind by accident
      Neutral, with one exception
      Chaotic, though punctual
      Good, when it can be done without a fuss
      Whatever the rent requires`),
  ],
  [
    /symbol|emblem|sigil|banner|heraldry/i,
    lines(`
      An open hand with a thread across the palm
      A heron, standing on one leg on a shut book
      Three keys on a ring that has no opening
      A lamp under a stair
      A broken oar on a field of grey`),
  ],
  [
    /population|\bsize\b|number of|members$/i,
    lines(`
      About nine hundred, not counting the boats
      Sixty, of whom four know that there are sixty
      Two thousand in summer, and whoever stays
      Four hundred and eleven by the last honest count`),
  ],
  [
    /location|^where|found at|base\b|headquarters|\blair\b/i,
    lines(`{place}\nBelow {place}, by way of {elsewhere}\nBehind {place}, third door`),
  ],
  [/leader|owner|ruler|keeper|captain|head of|commander/i, lines(`{head}, once a {head.trade}\n{head}, who {habit}`)],
  [/reward|payment|\bpay\b/i, lines(`{reward}\n{reward}, or {reward}`)],
  [/price|cost|value|worth/i, lines(`{price}\nEleven silver, or {price}`)],
  [
    /tagline|summary|concept|one[- ]line|in short/i,
    lines(`Nobody here has forgotten {since}, and {danger}\nAll of it stands or falls with {head}, who {wrong}`),
  ],
]

/** Words for a line with room for only a few words. */
export const terse = `salt iron rain ash tallow bone amber frost rope lead brine smoke wax slate thorn copper`.split(
  ' ',
)
