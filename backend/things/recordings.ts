import { recordings } from '#domain/recordings.ts'
import { topicOf } from '#domain/topics.ts'
import { recordingsView } from '#projections/recordings.ts'
import { recordingCommands } from '../commands/recordings/routes.ts'
import { recordingQueries } from '../queries/recordings/routes.ts'
import {
  addTranscribed,
  lapseRecordings,
  removeSound,
  transcribeRecordings,
} from '../reactors/transcribe-recordings.ts'
import { percent, type Thing } from './thing.ts'

export const recordingsThing: Thing = {
  rules: [recordings],
  views: [recordingsView],
  routes: [recordingQueries, recordingCommands],
  reactors: ({ pool, files, quotas, untrusted, cancellations, transcriber, publish }) => [
    transcribeRecordings({
      pool,
      files,
      quotas,
      untrusted,
      cancellations,
      transcriber,
      progress: (recordingId, progress) =>
        publish(topicOf('recording', recordingId), 'progress', {
          stage: progress.stage,
          ...(progress.stage === 'sending' && percent(progress.share)),
        }),
    }),
    addTranscribed,
    removeSound({ pool, files }),
    lapseRecordings,
  ],
  storedFiles: {
    folders: [recordings.category],
    named: 'select key as name from recordings, jsonb_array_elements_text(keys) key where id = any(@ids::uuid[])',
    owned: `select key from recordings, jsonb_array_elements_text(keys) key
      where "campaignId" = any(@campaignIds::uuid[]) or "userId" = @userId`,
  },
  accountData: {
    tables: {
      recordings: {
        statement: `select id, "campaignId", title, "sessionNumber", "playedOn", visibility, size, failure, "createdAt" from recordings
          where "userId" = @userId order by "createdAt", id`,
      },
    },
  },
}
