import { z } from 'zod'
import { Plan } from '#domain/entitlements.ts'
import { reason } from '../users/registered.ts'

/** The parameters of a new coupon: a plan until an ISO time, or for life without one, and its recipient. */
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
