import { z } from 'zod'
import { Plan, PlanSource } from '#domain/entitlements.ts'
import { CampaignRole } from '#domain/roles.ts'
import { money } from '../../../billing/money.ts'
import { planName } from '../../../ui/Badge.tsx'
import { bothEnds, count, creditsOf } from '../amounts.ts'
import { gateOf, memberRoles, methodOf, nameValue, termOf } from '../names.ts'
import { sourceOf } from '../trace/sources.ts'
import { stampOf } from '../utc.ts'

const pathWords: Readonly<Record<string, string>> = {
  'credits.balance': 'Balance',
  'credits.held': 'Held',
  'credits.available': 'Available',
  'credits.owed': 'Owed',
  'plan.effective': 'Effective plan',
  'plan.paid': 'Paid plan',
  'plan.complimentaryThrough': 'Complimentary',
  'plan.loreloomTier': 'Backer tier',
  'plan.minisTier': 'Backer tier, minis',
  'account.registeredAt': 'Registered',
  'account.method': 'Signed up by',
  'account.onboarded': 'Welcomed',
  'account.emailVerified': 'Address verified',
  'account.marketingOptIn': 'Marketing mail',
  'account.allowNSFW': 'NSFW allowed',
  'billing.customerId': 'Customer',
  'billing.cover': 'Paid for',
  'sessions.open': 'Open sessions',
  looks: 'Looks',
}

/** Lists whose name in the state differs from the product's term. */
const lists: Readonly<Record<string, readonly string[]>> = {
  memberships: ['campaign'],
  impersonations: ['acted as'],
  'sessions.latest': ['signed in'],
}

/** Returns true for an id of the payment provider, such as 'in_1SQ4mk7Yd'. It is shortened, but its spelling is not changed. */
const isReference = (step: string) => /^[a-z]+_[A-Za-z\d]{8,}$/.test(step)
const stepOf = (step: string) => {
  if (/^[0-9a-f-]{36}$/.test(step)) return step.slice(-8)
  return isReference(step) ? bothEnds(step, 7) : step.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

/** Formats a value's path: 'credits.grants.<id>.left' as 'Grants, 1a2b3c4d, left'. */
export const pathOf = (path: string): string => {
  const label = pathWords[path]
  if (label) return label
  const [whole = '', ...steps] = path.split('.')
  const [part = whole, ...below] = steps
  if (whole === 'entitlements') return `Opens ${gateOf(part)}`
  if (path.startsWith('plan.terms.')) return ['Term', termOf(below[0] ?? ''), ...below.slice(1)].join(', ')
  const [first = '', ...others] = [
    ...(lists[`${whole}.${part}`] ?? lists[whole] ?? [part]),
    ...(whole in lists ? steps : below),
  ].map(stepOf)
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}

const isUuid = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
const isTime = (value: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value)

/** Payments are in cents; all other numbers are credits or counts. */
const isMoney = (path: string) => /^billing\.payments\..*\b(amount|refunded)$/.test(path)

const amount = z.number()
const at = z.string()
const credited = z.object({ source: z.string(), amount, left: z.number(), at })
const held = z.object({ amount, label: z.string(), at })
const term = z.object({ source: PlanSource, plan: Plan, through: z.string().nullable() })
const session = z.object({ method: z.string(), since: z.string() })
const payment = z.object({ for: z.string(), amount, refunded: amount, disputed: z.string().nullable() })
const member = z.object({ role: CampaignRole, since: z.string(), inTrash: z.boolean() })

/** Returns one text for a grant, hold, membership, plan, session or payment; undefined for values shown field by field. */
const wholeAt = (path: string, value: unknown): string | undefined => {
  const [grant, hold, membership] = [
    credited.safeParse(value).data,
    held.safeParse(value).data,
    member.safeParse(value).data,
  ]
  if (/^credits\.grants\.[^.]+$/.test(path) && grant)
    return `${sourceOf(grant.source)}, ${stampOf(grant.at)}, ${count(grant.left)} of ${creditsOf(grant.amount)} left`
  if (/^credits\.holds\.[^.]+$/.test(path) && hold)
    return `${creditsOf(hold.amount)} for ${hold.label || 'something'}, since ${stampOf(hold.at)}`
  if (/^memberships\.[^.]+$/.test(path) && membership)
    return `${memberRoles[membership.role]} since ${stampOf(membership.since)}${membership.inTrash ? ', in the Trash' : ''}`
  const [plan, signIn, paid] = [
    term.safeParse(value).data,
    session.safeParse(value).data,
    payment.safeParse(value).data,
  ]
  if (/^plan\.terms(\.[^.]+)?$/.test(path) && plan)
    return `${planName[plan.plan]}${plan.through ? `, through ${stampOf(plan.through)}` : ', without an end'}`
  if (/^sessions\.latest\.[^.]+$/.test(path) && signIn)
    return `by ${methodOf(signIn.method)} since ${stampOf(signIn.since)}`
  if (/^billing\.payments\.[^.]+$/.test(path) && paid) return paymentOf(paid)
  return undefined
}

/** '$5.00 for a pack, $2.00 refunded' */
export const paymentOf = ({ for: what, amount, refunded, disputed }: z.infer<typeof payment>): string =>
  [`${money(amount)} for a ${what}`, refunded > 0 && `${money(refunded)} refunded`, disputed && `dispute ${disputed}`]
    .filter(Boolean)
    .join(', ')

/** Formats a value: 'nothing' for null; the fields of a list or an object without ids. */
export const formatValue = (value: unknown, path = ''): string => {
  if (value === null || value === undefined) return 'nothing'
  if (value === true) return 'yes'
  if (value === false) return 'no'
  if (typeof value === 'number') return isMoney(path) ? money(value) : count(value)
  if (typeof value === 'string') return isTime(value) ? stampOf(value) : nameValue(path, value)
  if (Array.isArray(value))
    return value.length === 0 ? 'nothing' : value.map((each) => formatValue(each, path)).join('; ')
  const whole = wholeAt(path, value)
  if (whole !== undefined) return whole
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== '' && !isUuid(field))
  return fields.map(([name, field]) => `${stepOf(name)} ${formatValue(field, `${path}.${name}`)}`).join(', ')
}
