import { tell } from './index.ts'

/** Prints pieces of every kind, to be read aloud. */
const world = {
  names: ['Sister Anselm Vell', 'The Drowned Market', 'Orlo Pask', 'The Brass Heron', 'Candle Stair'],
  places: ['The Drowned Market', 'Candle Stair'],
  words: 'harbour tide bells salt sea drowned city bell harbour ferry',
  notes: [],
}
const nowhere = { names: [], places: [], words: '', notes: [] }
const requests: readonly (readonly [prompt: string, subject: string | null])[] = [
  ['A one-eyed ferry pilot who owes the harbour master a boat', 'Character'],
  ['A retired general with a secret garden', 'Character'],
  ['An innkeeper for the road north', 'Character'],
  ['Describe a tavern where smugglers meet', null],
  ['A tea house in Candle Stair run by two sisters', 'Tavern'],
  ['A thieves guild that buries its debtors for free', 'Faction'],
  ['A cult of the quiet bell', 'Faction'],
  ['A quest to recover a stolen bell', 'Quest'],
  ['A murder at a masked ball', 'Quest'],
  ['A cursed sword', 'Item'],
  ['A ring that remembers', 'Item'],
  ['A god of doors', 'Deity'],
  ['A monster in the marsh', 'Monster'],
  ['A dragon that collects clocks', 'Monster'],
  ['A fishing village with a secret', 'Settlement'],
  ['A mountain town under a curse', 'Settlement'],
  ['A smuggling ship', 'Ship'],
  ['An ancient library', 'Location'],
  ['A haunted mill', 'Location'],
  ['Six rumours heard in the harbour', null],
  ['A d8 table of rumours about the crypt', null],
  ['Recap. The party entered the crypt under the market. Brannoc broke the seal. They fled with the wrong bell.', null],
]
const seed = Number(process.argv[2] ?? 7)
for (const place of [world, nowhere]) {
  let marks: string[] = []
  for (const [prompt, subject] of requests) {
    const piece = tell({ prompt, subject, world: place, seed, marks })
    marks = [...marks, ...piece.marks]
    process.stdout.write(`## ${prompt}\n${piece.content}\n\n`)
  }
}
