import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { Delta, type Op, tableEmbed } from '#domain/deltas.ts'
import { type TextState, textOf, texts } from '#domain/texts.ts'
import {
  addLine,
  markHead,
  newTable,
  removeLine,
  writeCell,
} from '../../../frontend/src/writing/editor/table-changes.ts'
import { sameDelta } from '../../../frontend/src/writing/engine/compare-deltas.ts'
import { createEngine, type Engine, type Sent } from '../../../frontend/src/writing/engine/engine.ts'
import { type Recorded, rebase } from '../../../frontend/src/writing/engine/rebase.ts'
import { rowsOf, type TableValue } from '../../../frontend/src/writing/reading/table-rows.ts'

const [textId, conjurationId, userId] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
]
const begin = { textId, conjurationId, userId, campaignId: null, fromRevision: null, by: [] }

/** The server: the decider itself, and what it has recorded. */
const serverOf = (words: string) => {
  let state: TextState = stateOf(texts, texts.decide.BeginText(texts.initial, { ...begin, ops: [{ insert: words }] }))
  const log: Recorded[] = []
  return {
    log,
    text: () => new Delta(textOf(state)),
    /** The decider must accept every change that a window makes: a rejection fails the test. */
    record({ id: changeId, base, ops, undoes = [] }: Sent) {
      const events = texts.decide.ChangeText(state, { textId, userId, changeId, base, ops, undoes, by: [] })
      state = stateOf({ ...texts, initial: state }, events)
      for (const { type, data } of events)
        if (type === 'TextChanged') {
          const { revision, changeId: id, ops, fix } = data
          log.push({ revision, id, ops: [...ops] as Op[], fix: fix && [...fix] })
        }
    },
  }
}

/** One window: what it writes, and how much of the log has reached it. */
interface Window {
  engine: Engine
  heard: number
}

let made = 0
const newId = () => `00000000-0000-7000-9000-${(made++).toString(16).padStart(12, '0')}`

const words = fc.constantFrom('bell', ' of ', '🔔', 'the tide\n', '\n', 'é', 'مد')
const formats = fc.constantFrom({ bold: true }, { bold: null }, { link: 'https://example.org' }, { italic: true })
const lines = fc.constantFrom({ header: 1 }, { list: 'bullet' }, { blockquote: true }, { header: null }, { list: null })
const edit = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), at: fc.nat(1_000), words }),
  fc.record({ kind: fc.constant('delete' as const), at: fc.nat(1_000), length: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    kind: fc.constant('format' as const),
    at: fc.nat(1_000),
    length: fc.integer({ min: 1, max: 6 }),
    formats,
  }),
  fc.record({ kind: fc.constant('line' as const), at: fc.nat(1_000), lines }),
  fc.record({
    kind: fc.constant('table' as const),
    at: fc.nat(1_000),
    act: fc.constantFrom('add row', 'add column', 'remove row', 'remove column', 'head', 'write', 'erase'),
    row: fc.nat(3),
    column: fc.nat(3),
  }),
)
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never

const letters = (text: Delta): unknown[] =>
  text.ops.flatMap(({ insert }): unknown[] => (typeof insert === 'string' ? [...insert] : [insert]))
const lengthOf = (letter: unknown) => (typeof letter === 'string' ? letter.length : 1)
const at = (text: Delta, n: number): number =>
  letters(text)
    .slice(0, n)
    .reduce<number>((sum, one) => sum + lengthOf(one), 0)

/** A change as an editor makes it: on whole characters, before the last line's end, formats where they belong. */
const changeOf = (text: Delta, one: Edit): Delta => {
  const all = letters(text)
  const place = one.at % all.length
  const change = new Delta().retain(at(text, place))
  const rest = all.slice(place, -1)
  if (one.kind === 'insert') return change.insert(one.words)
  if (one.kind === 'delete')
    return change.delete(rest.slice(0, one.length).reduce<number>((sum, letter) => sum + lengthOf(letter), 0))
  if (one.kind === 'format') {
    const end = rest.findIndex((letter) => letter === '\n' || typeof letter === 'object')
    const run = rest.slice(0, Math.min(one.length, end < 0 ? rest.length : end))
    return change.retain(
      run.reduce<number>((sum, letter) => sum + lengthOf(letter), 0),
      one.formats,
    )
  }
  if (one.kind === 'line') {
    const end = all.findIndex((letter, n) => n >= place && letter === '\n')
    return new Delta().retain(at(text, end)).retain(1, one.lines)
  }
  const table = all.findIndex((letter) => typeof letter === 'object')
  if (table < 0)
    return change
      .insert('\n')
      .insert({ [tableEmbed]: newTable(newId) as Record<string, unknown> })
      .insert('\n')
  const value = (all[table] as Record<string, TableValue>)[tableEmbed] as TableValue
  const before = new Delta().retain(at(text, table))
  // Without its last row it has no cell to work on, until the server has mended it.
  if (rowsOf(value).every(({ cells }) => cells.length === 0)) return new Delta()
  const changed = tableChange(value, one)
  return changed ? before.retain({ [tableEmbed]: changed as Record<string, unknown> }) : before.delete(1)
}

