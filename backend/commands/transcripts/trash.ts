import { transcriptEvents, transcripts } from '#domain/transcripts.ts'
import { typesOf } from '#projections/trash.ts'
import type { TrashKind } from '../trash/kind.ts'

export const trashedTranscripts: TrashKind = {
  kind: 'transcript',
  table: 'transcripts',
  name: 'x.title',
  operationId: 'x.id',
  saysOnlyIds: typesOf(transcriptEvents, 'TranscriptDeleted', 'TranscriptRestored'),
  purge: (run, { id: transcriptId }) =>
    run.send(transcripts, transcriptId, { type: 'PurgeTranscript', data: { transcriptId, by: run.userId } }),
  restore: (run, { id: transcriptId }) =>
    run.send(transcripts, transcriptId, { type: 'RestoreTranscript', data: { transcriptId } }),
}
