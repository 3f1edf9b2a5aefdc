import type { Plan, UserRole } from '#domain/entitlements.ts'
import type { AdminUser } from '#domain/me.ts'
import type { CreditsGift, PlanChange, RoleChange } from '../../../data/users.ts'

/** The most credits that an admin adds at once. Source: the specification, "Validation rules". */
export const maxCredits = 10_000

/** What the edit form holds. `paidThrough` is an ISO date or empty. */
export interface UserForm {
  role: UserRole
  plan: Plan
  paidThrough: string
  planReason: string
  credits: number
  creditsReason: string
}

export const formOf = ({ role, paidPlan, subscriptionPaidThrough }: AdminUser): UserForm => ({
  role,
  plan: paidPlan,
  paidThrough: subscriptionPaidThrough?.slice(0, 10) ?? '',
  planReason: '',
  credits: 0,
  creditsReason: '',
})

export interface UserChanges {
  role?: RoleChange
  plan?: PlanChange
  credits?: CreditsGift
}

/** Only what differs from the user as they are: each part is its own request. */
export const changesOf = (user: AdminUser, form: UserForm): UserChanges => {
  const { id: userId } = user
  const before = formOf(user)
  const changes: UserChanges = {}
  if (form.role !== before.role) changes.role = { userId, role: form.role }
  if (form.plan !== before.plan || form.paidThrough !== before.paidThrough)
    changes.plan = {
      userId,
      plan: form.plan,
      reason: form.planReason.trim(),
      subscriptionPaidThrough: form.paidThrough === '' ? null : endOfDay(form.paidThrough),
    }
  if (form.credits !== 0) changes.credits = { userId, credits: form.credits, reason: form.creditsReason.trim() }
  return changes
}

/** Paid through a day means to its end. */
const endOfDay = (date: string) => `${date}T23:59:59.999Z`

export interface FormErrors {
  plan?: string
  planReason?: string
  credits?: string
  creditsReason?: string
}

/** Why the form cannot be saved, by field; empty when it can. */
export const errorsOf = (user: AdminUser, form: UserForm): FormErrors => {
  const { plan, credits } = changesOf(user, form)
  const errors: FormErrors = {}
  if (user.paidPlan === 'PRO' && form.plan === 'FREE')
    errors.plan = 'Consider using Basic plan instead of Free for Pro users'
  if (plan && plan.reason === '') errors.planReason = 'Please provide a reason for the change'
  if (!Number.isInteger(form.credits) || form.credits < 0 || form.credits > maxCredits)
    errors.credits = 'Credits to add must be between 0 and 10,000'
  if (credits && credits.reason === '') errors.creditsReason = 'Please provide a reason for the change'
  return errors
}
