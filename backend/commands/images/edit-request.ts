import { z } from 'zod'
import { directions, type EditTool, extension, type Growth } from '#domain/image-edit-tools.ts'
import { promptLimit } from '#domain/image-sizes.ts'

/** The parameters of an edit. The messages are shown to users. */
export interface EditWanted {
  tool: EditTool
  prompt?: string
  searchPrompt?: string
  growth?: Growth
  premium?: boolean
  nsfw?: boolean
  /** The requested editor, if several offer the tool. */
  provider?: string | undefined
}

const written = (message: string) =>
  z
    .string(message)
    .max(promptLimit, message)
    .refine((text) => text.trim() !== '', message)
const prompt = written('Prompt must be provided and cannot exceed 2000 characters')
const optional = z.string().max(promptLimit, 'Prompt cannot exceed 2000 characters').default('')
const searched = 'What to look for must be provided and cannot exceed 2000 characters'
const provider = z.string().max(100).optional()

/** The fields of a form are strings. */
export const TouchUp = z
  .object({ prompt, nsfw: z.stringbool().default(false), usePremium: z.stringbool().default(false), provider })
  .transform(({ usePremium: premium, ...wanted }): EditWanted => ({ tool: 'inpaint', premium, ...wanted }))
export const Erase = z.object({ provider }).transform((wanted): EditWanted => ({ tool: 'erase', ...wanted }))

const side = z.int().min(0).default(0)
const oneSide = `Please choose one direction, to extend by ${extension} pixels`
/** The request bodies of the tools that take no mask. */
export const bodies = {
  outpaint: z
    .object({ prompt: optional, up: side, down: side, left: side, right: side, provider })
    .refine(
      (sides) =>
        directions.filter((each) => sides[each] > 0).length === 1 &&
        directions.some((each) => sides[each] === extension),
      { path: ['up'], message: oneSide },
    )
    .transform(({ up, down, left, right, ...wanted }) => ({ ...wanted, growth: { up, down, left, right } })),
  recolor: z.object({ prompt, searchPrompt: written(searched), provider }),
  replace: z.object({ prompt, searchPrompt: optional, provider }),
  'remove-background': z.object({ provider }).nullish(),
  'replace-background': z.object({ prompt, provider }),
} as const satisfies Partial<Record<EditTool, z.ZodType>>
