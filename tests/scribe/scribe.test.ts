import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCast } from '../../scribe/cast.ts'
import { countWords, isBroken, takesAn, withArticles } from '../../scribe/grammar.ts'
import { type Field, type Order, tell, tellLike, writeFields } from '../../scribe/index.ts'
import { character } from '../../scribe/kinds/character.ts'
import { anything, kindIn, kinds, rumours } from '../../scribe/kinds/index.ts'
import { item } from '../../scribe/kinds/item.ts'
import { settlement } from '../../scribe/kinds/settlement.ts'
import { tavern } from '../../scribe/kinds/tavern.ts'
import { memoryOf } from '../../scribe/memory.ts'
import { seeded } from '../../scribe/random.ts'
import { runsOf } from '../walk.ts'

const world = {
  names: ['Sister Anselm Vell', 'The Drowned Market', 'Orlo Pask', 'Candle Stair'],
  places: ['The Drowned Market', 'Candle Stair'],
  words: 'harbour tide bells',
  notes: [],
}
const order = (change: Partial<Order> = {}): Order => ({
  prompt: 'A tavern by the harbour',
  subject: null,
  world,
  seed: 7,
  marks: [],
  ...change,
})
const subjects = [
  'Character',
  'Tavern',
  'Faction',
  'Quest',
  'Item',
  'Deity',
  'Monster',
  'Settlement',
  'Ship',
  'Location',
  'Rumours',
  'Session recap',
  'Weather',
]
const formats = ['SINGLE_LINE', 'SHORT_PARAGRAPH', 'PARAGRAPH', 'LONG_PARAGRAPH', 'BULLET_POINTS'] as const

const anOrder = fc.record({
  subject: fc.constantFrom(...subjects),
  seed: fc.nat(),
  prompt: fc.constantFrom(
    '',
    'something grim',
    'A one-eyed pilot who owes the harbour master a boat',
    'with the sea in it',
  ),
})
const limits = fc
  .tuple(fc.integer({ min: 1, max: 250 }), fc.integer({ min: 0, max: 150 }))
  .map(([min, more]) => ({ min, max: min + more }))

test('whatever is asked for, the number of words is kept', () => {
  fc.assert(
    fc.property(anOrder, limits, fc.constantFrom(...formats), (asked, words, format) => {
      const count = countWords(tell({ ...order(asked), words, format }).content)
      expect(count).toBeGreaterThanOrEqual(words.min)
      expect(count).toBeLessThanOrEqual(words.max)
    }),
    { numRuns: runsOf(40, 2000) },
  )
})

test('no slot stays open, no word comes twice in a row, and every article is right', () => {
  fc.assert(
    fc.property(anOrder, (asked) => {
      const { content } = tell(order(asked))
      for (const each of content.split('\n').filter(Boolean)) expect([each, isBroken(each)]).toEqual([each, false])
      expect(withArticles(content)).toBe(content)
    }),
    { numRuns: runsOf(40, 2000) },
  )
})

test.each([...kinds, anything].map((kind) => [kind.names[0], kind] as const))(
  'whatever can be told of %s can be told',
  (_, kind) => {
    for (const frame of Object.values(kind.frames).flat()) {
      const memory = memoryOf(seeded(7, frame), [], new Set())
      const subject = { name: 'Mira Vantry', ...(kind.isPerson && { person: { woman: true } }) }
      const text = makeCast(seeded(7, frame), memory, world, subject).compose(frame)
      expect(text, frame).toBeDefined()
    }
  },
)

test('the same order gives the same text, another seed another', () => {
  expect(tell(order())).toEqual(tell(order()))
  expect(tell(order({ seed: 8 })).content).not.toBe(tell(order()).content)
})

test('in a campaign of two hundred pieces no sentence comes twice', () => {
  const seen = new Set<string>()
  const marks: string[] = []
  for (let n = 0; n < 200; n++) {
    const piece = tell(order({ seed: n, subject: subjects[n % subjects.length] ?? null, prompt: '', marks }))
    marks.push(...piece.marks)
    for (const each of piece.content.split(/(?<=[.!?])\s+/)) {
      const whole = each.replace(/^(?:-|\d+\.)\s*/, '')
      if (countWords(whole) < 5) continue
      expect(seen.has(whole), whole).toBe(false)
      seen.add(whole)
    }
  }
})

test('it speaks of nothing of the campaign but what it is handed', () => {
  const known = ['Anselm Vell', 'Drowned Market', 'Candle Stair']
  for (let seed = 0; seed < 60; seed++) {
    const { content } = tell(order({ seed, world: { names: [], places: [], words: '', notes: [] } }))
    for (const name of known) expect(content).not.toContain(name)
  }
  const told = Array.from({ length: 20 }, (_, seed) => tell(order({ seed })).content).join(' ')
  expect(told).toContain('Drowned Market')
})

