import { describe, test } from 'vitest'
import type { MessageOf } from '#domain/decider.ts'
import { type transcriptEvents, transcripts } from '#domain/transcripts.ts'
import { given } from '../given.ts'

type Event = MessageOf<typeof transcriptEvents>
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [transcriptId, userId, campaignId, conjurationId] = [id(1), id(2), id(3), id(4)]
const described = { title: 'The Dry Stair', sessionNumber: 6, playedOn: '2026-11-21' }
const data = {
  ...{ transcriptId, userId, campaignId, ...described },
  kind: 'TRANSCRIPT' as const,
  visibility: 'DM' as const,
  speakers: ['Tomasz', 'Wren'],
  file: { key: 'transcripts/1/a.jsonl', size: 9 },
  lineCount: 2,
  seconds: null,
}
const added: Event = { type: 'TranscriptAdded', data }
const deleted: Event = { type: 'TranscriptDeleted', data: { transcriptId, campaignId } }
const purged: Event = { type: 'TranscriptPurged', data: { transcriptId, campaignId, key: data.file.key } }
const transcript = given(transcripts)
const assign = (speaker: number) =>
  ({ type: 'AssignSpeaker', data: { transcriptId, speaker, userId, conjurationId } }) as const
const purge = (by: string | null) => ({ type: 'PurgeTranscript', data: { transcriptId, by } }) as const

describe('a transcript', () => {
  test('is added once', () => {
    transcript().when({ type: 'AddTranscript', data }).emits(added)
    transcript(added).when({ type: 'AddTranscript', data }).emitsNothing()
  })

  test('is described and shown, and nothing happens where nothing differs', () => {
    const other = { transcriptId, ...described, sessionNumber: null }
    transcript(added)
      .when({ type: 'DescribeTranscript', data: other })
      .emits({ type: 'TranscriptDescribed', data: other })
    transcript(added)
      .when({ type: 'DescribeTranscript', data: { transcriptId, ...described } })
      .emitsNothing()
    const shown = { transcriptId, visibility: 'CAMPAIGN' } as const
    transcript(added)
      .when({ type: 'ChangeTranscriptVisibility', data: shown })
      .emits({ type: 'TranscriptVisibilityChanged', data: shown })
    transcript(added, deleted).when({ type: 'ChangeTranscriptVisibility', data: shown }).rejects('no_such_transcript')
  })

  test('has the speakers of its file, each assigned by itself', () => {
    const assigned: Event = {
      type: 'TranscriptSpeakersAssigned',
      data: { transcriptId, members: [null, userId], characters: [null, conjurationId] },
    }
    transcript(added).when(assign(1)).emits(assigned)
    transcript(added, assigned).when(assign(1)).emitsNothing()
    transcript(added).when(assign(2)).rejects('no_such_speaker')
  })

  test('is deleted, restored, and purged from the Trash only, by its owner', () => {
    const remove = { type: 'DeleteTranscript', data: { transcriptId } } as const
    const restore = { type: 'RestoreTranscript', data: { transcriptId } } as const
    transcript(added).when(remove).emits(deleted)
    transcript(added, deleted).when(remove).emitsNothing()
    transcript(added, deleted).when(restore).emits({ type: 'TranscriptRestored', data: { transcriptId, campaignId } })
    transcript(added).when(purge(userId)).rejects('purge_not_in_trash')
    transcript(added, deleted)
      .when(purge(id(9)))
      .rejects('only_owner_purges')
    transcript(added, deleted).when(purge(null)).emits(purged)
    transcript(added, deleted, purged).when(purge(userId)).emitsNothing()
    transcript(added, deleted, purged).when(restore).rejects('no_such_transcript')
    transcript().when(remove).rejects('no_such_transcript')
  })
})
