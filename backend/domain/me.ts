import { z } from 'zod'
import { Plan, UserRole } from './entitlements.ts'
import { Envelope } from './metadata.ts'

const isoTime = z.string()

/** The experiment that shows experimental image models and the styles beyond the standing three. */
export const imageExperiment = 'image-models'

/** The signed-in person, as `GET /users/me` answers. `plan` is the effective plan, which gates read; `imageCredits` is what may be spent now. */
export const Me = z.object({
  id: z.uuid(),
  email: z.string(),
  username: z.string(),
  role: UserRole,
  plan: Plan,
  paidPlan: Plan,
  subscriptionPaidThrough: isoTime.nullable(),
  complimentaryAccessThrough: isoTime.nullable(),
  loreloomKickstarterTier: z.string().nullable(),
  minisKickstarterTier: z.string().nullable(),
  kickstarterBacker: z.boolean(),
  imageCredits: z.int(),
  createdAt: isoTime,
  /** The admin who acts as this person in this session. */
  impersonatedBy: z.object({ id: z.string(), username: z.string() }).nullable(),
  experiments: z.array(z.string()),
})
export type Me = z.infer<typeof Me>

/** Which ways of signing in, beside e-mail and password, this installation has: `GET /auth-options`. */
export const AuthOptions = z.object({ google: z.boolean(), discord: z.boolean() })
export type AuthOptions = z.infer<typeof AuthOptions>

/** A user as admins see them. */
export const AdminUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  plan: Plan,
  paidPlan: Plan,
  subscriptionPaidThrough: isoTime.nullable(),
  imageCredits: z.int(),
  role: UserRole,
  banned: z.boolean(),
  banReason: z.string().nullable(),
  createdAt: isoTime,
})
export type AdminUser = z.infer<typeof AdminUser>

export const AdminUsers = z.object({
  users: z.array(AdminUser),
  /** How many match the search; `counts` are of everybody. */
  total: z.int(),
  counts: z.object({ total: z.int(), active: z.int(), banned: z.int(), admins: z.int() }),
})
export type AdminUsers = z.infer<typeof AdminUsers>

/** A stored event with the names that its ids stand for; a name is null where nobody is known by the id. */
export const AdminEvent = Envelope.extend({
  revision: z.int(),
  actorName: z.string().nullable(),
  impersonatorName: z.string().nullable(),
})
export type AdminEvent = z.infer<typeof AdminEvent>

/** Newest first; `next` is the `before` of the page after this one. */
export const AdminEvents = z.object({
  events: z.array(AdminEvent),
  next: z.string().nullable(),
  types: z.array(z.object({ type: z.string(), count: z.int() })),
  total: z.int(),
})
export type AdminEvents = z.infer<typeof AdminEvents>

/** `causedBy` goes upwards from the nearest cause. */
export const AdminEventDetail = z.object({
  event: AdminEvent,
  causedBy: z.array(AdminEvent),
  caused: z.array(AdminEvent),
})
export type AdminEventDetail = z.infer<typeof AdminEventDetail>

/** A mail that was written and not sent, for an installation without a mail server. */
export const OutboxMails = z.object({
  data: z.array(
    z.object({ id: z.string(), to: z.string(), subject: z.string(), text: z.string(), createdAt: isoTime }),
  ),
  total: z.int(),
})
export type OutboxMails = z.infer<typeof OutboxMails>

/** What every command answers: the log position at which its effects are visible. */
export const Receipt = z.object({ position: z.string() })
export type Receipt = z.infer<typeof Receipt>

/** An error as every route answers it (RFC 9457). `detail` is for a person, `code` names the rule; facts stand beside them. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>
