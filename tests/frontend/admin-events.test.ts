import { describe, expect, test } from 'vitest'
import type { AdminEvent, AdminEvents } from '#domain/me.ts'
import { aboutOf } from '../../frontend/src/features/admin/events/about.ts'
import { actorName } from '../../frontend/src/features/admin/events/acting.ts'
import { actorChoices, streamChoices, streamLabel } from '../../frontend/src/features/admin/events/choices.ts'
import { admits, parseFilters, rangeStart, writeFilters } from '../../frontend/src/features/admin/events/filters.ts'
import { jsonLines } from '../../frontend/src/features/admin/events/json-lines.ts'
import { chainOf, layLanes } from '../../frontend/src/features/admin/events/lanes.ts'
import { noteOf } from '../../frontend/src/features/admin/events/note.ts'
import { dayTime } from '../../frontend/src/features/admin/events/time.ts'
import { countActors, countTypes, splitAtPause, timeline } from '../../frontend/src/features/admin/events/timeline.ts'
import { span } from '../../frontend/src/ui/figures.ts'

const event = (
  n: number,
  over: Partial<AdminEvent> = {},
  metadata: Partial<AdminEvent['metadata']> = {},
): AdminEvent => ({
  id: `e${n}`,
  type: 'ImageRequested',
  stream: 'images-0199',
  position: String(n),
  revision: 0,
  at: new Date(n * 1000).toISOString(),
  data: {},
  metadata: { actor: 'ada', commandId: `c${n}`, correlationId: 'r1', ...metadata },
  actorName: 'Ada',
  impersonatorName: null,
  about: null,
  ...over,
})
const page = (events: AdminEvent[], types: AdminEvents['types'] = []): AdminEvents => ({
  events,
  next: null,
  searchedTo: null,
  types,
  actors: [],
  total: events.length,
})
const caused = (id: string, causationId?: string) => ({ id, causationId })

describe('The thread of causes', () => {
  test('an event hangs on its cause, further down', () => {
    const { dots, strands } = layLanes([caused('b', 'a'), caused('a')], 5)
    expect(strands).toEqual([{ id: 'b', from: { row: 0, lane: 0 }, to: { row: 1, lane: 0 } }])
    expect(dots.map(({ lane }) => lane)).toEqual([0, 0])
  })

  test('events of one cause run side by side and meet at it', () => {
    const { dots, strands } = layLanes([caused('c', 'a'), caused('b', 'a'), caused('a')], 5)
    expect(dots.map(({ lane }) => lane)).toEqual([0, 1, 0])
    expect(strands.map(({ to }) => to)).toEqual([
      { row: 2, lane: 0 },
      { row: 2, lane: 0 },
    ])
  })

  test('an unrelated event takes no lane that a thread passes through', () => {
    expect(layLanes([caused('c', 'a'), caused('x'), caused('a')], 5).dots[1]).toMatchObject({ id: 'x', lane: 1 })
  })

  test('a lane is free again below the cause it ran to', () => {
    expect(layLanes([caused('b', 'a'), caused('a'), caused('x')], 5).dots[2]).toMatchObject({ id: 'x', lane: 0 })
  })

  test('a cause that is not listed leaves its end loose', () => {
    expect(layLanes([caused('b', 'gone'), caused('x')], 5).dots.map(({ loose }) => loose)).toEqual([true, false])
  })

  test('with more threads than lanes the last lane has none of them, and what stands there a loose end', () => {
    const many = Array.from({ length: 9 }, (_, i) => caused(`b${i}`, 'a'))
    const { dots, strands } = layLanes([...many, caused('a')], 5)
    expect(strands.map(({ from }) => from.lane)).toEqual([0, 1, 2, 3])
    const loose = dots.filter(({ loose }) => loose)
    expect(loose.map(({ id, lane }) => [id, lane])).toEqual(['b4', 'b5', 'b6', 'b7', 'b8'].map((id) => [id, 4]))
  })

  test('no thread runs through another, nor through an event that is none of its own, whatever caused what', () => {
    let seed = 1
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    for (let round = 0; round < 300; round++) {
      const length = 2 + random(40)
      const events = Array.from({ length }, (_, i) =>
        caused(`e${i}`, random(3) === 0 ? undefined : `e${random(length + 2)}`),
      )
      const lanes = 2 + random(5)
      const { dots, strands } = layLanes(events, lanes)
      for (const { id, from, to } of strands) {
        const between = (row: number) => row > from.row && row < to.row
        expect(dots.filter(({ row, lane }) => lane === from.lane && between(row))).toEqual([])
        const others = strands.filter((other) => other.id !== id && other.from.lane === from.lane)
        expect(others.filter((other) => other.from.row < to.row && from.row < other.to.row)).toEqual([])
        expect(events[from.row]?.causationId).toBe(events[to.row]?.id)
      }
    }
  })

  test('a chain is an event with all that led to it, and ends even in a circle', () => {
    const events = [caused('c', 'b'), caused('b', 'a'), caused('x', 'a'), caused('a')]
    expect([...chainOf(events, 'c')]).toEqual(['c', 'b', 'a'])
    expect([...chainOf([caused('a', 'b'), caused('b', 'a')], 'a')]).toEqual(['a', 'b'])
    expect(chainOf(events, undefined).size).toBe(0)
  })
})

