import type { Aspect } from './kinds/kind.ts'

/** Maps the words of a field's name or, failing that, of its prompt, to an aspect. */
const aspectPatterns: readonly (readonly [RegExp, Aspect])[] = [
  [/secret|hidden|twist|reveal|truth|dms? only|betray/i, 'secret'],
  [/hook|lead|opportunit|use in play|plot|next (?:time|session)|call to/i, 'hook'],
  [/rumou?r|gossip|whisper|heard|tales?\b/i, 'rumour'],
  [/weakness|consequence|stakes|outcome|drawback|\bcost|failure|curse|side effect|vulnerab/i, 'stakes'],
  [/appear|look|descri|feature|\bface|dress|exterior|physical|outward|sight/i, 'look'],
  [/person|manner|temper|behav|voice|quirk|habit|trait|flaw|custom of the house/i, 'manner'],
  [/histor|back ?story|past\b|origin|found(?:ed|ing)|began|legend|myth/i, 'past'],
  [/goal|want|motiv|ambition|\baim|desire|agenda|objective|purpose|ideal/i, 'want'],
  [/relation|\bties|contact|friend|enem|rival|connection|famil|alli(?:es|ance)|bonds?\b/i, 'ties'],
  [
    /inventor|equip|possess|carr(?:y|ies)|treasure|loot|wares?\b|menu|stock|cargo|goods|trade|food|drink|clue|found|econom/i,
    'things',
  ],
  [/people|patron|member|crew|inhabit|npc|notable|leader|owner|keeper|staff|who\b|priest|clergy|cast\b/i, 'people'],
  [/worship|\brite|ritual|holy|faith|dogma|creed|symbol|custom|tradition|\blaws?\b|festival|service/i, 'rite'],
  [/power|abilit|magic|effect|domain|propert|combat|attack|skill|tactic|method|approach|means|resource/i, 'power'],
  [/problem|conflict|trouble|threat|tension|complication|danger|obstacle|challenge/i, 'trouble'],
  [/location|where|surround|layout|district|room|place|geograph|atmosphere|sensory|interior|setting|lair/i, 'place'],
  [/overview|introduction|opening|summary|concept|first impression|general/i, 'opening'],
]

export const aspectOf = ({ name, prompt }: { name: string; prompt: string }): Aspect | undefined =>
  aspectPatterns.find(([words]) => words.test(name))?.[1] ?? aspectPatterns.find(([words]) => words.test(prompt))?.[1]

const spoken =
  /\b(?:history|backstory|past|origins?|secrets?|appearance|personality|(?:plot )?hooks?|weakness(?:es)?|lair|layout|goals?|motives?|menu|wares|customs?|rituals?|powers?|abilities|staff|crew|inhabitants|trouble|treasure|relationships)\b/i

/** Returns the aspect that a request names by a noun, as in `its history`. */
export const aspectIn = (prompt: string): Aspect | undefined => {
  const noun = spoken.exec(prompt)?.[0]
  return noun === undefined ? undefined : aspectOf({ name: noun, prompt: '' })
}
