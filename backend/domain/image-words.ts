import type { EditTool } from './image-edit-tools.ts'

/** Constants and messages of pictures shared by rules and screens. */
export const imageNoteLimit = 2000
export const failedMessage = 'Generation failed after auto-retry attempts.'
export const timedOutMessage = 'Image generation was cancelled after 3 minutes. Please try again with a simpler prompt.'
export const filteredMessage = 'An error occurred during generation'

/** Failure messages of edits, by tool. */
const editFailures: Partial<Record<EditTool, string>> = {
  inpaint: 'Encountered an error modifying image. Please contact support if this issue persists.',
  erase: 'Encountered an error smart erasing image. Please contact support if this issue persists.',
  outpaint: 'Encountered an error extending image. Please contact support if this issue persists.',
}
export const editFailedMessage = (tool: EditTool): string =>
  editFailures[tool] ?? 'An error occurred editing this image. Please contact support if this issue persists.'
export const editTimedOutMessage = 'This edit was cancelled after 3 minutes. Its credits came back. Please try again.'
export const otherSizeMessage = 'The picture has another size by now. Please paint the mask again.'
