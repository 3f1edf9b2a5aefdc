import { describe, expect, it } from 'vitest'
import type { ConversationMessage } from '#projections/conversation-messages.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { citedOps } from '../../frontend/src/features/conversations/cited-ops.ts'
import { listSources } from '../../frontend/src/features/conversations/list-sources.ts'
import { splitMentions, typedNameIn } from '../../frontend/src/features/conversations/mention-text.ts'
import { groupsOf, periodOf, stateOf } from '../../frontend/src/features/conversations/periods.ts'
import { continueAnswer, joinPieces, type Piece } from '../../frontend/src/features/conversations/pieces.ts'
import { showTargets } from '../../frontend/src/features/conversations/show-targets.ts'
import { turnsOf } from '../../frontend/src/features/conversations/turns.ts'

const message = (id: string, parentId: string | null, type: 'USER' | 'ASSISTANT'): ConversationMessage => ({
  id,
  parentId,
  type,
  content: id,
  isStreaming: false,
  sources: [],
  parts: [],
  status: null,
  createdAt: null,
})

describe('the path through the tree of messages', () => {
  const messages = [
    message('q1', null, 'USER'),
    message('a1', 'q1', 'ASSISTANT'),
    message('a2', 'q1', 'ASSISTANT'),
    message('q2', 'a1', 'USER'),
    message('a3', 'q2', 'ASSISTANT'),
    message('q3', 'a2', 'USER'),
    message('q4', 'a2', 'USER'),
  ]
  const idsOf = (choices: Record<string, string>) => turnsOf(messages, choices).map((turn) => turn.message.id)

  it('takes the latest of each version, with all of them as siblings', () => {
    expect(idsOf({})).toEqual(['q1', 'a2', 'q4'])
    expect(turnsOf(messages, {}).map(({ siblings }) => siblings)).toEqual([['q1'], ['a1', 'a2'], ['q3', 'q4']])
  })
  it('follows what was chosen, and ignores a choice that is not there', () => {
    expect(idsOf({ q1: 'a1' })).toEqual(['q1', 'a1', 'q2', 'a3'])
    expect(idsOf({ root: 'q9', a2: 'q3' })).toEqual(['q1', 'a2', 'q3'])
  })
  it('is empty without messages', () => expect(turnsOf([], {})).toEqual([]))
})

describe('mentions in a message', () => {
  const marked = (...args: Parameters<typeof splitMentions>) =>
    splitMentions(...args).map(({ text, isMention }) => (isMention ? `[${text}]` : text))

  it('begin with an @ that begins a word, and end at the caret', () => {
    expect(typedNameIn('Where is @yso')).toEqual({ at: 9, query: 'yso' })
    expect(typedNameIn('(@Ysolde Mar')).toEqual({ at: 1, query: 'Ysolde Mar' })
    expect(typedNameIn('Where is @')).toEqual({ at: 9, query: '' })
    expect(typedNameIn('ines@example')).toBeUndefined()
    expect(typedNameIn('@Ysolde, and')).toBeUndefined()
  })
  it('are marked while typed, and by the whole name once chosen', () => {
    expect(marked('Has Ysolde met @ti now?', [], { at: 15, query: 'ti' })).toEqual([
      'Has Ysolde met ',
      '[@ti]',
      ' now?',
    ])
    expect(marked('Ysolde, and Ysolde Marrow', ['Ysolde', 'Ysolde Marrow'])).toEqual([
      '[Ysolde]',
      ', and ',
      '[Ysolde Marrow]',
    ])
    expect(marked('Seven (Bells)? Seven Bells', ['Seven (Bells)?'])).toEqual(['[Seven (Bells)?]', ' Seven Bells'])
  })
  it('are whole words', () => {
    expect(marked('The Annual Fair of Ann', ['Ann'])).toEqual(['The Annual Fair of ', '[Ann]'])
  })
  it('are none without names', () => {
    expect(marked('Who rang it?', [])).toEqual(['Who rang it?'])
    expect(marked('', [' '])).toEqual([])
  })
})

describe('the list of sources', () => {
  const source = (name: string) => ({
    kind: 'lore' as const,
    id: name || 'gone',
    segmentId: null,
    name,
    title: null,
    imageUri: null,
  })
  it('numbers those that are quoted, without the hidden and those that the text names', () => {
    const sources = ['Linked', 'Quoted', '', 'Also quoted', 'Read'].map(source)
    const listed = listSources(
      [
        { kind: 'link', from: 0, to: 1, comment: 'owes' },
        { kind: 'quote', text: 'One.', source: 1, isChanged: false },
        { kind: 'quote', text: 'Two.', source: 3, isChanged: false },
        { kind: 'hidden' },
      ],
      sources,
    )
    expect(listed.map(({ source: { name }, index, n }) => [name, index, n])).toEqual([
      ['Quoted', 1, 1],
      ['Also quoted', 3, 2],
      ['Read', 4, 3],
    ])
  })
})

