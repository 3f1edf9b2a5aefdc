import type { SoldPlan } from '#domain/billing-account.ts'
import { isBuilt, type PlanFeature } from '#domain/built-features.ts'
import type { Plan } from '#domain/entitlements.ts'
import { monthlyCredits } from '#domain/plan-credits.ts'

/** A feature line of a plan; one with `of` shows only if this version has the feature. */
type Fact = string | { of: PlanFeature; text: string }

const facts: Record<Plan, { opens: readonly Fact[]; locked: readonly Fact[] }> = {
  FREE: {
    opens: ['Lore, folders and relationships', 'Image models marked Free', 'Your table, by invitation'],
    locked: [
      { of: 'templates', text: 'Custom templates' },
      { of: 'conversations', text: 'Weavy' },
      { of: 'privateLore', text: 'Private lore' },
    ],
  },
  BASIC: {
    opens: [
      'Everything in Free',
      { of: 'templates', text: 'Up to 10 custom templates' },
      { of: 'conversations', text: 'Weavy conversations' },
      { of: 'privateLore', text: 'Private lore, for your eyes only' },
      'Image models marked Basic',
    ],
    locked: [
      { of: 'battleMaps', text: 'Battle maps' },
      { of: 'tokens', text: 'Tokens' },
      { of: 'conjurationModels', text: '3D models' },
    ],
  },
  PRO: {
    opens: [
      'Everything in Basic',
      { of: 'templates', text: 'Unlimited templates' },
      'Every image model',
      { of: 'battleMaps', text: 'Battle maps' },
      { of: 'tokens', text: 'Tokens' },
      { of: 'conjurationModels', text: '3D models' },
      { of: 'stlDownloads', text: 'STL download' },
      { of: 'premiumEdits', text: 'Background removal and premium inpainting' },
      { of: 'audioTranscripts', text: 'Audio transcripts' },
      { of: 'nsfw', text: 'NSFW content' },
      { of: 'prioritySupport', text: 'Priority support' },
    ],
    locked: [],
  },
}

const shown = (list: readonly Fact[]) =>
  list.flatMap((fact) => (typeof fact === 'string' ? [fact] : isBuilt(fact.of) ? [fact.text] : []))
const shownOf = ({ opens, locked }: (typeof facts)[Plan]) => ({ opens: shown(opens), locked: shown(locked) })

/** The features that each plan opens and leaves locked, without features that this version does not have. */
export const planFacts = { FREE: shownOf(facts.FREE), BASIC: shownOf(facts.BASIC), PRO: shownOf(facts.PRO) }

const isOwn = (text: string) => !text.startsWith('Everything in')

/** Returns the features that the user loses when the plan ends: credits first, then the features of `planFacts` in their order. */
export const endingWith = (plan: SoldPlan): string[] => {
  const own = planFacts[plan].opens.filter(isOwn)
  const credits = `${monthlyCredits[plan].toLocaleString('en')} new credits a month`
  const below = plan === 'PRO' ? planFacts.BASIC.opens.filter(isOwn) : []
  // Pro's “Unlimited templates” and “Every image model” replace these features of Basic.
  const covered = ['Up to 10 custom templates', 'Image models marked Basic']
  return [credits, ...own, ...below.filter((text) => plan === 'BASIC' || !covered.includes(text))]
}
