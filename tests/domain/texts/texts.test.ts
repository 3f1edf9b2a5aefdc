import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MessageOf, stateOf } from '#domain/decider.ts'
import { Delta, delta, type Op } from '#domain/deltas.ts'
import { changeInto } from '#domain/text-authors.ts'
import { retainedChanges, retainedOps, transformedOps, withChange } from '#domain/text-changes.ts'
import { authorsOf, textOf, texts } from '#domain/texts.ts'
import { given } from '../../given.ts'

const textId = '00000000-0000-7000-8000-000000000001'
const conjurationId = '00000000-0000-7000-8000-000000000002'
const [anna, bela] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000b1'] as const
const changeOf = (n: number) => `00000000-0000-7000-9000-${String(n).padStart(12, '0')}`

type Event<T extends string> = Extract<MessageOf<typeof texts.events>, { type: T }>
type Command<T extends string> = Extract<MessageOf<typeof texts.commands>, { type: T }>
const asked = '00000000-0000-7000-9fff-000000000001'

const begun = (ops: Op[] = [{ insert: 'salt\n' }], more: object = {}): Event<'TextBegun'> => ({
  type: 'TextBegun',
  data: { textId, conjurationId, userId: anna, campaignId: null, fromRevision: null, ops, by: [], ...more },
})
const changed = (revision: number, ops: Op[], more: object = {}): Event<'TextChanged'> => ({
  type: 'TextChanged',
  data: { textId, revision, changeId: changeOf(revision), userId: anna, ops, ...more },
})
const change = (base: number, ops: unknown[], more: object = {}): Command<'ChangeText'> => ({
  type: 'ChangeText',
  data: { textId, changeId: asked, userId: bela, base, ops, undoes: [], by: [], ...more },
})
const after = (revision: number, ops: Op[], more: object = {}) =>
  changed(revision, ops, { changeId: asked, userId: bela, ...more })
const begin = (ops?: Op[]): Command<'BeginText'> => {
  const { data } = begun(ops)
  return { type: 'BeginText', data: { ...data, ops: [...data.ops] } }
}
const text = given(texts)

describe('a text', () => {
  test('begins once', () => {
    text().when(begin()).emits(begun())
    text(begun())
      .when(begin([{ insert: 'other\n' }]))
      .emitsNothing()
  })
  test('is not changed before it has begun', () =>
    text()
      .when(change(0, [{ insert: 'x' }]))
      .rejects('text_not_found'))
  test('takes a change once', () =>
    text(begun(), after(1, [{ insert: 'x' }]))
      .when(change(0, [{ insert: 'x' }]))
      .emitsNothing())
})