/** What the tools of a table do at one of its cells, or undefined where they take the whole table away. */
const tableChange = (value: TableValue, { act, row, column }: Extract<Edit, { kind: 'table' }>) => {
  const rows = rowsOf(value)
  const cells = rows[row % rows.length]?.cells ?? []
  const cell = cells[column % cells.length]
  if (!cell) throw new Error('A table without cells is no table')
  const [r, c] = [row % rows.length, column % cells.length]
  switch (act) {
    case 'add row':
      return addLine('rows', r + 1, newId())
    case 'add column':
      return addLine('columns', c + 1, newId())
    case 'remove row':
      return rows.length > 1 ? removeLine('rows', r) : undefined
    case 'remove column':
      return cells.length > 1 ? removeLine('columns', c) : undefined
    case 'head':
      return markHead(!rows[0]?.isHead)
    case 'write':
      return writeCell(cell.place, [{ insert: 'cell ' }])
    case 'erase':
      return cell.content.length > 0 ? writeCell(cell.place, [{ delete: 1 }]) : writeCell(cell.place, [{ insert: 'x' }])
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('type' as const), who: fc.nat(4), edit }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('send' as const), who: fc.nat(4), isLost: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constant('hear' as const), who: fc.nat(4), most: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constantFrom('undo' as const, 'redo' as const, 'reload' as const), who: fc.nat(4) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const run = (writers: number, steps: readonly Step[]) => {
  const server = serverOf('The bell of the fifth tower\nrings at slack water.\n')
  const opened = (): Window => ({
    engine: createEngine({ revision: server.log.length, text: server.text() }),
    heard: server.log.length,
  })
  const windows = Array.from({ length: writers }, opened)
  const hear = (one: Window, most: number) => {
    for (const change of server.log.slice(one.heard, one.heard + most)) {
      one.engine.receive(change)
      one.heard++
    }
  }
  const send = (one: Window) => {
    const next = one.engine.send()
    if (next) server.record(next)
  }
  const acts: { [Act in Step['act']]: (one: Window, step: Extract<Step, { act: Act }>) => void } = {
    type: ({ engine }, { edit }) => engine.type(changeOf(engine.shown(), edit), newId()),
    // A lost answer, or a change that was lost on its way: the same is sent again later.
    send: (one, { isLost }) => (isLost ? void one.engine.send() : send(one)),
    hear: (one, { most }) => hear(one, most),
    undo: ({ engine }) => void engine.undo(newId()),
    redo: ({ engine }) => void engine.redo(newId()),
    // A tab that was lost comes back: what it kept is brought to the text as it is now.
    reload(one) {
      const { engine, heard } = one
      const pending = rebase(engine.pending(), server.log.slice(heard))
      const sent = engine.sent()?.id === pending[0]?.id ? engine.sent() : undefined
      one.engine = createEngine({ revision: server.log.length, text: server.text(), pending, sent })
      one.heard = server.log.length
    },
  }
  for (const one of steps) acts[one.act](windows[one.who % writers] as Window, one as never)
  for (const one of windows) {
    do {
      hear(one, Number.POSITIVE_INFINITY)
      send(one)
      hear(one, Number.POSITIVE_INFINITY)
    } while (one.engine.pending().length > 0)
  }
  for (const one of windows) {
    hear(one, Number.POSITIVE_INFINITY)
    expect(sameDelta(one.engine.shown(), server.text())).toBe(true)
  }
}

/** `WRITING_RUNS` for a long one. */
const runs = Number(process.env.WRITING_RUNS ?? 60)

describe('any number of windows on one text', () => {
  test('end equal to each other and to the log, whatever came late, twice, or not at all', () => {
    const steps = fc.array(step, { minLength: 40, maxLength: 160, size: 'max' })
    fc.assert(fc.property(fc.integer({ min: 2, max: 5 }), steps, run), { numRuns: runs })
  })
})
