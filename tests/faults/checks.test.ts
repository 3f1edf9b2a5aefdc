import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '#eventstore'
import { checkAcknowledged, checkAnswers } from './lib/checks/acknowledged.ts'
import { checkEdits } from './lib/checks/edits.ts'
import { checkFeed } from './lib/checks/feed.ts'
import { checkLog } from './lib/checks/log.ts'
import { checkModels } from './lib/checks/models.ts'
import { checkPictures } from './lib/checks/pictures.ts'
import type { Issued, Try } from './lib/history.ts'

/** A log as it should be, event by event; each check is shown what it must not overlook. */
const logOf = (...events: (Partial<RecordedEvent> & { stream: string })[]): RecordedEvent[] => {
  const revisions = new Map<string, bigint>()
  return events.map((event, n) => {
    const revision = (revisions.get(event.stream) ?? -1n) + 1n
    revisions.set(event.stream, revision)
    const metadata = { actor: 'a', commandId: randomUUID(), correlationId: 'act', requestId: 'r' }
    return {
      id: randomUUID(),
      type: 'Thing',
      data: {},
      metadata,
      revision,
      position: BigInt(n + 1),
      created: new Date(0),
      ...event,
    }
  })
}
const without = <Thing>(things: readonly Thing[], at: number) => things.filter((_, n) => n !== at)

describe('a log', () => {
  const log = logOf({ stream: 'a' }, { stream: 'b' }, { stream: 'a' }, { stream: 'a' })

  test('that is right is said to be', () => expect(checkLog(log)).toEqual([]))

  test('must not lack an event', () =>
    expect(checkLog(without(log, 2))).toEqual(['a has revision 2 where 1 should be']))

  test('must not go back', () => {
    const [one, two, ...rest] = log
    expect(checkLog([two, one, ...rest] as RecordedEvent[])).toEqual(['position 1 comes after 2'])
  })

  test('must not have an event twice', () => {
    const [first] = log
    const twice = logOf({ stream: 'a', id: first?.id ?? '' }, { stream: 'b', id: first?.id ?? '' })
    expect(checkLog(twice)).toEqual([`event ${first?.id} (Thing) is at 1 and at 2`])
  })

  test('must not have what one command decided in two places', () => {
    const metadata = { commandId: 'c' }
    const again = logOf({ stream: 'a', metadata }, { stream: 'a' }, { stream: 'a', metadata })
    expect(checkLog(again)).toEqual(['command c decided twice on a: at 1 and at 3'])
    expect(checkLog(logOf({ stream: 'a', metadata }, { stream: 'a', metadata }))).toEqual([])
  })
})

