import { transcripts } from '#domain/transcripts.ts'
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
}
