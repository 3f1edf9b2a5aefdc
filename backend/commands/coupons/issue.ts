import { z } from 'zod'
import { Plan } from '#domain/entitlements.ts'
import { reason } from '../users/registered.ts'

/** What is asked of whoever makes a coupon: a plan through an ISO time, or for life without one, and whose it is. */
export const Issue = z.object({
  email: z
    .email('Please enter a valid email address')
    .max(254, 'Please enter a valid email address')
    .transform((email) => email.toLowerCase()),
  plan: Plan.exclude(['FREE']),
  through: z.iso
    .datetime({ offset: true })
    .nullish()
    .transform((time) => (time ? new Date(time).toISOString() : null)),
  reason,
})