describe('what people were told', () => {
  const command = (given: Partial<Issued>): Issued => ({
    key: 'k',
    act: 'act',
    who: 'Ines',
    wanted: { method: 'POST', path: '/things', emits: { Thing: [1, 1] } },
    sentAt: 0,
    tries: [{ ms: 1, answer: 200 }],
    outcome: 'acknowledged',
    position: 1n,
    ...given,
  })
  const name = "Ines's POST /things"

  test('of an operation, which a job does, is told by its end', () => {
    const job = { actor: 'a', commandId: 'j', correlationId: 'act' }
    const emits = { OperationBegun: [1, 1], Thing: [1, 1], OperationEnded: [1, 1] } as const
    const wanted = { method: 'POST', path: '/things', emits } as const
    const log = logOf(
      { stream: 'operations-act', type: 'OperationBegun' },
      { stream: 'a', metadata: job },
      { stream: 'operations-act', type: 'OperationEnded', metadata: job },
      { stream: 'b', type: 'Later', metadata: job },
    )
    expect(checkAcknowledged([command({ wanted, position: 3n })], log)).toEqual([])
    expect(checkAcknowledged([command({ wanted, position: 3n })], without(log, 1))).toEqual([
      `${name} (acknowledged after 1 tries): Thing is in the log 0 times`,
    ])
    expect(checkAcknowledged([command({ wanted, position: 1n })], log)).toHaveLength(1)
  })

  const once = logOf({ stream: 'a' })

  test('is in the log once', () => expect(checkAcknowledged([command({})], once)).toEqual([]))

  test('must be in the log', () =>
    expect(checkAcknowledged([command({})], [])).toEqual([
      `${name} (acknowledged after 1 tries): Thing is in the log 0 times`,
    ]))

  test('must not be in the log twice, also when nobody knows its outcome', () => {
    const twice = logOf({ stream: 'a' }, { stream: 'b' })
    expect(checkAcknowledged([command({ position: 2n })], twice)).toHaveLength(1)
    const unknown: Issued = command({})
    delete unknown.outcome
    expect(checkAcknowledged([unknown], twice)).toEqual([
      `${name} (never answered after 1 tries): Thing is in the log 2 times`,
    ])
    expect(checkAcknowledged([unknown], once)).toEqual([])
    expect(checkAcknowledged([unknown], [])).toEqual([])
  })

  test('must be where it was said to be', () =>
    expect(checkAcknowledged([command({ position: 7n })], once)).toEqual([
      `${name} (acknowledged after 1 tries): was told position 7, and its last event is at 1`,
    ]))

  test('may be said to be where the append ends that others of its stream are in too', () => {
    const others = { metadata: { correlationId: 'another', requestId: 'r' } }
    const together = [...once, ...logOf({ stream: 'a', ...others, position: 2n })]
    expect(checkAcknowledged([command({ position: 2n })], together)).toEqual([])
    const elsewhere = [...once, ...logOf({ stream: 'b', ...others, position: 2n })]
    expect(checkAcknowledged([command({ position: 2n })], elsewhere)).toHaveLength(1)
  })

  test('must not be in the log when it was refused', () =>
    expect(checkAcknowledged([command({ outcome: 'refused' })], once)).toEqual([
      `${name} (refused after 1 tries): is in the log, as Thing`,
    ]))

  test('is all of an act, also what follows from another event of it', () => {
    const metadata = { correlationId: 'act', causationId: once[0]?.id ?? '', requestId: 'r' }
    const both = [...once, ...logOf({ stream: 'b', type: 'Held', metadata, position: 2n })]
    const emits = { Thing: [1, 1], Held: [1, 1] } as const
    const wanted = { ...command({}).wanted, emits }
    expect(checkAcknowledged([command({ wanted, position: 2n })], both)).toEqual([])
    expect(checkAcknowledged([command({ wanted, position: 2n })], once)).toEqual([
      `${name} (acknowledged after 1 tries): Held is in the log 0 times`,
      `${name} (acknowledged after 1 tries): was told position 2, and its last event is at 1`,
    ])
  })

  test('is no effect of it, which may come as often as it does', () => {
    const effect = { metadata: { correlationId: 'act', causationId: 'e' } }
    expect(
      checkAcknowledged([command({})], [...once, ...logOf({ stream: 'b', ...effect }, { stream: 'c', ...effect })]),
    ).toEqual([])
  })

  const answered = (tried: Partial<Try>) => checkAnswers([command({ tries: [{ ms: 1, answer: 200, ...tried }] })])

  test('is a sentence', () => {
    expect(answered({ answer: 503, code: 'unavailable' })).toEqual([])
    expect(answered({ answer: 409, code: 'collection_inside_itself' })).toEqual([])
    expect(answered({ answer: 'cut off' })).toEqual([])
    const poor = command({ wanted: { ...command({}).wanted, refusals: ['insufficient_credits'] } })
    expect(checkAnswers([{ ...poor, tries: [{ ms: 1, answer: 402, code: 'insufficient_credits' }] }])).toEqual([])
    expect(answered({ answer: 503 })).toEqual(['1 × 503 without a sentence'])
  })

  test('is no fault, no refusal without a rule, and not nothing', () => {
    expect(answered({ answer: 500, code: 'internal' })).toEqual(['1 × 500 (internal)'])
    expect(answered({ answer: 404, code: 'collection_not_found' })).toEqual(['1 × 404 (collection_not_found)'])
    expect(answered({ answer: 'hung' })).toEqual(['1 × hung'])
    const unknown: Issued = command({})
    delete unknown.outcome
    expect(checkAnswers([unknown])).toEqual(['1 × no answer in the end'])
  })
})

describe('the feed', () => {
  const log = logOf({ stream: 'a' }, { stream: 'b' }, { stream: 'a' })
  const feed = log.map(({ id, type, position }) => ({ id, type, position: String(position) }))

  test('that is right is said to be', () => expect(checkFeed(feed, log)).toEqual([]))

  test('must lack nothing', () => expect(checkFeed(without(feed, 1), log)).toEqual(['Thing at 2 is not in the feed']))

  test('must have nothing twice', () =>
    expect(checkFeed([...feed, ...feed.slice(2)], log)).toEqual(['Thing at 3 is in the feed twice']))

  test('must keep the order', () =>
    expect(checkFeed(feed.toReversed(), log)).toEqual([
      'Thing at 2 comes after what happened later',
      'Thing at 1 comes after what happened later',
    ]))

  test('must have nothing of its own, nor places of its own', () => {
    expect(checkFeed(feed, without(log, 2))).toEqual(['the feed has Thing at 3, which is not in the log'])
    expect(checkFeed([{ ...feed[0], position: '9' } as (typeof feed)[0], ...feed.slice(1)], log)).toEqual([
      'Thing is at 1 in the log and at 9 in the feed',
    ])
  })
})

