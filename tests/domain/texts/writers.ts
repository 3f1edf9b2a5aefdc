import fc from 'fast-check'
import { expect } from 'vitest'
import { stateOf } from '#domain/decider.ts'
import { Delta, delta, growthOf, lengthOf, type Op, type Ops, tableEmbed } from '#domain/deltas.ts'
import { blockFormats, isDocument } from '#domain/text-formats.ts'
import { mending } from '#domain/text-mending.ts'
import { textOf, texts } from '#domain/texts.ts'

/** People who write one text at once, over a network that delays, loses and repeats, and a server that is the decider alone. */

const textId = '00000000-0000-7000-8000-000000000001'
const conjurationId = '00000000-0000-7000-8000-000000000002'
const userOf = (n: number) => `00000000-0000-7000-8000-1000000000${String(n).padStart(2, '0')}`
const table = {
  rows: [{ insert: { id: 'a' } }, { insert: { id: 'b' } }],
  columns: [{ insert: { id: 'c' } }],
  cells: {},
}

type State = typeof texts.initial
interface Recorded {
  revision: number
  changeId: string
  ops: Ops
  fix?: Ops
}

export const begun = (ops: Ops = [{ insert: 'One fine evening\n' }]): State =>
  stateOf(texts, [
    {
      type: 'TextBegun',
      data: { textId, conjurationId, userId: userOf(0), campaignId: null, fromRevision: null, ops, by: [] },
    },
  ])

/** A step of the world: who, what they do, and two numbers to do it with. */
export const step = fc.record({
  who: fc.nat(4),
  what: fc.constantFrom(
    'type',
    'type',
    'type',
    'delete',
    'format',
    'line',
    'embed',
    'table',
    'cell',
    'row',
    'send',
    'send',
    'lose',
    'repeat',
    'hear',
    'hear',
    'hear',
    'reconnect',
  ),
  at: fc.nat(10_000),
  much: fc.nat(40),
  words: fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 6 })
    .map((words) => words.replaceAll(/\p{C}/gu, 'x') || 'x'),
})
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Writer {
  user: string
  /** What is shown: the confirmed text with what is in flight and what waits. */
  confirmed: Ops
  revision: number
  flight: { changeId: string; base: number; ops: Ops } | undefined
  buffer: Ops
}

const shown = ({ confirmed, flight, buffer }: Writer) =>
  delta(confirmed)
    .compose(delta(flight?.ops ?? []))
    .compose(delta(buffer)).ops

/** Borders of whole characters: nobody's keyboard makes half of one. */
const borders = (ops: Ops): number[] => {
  const found: number[] = []
  let at = 0
  for (const { insert } of ops) {
    if (typeof insert !== 'string') {
      found.push(at)
      at += 1
    } else
      for (const letter of insert) {
        found.push(at)
        at += letter.length
      }
  }
  return found
}

/** What a person does to the text that they see; undefined where there is nothing to do it to. */
const deed = (text: Ops, { what, at, much, words }: Step): Ops | undefined => {
  const all = borders(text)
  const from = all[at % all.length] ?? 0
  const to = all[Math.min((at % all.length) + (much % 6) + 1, all.length - 1)] ?? from
  const change = new Delta().retain(from)
  const tableAt = () => {
    let position = 0
    for (const op of text) {
      if (typeof op.insert === 'object' && tableEmbed in op.insert)
        return { position, value: op.insert[tableEmbed] as { rows?: Op[] } }
      position += lengthOf([op])
    }
    return undefined
  }
  switch (what) {
    case 'type':
      return change.insert(words.replaceAll('\n', ' ')).ops
    case 'delete':
      return to > from ? change.delete(to - from).ops : undefined
    case 'format':
      return to > from ? change.retain(to - from, { bold: much % 2 ? true : null }).ops : undefined
    case 'line': {
      const [format = 'header'] = [Object.keys(blockFormats)[much % 4]]
      const value = { header: 2, list: 'bullet' }[format] ?? true
      const newline = text
        .map((op) => (typeof op.insert === 'string' ? op.insert : '\0'))
        .join('')
        .indexOf('\n', from)
      return new Delta().retain(newline).retain(1, { [format]: value }).ops
    }
    case 'embed':
      return change.insert({ mention: { id: textId, kind: 'lore', words: 'Anna' } }).insert(much % 2 ? '\n' : ' ').ops
    case 'table':
      return change
        .insert('\n')
        .insert({ [tableEmbed]: table })
        .insert('\n').ops
    case 'cell': {
      const found = tableAt()
      const rows = found?.value.rows?.length ?? 0
      const cells = { [`${(much % rows) + 1}:1`]: { content: [{ insert: words }] } }
      // A table without rows has no cell to write in, until it is mended.
      return found && rows > 0 ? new Delta().retain(found.position).retain({ [tableEmbed]: { cells } }).ops : undefined
    }
    case 'row': {
      const found = tableAt()
      // An id may come twice, as where two writers restore one row; all rows may go, each by another writer.
      const isGone = found && (found.value.rows?.length ?? 0) > 0 && much % 2
      const rows = isGone ? [{ delete: 1 }] : [{ insert: { id: `r${at % 10}-${much}` } }]
      return found && new Delta().retain(found.position).retain({ [tableEmbed]: { rows } }).ops
    }
    default:
      return undefined
  }
}

