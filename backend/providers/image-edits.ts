import type { EditTool, Growth } from '#domain/image-edit-tools.ts'
import type { Source } from '#domain/image-models.ts'
import type { Picture } from './images.ts'

/**
 * What the product needs from anything that changes pictures. Adapters live in `image-edits/`; nothing else may name a vendor. Refusals and
 * faults are those of `images.ts`: `ImageRefused`, `ProviderBusy`, `ProviderMisconfigured`.
 */

/** What is to be done. Masks are 8-bit grey PNGs without alpha, as large as the picture: white is what changes. */
export type Edit =
  | { tool: 'inpaint'; prompt: string; mask: Buffer; premium: boolean; nsfw: boolean }
  | { tool: 'erase'; mask: Buffer }
  | ({ tool: 'outpaint'; prompt: string } & Growth)
  /** `searchPrompt` says what to look for; empty is the picture's main subject. */
  | { tool: 'replace'; prompt: string; searchPrompt: string }
  | { tool: 'recolor'; prompt: string; searchPrompt: string }
  | { tool: 'remove-background' }
  | { tool: 'replace-background'; prompt: string }

export interface EditRequest {
  image: { bytes: Buffer; mime: Picture['mime']; width: number; height: number }
  edit: Edit
  /** What the studio drew where, if it drew the picture and nothing has changed it since. */
  things?: unknown
  /** 0 to 4294967294. */
  seed: number
  signal: AbortSignal
  /** How far it is, from 0 to 1. */
  progress(share: number): void
}

export interface ImageEdits {
  /** Provider name as shown beside the tools, such as `Loreloom Studio`. */
  name: string
  source: Source
  tools: readonly EditTool[]
  /** Credits, where the operator's configuration says other than `#domain/image-edit-costs.ts`. */
  prices?: Partial<Record<EditTool, number>>
  /** Credits of a better way of touching up; absent where it has none. */
  premiumPrice?: number
  /** One picture, or several to choose from, the best first. Each as large as it came, unless the tool extends. */
  edit(request: EditRequest): Promise<readonly Picture[]>
  close?(): Promise<void>
}

/** Who makes an edit: the one asked for by name, else the first that has the tool. Undefined where nobody here does. */
export const editorFor = (editors: readonly ImageEdits[], tool: EditTool, name?: string): ImageEdits | undefined =>
  editors.find((editor) => editor.tools.includes(tool) && (name === undefined || editor.name === name))
