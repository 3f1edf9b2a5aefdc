import type { EditTool } from './image-edit-tools.ts'
import type { Source } from './image-models.ts'

/** Credits that an edit costs, by who makes it. Source of Stability's: its price list of v2beta, in its credits. */
const prices: Readonly<Record<string, Readonly<Record<EditTool, number>>>> = {
  'Stability AI': {
    inpaint: 5,
    erase: 5,
    outpaint: 4,
    replace: 5,
    recolor: 5,
    'remove-background': 5,
    'replace-background': 8,
  },
}
/** Cost for a vendor that is missing from the table. */
const vendorsPrice = 5

interface Editor {
  name: string
  source: Source
  /** By the operator's configuration. */
  prices?: Partial<Record<EditTool, number>> | undefined
  /** Cost of the premium inpainting; absent if the provider has none. */
  premiumPrice?: number | undefined
}

/** Positive, as everything inside counts; nothing for what is made here or at home. */
export const editCost = (
  { name, source, prices: own, premiumPrice }: Editor,
  tool: EditTool,
  premium: boolean,
): number => {
  if (premium && tool === 'inpaint' && premiumPrice !== undefined) return premiumPrice
  return own?.[tool] ?? prices[name]?.[tool] ?? (source === 'vendor' ? vendorsPrice : 0)
}
