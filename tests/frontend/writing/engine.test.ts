import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Delta, growthOf, tableEmbed } from '#domain/deltas.ts'
import { textLimits, validate } from '#domain/text-formats.ts'
import { createEngine, Diverged } from '../../../frontend/src/writing/engine/engine.ts'
import { runsOf } from '../../walk.ts'

const text = (words: string) => new Delta().insert(`${words}\n`)
const engineOf = (words: string) => createEngine({ revision: 0, text: text(words) })
const insert = (at: number, words: string) => (at === 0 ? new Delta() : new Delta().retain(at)).insert(words)
const remove = (at: number, length: number) => (at === 0 ? new Delta() : new Delta().retain(at)).delete(length)
const read = (engine: { shown(): Delta }) => engine.shown().reduce((all, { insert }) => all + String(insert), '')

describe('a text as one window writes it', () => {
  test('has one change under way, and gathers what is typed meanwhile', () => {
    const engine = engineOf('bell')
    engine.type(insert(0, 'a '), 'one')
    expect(engine.send()).toEqual({ id: 'one', base: 0, ops: [{ insert: 'a ' }] })
    engine.type(insert(2, 'big'), 'two')
    engine.type(insert(5, ' '), 'three')
    expect(engine.send()?.id).toBe('one')
    engine.receive({ revision: 1, id: 'one', ops: [{ insert: 'a ' }] })
    expect(engine.send()).toEqual({ id: 'two', base: 1, ops: [{ retain: 2 }, { insert: 'big ' }] })
    expect(read(engine)).toBe('a big bell\n')
  })

  test('sends nothing of what was taken away again', () => {
    const engine = engineOf('bell')
    engine.type(insert(0, 'x'), 'one')
    engine.type(remove(0, 1), 'two')
    expect(engine.send()).toBeUndefined()
  })

  test('shows what others write below what is pending, and a later word at the same place comes first', () => {
    const engine = engineOf('bell')
    engine.type(insert(4, 's'), 'one')
    engine.send()
    expect(engine.receive({ revision: 1, id: 'theirs', ops: [{ retain: 4 }, { insert: ' tower' }] }).ops).toEqual([
      { retain: 5 },
      { insert: ' tower' },
    ])
    engine.receive({ revision: 2, id: 'one', ops: [{ retain: 4 }, { insert: 's' }] })
    expect(read(engine)).toBe('bells tower\n')
  })

  test('takes what the server mended as a change that follows', () => {
    const engine = engineOf('bell')
    engine.type(new Delta().retain(4).retain(1, { header: 1 }), 'one')
    engine.send()
    const mended = engine.receive({
      revision: 1,
      id: 'one',
      ops: [{ retain: 4 }, { retain: 1, attributes: { header: 1 } }],
      fix: [{ retain: 4 }, { retain: 1, attributes: { header: null } }],
    })
    expect(mended.ops).toEqual([{ retain: 4 }, { retain: 1, attributes: { header: null } }])
    expect(engine.shown()).toEqual(text('bell'))
  })

  test('places a caret after a change that deletes before a table that the server mends', () => {
    const engine = engineOf('bell')
    const row = { [tableEmbed]: { rows: [{ insert: { id: 'row' } }] } }
    engine.receive({
      revision: 1,
      id: 'theirs',
      ops: [
        { retain: 1 },
        { delete: 3 },
        { insert: '\n' },
        { insert: { [tableEmbed]: { columns: [{ insert: { id: 'column' } }] } } },
        { insert: '\n' },
      ],
      fix: [{ retain: 2 }, { retain: row }],
    })
    expect(engine.shownAt(4, 0)).toBe(4)
  })

  test('says so when what was recorded is not what stands here', () => {
    const engine = engineOf('bell')
    engine.type(insert(0, 'a '), 'one')
    engine.send()
    expect(() => engine.receive({ revision: 1, id: 'one', ops: [{ insert: 'b ' }] })).toThrow(Diverged)
  })

  test('hears nothing twice', () => {
    const engine = engineOf('bell')
    engine.receive({ revision: 1, id: 'theirs', ops: [{ insert: 'a ' }] })
    engine.receive({ revision: 1, id: 'theirs', ops: [{ insert: 'a ' }] })
    expect(read(engine)).toBe('a bell\n')
  })

  test('takes a refused change back and keeps what was typed after it, and its words', () => {
    const engine = engineOf('bell')
    engine.type(insert(4, ' no'), 'one')
    engine.send()
    engine.type(insert(0, 'a '), 'two')
    const { change, words } = engine.refuse()
    expect(change.ops).toEqual([{ retain: 6 }, { delete: 3 }])
    expect(words.ops).toEqual([{ retain: 4 }, { insert: ' no' }])
    expect(read(engine)).toBe('a bell\n')
    expect(engine.send()).toEqual({ id: 'two', base: 0, ops: [{ insert: 'a ' }] })
  })
})