describe('a change made on an older revision', () => {
  test('follows what came since', () =>
    text(begun(), changed(1, [{ insert: 'sea ' }]))
      .when(change(0, [{ retain: 4 }, { insert: 'y' }]))
      .emits(after(2, [{ retain: 8 }, { insert: 'y' }])))
  test('stands first where both insert in one place, so that words typed on are not woven into each other', () =>
    text(begun(), changed(1, [{ insert: 'aaa' }]))
      .when(change(0, [{ insert: 'b' }]))
      .emits(after(2, [{ insert: 'b' }])))
  test('has its format where both formatted one word', () =>
    text(begun(), changed(1, [{ retain: 4, attributes: { link: 'https://a.example' } }]))
      .when(change(0, [{ retain: 4, attributes: { link: 'https://b.example' } }]))
      .emits(after(2, [{ retain: 4, attributes: { link: 'https://b.example' } }])))
  test('is mended where both made a line something else', () =>
    text(begun(), changed(1, [{ retain: 4 }, { retain: 1, attributes: { header: 1 } }]))
      .when(change(0, [{ retain: 4 }, { retain: 1, attributes: { list: 'bullet' } }]))
      .emits(
        after(2, [{ retain: 4 }, { retain: 1, attributes: { list: 'bullet' } }], {
          fix: [{ retain: 4 }, { retain: 1, attributes: { header: null } }],
        }),
      ))
  test('is mended where it formats several lines at once, as editors do', () =>
    text(begun([{ insert: 'a\nb\n' }]))
      .when(change(0, [{ retain: 3, attributes: { bold: true } }]))
      .emits(
        after(1, [{ retain: 3, attributes: { bold: true } }], {
          fix: [{ retain: 1 }, { retain: 1, attributes: { bold: null } }],
        }),
      ))
  test('comes too late after two thousand others', () => {
    const state = stateOf(texts, [
      begun(),
      ...Array.from({ length: retainedChanges + 1 }, (_, n) => changed(n + 1, [{ insert: 'x' }])),
    ])
    const decide = (base: number) => texts.decide.ChangeText(state, change(base, [{ insert: 'y' }]).data)
    expect(() => decide(0)).toThrow('text_too_old')
    expect(decide(1)).toHaveLength(1)
  })
  test('comes too late after a few very large ones: they are neither retained nor transformed over without bound', () => {
    const parts = 1_600
    const count = Math.ceil(retainedOps / (3 * parts)) + 10
    const large = Array.from({ length: parts }, () => [{ retain: 2 }, { insert: 'x' }, { delete: 1 }]).flat()
    let state = stateOf(texts, [begun([{ insert: `${'salt '.repeat(2_000)}\n` }])])
    for (let revision = 1; revision <= count; revision++) {
      const change = { revision, changeId: changeOf(revision), userId: anna, at: '', ops: large, length: state.length }
      state = { ...state, revision, ...withChange(state, change) }
    }
    expect(state.changes.length).toBe(Math.floor(retainedOps / (3 * parts)))
    expect(state.changes.reduce((sum, { ops }) => sum + ops.length, 0)).toBe(state.retainedOps)
    const oldest = state.revision - state.changes.length
    const decide = (base: number, ops: Op[]) => texts.decide.ChangeText(state, change(base, ops).data)
    expect(() => decide(oldest - 1, [{ insert: 'y' }])).toThrow('text_too_old')
    expect(decide(oldest, [{ insert: 'y' }])).toHaveLength(1)
    // The cost of transforming is known beforehand, and charged to the writer.
    expect(transformedOps(state, oldest, 1)).toBe(state.retainedOps + state.changes.length)
    expect(transformedOps(state, state.revision, 5_000)).toBe(0)
  })
  test('is refused where it fell apart into too many pieces on its way', () => {
    const dots = Array.from({ length: 1_200 }, () => [{ retain: 1 }, { insert: '.' }]).flat()
    const changes = Array.from({ length: 5 }, (_, n) => changed(n + 1, [{ retain: 1 + n * 2_400 }, ...dots]))
    const state = stateOf(texts, [begun([{ insert: `${'x'.repeat(30_000)}\n` }]), ...changes])
    const all = [{ retain: 30_000, attributes: { bold: true, link: `https://a.example/${'x'.repeat(40)}` } }]
    expect(() => texts.decide.ChangeText(state, change(0, all).data)).toThrow('text_too_old')
    expect(texts.decide.ChangeText(state, change(5, all).data)).toHaveLength(1)
  })
  test('of which nothing is left is a change all the same: its writer waits for it', () =>
    text(begun(), changed(1, [{ delete: 4 }]))
      .when(change(0, [{ retain: 1 }, { delete: 2 }]))
      .emits(after(2, [])))
  test('of a revision that is not there is refused', () =>
    text(begun())
      .when(change(1, [{ insert: 'x' }]))
      .rejects('text_change_invalid'))
})

