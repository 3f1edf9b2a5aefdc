import { useState } from 'react'
import type { ImageEdit } from '#domain/image-edit-answers.ts'
import { type EditTool, needsMask } from '#domain/image-edit-tools.ts'
import type { Mask } from './mask.ts'
import { emptyFields, type Fields } from './tools.ts'
import { directionOf } from './use-edits.ts'

/** Which tool is at hand, and what stands in its fields. Each keeps its words while others are used. */
export const useTool = (mask: Mask) => {
  const [tool, setTool] = useState<EditTool>('inpaint')
  const [written, setWritten] = useState<Partial<Record<EditTool, Fields>>>({})
  const fields = written[tool] ?? emptyFields
  return {
    tool,
    fields,
    change: (change: Partial<Fields>) => setWritten((before) => ({ ...before, [tool]: { ...fields, ...change } })),
    /** The mask goes with the tools that have a brush. */
    choose(next: EditTool) {
      setTool(next)
      if (!needsMask(next)) mask.clear()
    },
    /** As an edit was asked for. */
    reopen(tool: EditTool, fields: Fields) {
      setTool(tool)
      setWritten((before) => ({ ...before, [tool]: fields }))
    },
  }
}

export const fieldsOf = ({ prompt, searchPrompt, premium, growth }: ImageEdit): Fields => ({
  ...emptyFields,
  ...{ prompt, searchPrompt, premium, direction: directionOf(growth) },
})
