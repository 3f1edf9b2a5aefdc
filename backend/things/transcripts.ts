import { transcripts } from '#domain/transcripts.ts'
import { forgetTranscriptLines } from '#projections/transcript-lines.ts'
import { transcriptsView } from '#projections/transcripts.ts'
import { transcriptCommands } from '../commands/transcripts/routes.ts'
import { trashedTranscripts } from '../commands/transcripts/trash.ts'
import { transcriptQueries } from '../queries/transcripts/routes.ts'
import type { Thing } from './thing.ts'

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
}
