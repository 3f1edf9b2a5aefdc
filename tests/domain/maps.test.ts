import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type MessageOf, stateOf } from '#domain/decider.ts'
import { cellsOf, fogLattice, type Runs, runsOf } from '#domain/fog.ts'
import { images } from '#domain/images.ts'
import { firstGrid } from '#domain/map-grid.ts'
import { fogOf, type mapEvents, maps } from '#domain/maps.ts'
import { tables } from '#domain/tables.ts'
import { given } from '../given.ts'

const imageId = '00000000-0000-7000-8000-000000000001'
const campaignId = '00000000-0000-7000-8000-000000000002'
const strokes = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'] as const
const [first, second] = strokes
const about = { imageId, shownIn: null }
const small = { columns: 4, rows: 3 }
const brush = (cells: Runs, strokeId: string = first) => ({ ...about, ...small, strokeId, cells })
const reveal = (cells: Runs, strokeId?: string) => ({ type: 'RevealFog', data: brush(cells, strokeId) }) as const
const cover = (cells: Runs, strokeId?: string) => ({ type: 'CoverFog', data: brush(cells, strokeId) }) as const
const revealed = (cells: Runs, strokeId?: string) => ({ type: 'FogRevealed', data: brush(cells, strokeId) }) as const
const covered = (cells: Runs, strokeId?: string) => ({ type: 'FogCovered', data: brush(cells, strokeId) }) as const
const undo = { type: 'UndoFog', data: about } as const
const undone = (strokeId: string, what: { revealed?: Runs; covered?: Runs }): MessageOf<typeof mapEvents> => ({
  type: 'FogUndone',
  data: { ...about, strokeId, revealed: [], covered: [], ...what },
})
const map = given(maps)

describe('fog', () => {
  test('is lifted from what was covered, and lifting it twice lifts nothing', () => {
    map()
      .when(reveal([{ first: 0, count: 2 }]))
      .emits(revealed([{ first: 0, count: 2 }]))
    map(revealed([{ first: 0, count: 2 }]))
      .when(reveal([{ first: 1, count: 2 }]))
      .emits(revealed([{ first: 2, count: 1 }]))
    map(revealed([{ first: 0, count: 3 }]))
      .when(reveal([{ first: 1, count: 2 }]))
      .emitsNothing()
  })
  test('is lowered over what was revealed', () => {
    map(revealed([{ first: 0, count: 3 }]))
      .when(cover([{ first: 1, count: 6 }]))
      .emits(covered([{ first: 1, count: 2 }]))
    map()
      .when(cover([{ first: 1, count: 6 }]))
      .emitsNothing()
  })
  test('outside of the map is refused', () => {
    map()
      .when(reveal([{ first: 11, count: 1 }]))
      .emits(revealed([{ first: 11, count: 1 }]))
    map()
      .when(reveal([{ first: 11, count: 2 }]))
      .rejects('fog_outside_map')
  })
  test('covers all of a picture of another size', () => {
    const state = stateOf(maps, [revealed([{ first: 0, count: 12 }])])
    expect(fogOf(state, small).revealed).toEqual([{ first: 0, count: 12 }])
    expect(fogOf(state, { columns: 3, rows: 4 }).revealed).toEqual([])
    map(revealed([{ first: 0, count: 12 }]))
      .when({ type: 'RevealFog', data: { ...brush([{ first: 0, count: 1 }]), columns: 3, rows: 4 } })
      .emits({ type: 'FogRevealed', data: { ...brush([{ first: 0, count: 1 }]), columns: 3, rows: 4 } })
  })
})

