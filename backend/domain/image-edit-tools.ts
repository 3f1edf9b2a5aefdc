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

/** Pixels by which one side is extended by default. */
export const extension = 150
export const directions = ['up', 'down', 'left', 'right'] as const
export type Direction = (typeof directions)[number]

/** Pixels by which each side of a picture grows. */
export const Growth = z.object({
  up: z.int().min(0).max(extension),
  down: z.int().min(0).max(extension),
  left: z.int().min(0).max(extension),
  right: z.int().min(0).max(extension),
})
export type Growth = z.infer<typeof Growth>

/** True for tools that need a mask of the area to edit. */
export const needsMask = (tool: EditTool): boolean => tool === 'inpaint' || tool === 'erase'

/** The server gives up on an edit this long after its start. */
export const editDeadlineMs = 180_000
/** Maximum of queued and running edits of one picture. */
export const lineLimit = 10
/** Maximum of edits of one picture. */
export const editsLimit = 200
/** Maximum side of an extended picture, in pixels. */
export const sideLimit = 4096
