import { describe, expect, test } from 'vitest'
import type { MessageOf } from '#domain/decider.ts'
import { may } from '#domain/entitlements.ts'
import { type recordingEvents, recordings } from '#domain/recordings.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof recordingEvents>
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [recordingId, userId, campaignId, transcriptId] = [id(1), id(2), id(3), id(4)]
const data = {
  ...{ recordingId, userId, campaignId, title: 'The Dry Stair', sessionNumber: 6, playedOn: '2026-11-21' },
  visibility: 'DM' as const,
  consent: 'everyone-agreed' as const,
  parts: [{ key: 'recordings/1/0-a', size: 9 }],
  mime: 'audio/mpeg',
  extension: 'mp3' as const,
}
const transcript = {
  ...{ transcriptId, file: { key: 'transcripts/4/a.jsonl', size: 9 }, lineCount: 2, seconds: 4, madeBy: 'W' },
  speakers: ['Speaker0'],
}
const added: Event = { type: 'RecordingAdded', data }
const failed = (attempt: number): Event => ({
  type: 'TranscriptionFailed',
  data: { recordingId, campaignId, attempt, code: 'busy' },
})
const retried = (attempt: number): Event => ({
  type: 'TranscriptionRetried',
  data: { recordingId, campaignId, attempt },
})
const cancelled = (attempt: number): Event => ({
  type: 'TranscriptionCancelled',
  data: { recordingId, campaignId, attempt },
})
const completed: Event = {
  type: 'TranscriptionCompleted',
  data: { recordingId, campaignId, ...transcript, title: 'The Dry Stair' },
}
const recording = given(recordings)
const record = (attempt: number) =>
  ({ type: 'RecordTranscription', data: { recordingId, attempt, ...transcript } }) as const
const fail = (attempt: number) => ({ type: 'FailTranscription', data: { recordingId, attempt, code: 'busy' } }) as const
const retry = { type: 'RetryTranscription', data: { recordingId } } as const
const cancel = { type: 'CancelTranscription', data: { recordingId } } as const
const lapse = (attempt: number) => ({ type: 'LapseTranscription', data: { recordingId, attempt } }) as const

describe('a recording', () => {
  test('is added once, and becomes one transcript', () => {
    recording().when({ type: 'AddRecording', data }).emits(added)
    recording(added).when({ type: 'AddRecording', data }).emitsNothing()
    recording(added).when(record(1)).emits(completed)
    recording(added, completed).when(record(1)).emitsNothing()
    recording(added, completed).when(fail(1)).emitsNothing()
  })

  test('that failed is tried again, and the result of an earlier attempt does not count', () => {
    recording(added).when(fail(1)).emits(failed(1))
    recording(added, failed(1)).when(record(1)).emitsNothing()
    recording(added, failed(1)).when(retry).emits(retried(2))
    recording(added, failed(1), retried(2)).when(retry).emitsNothing()
    recording(added, failed(1), retried(2)).when(record(1)).emitsNothing()
    recording(added, failed(1), retried(2)).when(fail(1)).emitsNothing()
    recording(added, failed(1), retried(2)).when(record(2)).emits(completed)
  })

  test('is cancelled while it waits or after it failed, once, and not after its transcript', () => {
    recording(added).when(cancel).emits(cancelled(1))
    recording(added, failed(1)).when(cancel).emits(cancelled(1))
    recording(added, cancelled(1)).when(cancel).emitsNothing()
    recording(added, cancelled(1)).when(record(1)).emitsNothing()
    recording(added, cancelled(1)).when(retry).rejects('no_such_recording')
    recording(added, completed).when(cancel).rejects('recording_transcribed')
    recording().when(cancel).rejects('no_such_recording')
  })

  test('that failed a week ago is discarded, unless it was tried again', () => {
    recording(added, failed(1)).when(lapse(1)).emits(cancelled(1))
    recording(added, failed(1), retried(2)).when(lapse(1)).emitsNothing()
    recording(added, failed(1), retried(2), failed(2)).when(lapse(1)).emitsNothing()
    recording(added, completed).when(lapse(1)).emitsNothing()
  })
})

test('transcription is open to PRO, and to holders of a pre-order without an end', () => {
  const at = new Date('2026-11-29T12:00:00Z')
  const none = { complimentaryAccessThrough: null, loreloomKickstarterTier: null, minisKickstarterTier: null }
  const holding = (source: 'preorder' | 'admin', plan: 'BASIC' | 'PRO', through: string | null) => ({
    ...none,
    plans: [{ source, plan, through }],
  })
  const allows = (entitlements: Parameters<typeof may>[0]) => may(entitlements, 'audioTranscripts', at)
  expect(allows({ ...none, plans: [] })).toBe(false)
  expect(allows(holding('admin', 'BASIC', null))).toBe(false)
  expect(allows(holding('admin', 'PRO', null))).toBe(true)
  expect(allows(holding('preorder', 'BASIC', null))).toBe(true)
  expect(allows(holding('preorder', 'BASIC', '2027-01-01T00:00:00Z'))).toBe(false)
  expect(allows({ ...none, plans: [], complimentaryAccessThrough: '2026-11-29' })).toBe(true)
})
