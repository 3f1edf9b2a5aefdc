/** Groups of words on one theme: a text with one of them favours the others. */
const groups = [
  'sea salt tide harbour ship boat sail wave quay ferry dock drown net fish gull captain sailor storm rope lighthouse coast bell anchor eel',
  'grave bone corpse dead death ghost undead crypt tomb coffin haunt spectre necromancer burial funeral widow candle horror grim dread blood',
  'forest wood tree root moss oak thorn bramble deer wolf owl leaf hunter druid fey fairy wild stag',
  'snow ice frost winter cold fur glacier north sledge blizzard hearth',
  'desert sand dune sun oasis caravan camel thirst well dust glass scorpion',
  'mountain mine stone dwarf pick ore tunnel quarry peak goat iron forge hammer anvil',
  'temple god goddess priest saint prayer altar holy shrine faith monk nun hymn relic incense pilgrim deity',
  'thief crime smuggle gang theft steal guild lock knife forger debt bribe magistrate prison heist gambling cards',
  'war soldier army siege sword shield banner battle knight general mercenary veteran castle fort',
  'magic wizard spell witch curse rune arcane sorcerer familiar potion alchemist ritual scroll tower star mirror',
  'court king queen duke noble crown heir throne marriage masque intrigue ambassador title seal palace',
  'market merchant trade coin shop ledger tax spice silk scale caravan price debt bank',
  'funny comic absurd silly light cosy cozy goose pie pig hat drunk wig cheese laugh song',
  'swamp marsh bog mud frog leech reed fog heron toad mist peat',
  'dragon hoard scale fire wyrm wing ash burn smoke',
  'clock gear engine machine brass key locksmith wheel automaton invention',
  'inn tavern ale beer wine cellar cook kitchen bar drink barrel pub stew',
  'village farm miller harvest sheep cow barley mill barn orchard honey bee',
]

/** A simple stemmer, sufficient to match harbours, harboured and harbour. */
export const stem = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(?:['’]s|s['’])$/u, '')
    .replace(/(?:ing|ed|es|s|ly)$/u, '')

const byStem = new Map<string, Set<string>>()
for (const group of groups) {
  const stems = group.split(' ').map(stem)
  for (const each of stems) byStem.set(each, new Set([...(byStem.get(each) ?? []), ...stems]))
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []

/** Returns the stems of the request's words, and of the campaign's six most frequent theme words, with all words of their groups. */
export const themeOf = (request: string, world: string): ReadonlySet<string> => {
  const near = wordsIn(request).map(stem)
  const counts = new Map<string, number>()
  for (const word of wordsIn(world).map(stem)) if (byStem.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const far = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(([word]) => word)
  const theme = new Set<string>([...near, ...far])
  for (const word of [...near, ...far]) for (const kin of byStem.get(word) ?? []) theme.add(kin)
  return theme
}