const applied = (writer: Writer, ops: Ops): Writer => {
  const theirs = delta(ops)
  const flight = writer.flight && { ...writer.flight, ops: theirs.transform(delta(writer.flight.ops), false).ops }
  const over = writer.flight ? delta(writer.flight.ops).transform(theirs, true) : theirs
  return {
    ...writer,
    confirmed: delta(writer.confirmed).compose(theirs).ops,
    flight,
    buffer: over.transform(delta(writer.buffer), false).ops,
  }
}

/** A recorded change reaches a writer: their own is what was in flight, whatever happened on the way. */
const hear = (writer: Writer, { revision, changeId, ops, fix }: Recorded): Writer => {
  if (revision <= writer.revision) return writer
  const isOwn = writer.flight?.changeId === changeId
  if (isOwn) expect(writer.flight?.ops).toEqual(ops)
  const after: Writer = isOwn
    ? { ...writer, confirmed: delta(writer.confirmed).compose(delta(ops)).ops, flight: undefined }
    : applied(writer, ops)
  return { ...(fix ? applied(after, fix) : after), revision }
}

export interface World {
  state: State
  log: Recorded[]
  writers: Writer[]
}

let made = 0
const send = (world: World, n: number, isHeard: boolean): void => {
  const writer = world.writers[n] as Writer
  if (!writer.flight) {
    if (writer.buffer.length === 0) return
    const changeId = `00000000-0000-7000-9000-${String(++made).padStart(12, '0')}`
    world.writers[n] = { ...writer, flight: { changeId, base: writer.revision, ops: writer.buffer }, buffer: [] }
  }
  const { flight, user, revision } = world.writers[n] as Writer
  if (!flight || !isHeard) return
  const data = {
    textId,
    changeId: flight.changeId,
    userId: user,
    base: revision,
    ops: [...flight.ops],
    undoes: [],
    by: [],
  }
  for (const event of texts.decide.ChangeText(world.state, data)) {
    world.state = stateOf({ ...texts, initial: world.state }, [event])
    world.log.push(event.data as Recorded)
  }
}

const hearAll = (world: World, n: number, most = Number.POSITIVE_INFINITY): void => {
  const { revision } = world.writers[n] as Writer
  for (const change of world.log.slice(revision, revision + most))
    world.writers[n] = hear(world.writers[n] as Writer, change)
}

/** Carries steps out, then lets everybody say and hear everything. */
export const played = (writers: number, steps: readonly Step[]): World => {
  const state = begun()
  const world: World = {
    state,
    log: [],
    writers: Array.from({ length: writers }, (_, n) => ({
      user: userOf(n + 1),
      confirmed: textOf(state),
      revision: 0,
      flight: undefined,
      buffer: [],
    })),
  }
  for (const one of steps) {
    const n = one.who % writers
    if (one.what === 'send' || one.what === 'repeat') send(world, n, true)
    else if (one.what === 'lose') send(world, n, false)
    else if (one.what === 'hear') hearAll(world, n, 1 + (one.much % 3))
    else if (one.what === 'reconnect') hearAll(world, n)
    else {
      const writer = world.writers[n] as Writer
      const ops = deed(shown(writer), one)
      if (ops) world.writers[n] = { ...writer, buffer: delta(writer.buffer).compose(delta(ops)).ops }
    }
  }
  for (let round = 0; round < 2; round++)
    for (const n of world.writers.keys())
      for (let more = true; more; ) {
        hearAll(world, n)
        send(world, n, true)
        hearAll(world, n)
        const { flight, buffer } = world.writers[n] as Writer
        more = flight !== undefined || buffer.length > 0
      }
  for (const n of world.writers.keys()) hearAll(world, n)
  return world
}

/** Everybody has the text that the log comes to, and it is one that an editor shows as it is. */
export const expectWhole = ({ state, log, writers }: World): void => {
  const text = textOf(state)
  for (const { confirmed } of writers) expect(confirmed).toEqual(text)
  const replayed = log.reduce(
    (now, { ops, fix = [] }) => delta(now).compose(delta(ops)).compose(delta(fix)).ops,
    textOf(begun()) as Ops,
  )
  expect(replayed).toEqual(text)
  expect(lengthOf(text)).toBe(state.length)
  expect(isDocument(text)).toBe(true)
  expect(mending(text, text)).toEqual([])
  expect(growthOf(text)).toBe(lengthOf(text))
}