describe('a question', () => {
  const notes = [
    {
      title: 'The Brass Heron',
      text: '## House\nA tavern on the quay. Orlo Pask bought it in the winter of the ice from the **widow Lune**.\n- The cellar floods.',
      tags: ['tavern', 'Candle Stair'],
    },
    { title: 'The Eel Pot', text: 'Cheaper, and louder.', tags: ['tavern'] },
    { title: 'Orlo Pask', text: 'He owes money to Sister Anselm Vell.', tags: ['character'] },
  ]
  const ask = (prompt: string) => tell(order({ prompt, world: { ...world, notes } })).content

  test.each([
    [
      'Who bought the Brass Heron?',
      'The Brass Heron: Orlo Pask bought it in the winter of the ice from the widow Lune.',
    ],
    ['When did Orlo Pask buy the Brass Heron?', 'in the winter of the ice'],
    ['What do we know about Orlo Pask?', 'Orlo Pask: He owes money to Sister Anselm Vell.'],
    ['Whom does Orlo owe money?', 'He owes money to Sister Anselm Vell.'],
    ['Which taverns are there?', 'Tagged “tavern”: The Brass Heron, The Eel Pot.'],
  ])('is answered in the words of the campaign: %s', (question, said) => {
    expect(ask(question)).toContain(said)
  })

  test('that the campaign does not answer is told so, and nothing is made up', () => {
    expect(ask('Who murdered the queen?')).toMatch(/^Nothing that you can see in this campaign speaks of that\./)
    expect(ask('Why is Candle Stair closed?')).toMatch(/^There is Candle Stair in this campaign, but nothing/)
  })

  test.each(['What should happen next?', 'Can you describe a tavern?', 'A tavern where nobody asks who you are'])(
    'that asks for something new is a request: %s',
    (prompt) => expect(ask(prompt)).not.toMatch(/campaign/),
  )
})

describe('guidance', () => {
  test('what somebody is to be stands in the text in the words of whoever asked', () => {
    const { content } = tell(
      order({ prompt: 'A one-eyed pilot called Mira Vantry who owes the duke a boat', subject: 'Character' }),
    )
    expect(content).toMatch(/Mira Vantry.*a one-eyed pilot who owes the duke a boat/)
  })
  test('what happened is told again, not invented anew', () => {
    const { content } = tell(
      order({ prompt: 'Recap of last session. The party opened the crypt. Brannoc fell in the well.', subject: null }),
    )
    expect(content).toMatch(/Last time, the party opened the crypt\. Brannoc fell in the well\./)
  })
  test('a number of words in the prompt counts', () => {
    const words = countWords(tell(order({ prompt: 'Describe a tavern in 60 to 80 words' })).content)
    expect(words).toBeGreaterThanOrEqual(60)
    expect(words).toBeLessThanOrEqual(80)
  })
  test('a table of eight has eight entries', () => {
    const { content } = tell(order({ prompt: 'A d8 table of rumours' }))
    expect(content.split('\n')).toHaveLength(8)
    expect(content).toMatch(/^1\. .*\n2\. /)
  })
})

describe('a sheet', () => {
  const field = (key: string, change: Partial<Field> = {}): Field => ({
    key,
    name: key,
    prompt: `The ${key}`,
    format: 'PARAGRAPH',
    words: { min: 40, max: 80 },
    dependsOn: [],
    ...change,
  })
  const fields = [
    field('secret', { dependsOn: ['name'] }),
    field('name', { format: 'SINGLE_LINE', words: { min: 1, max: 6 } }),
    field('appearance', { dependsOn: ['name'] }),
  ]

  test('each text after what it depends on, all of them of the same person', () => {
    const heard: string[] = []
    const { content } = writeFields({ ...order({ subject: 'Character', prompt: '' }), fields }, (key) =>
      heard.push(key),
    )
    expect(heard).toEqual(['name', 'secret', 'appearance'])
    const pronouns = `${content.secret} ${content.appearance}`
    expect(/\b(?:she|her)\b/i.test(pronouns) && /\bhe\b/i.test(content.appearance ?? '')).toBe(false)
  })
  test('each within its words', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...subjects), (seed, subject) => {
        const { content } = writeFields({ ...order({ subject, seed }), fields })
        for (const { key, words } of fields) {
          const count = countWords(content[key] ?? '')
          expect(count).toBeGreaterThanOrEqual(words.min)
          expect(count).toBeLessThanOrEqual(words.max)
        }
      }),
      { numRuns: 40 },
    )
  })
})

