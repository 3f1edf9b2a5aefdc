import { z } from 'zod'
import { RecordingRow } from './recordings.ts'

// Separate from the other answers, since browsers load it on demand.

export const RecordingItem = RecordingRow.omit({ keys: true }).extend({
  /** The name of the member who uploaded it. */
  username: z.string(),
  /** True if the viewer may cancel, retry and remove it. */
  mayEdit: z.boolean(),
})
export type RecordingItem = z.infer<typeof RecordingItem>

/** Recordings without a transcript yet, the newest first. `server` is the server that transcribes; null if none is set up. */
export const RecordingList = z.object({
  data: z.array(RecordingItem),
  server: z.object({ name: z.string(), maxMegabytes: z.int() }).nullable(),
})
export type RecordingList = z.infer<typeof RecordingList>
