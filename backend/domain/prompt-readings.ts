import { z } from 'zod'

/** A model's reading of a prompt, shown before it costs credits. Some models do not support it. */
export const PromptReading = z.object({
  modelId: z.uuid(),
  /** Effective words, as written and in order. */
  understood: z.array(z.string()),
  /** Words without an effect. */
  ignored: z.array(z.string()),
  suits: z.boolean(),
  /** Offered models that suit the prompt better, the best first. */
  better: z.array(z.uuid()),
})
export type PromptReading = z.infer<typeof PromptReading>

export const PromptReadings = z.object({ readings: z.array(PromptReading) })
