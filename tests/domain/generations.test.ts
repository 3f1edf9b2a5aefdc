import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MessageOf, stateOf } from '#domain/decider.ts'
import { type GenerationRequest, type generationEvents, generations } from '#domain/generations.ts'
import { given } from '../given.ts'

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [generationId, userId, holdId, secondHold] = [id(1), id(2), id(3), id(4)]
type Event = MessageOf<typeof generationEvents>
type Command = MessageOf<typeof generations.commands>

const request: GenerationRequest = {
  generationId,
  userId,
  holdId,
  cost: 2,
  templateId: id(5),
  templateName: 'Tavern',
  tags: [],
  attributes: [],
  campaignId: id(6),
  place: null,
  guidance: '',
  guidanceContext: [],
  picture: null,
}
const requested: Event = { type: 'GenerationRequested', data: request }
const outcome = { generationId, userId, holdId }
const texts = {
  title: 'The Eel',
  texts: [],
  madeBy: 'X',
  model: 'x',
  used: [],
  omitted: [],
  marks: [],
  usage: { input: 0, output: 0 },
}
const written: Event = { type: 'GenerationWritten', data: { ...outcome, ...texts } }
const record: Command = { type: 'RecordTexts', data: { generationId, ...texts } }
const lapsed: Event = { type: 'GenerationHoldLapsed', data: { generationId, holdId } }
const cancelled: Event = { type: 'GenerationCancelled', data: outcome }
const givenGeneration = given(generations)

describe('what is written from a template', () => {
  it('is recorded while it is waited for, once', () => {
    givenGeneration(requested).when(record).emits(written)
    givenGeneration(requested, written).when(record).emitsNothing()
  })
  it('is dropped when it comes after the end, whatever that was', () => {
    givenGeneration(requested, cancelled).when(record).emitsNothing()
    givenGeneration(requested, { type: 'GenerationTimedOut', data: outcome }).when(record).emitsNothing()
  })
  it('cannot be cancelled, nor timed out, once it is there', () => {
    givenGeneration(requested, written).when({ type: 'CancelGeneration', data: { generationId } }).emitsNothing()
    givenGeneration(requested, written).when({ type: 'TimeOutGeneration', data: { generationId } }).emitsNothing()
  })
  it('is not asked for with credits that went back', () => {
    givenGeneration(lapsed).when({ type: 'RequestGeneration', data: request }).rejects('request_lapsed')
    givenGeneration(requested).when({ type: 'LapseHold', data: { generationId, holdId } }).emitsNothing()
  })
  it('is complete when its lore is there, and not before', () => {
    const complete: Command = { type: 'CompleteGeneration', data: { generationId, imageId: null } }
    givenGeneration(requested).when(complete).emitsNothing()
    givenGeneration(requested, written).when(complete).emits({ type: 'GenerationCompleted', data: complete.data })
  })
})

it('no order of asking, beginning, ending and lapsing uses a hold twice, or brings texts that no hold pays', () => {
  const by = { generationId }
  const commands: Command[] = [
    { type: 'RequestGeneration', data: request },
    { type: 'RequestGeneration', data: { ...request, holdId: secondHold } },
    { type: 'StartGeneration', data: by },
    record,
    { type: 'FailGeneration', data: { ...by, message: 'No' } },
    { type: 'FilterGeneration', data: { ...by, message: 'No' } },
    { type: 'TimeOutGeneration', data: by },
    { type: 'CancelGeneration', data: by },
    { type: 'LapseHold', data: { ...by, holdId } },
    { type: 'LapseHold', data: { ...by, holdId: secondHold } },
    { type: 'CompleteGeneration', data: { ...by, imageId: null } },
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...commands), { maxLength: 24 }), (asked) => {
      let log: Event[] = []
      for (const { type, data } of asked) {
        try {
          log = [...log, ...generations.decide[type](stateOf(generations, log), data as never)]
        } catch {
          // Refused.
        }
      }
      const of = (hold: string, pattern: RegExp) =>
        log.filter(({ type, data }) => pattern.test(type) && 'holdId' in data && data.holdId === hold).length
      for (const hold of [holdId, secondHold]) {
        const used = of(hold, /Requested$/)
        expect(of(hold, /Lapsed$/) + used).toBeLessThanOrEqual(1)
        expect(of(hold, /(Written|Failed|Filtered|TimedOut|Cancelled)$/)).toBeLessThanOrEqual(used)
      }
      expect(log.filter(({ type }) => type === 'GenerationWritten').length).toBeLessThanOrEqual(1)
    }),
  )
})