describe('what no editor can show as it is, is refused', () => {
  const id = '00000000-0000-7000-8000-0000000000f1'
  const wrong: Record<string, unknown> = {
    'a length of zero': [{ retain: 0 }, { insert: 'x' }],
    'an empty insertion': [{ insert: '' }],
    'a negative length': [{ delete: -1 }],
    'part of a letter': [{ retain: 1.5 }],
    'more than there is': [{ retain: 6 }],
    'the last newline, deleted': [{ delete: 5 }],
    'words behind the last newline': [{ retain: 5 }, { insert: 'x' }],
    'half a character': [{ insert: '\ud83d' }],
    'a border within a character': [{ retain: 1 }, { insert: 'x' }],
    'a control character': [{ insert: 'a\u0000' }],
    'a carriage return': [{ insert: 'a\r\n' }],
    'two kinds in one': [{ insert: 'a', retain: 1 }],
    'a deletion with formats': [{ delete: 1, attributes: { bold: true } }],
    'a format taken away from what is new': [{ insert: 'a', attributes: { bold: null } }],
    'an unknown format': [{ insert: 'a', attributes: { size: 'huge' } }],
    'a format of the language': [{ insert: 'a', attributes: { constructor: true } }],
    'a format that is an object': [{ insert: 'a', attributes: { bold: {} } }],
    'no formats': [{ insert: 'a', attributes: {} }],
    'a heading of the fourth level': [{ insert: '\n', attributes: { header: 4 } }],
    'an unknown embed': [{ insert: { video: 'https://a.example' } }],
    'an embed with two keys': [{ insert: { divider: true, image: { id } } }],
    'a picture by its address': [{ insert: { image: 'https://a.example/a.png' } }],
    'a picture with more than an id': [{ insert: { image: { id, onerror: 'x' } } }],
    'a mention of nothing': [{ insert: { mention: { id: 'x', kind: 'lore', words: 'a' } } }],
    'a table with a cell beyond it': [
      {
        insert: {
          'table-embed': {
            rows: [{ insert: { id: 'a' } }],
            columns: [{ insert: { id: 'b' } }],
            cells: { '2:1': { content: [{ insert: 'x' }] } },
          },
        },
      },
    ],
    'a table change where there is no table': [{ retain: { 'table-embed': { rows: [{ insert: { id: 'r' } }] } } }],
    'an embed changed that cannot be': [{ retain: { image: { id } } }],
    'no list': { insert: 'x' },
  }
  test.each(Object.entries(wrong))('%s', (_what, ops) => {
    const state = stateOf(texts, [begun([{ insert: '\u{1f9c2}al\n' }])])
    expect(() => texts.decide.ChangeText(state, change(0, ops as unknown[]).data)).toThrow('text_change_invalid')
  })
})

describe('what is on the way to be one text', () => {
  const table = { rows: [{ insert: { id: 'a' } }], columns: [{ insert: { id: 'b' } }], cells: {} }
  test('has a table in a line of its own', () =>
    text(begun())
      .when(change(0, [{ retain: 2 }, { insert: { 'table-embed': table } }]))
      .emits(
        after(1, [{ retain: 2 }, { insert: { 'table-embed': table } }], {
          fix: [{ retain: 2 }, { insert: '\n' }, { retain: 1 }, { insert: '\n' }],
        }),
      ))
  const rows = (...ids: string[]) => ids.map((id) => ({ insert: { id } }))
  const tableOf = (value: object) => begun([{ insert: { 'table-embed': { ...table, ...value } } }, { insert: '\n' }])
  const inTable = (value: object) => [{ retain: { 'table-embed': value } }]
  test('keeps a row where two writers removed one each, and there were two', () =>
    text(tableOf({ rows: rows('a', 'b') }), changed(1, inTable({ rows: [{ delete: 1 }] })))
      .when(change(0, inTable({ rows: [{ retain: 1 }, { delete: 1 }] })))
      .emits(after(2, inTable({ rows: [{ delete: 1 }] }), { fix: inTable({ rows: rows('row') }) })))
  test('keeps a column likewise', () =>
    text(tableOf({ columns: rows('a', 'b') }), changed(1, inTable({ columns: [{ delete: 1 }] })))
      .when(change(0, inTable({ columns: [{ retain: 1 }, { delete: 1 }] })))
      .emits(after(2, inTable({ columns: [{ delete: 1 }] }), { fix: inTable({ columns: rows('column') }) })))
  test('loses the formats of a table together with its missing row being put in', () =>
    text(tableOf({}), changed(1, [{ retain: 1, attributes: { bold: true } }]))
      .when(change(0, inTable({ rows: [{ delete: 1 }] })))
      .emits(
        after(2, inTable({ rows: [{ delete: 1 }] }), {
          fix: [{ retain: { 'table-embed': { rows: rows('row') } }, attributes: { bold: null } }],
        }),
      ))
  test('has a row twice where two writers restored it', () =>
    text(tableOf({}), changed(1, inTable({ rows: rows('back') })))
      .when(change(0, inTable({ rows: rows('back') })))
      .emits(after(2, inTable({ rows: rows('back') }))))
  test('has at most 400 rows in a table: writers who add 200 each are all heard', () => {
    const many = (name: string) => rows(...Array.from({ length: 200 }, (_, n) => `${name}${n}`))
    const history = [tableOf({ rows: many('a') }), changed(1, inTable({ rows: many('b') }))]
    expect(stateOf(texts, history).length).toBe(2)
    text(...history)
      .when(change(1, inTable({ rows: rows('c') })))
      .rejects('table_too_large', { rows: 400, columns: 40, cells: 16_000 })
  })
  test('holds no more than a text may in the cells of its tables', () => {
    const filling = inTable({ cells: { '1:1': { content: [{ insert: 'x'.repeat(400_000) }] } } })
    text(tableOf({}), changed(1, filling as Op[]))
      .when(change(1, filling))
      .rejects('text_too_long', { most: 499_999 })
  })
  test('grows no longer than a text may be', () => {
    const full = begun([{ insert: `${'x'.repeat(499_990)}\n` }])
    text(full)
      .when(change(0, [{ insert: 'x'.repeat(10) }]))
      .rejects('text_too_long', { most: 499_999 })
    text(full)
      .when(change(0, [{ insert: 'x'.repeat(9) }]))
      .emits(after(1, [{ insert: 'x'.repeat(9) }]))
    text(full)
      .when(change(0, [{ delete: 5 }], { userId: anna }))
      .emits(after(1, [{ delete: 5 }], { userId: anna }))
  })
})