describe('a refused change', () => {
  const refused = (engine: ReturnType<typeof engineOf>) => {
    const sent = engine.send()
    engine.refuse()
    return sent?.id
  }

  test('that deleted is no step of undo any more, and no word comes back twice', () => {
    const engine = engineOf('five bells')
    engine.type(insert(5, 'old '), 'before')
    engine.send()
    engine.receive({ revision: 1, id: 'before', ops: insert(5, 'old ').ops })
    engine.cut()
    engine.type(remove(0, 9), 'refused')
    engine.cut()
    engine.type(insert(5, '!'), 'after')
    expect(refused(engine)).toBe('refused')
    expect(read(engine)).toBe('five old bells!\n')
    const shown = ['first', 'second', 'third'].map((id) => {
      engine.undo(id)
      return read(engine)
    })
    expect(shown).toEqual(['five old bells\n', 'five bells\n', 'five bells\n'])
    engine.redo('redo')
    expect(read(engine)).toBe('five old bells\n')
  })

  test('that took back an insertion is no step of redo any more', () => {
    const engine = engineOf('bells')
    engine.type(insert(0, 'five '), 'one')
    engine.send()
    engine.receive({ revision: 1, id: 'one', ops: insert(0, 'five ').ops })
    engine.undo('refused')
    expect(refused(engine)).toBe('refused')
    expect(read(engine)).toBe('five bells\n')
    engine.redo('redo')
    expect(read(engine)).toBe('five bells\n')
  })

  test('of which a part was recorded leaves a step that takes back that part', () => {
    const engine = engineOf('five bells')
    engine.type(new Delta().retain(5).delete(5).insert('tide\n'.repeat(60_000)), 'one')
    let id = 0
    engine.divideNext(() => `part ${id++}`)
    const first = engine.send()
    engine.receive({ revision: 1, id: first?.id ?? '', ops: first?.ops ?? [] })
    while (refused(engine)) engine.divideNext(() => `part ${id++}`)
    expect(id).toBeGreaterThan(1)
    expect(read(engine).length).toBeGreaterThan(1_000)
    engine.undo('back')
    expect(read(engine)).toBe('five bells\n')
  })

  test('brings no letter back twice, whatever is typed, deleted, undone and redone around it', () => {
    const act = fc.record({
      what: fc.constantFrom('type', 'delete', 'undo', 'redo', 'send', 'answer', 'refuse', 'other', 'cut'),
      at: fc.nat(40),
    })
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (sequence) => {
        const engine = engineOf('five')
        let [made, id] = [0, 0]
        const letters = (count: number) =>
          Array.from({ length: count }, () => String.fromCodePoint(0x4e00 + made++)).join('')
        for (const { what, at } of sequence) {
          const length = engine.shown().length() - 1
          const place = at % (length + 1)
          const sent = engine.sent()
          if (what === 'type') engine.type(insert(place, letters(2)), `c${id++}`)
          else if (what === 'delete' && place < length)
            engine.type(remove(place, Math.min(3, length - place)), `c${id++}`)
          else if (what === 'undo' || what === 'redo') engine[what](`c${id++}`)
          else if (what === 'send') engine.send()
          else if (what === 'cut') engine.cut()
          else if (what === 'answer' && sent) engine.receive({ ...sent, revision: engine.revision() + 1 })
          else if (what === 'refuse' && sent) engine.refuse()
          else if (what === 'other' && !sent)
            engine.receive({
              revision: engine.revision() + 1,
              id: `o${id++}`,
              ops: insert(at % engine.confirmed().length(), letters(1)).ops,
            })
          const shown = [...read(engine)]
          expect(shown).toHaveLength(new Set(shown).size)
        }
      }),
      { numRuns: runsOf(100, 5_000) },
    )
  })
})

