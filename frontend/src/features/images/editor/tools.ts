import {
  IconArrowsMaximize,
  IconBackground,
  IconBrush,
  IconEraser,
  IconLayersDifference,
  IconPalette,
  IconReplace,
  type TablerIcon,
} from '@tabler/icons-react'
import type { Direction, EditTool } from '#domain/image-edit-tools.ts'
import { needsMask } from '#domain/image-edit-tools.ts'
import { promptLimit } from '#domain/image-sizes.ts'

interface ToolWords {
  label: string
  Icon: TablerIcon
  /** One sentence about its effect. */
  about: string
  /** Error text of the specification. */
  failed: string
}

const failed = 'An error occurred editing this image. Please contact support if this issue persists.'

/** The tools in the order of the rail. */
export const tools: Readonly<Record<EditTool, ToolWords>> = {
  inpaint: {
    label: 'Touch up',
    Icon: IconBrush,
    about: 'Paint over what should change, then say what belongs there.',
    failed: 'Encountered an error modifying image. Please contact support if this issue persists.',
  },
  outpaint: {
    label: 'Extend',
    Icon: IconArrowsMaximize,
    about: 'Adds 150 px on one side.',
    failed: 'Encountered an error extending image. Please contact support if this issue persists.',
  },
  erase: {
    label: 'Erase',
    Icon: IconEraser,
    about: 'Paint over what should go. What was behind it is filled in.',
    failed: 'Encountered an error smart erasing image. Please contact support if this issue persists.',
  },
  replace: {
    label: 'Replace',
    Icon: IconReplace,
    about: 'Names a thing in the picture and puts another in its place.',
    failed,
  },
  recolor: { label: 'Recolor', Icon: IconPalette, about: 'Keeps the shape, changes the color.', failed },
  'remove-background': {
    label: 'Remove Background',
    Icon: IconBackground,
    about: 'Cuts the subject out and leaves the rest transparent.',
    failed,
  },
  'replace-background': {
    label: 'Replace Background',
    Icon: IconLayersDifference,
    about: 'Keeps the subject and paints a new place behind it.',
    failed,
  },
}

/** Values of a tool's fields; empty for fields that the tool does not have. */
export interface Fields {
  prompt: string
  searchPrompt: string
  direction: Direction
  premium: boolean
  nsfw: boolean
}
export const emptyFields: Fields = { prompt: '', searchPrompt: '', direction: 'right', premium: false, nsfw: false }

const blank = (text: string) => text.trim() === ''

const needed: Readonly<Record<EditTool, (fields: Fields) => string | undefined>> = {
  inpaint: ({ prompt }) => (blank(prompt) ? 'Write a prompt first.' : undefined),
  outpaint: () => undefined,
  erase: () => undefined,
  replace: ({ prompt }) => (blank(prompt) ? 'Say what comes in its place first.' : undefined),
  recolor({ prompt, searchPrompt }) {
    if (blank(searchPrompt)) return 'Say what to recolor first.'
    return blank(prompt) ? 'Say the new color first.' : undefined
  },
  'remove-background': () => undefined,
  'replace-background': ({ prompt }) => (blank(prompt) ? 'Write a prompt first.' : undefined),
}

const isLong = (text: string) => text.trim().length > promptLimit

/** Returns the panel's message about missing or too long input; undefined if the input is valid. */
export const lacking = (tool: EditTool, fields: Fields, isPainted: boolean): string | undefined => {
  if (needsMask(tool) && !isPainted) return 'Paint over something first.'
  if (isLong(fields.prompt) || isLong(fields.searchPrompt)) return `Prompt cannot exceed ${promptLimit} characters`
  return needed[tool](fields)
}

export const isUnsupported = (tool: EditTool, nsfw: boolean): boolean => nsfw && tool !== 'inpaint'
export const unsupported = 'NSFW images not supported yet.'
export const removalNeedsPro = 'You must upgrade to PRO to use background removal.'
