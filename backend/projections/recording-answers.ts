import { z } from 'zod'
import { RecordingRow } from './recordings.ts'

// Apart from the other answers: a browser loads it when it needs it.

export const RecordingItem = RecordingRow.omit({ keys: true }).extend({
  /** The name of the member who uploaded it. */
  username: z.string(),
  /** Cancel, retry, remove. */
  mayEdit: z.boolean(),
})
export type RecordingItem = z.infer<typeof RecordingItem>

/** Recordings without a transcript yet, the newest first. `server` receives the sound; null: none is set up. */
export const RecordingList = z.object({
  data: z.array(RecordingItem),
  server: z.object({ name: z.string(), maxMegabytes: z.int() }).nullable(),
})
export type RecordingList = z.infer<typeof RecordingList>
