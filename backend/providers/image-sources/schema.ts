import { z } from 'zod'
import { Plan } from '#domain/entitlements.ts'
import { EditTool } from '#domain/image-edit-tools.ts'
import { Source } from '#domain/image-models.ts'

/** Configuration of an image source. Docs: docs/operations.md, "Where pictures come from". */

const name = z.string().trim().min(1).max(80)
const credits = z.int().min(1).max(1_000)
const Size = z
  .string()
  .regex(/^\d{2,4}x\d{2,4}$/, 'must be a size such as 1024x768')
  .transform((size) => {
    const [width = 0, height = 0] = size.split('x').map(Number)
    return { width, height }
  })

/** A node of a ComfyUI workflow and one of its inputs, such as `6.text`. */
const Input = z.string().regex(/^[\w:-]+\.\w+$/, 'must be a node and its input, such as 6.text')
export const WorkflowPlaces = z.strictObject({
  prompt: Input,
  negative: Input.optional(),
  seed: Input.optional(),
  width: Input.optional(),
  height: Input.optional(),
  /** Strength of the change, 0 to 1. */
  denoise: Input.optional(),
  /** A picture that was uploaded, by its name. */
  image: Input.optional(),
  /** A mask that was uploaded, by its name. White is repainted: LoadImageMask with channel red. */
  mask: Input.optional(),
  checkpoint: Input.optional(),
})
export type WorkflowPlaces = z.infer<typeof WorkflowPlaces>
const Workflow = z.strictObject({ file: z.string().min(1), nodes: WorkflowPlaces })

export const Model = z.strictObject({
  /** The source's name for the model. The model's id, to which events refer for ever, is derived from it and the source's id. */
  model: z.string().trim().min(1).max(300),
  name: name.optional(),
  description: z.string().max(400).default(''),
  strengths: z.array(z.string().min(1).max(40)).max(6).default([]),
  cost: credits.optional(),
  plan: Plan.default('FREE'),
  nsfw: z.boolean().default(false),
  /** True if a reference image can steer it; the default depends on its kind. */
  reference: z.boolean().optional(),
  /** Prompt additions of each style. */
  styles: z
    .record(z.string().regex(/^[a-z0-9-]{1,40}$/, 'must have names such as fantasy-art'), z.string().max(300))
    .optional(),
  /** Sizes that the model draws; absent if it draws any size. */
  sizes: z.array(Size).min(1).max(20).optional(),
  /** Request parameters that are sent unchanged, such as `{"steps": 30}`. */
  options: z.record(z.string().max(100), z.json()).default({}),
  /** For ComfyUI: replace the default workflows. */
  workflows: z
    .strictObject({ words: Workflow.optional(), picture: Workflow.optional(), mask: Workflow.optional() })
    .optional(),
})
export type Model = z.output<typeof Model>

const Edits = z.strictObject({
  /** Default: the first of `models`. */
  model: z.string().min(1).max(300).optional(),
  tools: z.array(EditTool).min(1).optional(),
  prices: z.partialRecord(EditTool, z.int().min(0).max(1_000)).default({}),
  /** A better model for inpainting. */
  premium: z.strictObject({ model: z.string().min(1).max(300), cost: credits }).optional(),
})

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((url) => {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}, 'must not hold a name or a password: keyFrom names the environment variable that does')

const common = {
  /** A unique name that must never change: the ids of the source's models are derived from it. */
  id: z
    .string()
    .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be small letters, digits and dashes')
    .optional(),
  name: name.optional(),
  at: Source.exclude(['here']).optional(),
  /** The environment variable that has the key, or `user:password`. */
  keyFrom: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of an environment variable')
    .optional(),
  models: z.array(Model).min(1).max(20).optional(),
  edits: z.union([z.boolean(), Edits], { error: 'must be true, false, or what to edit with' }).optional(),
}
const kind = <Name extends string, Url extends z.ZodType>(name: Name, url: Url) =>
  z.strictObject({ kind: z.literal(name), url, ...common })

export const ImageSourcesFile = z.strictObject({
  sources: z
    .array(
      z.discriminatedUnion(
        'kind',
        [
          kind('comfyui', address),
          kind('automatic1111', address),
          kind('openai', address.default('https://api.openai.com/v1')),
          kind('localai', address),
          kind('fal', address.default('https://fal.run')),
          kind('replicate', address.default('https://api.replicate.com/v1')),
        ],
        { error: 'must be comfyui, automatic1111, openai, localai, fal or replicate' },
      ),
    )
    .max(10),
})
export type SourceEntry = z.output<typeof ImageSourcesFile>['sources'][number]
export type Kind = SourceEntry['kind']
