import type { EditTool } from './image-edit-tools.ts'
import type { Source } from './image-models.ts'

/** Credits of an edit, by provider. Stability's are from the price list of its v2beta API, in its own credits. */
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
  /** Prices from the operator's configuration. */
  prices?: Partial<Record<EditTool, number>> | undefined
  /** Cost of the premium inpainting; absent if the provider has none. */
  premiumPrice?: number | undefined
}

/** The cost of an edit in credits; zero for built-in and home providers without a price of their own. */
export const editCost = (
  { name, source, prices: own, premiumPrice }: Editor,
  tool: EditTool,
  premium: boolean,
): number => {
  if (premium && tool === 'inpaint' && premiumPrice !== undefined) return premiumPrice
  return own?.[tool] ?? prices[name]?.[tool] ?? (source === 'vendor' ? vendorsPrice : 0)
}