describe('The list', () => {
  test('an event that was fetched and came live is listed once, newest first', () => {
    const { events, fresh } = timeline([page([event(2), event(1)])], [event(2), event(3)])
    expect(events.map(({ id }) => id)).toEqual(['e3', 'e2', 'e1'])
    expect(fresh.map(({ id }) => id)).toEqual(['e3'])
  })

  test('positions are numbers, however many digits they have', () => {
    const { events } = timeline([page([event(9), event(10)])], [])
    expect(events.map(({ position }) => position)).toEqual(['10', '9'])
  })

  test('a pause holds the list where it was and counts what waits', () => {
    const events = [event(3), event(2), event(1)]
    expect(splitAtPause(events, '1')).toEqual({ shown: [event(1)], waiting: 2 })
    expect(splitAtPause(events, null).waiting).toBe(0)
  })

  test('counts of types take in what has arrived since', () => {
    const counts = countTypes([{ type: 'ImageRequested', count: 4 }], [event(1), event(2, { type: 'ImageStarted' })])
    expect(counts).toEqual([
      { type: 'ImageRequested', count: 5 },
      { type: 'ImageStarted', count: 1 },
    ])
  })
})

describe('Filters', () => {
  const none = parseFilters(new URLSearchParams())

  test('live events are let in by the rule of the server’s list', () => {
    const acted = event(1, {}, { actor: 'ada', impersonator: 'ines' })
    expect(admits(none, acted)).toBe(true)
    expect(admits({ ...none, stream: 'images' }, acted)).toBe(true)
    expect(admits({ ...none, stream: 'images-0199' }, acted)).toBe(true)
    expect(admits({ ...none, stream: 'credits' }, acted)).toBe(false)
    expect(admits({ ...none, actor: 'ines' }, acted)).toBe(true)
    expect(admits({ ...none, actor: 'system' }, acted)).toBe(false)
    expect(admits({ ...none, type: 'ImageStarted' }, acted)).toBe(false)
    expect(admits({ ...none, correlation: 'r2' }, acted)).toBe(false)
  })

  test('words and ids are looked for in what an event holds, as the server does', () => {
    const told = event(1, { data: { prompt: 'A bell "under" water' }, position: '4108226' })
    for (const q of ['BELL', 'bell "under"', 'images/0199', 'imagerequested', '4,108,226', 'c1', 'e1'])
      expect([q, admits({ ...none, q }, told)]).toEqual([q, true])
    expect(admits({ ...none, q: 'drowned' }, told)).toBe(false)
  })

  test('the address keeps them, and a range it does not know is all of time', () => {
    const filters = { ...none, type: 'ImageStarted', range: '1h', event: 'e1' }
    expect(parseFilters(writeFilters(filters))).toEqual(filters)
    expect(parseFilters(new URLSearchParams('range=yesterday')).range).toBe('')
    expect(rangeStart({ range: '1h' }, 3_600_001)).toBe(1)
    expect(rangeStart({ range: '' }, 1)).toBeNull()
  })

  test('streams are offered by category, with what they are about', () => {
    const choices = streamChoices([
      { stream: 'images-0199000000a1', about: 'The bell' },
      { stream: 'credits-0199000000b2', about: null },
      { stream: 'images-0199000000c3', about: null },
    ])
    expect(choices).toEqual([
      { value: 'images', label: 'images, all' },
      { value: 'images-0199000000a1', label: 'images/000000a1', about: 'The bell' },
      { value: 'images-0199000000c3', label: 'images/000000c3' },
      { value: 'credits', label: 'credits, all' },
      { value: 'credits-0199000000b2', label: 'credits/000000b2' },
    ])
    expect(streamLabel('credits')).toBe('credits, all')
  })

  test('everybody who did any of it is offered, with what has arrived since', () => {
    const acted = event(3, { impersonatorName: 'Ines' }, { impersonator: 'ines' })
    const actors = countActors(
      [
        { id: 'system', name: null, count: 4 },
        { id: 'ada', name: 'Ada', count: 4 },
      ],
      [acted],
    )
    expect(actorChoices(actors)).toEqual([
      { value: 'ada', label: 'Ada', count: 5 },
      { value: 'system', label: 'system', count: 4 },
      { value: 'ines', label: 'Ines', count: 1 },
    ])
  })

  test('who is no person is called by name, and a person without one by the end of their id', () => {
    expect(actorName('simulated', null)).toBe('simulated')
    expect(actorName('0198c0de-5ec0-7000-8000-000000000001', null)).toBe('00000001')
  })
})