describe('a picture that is waited for', () => {
  const asked = { stream: 'images-1', type: 'ImageRequested', data: { holdId: 'h' } }
  const came = (charged: boolean) => ({ stream: 'images-1', type: 'ImageGenerated', data: { attempt: 1, charged } })
  const lapsed = { stream: 'images-1', type: 'ImageTimedOut', data: { attempt: 1 } }
  const cancelled = { ...lapsed, type: 'ImageCancelled' }
  const paid = { stream: 'credits-1', type: 'CreditsCaptured', data: { holdId: 'h' } }
  const back = { stream: 'credits-1', type: 'CreditsReleased', data: { holdId: 'h' } }
  const problemsOf = (...events: Parameters<typeof logOf>) => checkPictures(logOf(...events)).problems

  test.each([
    ['comes and is paid for', [asked, came(true), paid]],
    ['does not come, and the credits come back', [asked, lapsed, back]],
    ['comes late, for nothing', [asked, lapsed, back, came(false)]],
  ])('%s', (_, events) => expect(problemsOf(...events)).toEqual([]))

  test.each([
    ['is not paid for', [asked, came(true)]],
    ['is paid for twice', [asked, came(true), paid, paid]],
    ['is paid for and given back', [asked, came(true), paid, back]],
    ['is paid for and does not come', [asked, lapsed, paid]],
    ['comes for nothing after it was cancelled', [asked, cancelled, back, came(false)]],
    ['comes twice', [asked, came(true), paid, came(true)]],
    ['never ends', [asked]],
  ])('%s: that is wrong', (_, events) => expect(problemsOf(...events).length).toBeGreaterThan(0))
})

describe('a 3D model', () => {
  const event = (type: string, data: object = { holdId: 'h' }) => ({ stream: 'models-1', type, data })
  const requested = event('ModelRequested')
  const completed = event('ModelGenerationCompleted')
  const withoutHold = event('ModelGenerationCompleted', { holdId: null })
  const [failed, timedOut] = [event('ModelGenerationFailed'), event('ModelGenerationTimedOut')]
  const deleted = event('ModelDeleted')
  const paid = { stream: 'credits-1', type: 'CreditsCaptured', data: { holdId: 'h' } }
  const back = { ...paid, type: 'CreditsReleased' }
  const stl = { targetFormat: 'STL', attempt: 1 }
  const [converting, converted, unconverted] = ['Requested', 'Completed', 'Failed'].map((name) =>
    event(`ModelConversion${name}`, stl),
  ) as [typeof requested, typeof requested, typeof requested]
  const problemsOf = (...events: Parameters<typeof logOf>) => checkModels(logOf(...events)).problems

  test.each([
    ['is completed and paid for', [requested, completed, paid]],
    ['fails, and the credits are released', [requested, failed, back]],
    ['arrives late, without charge', [requested, timedOut, back, withoutHold]],
    ['is deleted by its owner while it is made, and paid for', [requested, deleted, paid, withoutHold]],
    ['is free', [event('ModelRequested', { holdId: null }), withoutHold]],
    ['is converted', [requested, completed, paid, converting, converted]],
  ])('%s', (_, events) => expect(problemsOf(...events)).toEqual([]))

  test.each([
    ['is not paid for', [requested, completed], 'its hold is open, not CreditsCaptured'],
    ['is paid for twice', [requested, completed, paid, paid], 'its hold is CreditsCaptured and CreditsCaptured'],
    ['fails and is paid for', [requested, failed, paid], 'its hold is CreditsCaptured, not CreditsReleased'],
    [
      'has two outcomes',
      [requested, completed, paid, failed],
      'ended ModelGenerationCompleted and ModelGenerationFailed',
    ],
    ['has no outcome', [requested, back], 'ended never'],
    ['is requested twice', [requested, requested, completed, paid], 'was requested 2 times'],
    ['is never converted', [requested, completed, paid, converting], 'conversion STL 1 ended never'],
    [
      'is converted and is not',
      [requested, completed, paid, converting, converted, unconverted],
      'conversion STL 1 ended',
    ],
  ])('%s: that is wrong', (_, events, problem) => expect(problemsOf(...events)[0]).toContain(problem))
})

describe('an edit', () => {
  const event = (type: string) => ({ stream: 'images-1', type, data: { editId: 'e' } })
  const [asked, turn, made] = ['ImageEditRequested', 'ImageEditStarted', 'ImageEdited'].map(event) as [
    ReturnType<typeof event>,
    ReturnType<typeof event>,
    ReturnType<typeof event>,
  ]
  const chosen = event('ImageEditChosen')
  const problemsOf = (...events: Parameters<typeof logOf>) => checkEdits(logOf(...events))

  test('that had its turn and one end is right, whatever is chosen later', () =>
    expect(problemsOf(asked, turn, made, chosen, chosen)).toEqual([]))

  test.each([
    ['never ends', [asked, turn], 'e ended never'],
    ['ends twice', [asked, turn, made, event('ImageEditCancelled')], 'e ended ImageEdited and ImageEditCancelled'],
    ['has two turns', [asked, turn, turn, made], 'e had 2 turns'],
  ])('%s: that is wrong', (_, events, problem) => expect(problemsOf(...events)).toEqual([problem]))
})
