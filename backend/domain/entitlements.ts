import { z } from 'zod'
import type { Refusals } from './decider.ts'

/**
 * Everything that a plan, a backer tier or a role opens or closes, in one pure module: the server enforces it and the
 * browser renders from it. Nothing else compares plans. Source: the specification's part 1 section 6, as settled in its decisions.
 */

export const Plan = z.enum(['FREE', 'BASIC', 'PRO'])
export type Plan = z.infer<typeof Plan>

export const UserRole = z.enum(['user', 'auditor', 'admin'])
export type UserRole = z.infer<typeof UserRole>

const rank: Record<Plan, number> = { FREE: 0, BASIC: 1, PRO: 2 }

/** BASIC is met by BASIC and PRO, PRO only by PRO, FREE by everyone. */
export const meets = (plan: Plan, required: Plan): boolean => rank[plan] >= rank[required]

/** The origin of a plan. */
export const PlanSource = z.enum(['admin', 'preorder', 'subscription'])
export type PlanSource = z.infer<typeof PlanSource>

/**
 * A user's plan from one source, through an ISO time; null has no end. A plan that renews counts beyond that time, until the
 * provider has reported no payment for seven days: then the term ends.
 */
export const PlanTerm = z.object({
  source: PlanSource,
  plan: Plan,
  through: z.string().nullable(),
  renews: z.boolean().optional(),
})
export type PlanTerm = z.infer<typeof PlanTerm>

/** Backers of the product itself. */
export const LoreloomTier = z.enum([
  'INITIATE',
  'ADEPT',
  'GUARDIAN',
  'EARLY_BIRD_ENCHANTER_DIGITAL',
  'ENCHANTER',
  'ETERNAL',
  'LEGEND',
])
export type LoreloomTier = z.infer<typeof LoreloomTier>

/** Backers of the miniatures. */
export const MinisTier = z.enum([
  'MINI',
  'PRINT_YOUR_OWN_BASIC_BUNDLE',
  'BUST',
  'EARLY_BIRD_PARTY_BUNDLE',
  'PARTY_BUNDLE',
  'LIFETIME_UNLIMITED_STL_DOWNLOADS',
  'PRINT_YOUR_OWN_ULTIMATE_PACK',
  'EARLY_BIRD_LIFETIME_UNLIMITED_MODELS',
  'DMS_DELIGHT_LIFETIME_UNLIMITED_MODELS',
  'MINI_MASTER',
  'MINI_LEGEND_DND_SESSION',
])
export type MinisTier = z.infer<typeof MinisTier>

/** Days for which a renewing plan remains valid after its paid period. */
export const graceDays = 7
export const graceEnd = (through: string): string =>
  new Date(Date.parse(through) + graceDays * 86_400_000).toISOString()

/** A user's plans and tiers, from which all rights derive. Complimentary access is an ISO date. */
export interface Entitlements {
  plans: PlanTerm[]
  complimentaryAccessThrough: string | null
  loreloomKickstarterTier: LoreloomTier | null
  minisKickstarterTier: MinisTier | null
}

/** Returns true for holders of any tier. */
export const isBacker = ({ loreloomKickstarterTier, minisKickstarterTier }: Entitlements): boolean =>
  loreloomKickstarterTier !== null || minisKickstarterTier !== null

const lastsAt =
  (at: Date) =>
  ({ through, renews = false }: Pick<PlanTerm, 'through' | 'renews'>): boolean =>
    through === null || renews || Date.parse(through) > at.getTime()

const later = (one: PlanTerm, other: PlanTerm) =>
  one.through !== null && (other.through === null || other.through > one.through)

/**
 * The best of a user's plans that have not ended; of equal plans, the one that lasts longest. A plan ends at its own time, even if
 * the event that records the end is not appended yet.
 */
export const paidTerm = ({ plans }: Pick<Entitlements, 'plans'>, at: Date): PlanTerm | undefined =>
  plans
    .filter(lastsAt(at))
    .filter(({ plan }) => plan !== 'FREE')
    .reduce<PlanTerm | undefined>(
      (best, term) =>
        !best || rank[term.plan] > rank[best.plan] || (term.plan === best.plan && later(best, term)) ? term : best,
      undefined,
    )

export const paidPlan = (entitlements: Pick<Entitlements, 'plans'>, at: Date): Plan =>
  paidTerm(entitlements, at)?.plan ?? 'FREE'

/** Complimentary access counts to the end of its last day. */
export const isComplimentary = (
  { complimentaryAccessThrough }: Pick<Entitlements, 'complimentaryAccessThrough'>,
  at: Date,
): boolean => complimentaryAccessThrough !== null && complimentaryAccessThrough >= at.toISOString().slice(0, 10)

/** Returns the plan that gates check: the better of the paid plan and complimentary access, which is PRO. */
export const effectivePlan = (entitlements: Entitlements, at: Date): Plan =>
  isComplimentary(entitlements, at) ? 'PRO' : paidPlan(entitlements, at)

interface CapabilityRule {
  plan: Plan
  paid: boolean
  forLifetime?: boolean
}

/**
 * Capabilities that a plan opens by itself. `paid` ones do not count complimentary access; `forLifetime` ones are open to
 * holders of a pre-order without an end too, whatever its plan.
 */
const capabilities = {
  nsfw: { plan: 'PRO', paid: false },
  audioTranscripts: { plan: 'PRO', paid: false, forLifetime: true },
  premiumInpainting: { plan: 'PRO', paid: false },
  backgroundRemoval: { plan: 'PRO', paid: false },
  tokens: { plan: 'PRO', paid: false },
  conjurationModels: { plan: 'PRO', paid: false },
  battleMaps: { plan: 'PRO', paid: true },
  privateLore: { plan: 'BASIC', paid: false },
  conversations: { plan: 'BASIC', paid: false },
  templates: { plan: 'BASIC', paid: false },
} as const satisfies Record<string, CapabilityRule>

