import type { EditTool, Growth } from '#domain/image-edit-tools.ts'
import type { Source } from '#domain/image-models.ts'
import type { Picture } from './images.ts'

/**
 * The port of image editors. Adapters live in `image-edits/`; no other module may name a vendor. Refusals and faults
 * are those of `images.ts`: `ImageRefused`, `ProviderBusy`, `ProviderMisconfigured`.
 */

/** An edit to make. Masks are 8-bit grey PNGs without alpha, as large as the picture; white areas change. */
export type Edit =
  | { tool: 'inpaint'; prompt: string; mask: Buffer; premium: boolean; nsfw: boolean }
  | { tool: 'erase'; mask: Buffer }
  | ({ tool: 'outpaint'; prompt: string } & Growth)
  /** `searchPrompt` describes the part of the picture to change; empty means its main subject. */
  | { tool: 'replace'; prompt: string; searchPrompt: string }
  | { tool: 'recolor'; prompt: string; searchPrompt: string }
  | { tool: 'remove-background' }
  | { tool: 'replace-background'; prompt: string }

export interface EditRequest {
  image: { bytes: Buffer; mime: Picture['mime']; width: number; height: number }
  edit: Edit
  /** The studio's record of drawn things, if the studio drew the picture and it is unedited. */
  things?: unknown
  /** 0 to 4294967294. */
  seed: number
  signal: AbortSignal
  /** Reports the progress, from 0 to 1. */
  progress(share: number): void
}

export interface ImageEdits {
  /** Provider name as shown in the tool menu, such as `Loreloom Studio`. */
  name: string
  source: Source
  tools: readonly EditTool[]
  /** Credits of tools for which the operator's configuration overrides `#domain/image-edit-costs.ts`. */
  prices?: Partial<Record<EditTool, number>>
  /** Credits of inpainting with a better model; absent if the editor has none. */
  premiumPrice?: number
  /** Returns one picture, or several to choose from, the best first. Each has the original's size, unless the tool extends it. */
  edit(request: EditRequest): Promise<readonly Picture[]>
  close?(): Promise<void>
}

/** The editor of the given name, or the first one that offers the tool; undefined if there is none. */
export const editorFor = (editors: readonly ImageEdits[], tool: EditTool, name?: string): ImageEdits | undefined =>
  editors.find((editor) => editor.tools.includes(tool) && (name === undefined || editor.name === name))
