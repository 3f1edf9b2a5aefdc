import { z } from 'zod'
import type { Refusals } from './decider.ts'

const isoTime = z.string()

/** Hours for which an address link is valid. */
export const linkHours = 24
/** Seconds until the same link can be sent again. */
export const linkPauseSeconds = 60

/** Kinds of entries in the address history of the account settings. */
export const EmailHistoryKind = z.enum(['registered', 'change_requested', 'change_withdrawn', 'changed', 'verified'])
export type EmailHistoryKind = z.infer<typeof EmailHistoryKind>

/** The user's own address: `GET /users/me/email`. */
export const EmailAddressState = z.object({
  email: z.string(),
  isVerified: z.boolean(),
  /** Null if it is not verified, or the time was not recorded. */
  verifiedAt: isoTime.nullable(),
  /** The pending link: it verifies the present address, or a new one that then replaces it. */
  waiting: z
    .object({
      email: z.string(),
      isChange: z.boolean(),
      sentAt: isoTime,
      expiresAt: isoTime,
      /** Seconds until the same link can be sent again; 0 if it can be sent now. */
      pauseSeconds: z.int(),
    })
    .nullable(),
  /** True if an address change requires the password; otherwise it requires a recent sign-in. */
  hasPassword: z.boolean(),
  /** True if this installation sends mail; otherwise links wait in its outbox. */
  sendsMail: z.boolean(),
  /** Newest first. */
  history: z.array(z.object({ at: isoTime, kind: EmailHistoryKind })),
})
export type EmailAddressState = z.infer<typeof EmailAddressState>

/** The result of a confirmed link. `isRepeat`: the address was verified before this request. */
export const EmailConfirmed = z.object({
  position: z.string(),
  email: z.string(),
  isChange: z.boolean(),
  isRepeat: z.boolean(),
})
export type EmailConfirmed = z.infer<typeof EmailConfirmed>

/** Refusals of links and changes: HTTP status and sentence, by code. */
export const emailRefusals = {
  email_verified_already: [409, 'Your address is verified already.'],
  email_link_unknown: [404, 'This link does not work. Please check that you opened all of it, or ask for a new one.'],
  email_link_of_another: [403, 'This link belongs to another account. Sign in to the account that it was sent for.'],
  email_link_used: [410, 'This link was used before, and your address has changed since.'],
  email_link_ended: [410, 'This link counts no more: a later change took its place.'],
  email_link_expired: [410, `This link has run out. It worked for ${linkHours} hours.`],
  email_taken: [422, 'Another account has this email address already.'],
  too_many_links: [429, 'Enough links were sent for today. Please try again tomorrow.'],
} as const satisfies Refusals