/** True for holders of a pre-order that has no end. */
const hasLifetimePreorder = ({ plans }: Entitlements): boolean =>
  plans.some(({ source, plan, through }) => source === 'preorder' && plan !== 'FREE' && through === null)

/** Model texts that a user may request within an hour, except those of templates, which cost credits. */
export const textsPerHour: Readonly<Record<Plan, number>> = { FREE: 10, BASIC: 40, PRO: 120 }

/** Answers of Weavy that a person may request within an hour. */
export const answersPerHour: Readonly<Record<Plan, number>> = { FREE: 60, BASIC: 60, PRO: 240 }

export type Capability = keyof typeof capabilities
export const isCapability = (named: unknown): named is Capability =>
  typeof named === 'string' && Object.hasOwn(capabilities, named)

export const requiredPlan = (capability: Capability): Plan => capabilities[capability].plan

export const may = (entitlements: Entitlements, capability: Capability, at: Date): boolean => {
  const { plan, paid, forLifetime = false }: CapabilityRule = capabilities[capability]
  if (forLifetime && hasLifetimePreorder(entitlements)) return true
  return meets(paid ? paidPlan(entitlements, at) : effectivePlan(entitlements, at), plan)
}

/**
 * The tiers (`minis`, `loreloom`) that grant a privilege. `orPlan` is a plan that grants it too; `forAllFrom` is the time from which
 * any tier of either kind does.
 */
interface Privilege {
  minis?: readonly MinisTier[]
  loreloom?: readonly LoreloomTier[]
  orPlan?: Plan
  forAllFrom?: string
}
const unlimitedModels = [
  'DMS_DELIGHT_LIFETIME_UNLIMITED_MODELS',
  'EARLY_BIRD_LIFETIME_UNLIMITED_MODELS',
  'MINI_MASTER',
  'LIFETIME_UNLIMITED_STL_DOWNLOADS',
  'MINI_LEGEND_DND_SESSION',
] as const satisfies readonly MinisTier[]
const topMinis = [
  'MINI_LEGEND_DND_SESSION',
  'MINI_MASTER',
  'DMS_DELIGHT_LIFETIME_UNLIMITED_MODELS',
  'EARLY_BIRD_LIFETIME_UNLIMITED_MODELS',
  'EARLY_BIRD_PARTY_BUNDLE',
  'PARTY_BUNDLE',
] as const satisfies readonly MinisTier[]

const privileges = {
  generateModels: { minis: MinisTier.options, orPlan: 'PRO' },
  downloadStl: { minis: MinisTier.options, orPlan: 'PRO' },
  generateModelsFree: { minis: unlimitedModels },
  quoteMinis: { minis: topMinis, forAllFrom: '2027-09-01' },
  storyVaultForLife: { loreloom: ['LEGEND', 'ETERNAL'] },
} as const satisfies Record<string, Privilege>

/** Returns true if a tier grants the privilege, or a plan where the privilege names one. */
export const enjoys = (entitlements: Entitlements, privilege: keyof typeof privileges, at: Date): boolean => {
  const { minis = [], loreloom = [], orPlan, forAllFrom }: Privilege = privileges[privilege]
  const { loreloomKickstarterTier: main, minisKickstarterTier: mini } = entitlements
  return (
    (mini !== null && minis.includes(mini)) ||
    (forAllFrom !== undefined && isBacker(entitlements) && at.toISOString() >= forAllFrom) ||
    (main !== null && loreloom.includes(main)) ||
    (orPlan !== undefined && meets(effectivePlan(entitlements, at), orPlan))
  )
}

/** All capabilities and privileges by name, each granted or not. */
export const entitlementsOf = (entitlements: Entitlements, at: Date): Record<string, boolean> => ({
  ...Object.fromEntries(Object.keys(capabilities).map((each) => [each, may(entitlements, each as Capability, at)])),
  ...Object.fromEntries(
    Object.keys(privileges).map((each) => [each, enjoys(entitlements, each as keyof typeof privileges, at)]),
  ),
})

/** Returns false for backers of the miniatures, to whom the credits panel sells no credits. */
export const mayBuyInPanel = ({ minisKickstarterTier }: Entitlements): boolean => minisKickstarterTier === null

/** Credits that come with a tier, once; none are set. */
export const tierCredits: Partial<Record<LoreloomTier | MinisTier, number>> = {}

/** Returns true if the user's plan includes the model; models of the plan FREE are open to all. */
export const mayUseModel = (entitlements: Entitlements, modelPlan: Plan, at: Date): boolean =>
  meets(effectivePlan(entitlements, at), modelPlan)

/** Maximum number of a user's own templates by plan: the oldest are usable, further ones are hidden. Null: unlimited. */
const templatesKept: Record<Plan, number | null> = { FREE: 0, BASIC: 10, PRO: null }
export const templateLimit = (entitlements: Entitlements, now: Date): number | null =>
  templatesKept[effectivePlan(entitlements, now)]

const word = (plan: string | number | undefined) => (plan === 'PRO' ? 'Pro' : 'Basic')

/**
 * Rejections by rules of plans: HTTP status and message, by code. The fact `wanted` names the capability, for the
 * dialog that shows which plan includes it.
 */
export const planRefusals = {
  plan_required: [403, ({ plan, what = 'this model' }) => `${word(plan)} Plan Required. Upgrade to unlock ${what}.`],
} as const satisfies Refusals
