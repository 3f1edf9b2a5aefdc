import type { Plan } from '#domain/entitlements.ts'

/** What each plan opens and what it leaves locked, in the order in which it is weighed. */
export const planFacts: Record<Plan, { opens: readonly string[]; locked: readonly string[] }> = {
  FREE: {
    opens: ['Lore, folders and relationships', 'Image models marked Free', 'Your table, by invitation'],
    locked: ['Custom templates', 'Weavy', 'Private lore'],
  },
  BASIC: {
    opens: [
      'Everything in Free',
      'Up to 10 custom templates',
      'Weavy conversations',
      'Private lore, for your eyes only',
      'Image models marked Basic',
    ],
    locked: ['Battle maps, tokens and 3D models'],
  },
  PRO: {
    opens: [
      'Everything in Basic',
      'Unlimited templates',
      'Every image model',
      'Battle maps',
      'Tokens and 3D models, with STL download',
      'Background removal and premium inpainting',
      'Audio transcripts',
      'NSFW content',
      'Priority support',
    ],
    locked: [],
  },
}