describe('undoing', () => {
  test('takes back a stroke with all of its pieces, then the one before', () => {
    const history = [
      revealed([{ first: 0, count: 1 }]),
      revealed([{ first: 4, count: 2 }], second),
      revealed([{ first: 8, count: 1 }], second),
    ]
    map(...history)
      .when(undo)
      .emits(
        undone(second, {
          covered: [
            { first: 4, count: 2 },
            { first: 8, count: 1 },
          ],
        }),
      )
    map(
      ...history,
      undone(second, {
        covered: [
          { first: 4, count: 2 },
          { first: 8, count: 1 },
        ],
      }),
    )
      .when(undo)
      .emits(undone(first, { covered: [{ first: 0, count: 1 }] }))
  })
  test('brings back what was covered', () =>
    map(revealed([{ first: 0, count: 4 }]), covered([{ first: 1, count: 2 }], second))
      .when(undo)
      .emits(undone(second, { revealed: [{ first: 1, count: 2 }] })))
  test('leaves what another stroke has changed since', () =>
    map(
      revealed([{ first: 0, count: 2 }]),
      covered([{ first: 0, count: 1 }], second),
      undone(second, { revealed: [{ first: 0, count: 1 }] }),
    )
      .when(undo)
      .emits(undone(first, { covered: [{ first: 0, count: 2 }] })))
  test('of nothing does nothing', () => {
    map().when(undo).emitsNothing()
    map(revealed([{ first: 0, count: 1 }]), undone(first, { covered: [{ first: 0, count: 1 }] }))
      .when(undo)
      .emitsNothing()
  })
  it('comes back to the very fog there was, whatever was brushed', () => {
    const cells = fc.uint8Array({ minLength: 12, maxLength: 12, max: 1 }).map(runsOf)
    fc.assert(
      fc.property(fc.array(fc.tuple(cells, fc.boolean()), { maxLength: 20 }), (brushed) => {
        let state = maps.initial
        const run = (command: Parameters<ReturnType<typeof map>['when']>[0]) => {
          const events = maps.decide[command.type](state, command.data as never)
          state = events.reduce((now, event) => maps.evolve[event.type](now, event.data as never), state)
          return events.length
        }
        const fogs = [state.fog.revealed]
        brushed.forEach(([runs, isReveal], n) => {
          if (runs.length === 0) return
          const strokeId = `00000000-0000-7000-8000-0000000001${String(n).padStart(2, '0')}`
          if (run(isReveal ? reveal(runs, strokeId) : cover(runs, strokeId)) > 0) fogs.push(state.fog.revealed)
        })
        for (const before of fogs.slice(0, -1).reverse()) {
          run(undo)
          expect(state.fog.revealed).toEqual(before)
        }
      }),
    )
  })
})

describe('a map’s cells', () => {
  it('are never more than 128 beside each other, and cover the whole picture', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8192 }), fc.integer({ min: 1, max: 8192 }), (width, height) => {
        const { cell, columns, rows } = fogLattice({ width, height })
        expect(Math.max(columns, rows)).toBeLessThanOrEqual(128)
        expect(columns * cell).toBeGreaterThanOrEqual(width)
        expect(rows * cell).toBeGreaterThanOrEqual(height)
      }),
    ))
  it('come back from their runs', () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300, max: 1 }), (cells) => {
        expect([...cellsOf(runsOf(cells), cells.length)]).toEqual([...cells])
      }),
    ))
})

test('a secret room is found once, and is a secret again', () => {
  const found = { type: 'SecretRoomFound', data: { ...about, room: 3 } } as const
  const hidden = { type: 'SecretRoomHidden', data: { ...about, room: 3 } } as const
  const find = (isFound: boolean) => ({ type: 'FindRoom', data: { ...about, room: 3, isFound } }) as const
  map().when(find(true)).emits(found)
  map(found).when(find(true)).emitsNothing()
  map(found).when(find(false)).emits(hidden)
  map(found, hidden).when(find(false)).emitsNothing()
})

describe('a grid', () => {
  const laid = { type: 'GridLaid', data: { ...about, grid: firstGrid } } as const
  test('is laid once', () => {
    map().when({ type: 'LayGrid', data: laid.data }).emits(laid)
    map(laid).when({ type: 'LayGrid', data: laid.data }).emitsNothing()
  })
})

describe('a table', () => {
  const table = given(tables)
  const other = '00000000-0000-7000-8000-000000000003'
  const show = (id = imageId) => ({ type: 'ShowMap', data: { campaignId, imageId: id } }) as const
  const shown = (id = imageId) => ({ type: 'MapShown', data: { campaignId, imageId: id } }) as const
  const take = (id = imageId) => ({ type: 'TakeMapBack', data: { campaignId, imageId: id } }) as const
  const taken = { type: 'MapTakenBack', data: { campaignId, imageId } } as const
  test('has one map on it: another takes its place', () => {
    table().when(show()).emits(shown())
    table(shown()).when(show()).emitsNothing()
    table(shown()).when(show(other)).emits(shown(other))
  })
  test('is empty once its map is taken back, and nobody takes back another', () => {
    table(shown()).when(take()).emits(taken)
    table(shown(), shown(other)).when(take()).emitsNothing()
    table(shown(), taken).when(take()).emitsNothing()
    table(shown(), taken).when(show()).emits(shown())
  })
})

test('a map is no lore’s picture: whoever sees the lore would see all of it', () => {
  const requested = {
    type: 'ImageRequested',
    data: { imageId, type: 'MAP', conjurationId: null } as never,
  } as const
  const link = { imageId, conjurationId: campaignId }
  given(images)(requested).when({ type: 'LinkImage', data: link }).rejects('map_of_lore')
  given(images)()
    .when({ type: 'RequestImage', data: { imageId, type: 'MAP', conjurationId: campaignId, holdId: 'h' } as never })
    .rejects('map_of_lore')
})