describe('each word', () => {
  const at = (minute: string) => ({ metadata: { at: `2026-11-21T20:${minute}:12.345Z` } })
  test('has its author and minute, and goes back to them by undo', () => {
    const history = [
      { ...begun(), ...at('00') },
      {
        ...changed(1, [{ delete: 4 }], {
          userId: bela,
          lost: [{ length: 4, userId: anna, at: '2026-11-21T20:00:00.000Z' }],
        }),
        ...at('01'),
      },
    ]
    const state = stateOf(texts, history)
    const [back] = texts.decide.ChangeText(state, change(1, [{ insert: 'salt' }], { undoes: [1] }).data)
    expect(back?.data).toMatchObject({ by: [{ length: 4, userId: anna, at: '2026-11-21T20:00:00.000Z' }] })
    const now = stateOf(texts, [...history, { ...back, ...at('02') } as never])
    expect(authorsOf(now)).toEqual([{ length: 5, userId: anna, at: '2026-11-21T20:00:00.000Z' }])
  })
  test('that was typed again is its typist’s', () => {
    const state = stateOf(texts, [
      begun(),
      changed(1, [{ delete: 4 }], { userId: bela, lost: [{ length: 4, userId: anna, at: '' }] }),
    ])
    const [typed] = texts.decide.ChangeText(state, change(1, [{ insert: 'salt' }]).data)
    expect(typed?.data).not.toHaveProperty('by')
  })
  test('is nobody else’s by saying that one undoes what others did', () => {
    const state = stateOf(texts, [
      begun(),
      changed(1, [{ delete: 4 }], { lost: [{ length: 4, userId: anna, at: '' }] }),
    ])
    const [typed] = texts.decide.ChangeText(state, change(1, [{ insert: 'lies' }], { undoes: [1] }).data)
    expect(typed?.data).not.toHaveProperty('by')
  })
})