test('data has the keys and types of its example', () => {
  const example = { name: '', level: 3, isDead: false, loot: [{ what: '', worth: 1 }], none: null }
  const { content } = tellLike({ ...order(), example })
  expect(content).toMatchObject({
    name: expect.any(String),
    level: expect.any(Number),
    isDead: expect.any(Boolean),
    none: null,
  })
  const { loot } = content as { loot: { what: string; worth: number }[] }
  expect(loot.length).toBeGreaterThan(1)
  for (const each of loot) expect(each).toEqual({ what: expect.any(String), worth: expect.any(Number) })
})

test.each([
  ['hour', true],
  ['honest', true],
  ['uniform', false],
  ['unlit', true],
  ['one-eyed', false],
  ['eel', true],
  ['house', false],
])('%s takes an: %s', (word, an) => {
  expect(takesAn(word)).toBe(an)
})

describe('what is asked for', () => {
  test.each([
    ['Harbour clerk', character],
    ['The captain of a ship', character],
    ["The king's sword", item],
    ['A tavern where smugglers meet', tavern],
    ['A table of rumours about the crypt', rumours],
    ['Write about the city', settlement],
  ])('is said by the last word of what is named: %s', (prompt, kind) => {
    expect(kindIn(prompt)).toBe(kind)
  })
})

describe('paragraphs', () => {
  test.each([
    ['A tavern by the harbour in three paragraphs', 3],
    ['Write two paragraphs about the old lighthouse', 2],
    ['Describe the crypt in 5 paragraphs of 400 to 500 words', 5],
    ['One paragraph about the harbour master', 1],
  ])('are as many as were asked for: %s', (prompt, count) => {
    for (let seed = 0; seed < 20; seed++)
      expect(tell(order({ prompt, seed })).content.split('\n\n'), `seed ${seed}`).toHaveLength(count)
  })
})

describe('one entry', () => {
  const field = (key: string, prompt: string, change: Partial<Field> = {}): Field => ({
    key,
    name: key,
    prompt,
    format: 'PARAGRAPH',
    words: { min: 60, max: 120 },
    dependsOn: [],
    ...change,
  })
  const occupation = field('Occupation', 'What they do', { format: 'SINGLE_LINE', words: { min: 1, max: 16 } })
  const sexes = (text: string) => [/\b(?:she|her|hers)\b/i.test(text), /\b(?:he|him|his)\b/i.test(text)]

  test('has one person of one trade at one place, however many calls it is written in', () => {
    for (let seed = 0; seed < 30; seed++) {
      const parts = [0, 1, 2].map((round) =>
        writeFields({
          ...order({
            subject: 'Character',
            prompt: '',
            about: 'Mira Vantry',
            seed: seed + round * 1000,
            castSeed: seed,
          }),
          fields: [occupation],
        }),
      )
      const said = parts.map(({ content }) => content.Occupation ?? '')
      const trades = said.map((text) => text.split(/ at |, and | by day/)[0])
      expect(new Set(trades).size, said.join(' / ')).toBe(1)
    }
  })
  test('is of the sex that its page gives it, and its place is the one that its page names', () => {
    const notes = [
      { title: 'Mira Vantry', text: 'Mira is a harbour clerk at Candle Stair. She counts twice.', tags: [] },
    ]
    for (let seed = 0; seed < 20; seed++) {
      const asked = order({
        subject: 'Character',
        prompt: 'Her history',
        about: 'Mira Vantry',
        seed,
        world: { ...world, notes },
      })
      const line = writeFields({ ...asked, prompt: '', fields: [occupation] }).content.Occupation ?? ''
      expect(line).toMatch(/^Clerk/)
      if (line.includes(' at ')) expect(line).toContain('Candle Stair')
    }
  })

  test('says what the wizard was told, and is told from it', () => {
    const facts = [
      { name: 'Name', value: 'Osric Fell' },
      { name: 'Gender', value: 'a woman' },
      { name: 'Occupation', value: 'bellfounder' },
      { name: 'Home', value: 'Low Saltmarch' },
      { name: 'coin', value: 'silver' },
    ]
    for (let seed = 0; seed < 20; seed++) {
      const name = field('name', 'Its name', { format: 'SINGLE_LINE', words: { min: 1, max: 6 } })
      const fields = [name, occupation, field('Debt', 'Why nothing is paid in silver.')]
      const { content } = writeFields({ ...order({ subject: 'Character', prompt: '', seed, facts }), fields })
      expect(content.name).toBe('Osric Fell')
      expect(content.Occupation).toMatch(/^Bellfounder/)
      if (content.Occupation?.includes(' at ')) expect(content.Occupation).toContain('Low Saltmarch')
      expect(content.Debt).toContain('The coin is silver.')
      // Others are in it, so she is not the only one.
      expect(sexes(content.Debt ?? '')[0] || !sexes(content.Debt ?? '')[1]).toBe(true)
    }
  })
})
