import { describe, test } from 'vitest'
import type { MessageOf } from '#domain/decider.ts'
import { type ModelRequest, type modelEvents, models } from '#domain/models.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof modelEvents>

const id = (n: number) => `0198c0de-0000-7000-8000-${String(n).padStart(12, '0')}`
const [modelId, userId, holdId, campaignId, otherCampaignId, conjurationId] = [id(1), id(2), id(3), id(4), id(5), id(6)]

const request: ModelRequest = {
  modelId,
  userId,
  campaignId,
  conjurationId,
  holdId,
  cost: 50,
  prompt: 'A dwarf blacksmith',
  picture: null,
  name: 'Brokk',
  size: 'medium',
  seed: 7,
}
const glb = { key: 'models/a/model.glb', mime: 'model/gltf-binary', size: 9 }
const report = { triangles: 4, width: 1, height: 2, depth: 3, overhang: 0, warnings: [] }
const made = { glb, preview: null, report, madeBy: 'Made here' }
const outcome = { modelId, userId, holdId }
const settled = { ...outcome, holdId: null }

const requested: Event = { type: 'ModelRequested', data: request }
const completed: Event = { type: 'ModelGenerationCompleted', data: { ...outcome, ...made } }
const timedOut: Event = { type: 'ModelGenerationTimedOut', data: outcome }
const deletedByOwner: Event = { type: 'ModelDeleted', data: { ...outcome, campaignId } }
const deletedDone: Event = { type: 'ModelDeleted', data: { ...settled, campaignId } }
const restored: Event = { type: 'ModelRestored', data: { modelId, campaignId } }
const purged: Event = { type: 'ModelPurged', data: { modelId, campaignId } }
const record = { type: 'RecordModel', data: { modelId, ...made, isLate: false } } as const
const late = { type: 'RecordModel', data: { modelId, ...made, isLate: true } } as const
const fail = { type: 'FailModel', data: { modelId, code: 'failed', message: 'No' } } as const
const remove = (by = userId) => ({ type: 'DeleteModel', data: { modelId, by } }) as const
const convert = { type: 'ConvertModel', data: { modelId, targetFormat: 'STL' } } as const
const model = given(models)