describe('a sitting', () => {
  const settle: Command<'SettleText'> = { type: 'SettleText', data: { textId, isListed: true } }
  const settled = (revision: number, writers: string[], words: number, more: object = {}): Event<'TextSettled'> => ({
    type: 'TextSettled',
    data: { textId, conjurationId, revision, words, isListed: true, writers, ...more },
  })
  test('is settled once, with who wrote in it, the last of them last', () => {
    const history = [begun(), changed(1, [{ insert: 'sea ' }], { userId: bela }), changed(2, [{ insert: 'the ' }])]
    text(...history)
      .when(settle)
      .emits(settled(2, [bela, anna], 3))
    text(...history, settled(2, [bela, anna], 3))
      .when(settle)
      .emitsNothing()
  })
  test('of a description says it in plain words', () => {
    const own = { textId, conjurationId: textId }
    text(begun([{ insert: 'See ' }, { insert: { mention: { words: 'Anna' } } }, { insert: '\n' }], own))
      .when(settle)
      .emits(settled(0, [], 2, { conjurationId: textId, description: 'See Anna' }))
  })
  test('begins anew where the text went to another campaign, with its words', () => {
    const campaignId = '00000000-0000-7000-8000-0000000000c1'
    const move: Command<'MoveText'> = { type: 'MoveText', data: { textId, campaignId } }
    const moved: Event<'TextMoved'> = {
      type: 'TextMoved',
      data: {
        textId,
        campaignId,
        fromCampaignId: null,
        ops: [{ insert: 'salt\n' }],
        by: [{ length: 5, userId: anna, at: '' }],
      },
    }
    text(begun(), settled(0, [], 1))
      .when(move)
      .emits(moved)
    text(begun(), moved).when(move).emitsNothing()
    text(begun(), settled(0, [], 1), moved)
      .when(settle)
      .emits(settled(0, [], 1))
    text(begun(), changed(1, [{ insert: 'x' }]), { ...moved, data: { ...moved.data, ops: [{ insert: 'xsalt\n' }] } })
      .when(change(0, [{ insert: 'y' }]))
      .rejects('text_too_old')
  })
})

test('a history that was put together in layers is the same text as one that was put together one by one', () => {
  const changes = Array.from({ length: 3_000 }, (_, n): Op[] => [
    { retain: (n * 7) % (n + 1) || 1 },
    { insert: `${n} ` },
  ])
  const state = stateOf(texts, [begun(), ...changes.map((ops, n) => changed(n + 1, ops))])
  const oneByOne = changes.reduce<Op[]>((now, ops) => delta(now).compose(delta(ops)).ops, [{ insert: 'salt\n' }])
  expect(textOf(state)).toEqual(oneByOne)
  expect(state.layers.length).toBeLessThan(20)
})

describe('a version that is brought back', () => {
  test('keeps the words that stayed', () =>
    expect(changeInto([{ insert: 'salt and silt\n' }], [{ insert: 'salt or silt\n' }], []).ops).toContainEqual({
      retain: 5,
    }))

  test('never replaces the newline that every text ends with', () => {
    const { ops } = changeInto([{ insert: 'salt\nsilt\n' }], [{ insert: 'salt' }, heading], [])
    expect(ops).toEqual([{ retain: 4 }, { delete: 5 }, { retain: 1, attributes: { header: 1 } }])
  })

  test('that differs in more places than can be compared in time is taken as a whole', () => {
    const now: Op[] = [{ insert: `${'a b '.repeat(20_000)}\n` }]
    const then: Op[] = [{ insert: 'a c '.repeat(20_000) }, heading]
    const { ops, by } = changeInto(now, then, [])
    expect(ops).toEqual([
      { insert: 'a c '.repeat(20_000) },
      { delete: 80_000 },
      { retain: 1, attributes: { header: 1 } },
    ])
    expect(by.reduce((sum, { length }) => sum + length, 0)).toBe(80_000)
  })

  test('is that version, whatever stood there', () => {
    const words = fc.array(fc.constantFrom('salt', ' ', '\n', 'silt’s', '🔔', '. '), { maxLength: 12 })
    const marks = fc.constantFrom({}, { bold: true }, { link: 'https://a.b' })
    const document = fc.array(fc.tuple(words, marks), { maxLength: 5 }).map((all) => {
      const text = new Delta()
      for (const [some, attributes] of all) text.insert(some.join(''), attributes).insert({ divider: true })
      return text.insert('\n').ops
    })
    fc.assert(
      fc.property(document, document, (now, then) => {
        const { ops } = changeInto(now, then, [])
        expect(delta(now).compose(delta(ops)).ops).toEqual(then)
      }),
    )
  })
})

const heading: Op = { insert: '\n', attributes: { header: 1 } }
