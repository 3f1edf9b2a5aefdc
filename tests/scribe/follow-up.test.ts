import { describe, expect, test } from 'vitest'
import {
  asksBack,
  chosenBy,
  completed,
  converse,
  countInstead,
  isFollowUp,
  isSwitch,
  type Knowledge,
  type Referent,
  referenceOf,
} from '../../scribe/index.ts'

const pell: Referent = { id: 'pell', name: 'Pell', isPerson: true, description: 'He sleeps in the loft.' }
const ansgar: Referent = { id: 'ansgar', name: 'Brother Ansgar', isPerson: true, description: 'He grows leeks.' }
const maud: Referent = { id: 'maud', name: 'Maud Sparrow', isPerson: true, description: 'She poles a punt.' }
const widow: Referent = { id: 'widow', name: 'The Widow', isPerson: false, description: 'She hangs over Fish Cross.' }
const inn: Referent = { id: 'inn', name: 'The Ebb and Anchor', isPerson: false, description: 'Rooms a silver.' }

describe('a follow-up', () => {
  test.each([
    'And where does he sleep?',
    'What did she say?',
    'Who told you that?',
    'Why?',
    'Tell me more',
    'What else?',
    'And the reward?',
    'How much is a room there?',
  ])('leaves to the questions before what it is about: %s', (question) => expect(isFollowUp(question)).toBe(true))

  test.each([
    'Where is the airship of Tel Vanar moored?',
    'How many taverns are there?',
    'Who knows that the bell is cracked?',
    'And who is the king of Norwold?',
    'When was the bell cast?',
    'What else was found in the tower?',
  ])('is none that names its own matter: %s', (question) => expect(isFollowUp(question)).toBe(false))
})

describe('what a pronoun refers to', () => {
  const namesOf = (question: string, named: readonly Referent[], answered: readonly Referent[] = []) => {
    const { entries = [], isEach = false } = referenceOf(question, { named, answered }) ?? {}
    return { names: entries.map(({ name }) => name), isEach }
  }
  test.each<[string, Referent[], Referent[], string[], boolean]>([
    ['Where does he sleep?', [pell], [ansgar], ['Pell'], false],
    ['Where does he sleep?', [widow], [pell, widow], ['Pell'], false],
    ['Where does she hang?', [widow], [pell], ['The Widow'], false],
    ['What does she take?', [pell, maud], [], ['Maud Sparrow'], false],
    ['Where does he live?', [pell, ansgar], [], ['Pell', 'Brother Ansgar'], false],
    ['Where do they live?', [pell, maud], [], ['Pell', 'Maud Sparrow'], true],
    ['How heavy is it?', [pell, widow], [], ['The Widow'], false],
    ['How much is a room there?', [inn], [pell], ['The Ebb and Anchor'], false],
    ['What does he grow?', [], [widow, ansgar], ['Brother Ansgar'], false],
    ['What did he say?', [], [pell, ansgar], ['Pell', 'Brother Ansgar'], false],
  ])('%s', (question, named, answered, names, isEach) =>
    expect(namesOf(question, named, answered)).toEqual({ names, isEach }),
  )
  test('is left to an earlier turn where the last one had nobody of that sex', () =>
    expect(referenceOf('What does she want?', { named: [pell], answered: [ansgar] })).toBeUndefined())
})

describe('a question in full', () => {
  test('repeats the one before about somebody else', () => {
    expect(isSwitch('And Pell?', ['Pell'])).toBe(true)
    expect(isSwitch('What about Pell?', ['Pell'])).toBe(true)
    expect(isSwitch('And who is Pell?', ['Pell'])).toBe(false)
    const before = { question: 'Where does Brother Ansgar live?', names: ['Brother Ansgar'] }
    expect(completed('And Pell?', before)).toBe('Where does live? And Pell?')
  })
  test('has the words of the one before, where it is a question word alone', () =>
    expect(completed('Why?', { question: 'Who sold the cellars?', names: [] })).toBe('Why? Who sold the cellars?'))
  test('counts something else', () => {
    expect(countInstead('And taverns?', 'How many bells are there?')).toBe('How many taverns are there?')
    expect(countInstead('And who rings them?', 'How many bells are there?')).toBeUndefined()
    expect(countInstead('And taverns?', 'Who rings the bells?')).toBeUndefined()
  })
})

describe('a reply', () => {
  test.each([
    ['Pell', ['Pell']],
    ['I mean Ansgar.', ['Brother Ansgar']],
    ['the second one', ['Brother Ansgar']],
    ['Both', ['Pell', 'Brother Ansgar']],
    ['Where does Pell live?', []],
    ['Who is Maud?', []],
  ])('chooses among those that were asked about: %s', (reply, names) =>
    expect(chosenBy(reply, [pell, ansgar]).map(({ name }) => name)).toEqual(names),
  )
})

describe('of several candidates', () => {
  const passage = ({ id, name, description }: Referent, text = description) => ({
    kind: 'lore' as const,
    id,
    name,
    segmentId: null,
    text,
  })
  const knowledge = (over: Partial<Knowledge>): Knowledge => ({
    question: '',
    typed: '',
    subjects: [pell, ansgar],
    candidates: [pell, ansgar],
    isEach: false,
    isLoose: false,
    isMore: false,
    misspelt: [],
    passages: [passage(pell), passage(ansgar)],
    links: [],
    groups: [],
    lists: null,
    near: new Set(),
    path: [],
    mayKnowReaders: false,
    quoted: new Set(),
    ...over,
  })

  test('the one is answered about of whom the campaign has an answer', () =>
    expect(converse('What does he grow?', knowledge({}))).toEqual([
      { kind: 'entries', ids: ['ansgar'], more: 0 },
      { kind: 'quote', source: { kind: 'lore', id: 'ansgar', segmentId: null }, text: 'He grows leeks.' },
    ]))

  test('it asks whom a question means that is answered of both', () => {
    const passages = [passage(pell), passage(ansgar, 'He sleeps in the garden.')]
    const [ask, entries, ...more] = converse('Where does he sleep?', knowledge({ passages }))
    expect(ask).toEqual({ kind: 'words', text: 'Whom do you mean?' })
    expect(ask?.kind === 'words' && asksBack(ask.text)).toBe(true)
    expect(entries).toEqual({ kind: 'entries', ids: ['pell', 'ansgar'], more: 0 })
    expect(more).toEqual([])
  })

  test('nothing is asked where there is no answer of either', () => {
    const [text] = converse('What is his favourite song?', knowledge({}))
    expect(text).toEqual({ kind: 'words', text: expect.stringMatching(/^I find nothing/) })
  })

  test('each is answered about where the question is about all of them', () => {
    const passages = [passage(pell), passage(ansgar, 'He sleeps in the garden.')]
    const parts = converse('Where do they sleep?', knowledge({ passages, candidates: [], isEach: true }))
    expect(parts.map(({ kind }) => kind)).toEqual(['entries', 'quote', 'entries', 'quote'])
  })
})
