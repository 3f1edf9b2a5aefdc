import { describe, expect, test } from 'vitest'
import type { AdminEvent } from '#domain/me.ts'
import { breadthOf, causeLinks, streamsOf, treeOf } from '../../frontend/src/features/admin/events/request-tree.ts'
import { withSaved } from '../../frontend/src/features/admin/events/saved-filters.ts'

const event = (id: string, causationId: string | undefined, stream = 'images-1', seconds = 0): AdminEvent => ({
  id,
  type: 'ImageRequested',
  stream,
  position: '1',
  revision: 0,
  data: {},
  about: null,
  at: new Date(seconds * 1000).toISOString(),
  metadata: { actor: 'ada', commandId: 'c', correlationId: 'r', ...(causationId === undefined ? {} : { causationId }) },
  actorName: 'Ada',
  impersonatorName: null,
})
const shape = (events: AdminEvent[]) => treeOf(events).map(({ event: { id }, depth }) => `${depth} ${id}`)

describe('what a request set in motion', () => {
  test('is a tree: each event stands below its cause, in the order of the log', () => {
    expect(shape([event('a', undefined), event('b', 'a'), event('c', 'a'), event('d', 'b')])).toEqual([
      '0 a',
      '1 b',
      '2 d',
      '1 c',
    ])
  })

  test('begins wherever the cause is not among them', () => {
    expect(shape([event('a', 'elsewhere'), event('b', 'a')])).toEqual(['0 a', '1 b'])
  })

  test('loses nothing where causes go in a circle or name themselves', () => {
    expect(shape([event('a', 'b'), event('b', 'a'), event('c', 'c')])).toEqual(['0 c', '0 a', '0 b'])
  })

  test('leads from causes to effects, and the chain above the selected event is lit', () => {
    const events = [event('a', undefined), event('b', 'a'), event('c', 'a'), event('d', 'b'), event('e', 'elsewhere')]
    expect(causeLinks(events, 'd')).toEqual([
      { source: 'a', target: 'b', tone: 'lit' },
      { source: 'a', target: 'c', tone: 'plain' },
      { source: 'b', target: 'd', tone: 'lit' },
    ])
    expect(causeLinks([event('c', 'c')], 'c')).toEqual([])
    expect([breadthOf(events), breadthOf([])]).toEqual([2, 0])
  })

  test('is shown by stream along one time', () => {
    const streams = streamsOf([
      event('a', undefined, 'credits-1', 0),
      event('b', 'a', 'images-1', 1),
      event('c', 'b', 'credits-1', 4),
    ])
    expect(streams.map(({ stream, marks }) => [stream, ...marks.map(({ share }) => share)])).toEqual([
      ['credits-1', 0, 1],
      ['images-1', 0.25],
    ])
    expect(streamsOf([event('a', undefined)])[0]?.marks[0]?.share).toBe(0)
  })
})

describe('saved filters', () => {
  test('of one name are the latest ones, and no more than twenty are kept', () => {
    const first = withSaved([], 'Money', 'stream=credits')
    expect(withSaved(first, 'Money', 'stream=billing')).toEqual([{ name: 'Money', query: 'stream=billing' }])
    const many = Array.from({ length: 30 }, (_, n) => `F${n}`).reduce(
      (saved, name) => withSaved(saved, name, ''),
      first,
    )
    expect(many).toHaveLength(20)
    expect(many.at(-1)?.name).toBe('F29')
  })
})