describe('a model', () => {
  test('is requested once, and not with a hold that lapsed', () => {
    const ask = { type: 'RequestModel', data: request } as const
    model().when(ask).emits(requested)
    model(requested).when(ask).emitsNothing()
    const lapsed: Event = { type: 'ModelHoldLapsed', data: { modelId, holdId } }
    model().when({ type: 'LapseModelHold', data: { modelId, holdId } }).emits(lapsed)
    model(requested).when({ type: 'LapseModelHold', data: { modelId, holdId } }).emitsNothing()
    model(lapsed).when(ask).rejects('request_lapsed')
  })

  test('ends once: completed, failed or timed out', () => {
    model(requested).when(record).emits(completed)
    model(requested, completed).when(record, fail, { type: 'TimeOutModel', data: { modelId } }).emitsNothing()
    const failed: Event = { type: 'ModelGenerationFailed', data: { ...outcome, code: 'failed', message: 'No' } }
    model(requested).when(fail).emits(failed)
    model(requested, failed).when(record, late).emitsNothing()
    model(requested).when({ type: 'TimeOutModel', data: { modelId } }).emits(timedOut)
  })

  test('records each task at a vendor once, as long as its result is welcome', () => {
    const begin = (task: string) => ({ type: 'StartModelTask', data: { modelId, task } }) as const
    const begun = (task: string): Event => ({ type: 'ModelTaskStarted', data: { modelId, task } })
    model(requested).when(begin('a 1')).emits(begun('a 1'))
    model(requested, begun('a 1')).when(begin('a 1')).emitsNothing()
    model(requested, begun('a 1')).when(begin('a 2')).emits(begun('a 2'))
    model(requested, timedOut).when(begin('a 1')).emits(begun('a 1'))
    for (const over of [completed, purged]) model(requested, over).when(begin('a 1')).emitsNothing()
    model().when(begin('a 1')).emitsNothing()
  })

  test('that arrives late is stored, and its credits go back', () => {
    const uncharged: Event = { type: 'ModelGenerationCompleted', data: { ...settled, ...made } }
    model(requested).when(late).emits(timedOut, uncharged)
    model(requested, timedOut).when(late).emits(uncharged)
    model(requested, timedOut).when(record).emitsNothing()
  })

  test('that its owner deletes while it is being made is charged once, and its making ends in the Trash', () => {
    model(requested).when(remove()).emits(deletedByOwner)
    model(requested, deletedByOwner).when(remove()).emitsNothing()
    const inTrash: Event = { type: 'ModelGenerationCompleted', data: { ...settled, ...made } }
    model(requested, deletedByOwner).when(record).emits(inTrash)
    const failed: Event = { type: 'ModelGenerationFailed', data: { ...settled, code: 'failed', message: 'No' } }
    model(requested, deletedByOwner).when(fail).emits(failed)
    model(requested, deletedByOwner, restored).when(record).emits(inTrash)
  })

  test('that a DM deletes while it is being made is charged by its outcome alone', () => {
    model(requested)
      .when(remove(id(9)))
      .emits(deletedDone)
    model(requested, deletedDone).when(record).emits(completed)
  })

  test('that is free ends no hold', () => {
    const free: Event = { type: 'ModelRequested', data: { ...request, holdId: null, cost: 0 } }
    model(free)
      .when(record)
      .emits({ type: 'ModelGenerationCompleted', data: { ...settled, ...made } })
    model(free).when(remove()).emits(deletedDone)
  })

  test('is renamed, and loses its name', () => {
    const rename = (name: string | null) => ({ type: 'RenameModel', data: { modelId, name } }) as const
    model(requested).when(rename('Brokk')).emitsNothing()
    model(requested)
      .when(rename(null))
      .emits({ type: 'ModelRenamed', data: { modelId, name: null } })
    model(requested, deletedByOwner).when(rename('Sindri')).rejects('no_such_model')
  })

  test('moves alone without its lore, and in the Trash only with it', () => {
    const texts = { name: 'Brokk', prompt: 'A dwarf blacksmith' }
    const moved = { modelId, campaignId: otherCampaignId, fromCampaignId: campaignId, texts }
    const move = { modelId, campaignId: otherCampaignId }
    model(requested).when({ type: 'MoveModel', data: move }).emits({ type: 'ModelMoved', data: moved })
    model(requested).when({ type: 'MoveModel', data: { modelId, campaignId } }).emitsNothing()
    model(requested, deletedDone).when({ type: 'MoveModel', data: move }).rejects('no_such_model')
    model(requested, deletedDone)
      .when({ type: 'MoveModel', data: { ...move, conjurationId } })
      .emits({ type: 'ModelMoved', data: { ...moved, conjurationId } })
  })

  test('is purged from the Trash by its owner, and nothing arrives afterwards', () => {
    const purge = (by: string | null) => ({ type: 'PurgeModel', data: { modelId, by } }) as const
    model(requested, completed).when(purge(userId)).rejects('purge_not_in_trash')
    model(requested, deletedByOwner)
      .when(purge(id(9)))
      .rejects('only_owner_purges')
    model(requested, deletedByOwner).when(purge(null)).emits(purged)
    model(requested, deletedByOwner, purged).when(purge(null), record, late).emitsNothing()
    model(requested, deletedByOwner, purged).when({ type: 'RestoreModel', data: { modelId } }).rejects('no_such_model')
  })

  test('is converted once for each format, and again after a failure', () => {
    const conversion = (attempt: number) => ({ modelId, targetFormat: 'STL', attempt }) as const
    const asked = (attempt: number): Event => ({ type: 'ModelConversionRequested', data: conversion(attempt) })
    const file = { key: 'models/a/model.stl', mime: 'model/stl', size: 84 }
    const recorded = (attempt: number) => ({
      type: 'RecordConversion' as const,
      data: { ...conversion(attempt), file, notes: [] },
    })
    const failed: Event = { type: 'ModelConversionFailed', data: { ...conversion(1), message: 'No' } }
    const convertedFileUri = `/api/models/${modelId}/download?format=stl`
    const done = (attempt: number): Event => ({
      type: 'ModelConversionCompleted',
      data: { ...conversion(attempt), convertedFileUri, file, notes: [] },
    })
    model(requested).when(convert).rejects('model_not_ready')
    model(requested, completed).when(convert).emits(asked(1))
    model(requested, completed, asked(1)).when(convert).emitsNothing()
    model(requested, completed, asked(1)).when(recorded(1)).emits(done(1))
    model(requested, completed, asked(1), done(1)).when(convert, recorded(1)).emitsNothing()
    model(requested, completed, asked(1), failed).when(convert).emits(asked(2))
    model(requested, completed, asked(1), failed, asked(2)).when(recorded(1)).emitsNothing()
    model(requested, completed, deletedDone).when(convert).rejects('no_such_model')
  })
})
