import type { LoreloomTier, MinisTier, Plan, UserRole } from '#domain/entitlements.ts'
import type { AdminUser } from '#domain/me.ts'
import type {
  AccessChange,
  CreditsChange,
  EmailChange,
  PlanChange,
  RoleChange,
  TierChange,
} from '../../../data/users.ts'

/** The largest number of credits that an admin may add at once. Source: the specification, "Validation rules". */
export const maxCredits = 10_000

/** Values of the edit form. `paidThrough` and `access` are ISO dates or empty. */
export interface UserForm {
  email: string
  emailReason: string
  loreloomTier: LoreloomTier | null
  minisTier: MinisTier | null
  tierReason: string
  access: string
  accessReason: string
  role: UserRole
  roleReason: string
  plan: Plan
  paidThrough: string
  planReason: string
  credits: number
  /** Credits to remove. */
  removal: number
  /** Reason for the added or removed credits. */
  creditsReason: string
}

export const formOf = (user: AdminUser): UserForm => ({
  email: user.email,
  emailReason: '',
  loreloomTier: user.loreloomKickstarterTier,
  minisTier: user.minisKickstarterTier,
  tierReason: '',
  access: user.complimentaryAccessThrough ?? '',
  accessReason: '',
  role: user.role,
  roleReason: '',
  ...given(user),
  planReason: '',
  credits: 0,
  removal: 0,
  creditsReason: '',
})

/** Returns the plan that an admin granted, regardless of plans from other sources. */
const given = ({ plans }: AdminUser) => {
  const { plan = 'FREE', through = null } = plans.find(({ source }) => source === 'admin') ?? {}
  return { plan, paidThrough: through?.slice(0, 10) ?? '' } as const
}

export interface UserChanges {
  email?: EmailChange
  loreloomTier?: TierChange
  minisTier?: TierChange
  access?: AccessChange
  role?: RoleChange
  plan?: PlanChange
  credits?: CreditsChange
  removal?: CreditsChange
}

/** Returns the changed parts of a user, each of which is saved by its own request. */
export const changesOf = (user: AdminUser, form: UserForm): UserChanges => {
  const { id: userId } = user
  const before = formOf(user)
  const changes: UserChanges = {}
  const email = form.email.trim().toLowerCase()
  if (email !== before.email) changes.email = { userId, email, reason: form.emailReason.trim() }
  const reason = form.tierReason.trim()
  if (form.loreloomTier !== before.loreloomTier)
    changes.loreloomTier = { userId, tierType: 'loreloom', tier: form.loreloomTier, reason }
  if (form.minisTier !== before.minisTier)
    changes.minisTier = { userId, tierType: 'minis', tier: form.minisTier, reason }
  if (form.access !== before.access)
    changes.access = { userId, through: form.access || null, reason: form.accessReason.trim() }
  if (form.role !== before.role) changes.role = { userId, role: form.role, reason: form.roleReason.trim() }
  if (form.plan !== before.plan || form.paidThrough !== before.paidThrough)
    changes.plan = {
      userId,
      plan: form.plan,
      reason: form.planReason.trim(),
      subscriptionPaidThrough: form.paidThrough === '' ? null : endOfDay(form.paidThrough),
    }
  if (form.credits !== 0) changes.credits = { userId, credits: form.credits, reason: form.creditsReason.trim() }
  if (form.removal !== 0) changes.removal = { userId, credits: form.removal, reason: form.creditsReason.trim() }
  return changes
}

/** Returns the end of a day, in UTC: a plan paid through a day includes the whole day. */
const endOfDay = (date: string) => `${date}T23:59:59.999Z`

export interface FormErrors {
  email?: string
  tierReason?: string
  accessReason?: string
  roleReason?: string
  plan?: string
  planReason?: string
  credits?: string
  removal?: string
  creditsReason?: string
}

/** Returns the errors of the form by field; empty if it can be saved. */
export const errorsOf = (user: AdminUser, form: UserForm): FormErrors => {
  const { email, loreloomTier, minisTier, access, role, plan, credits, removal } = changesOf(user, form)
  const errors: FormErrors = {}
  if (email && (email.email === '' || email.reason === ''))
    errors.email = 'Please provide a new email address and reason for the change'
  if ((loreloomTier ?? minisTier)?.reason === '') errors.tierReason = 'Please provide a reason for the change'
  if (access?.reason === '') errors.accessReason = 'Please provide a reason for the change'
  if (role?.reason === '') errors.roleReason = 'Please provide a reason for the change'
  if (given(user).plan === 'PRO' && form.plan === 'FREE')
    errors.plan = 'Consider using Basic plan instead of Free for Pro users'
  if (plan && plan.reason === '') errors.planReason = 'Please provide a reason for the change'
  if (!Number.isInteger(form.credits) || form.credits < 0 || form.credits > maxCredits)
    errors.credits = 'Credits to add must be between 0 and 10,000'
  const removalError = removalErrorOf(user, form)
  if (removalError) errors.removal = removalError
  if ((credits ?? removal)?.reason === '') errors.creditsReason = 'Please provide a reason for the change'
  return errors
}

const removalErrorOf = ({ imageCredits: available }: AdminUser, { credits, removal }: UserForm): string | undefined => {
  if (!Number.isInteger(removal) || removal < 0) return 'Credits to remove must be a whole number'
  if (removal > 0 && credits !== 0) return 'Add or remove credits, not both at once'
  if (removal <= available) return undefined
  return `Only ${available.toLocaleString('en')} credits are neither spent nor held`
}
