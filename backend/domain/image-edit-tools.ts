import { z } from 'zod'

/**
 * Edit tools. Screens call them Touch up, Extend, Erase, Replace, Recolor, Remove Background and Replace Background.
 */
export const EditTool = z.enum([
  'inpaint',
  'outpaint',
  'erase',
  'replace',
  'recolor',
  'remove-background',
  'replace-background',
])
export type EditTool = z.infer<typeof EditTool>

/** Pixels by which a picture is extended, on one side. */
export const extension = 150
export const directions = ['up', 'down', 'left', 'right'] as const
export type Direction = (typeof directions)[number]

/** On which sides a picture grows, and by how many pixels. */
export const Growth = z.object({
  up: z.int().min(0).max(extension),
  down: z.int().min(0).max(extension),
  left: z.int().min(0).max(extension),
  right: z.int().min(0).max(extension),
})
export type Growth = z.infer<typeof Growth>

/** True for tools that need a mask of the area to edit. */
export const needsMask = (tool: EditTool): boolean => tool === 'inpaint' || tool === 'erase'

/** The server gives up on an edit this long after its turn came. */
export const editDeadlineMs = 180_000
/** Edits of one picture that wait or run. */
export const lineLimit = 10
/** Edits that a picture may come to have. */
export const editsLimit = 200
/** Pixels that a picture may come to have on a side by extending it. */
export const sideLimit = 4096