describe('The inspector', () => {
  test('sets JSON as JSON.stringify does', () => {
    const value = { a: 1, b: [true, null, { c: 'x"y' }], d: {}, e: [], f: undefined }
    const text = jsonLines(value).map(
      ({ depth, tokens }) => '  '.repeat(depth) + tokens.map(({ text }) => text).join(''),
    )
    expect(text.join('\n')).toBe(JSON.stringify(value, null, 2))
  })

  test('a line knows its key, so that one can be marked', () => {
    const lines = jsonLines({ metadata: { impersonator: 'ines' } })
    expect(lines.find(({ key }) => key === 'impersonator')).toMatchObject({ depth: 2 })
  })
})

describe('Words beside an event', () => {
  test('the word that its data says most with', () => {
    expect(noteOf({ plan: 'PRO', reason: 'Kickstarter backer since 2023' })).toEqual({ text: 'PRO', colour: 'walnut' })
    expect(noteOf({ reason: 'timed_out' })).toEqual({ text: 'timed out', colour: 'copper' })
    expect(noteOf({ attempt: 2 })).toEqual({ text: 'attempt 2', colour: 'copper' })
    expect(noteOf({ attempt: 1 })).toBeUndefined()
    expect(noteOf(null)).toBeUndefined()
  })

  test('its day always, and of this year the millisecond', () => {
    const at = new Date(2026, 10, 20, 23, 41, 9, 4)
    expect(dayTime(at.toISOString(), at.getTime())).toBe('20 Nov 23:41:09.004')
    expect(dayTime(at.toISOString(), new Date(2027, 1, 1).getTime())).toBe('20 Nov 2026 23:41:09')
  })

  test('an amount, a name, a prompt, or what was said with it', () => {
    const about = (type: string, data: unknown, name: string | null = null) => aboutOf({ type, data, about: name })
    const work = { amount: 5, purpose: { label: 'Image: Studio' } }
    expect(about('CreditsHeld', work)).toBe('5 \u00b7 Image: Studio')
    expect(about('CreditsCaptured', work)).toBe('\u22125 \u00b7 Image: Studio')
    expect(about('CreditsGranted', { amount: 100, comment: 'Welcome' })).toBe('+100 \u00b7 Welcome')
    expect(about('ImageRequested', { prompt: ' The eel\n market ' }, 'Older')).toBe('The eel market')
    expect(about('ImageStarted', { attempt: 1 }, 'The eel market')).toBe('The eel market')
    expect(about('ConjurationDescribed', { description: 'A long text' }, 'Hesper')).toBe('Hesper')
    expect(about('CampaignFileAdded', { file: { name: 'rules.pdf' } }, 'Tidewater')).toBe('rules.pdf')
    expect(about('ImpersonationBegan', { reason: 'A wrong name' })).toBe('A wrong name')
    expect(about('SignedOut', { how: 'banned' })).toBeUndefined()
    expect(about('ImageRequested', { prompt: 'x'.repeat(500) })).toHaveLength(160)
    expect(about('Odd', null)).toBeUndefined()
  })

  test('spans in the unit that says them', () => {
    expect([8, 31_000, 240_000, 7_200_000, 172_800_000].map(span)).toEqual(['8 ms', '31 s', '4 min', '2 h', '2 d'])
    expect([59_600, 3_599_000, 86_399_000].map(span)).toEqual(['1 min', '1 h', '1 d'])
  })
})