describe('a picture that arrives', () => {
  const picture = { image: { id: 'tower' } }
  test('leaves what was undone to be redone, and is itself a step of undo', () => {
    const engine = engineOf('bell')
    engine.type(insert(4, 's'), 'one')
    engine.cut()
    engine.type(insert(5, ' ring'), 'two')
    engine.undo('undo')
    engine.arrive(new Delta().insert(picture), 'picture')
    engine.redo('redo')
    const withBoth = text('bells ring')
    expect(engine.shown()).toEqual(new Delta().insert(picture).concat(withBoth))
    engine.undo('first')
    engine.undo('second')
    expect(engine.shown()).toEqual(text('bells'))
    engine.redo('third')
    engine.redo('fourth')
    expect(engine.shown()).toEqual(new Delta().insert(picture).concat(withBoth))
    let revision = 0
    for (let sent = engine.send(); sent; sent = engine.send())
      engine.receive({ revision: ++revision, id: sent.id, ops: sent.ops })
    expect(engine.confirmed()).toEqual(engine.shown())
    while (engine.canUndo()) engine.undo(`back ${revision++}`)
    expect(engine.shown()).toEqual(text('bell'))
  })
})

describe('a change that is too large for one request', () => {
  const engineWith = (change: Delta) => {
    const engine = engineOf('bell')
    engine.type(change, 'one')
    return engine
  }
  /** Sends and acknowledges all that is pending; returns each change as it was sent. */
  const sendAll = (engine: ReturnType<typeof engineOf>) => {
    const all = []
    for (let id = 0; ; id++) {
      engine.divideNext(() => `part ${id++}`)
      const sent = engine.send()
      if (!sent) return all
      all.push(sent)
      engine.receive({ revision: engine.revision() + 1, id: sent.id, ops: sent.ops })
    }
  }
  const lines = (count: number, at: number) =>
    Array.from({ length: count }).reduce<Delta>(
      (all, _, n) => all.insert(`Line ${n} 🔔`).insert('\n', { header: n % 2 ? 1 : 2 }),
      new Delta().retain(at),
    )
  test.each([
    ['many operations', lines(6_000, 4)],
    ['a long string', new Delta().retain(2).insert('the 🔔 tide\n'.repeat(40_000))],
    ['both, after a deletion', new Delta().delete(2).concat(lines(2_500, 1)).insert('x'.repeat(300_000))],
  ])('goes out in parts that the server takes: %s', (_what, change) => {
    const engine = engineWith(change)
    const whole = engine.shown()
    const sent = sendAll(engine)
    expect(sent.length).toBeGreaterThan(1)
    let length = text('bell').length()
    for (const { ops } of sent) {
      expect(validate(ops, length)).toBe(true)
      expect(JSON.stringify(ops).length).toBeLessThan(textLimits.bytes / 2)
      length += growthOf(ops)
    }
    expect(engine.confirmed()).toEqual(whole)
    engine.undo('back')
    expect(engine.shown()).toEqual(text('bell'))
  })
  test('goes out as it is where it is small', () => {
    const engine = engineWith(insert(4, 's'))
    expect(sendAll(engine).map(({ id }) => id)).toEqual(['one'])
  })
})

