import type { z } from 'zod'
import type { CreditSource } from '#domain/credit-events.ts'

/** Where granted credits came from, in words. */
export const sources: Record<z.infer<typeof CreditSource>, string> = {
  welcome: 'Welcome',
  plan: 'Plan period',
  pack: 'Pack',
  admin: 'Admin grant',
  backer: 'Backer',
}
