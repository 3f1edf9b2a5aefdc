import { z } from 'zod'

/** What a model would make of a prompt, told before it costs anything. Models that cannot tell have none. */
export const PromptReading = z.object({
  modelId: z.uuid(),
  /** Words that steer the picture, as they were written and in their order. */
  understood: z.array(z.string()),
  /** Words that nothing comes of. */
  ignored: z.array(z.string()),
  suits: z.boolean(),
  /** Offered models that suit the prompt better, the best first. */
  better: z.array(z.uuid()),
})
export type PromptReading = z.infer<typeof PromptReading>

export const PromptReadings = z.object({ readings: z.array(PromptReading) })