describe('undo', () => {
  test('of a letter below one that was undone and redone removes that letter, wherever others inserted', () => {
    const engine = createEngine({
      revision: 0,
      text: text('two'),
      pending: [{ id: 'restored', delta: insert(0, '>') }],
    })
    engine.type(insert(3, 'X'), 'below')
    engine.cut()
    engine.type(insert(4, '#'), 'redone')
    engine.undo('undo')
    engine.redo('redo')
    engine.type(remove(1, 5), 'deletion')
    engine.receive({ revision: 1, id: 'theirs', ops: [{ retain: 1 }, { insert: 'é' }] })
    for (let sent = engine.send(); sent; sent = engine.send())
      engine.receive({ revision: engine.revision() + 1, id: sent.id, ops: sent.ops })
    const shown = [read(engine)]
    for (const id of ['first', 'second', 'third']) {
      engine.undo(id)
      shown.push(read(engine))
    }
    expect(shown).toEqual(['>é\n', '>téwX#o\n', '>téwXo\n', '>téwo\n'])
  })

  test('takes back one’s own change and leaves everybody else’s', () => {
    const engine = engineOf('bell')
    engine.type(insert(4, ' tower'), 'one')
    engine.send()
    engine.receive({ revision: 1, id: 'one', ops: [{ retain: 4 }, { insert: ' tower' }] })
    engine.receive({ revision: 2, id: 'theirs', ops: [{ insert: 'the ' }] })
    engine.undo('two')
    expect(read(engine)).toBe('the bell\n')
    engine.redo('three')
    expect(read(engine)).toBe('the bell tower\n')
  })

  test('of one window alone goes back to the first letter and forth to the last', () => {
    const edits = fc.array(
      fc.record({ at: fc.nat(40), words: fc.string({ minLength: 1, maxLength: 5 }), cut: fc.nat(4) }),
    )
    fc.assert(
      fc.property(edits, fc.boolean(), (all, acknowledged) => {
        const engine = engineOf('The bell of the fifth tower')
        let id = 0
        const sent = () => {
          for (let next = acknowledged ? engine.send() : undefined; next; next = engine.send())
            engine.receive({ revision: engine.revision() + 1, id: next.id, ops: next.ops })
        }
        const first = engine.shown()
        for (const { at, words, cut } of all) {
          const place = Math.min(at, engine.shown().length() - 1)
          const gone = Math.min(cut, engine.shown().length() - 1 - place)
          engine.cut()
          engine.type(insert(place, words).concat(gone > 0 ? new Delta().delete(gone) : new Delta()), `${id++}`)
          sent()
        }
        const last = engine.shown()
        for (const _ of all) {
          engine.undo(`${id++}`)
          sent()
        }
        expect(engine.shown()).toEqual(first)
        for (const _ of all) {
          engine.redo(`${id++}`)
          sent()
        }
        expect(engine.shown()).toEqual(last)
      }),
    )
  })

  test('does not bring back what somebody else took away first', () => {
    const engine = engineOf('one two three')
    engine.type(remove(4, 4), 'mine')
    engine.send()
    engine.receive({ revision: 1, id: 'theirs', ops: [{ retain: 4 }, { delete: 4 }] })
    engine.receive({ revision: 2, id: 'mine', ops: [] })
    engine.undo('again')
    expect(read(engine)).toBe('one three\n')
  })
})

describe('a mention of what its writer may not see', () => {
  const mention = (id?: string) => ({ mention: { ...(id && { id, kind: 'lore' }), words: 'Osric' } })
  const mentioned = (embed: Record<string, unknown>) => new Delta().retain(4).insert(embed)

  test('is the words that were recorded, below what was typed since', () => {
    const engine = engineOf('bell')
    engine.type(mentioned(mention('x')), 'one')
    engine.send()
    engine.type(insert(5, ' rings'), 'two')
    const change = engine.receive({ revision: 1, id: 'one', ops: mentioned(mention()).ops })
    expect(change).toEqual(new Delta().retain(4).insert(mention()).delete(1))
    expect(engine.shown()).toEqual(new Delta().insert('bell').insert(mention()).insert(' rings\n'))
    expect(engine.send()).toEqual({ id: 'two', base: 1, ops: insert(5, ' rings').ops })
  })

  test('is taken back as it was recorded', () => {
    const engine = engineOf('bell')
    engine.type(mentioned(mention('x')), 'one')
    engine.send()
    engine.receive({ revision: 1, id: 'one', ops: mentioned(mention()).ops })
    engine.undo('two')
    expect(engine.shown()).toEqual(text('bell'))
    engine.redo('three')
    expect(engine.shown()).toEqual(new Delta().insert('bell').insert(mention()).insert('\n'))
  })

  test('in a new table makes that anew, but never under words that are typed in it', () => {
    const ids = [{ insert: { id: 'a' } }]
    const table = (id?: string) =>
      new Delta().insert({
        [tableEmbed]: { rows: ids, columns: ids, cells: { '1:1': { content: [{ insert: mention(id) }] } } },
      })
    const recorded = { revision: 1, id: 'one', ops: table().ops }
    const engine = engineOf('')
    engine.type(table('x'), 'one')
    engine.send()
    engine.receive(recorded)
    expect(engine.shown()).toEqual(table().insert('\n'))
    const busy = engineOf('')
    busy.type(table('x'), 'one')
    busy.send()
    busy.type(new Delta().retain({ [tableEmbed]: { cells: { '1:1': { content: [{ insert: 'y' }] } } } }), 'two')
    expect(() => busy.receive(recorded)).toThrow(Diverged)
    expect(busy.pending().map(({ id }) => id)).toEqual(['one', 'two'])
  })
})