describe('the periods of the list', () => {
  const now = new Date(2026, 10, 29, 14, 0)
  const at = (...time: [number, number, number, number?]) => new Date(...time).toISOString()
  const item = (updatedAt: string, isAnswering = false) => ({
    id: updatedAt,
    campaignId: 'c',
    title: '',
    createdAt: updatedAt,
    updatedAt,
    isAnswering,
    messageCount: 6,
  })
  it('are today, yesterday, months of this year, and months of others', () => {
    const times = [at(2026, 10, 29, 9), at(2026, 10, 28, 23), at(2026, 10, 3), at(2025, 10, 3)]
    expect(times.map((time) => periodOf(time, now))).toEqual(['Today', 'Yesterday', 'November', 'November 2025'])
    expect(
      groupsOf(
        times.map((time) => item(time)),
        now,
      ).map(({ items }) => items.length),
    ).toEqual([1, 1, 1, 1])
  })
  it('name the time of day up to yesterday, then the day, with the number of messages; and an answer that is being written', () => {
    expect(stateOf(item(at(2026, 10, 28, 22)), now)).toBe('22:00 · 6 messages')
    expect(stateOf({ ...item(at(2026, 10, 12)), messageCount: 0 }, now)).toBe('12 Nov · no messages')
    expect(stateOf(item(at(2026, 10, 29, 9), true), now)).toBe('Answering now')
  })
})

describe('a link in an answer', () => {
  const textOf = (markdown: string) =>
    showTargets(fromMarkdown(markdown))
      .map(({ insert }) => insert)
      .join('')
  it('shows where it leads, unless it leads into the app or is its own text', () => {
    expect(textOf('[the tables](https://example.org/tables)')).toBe('the tables (https://example.org/tables)\n')
    expect(textOf('https://example.org/tables')).toBe('https://example.org/tables\n')
    expect(textOf('[here](/collections)')).toBe('here\n')
  })
  it('takes the place of a picture of another site', () => {
    const ops = showTargets(fromMarkdown('![a map](https://example.org/track.png)'))
    expect(JSON.stringify(ops)).not.toContain('image')
    expect(ops.map(({ insert }) => insert).join('')).toBe('a map (https://example.org/track.png)\n')
  })
})

describe('a model’s text', () => {
  const ops = (text: string, sources = 2, links: string[] = []) => citedOps(fromMarkdown(text), sources, links)
  const inserts = (text: string, sources?: number, links?: string[]) =>
    ops(text, sources, links).map(({ insert, attributes }) => [insert, attributes?.cited ?? attributes?.link ?? null])

  it('cites its sources, and nothing else', () => {
    expect(inserts('It rang [1, 2], they say [7].')).toEqual([
      ['It rang', null],
      [' ', 0],
      [' ', 1],
      [', they say', null],
      ['.\n', null],
    ])
  })
  it('leads only where a source leads, and shows no picture', () => {
    const text = 'See [the drawing](https://bells.test/) and [this](https://evil.test/). ![x](https://evil.test/p.png)'
    const links = inserts(text, 0, ['https://bells.test/']).map(([, link]) => link)
    expect(links.filter(Boolean)).toEqual(['https://bells.test/'])
  })
})

describe('the pieces of an answer', () => {
  const text = { kind: 'text' as const, text: '', sources: [0], links: [] }
  const lines = [{ part: text, sources: [] }, { text: 'It rang' }, { text: ' twice.' }].map(
    (line) => `${JSON.stringify(line)}\n`,
  )
  const whole = lines.join('')
  const piecesFrom = (at: number): Piece[] => [
    { at, text: whole.slice(at, at + 30) },
    { at: at + 30, text: whole.slice(at + 30) },
  ]

  it('continue where the answer as it was fetched ends, also in the middle of a piece', () => {
    const from = lines[0]?.length ?? 0
    const joined = joinPieces(piecesFrom(from - 5), from)
    expect(joined).toEqual({ text: lines.slice(1).join(''), end: whole.length, isComplete: true })
    const { parts } = continueAnswer({ parts: [text], sources: [] }, joined.text)
    expect(parts).toEqual([{ ...text, text: 'It rang twice.' }])
  })
  it('tell that some were lost, until the answer is fetched again', () => {
    const missed = piecesFrom(20)
    expect(joinPieces(missed, 0)).toEqual({ text: '', end: 0, isComplete: false })
    expect(joinPieces(missed, 25)).toMatchObject({ isComplete: true, end: whole.length })
  })
  it('of an attempt that broke off are not part of the next one', () => {
    expect(joinPieces(piecesFrom(0), 1_000_000)).toEqual({ text: '', end: 1_000_000, isComplete: true })
  })
})
