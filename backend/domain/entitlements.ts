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

/** What is known of a person's standing. `paidPlan` is what they pay for; complimentary access grants PRO to the end of its last day (ISO date). */
export interface Standing {
  paidPlan: Plan
  complimentaryAccessThrough: string | null
  minisKickstarterTier: string | null
  loreloomKickstarterTier: string | null
}

/** What gates read: the better of the paid plan and complimentary access. `today` is an ISO date. */
export const effectivePlan = ({ paidPlan, complimentaryAccessThrough }: Standing, today: string): Plan =>
  complimentaryAccessThrough !== null && complimentaryAccessThrough.slice(0, 10) >= today ? 'PRO' : paidPlan

/** Capabilities that a plan opens by itself. `paid` ones do not count complimentary access. */
const capabilities = {
  nsfw: { plan: 'PRO', paid: false },
  audioTranscripts: { plan: 'PRO', paid: false },
  premiumInpainting: { plan: 'PRO', paid: false },
  backgroundRemoval: { plan: 'PRO', paid: false },
  tokens: { plan: 'PRO', paid: false },
  conjurationModels: { plan: 'PRO', paid: false },
  battleMaps: { plan: 'PRO', paid: true },
  privateLore: { plan: 'BASIC', paid: false },
  conversations: { plan: 'BASIC', paid: false },
  templates: { plan: 'BASIC', paid: false },
} as const satisfies Record<string, { plan: Plan; paid: boolean }>

/** Texts from a model that a person may ask for within an hour, those of templates apart, which are paid for. */
export const textsPerHour: Readonly<Record<Plan, number>> = { FREE: 10, BASIC: 40, PRO: 120 }

export type Capability = keyof typeof capabilities

export const requiredPlan = (capability: Capability): Plan => capabilities[capability].plan

export const may = (standing: Standing, capability: Capability, today: string): boolean => {
  const { plan, paid } = capabilities[capability]
  return meets(paid ? standing.paidPlan : effectivePlan(standing, today), plan)
}

/** Whether a model of the catalogue may be selected: no plan is open to all. */
export const mayUseModel = (standing: Standing, modelPlan: Plan, today: string): boolean =>
  meets(effectivePlan(standing, today), modelPlan)

const word = (plan: string | number | undefined) => (plan === 'PRO' ? 'Pro' : 'Basic')

/** What is said when a rule of plans says no: HTTP status and sentence, by code. */
export const planRefusals = {
  plan_required: [403, ({ plan, what = 'this model' }) => `${word(plan)} Plan Required. Upgrade to unlock ${what}.`],
} as const satisfies Refusals
