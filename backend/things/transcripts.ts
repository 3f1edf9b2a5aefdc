import { transcriptEvents, transcripts } from '#domain/transcripts.ts'
import { forgetTranscriptLines } from '#projections/transcript-lines.ts'
import { transcriptsView } from '#projections/transcripts.ts'
import { typesOf } from '#projections/trash.ts'
import { transcriptCommands } from '../commands/transcripts/routes.ts'
import type { TrashKind } from '../commands/trash/kind.ts'
import { transcriptQueries } from '../queries/transcripts/routes.ts'
import type { Thing } from './thing.ts'

const trashedTranscripts: TrashKind = {
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

export const transcriptsThing: Thing = {
  rules: [transcripts],
  views: [transcriptsView],
  routes: [transcriptQueries, transcriptCommands],
  trash: trashedTranscripts,
  storedFiles: {
    folders: [transcripts.category],
    named: 'select key as name from transcripts where id = any(@ids::uuid[])',
    owned: 'select key from transcripts where "campaignId" = any(@campaignIds::uuid[])',
  },
  erasure: { clear: forgetTranscriptLines },
  accountData: {
    tables: {
      sessions: {
        statement: `select id, "campaignId", kind, title, "sessionNumber", "playedOn", visibility, "createdAt" from transcripts
          where "userId" = @userId and "deletedAt" is null order by "createdAt", id`,
      },
    },
  },
}
