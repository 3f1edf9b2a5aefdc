import { useState } from 'react'
import type { ImageEdit } from '#domain/image-edit-answers.ts'
import { type EditTool, needsMask } from '#domain/image-edit-tools.ts'
import type { Mask } from './mask.ts'
import { emptyFields, type Fields } from './tools.ts'
import { directionOf } from './use-edits.ts'

/** The current tool and its field values. Each tool has its own values. */
export const useTool = (mask: Mask) => {
  const [tool, setTool] = useState<EditTool>('inpaint')
  const [values, setValues] = useState<Partial<Record<EditTool, Fields>>>({})
  const fields = values[tool] ?? emptyFields
  return {
    tool,
    fields,
    change: (change: Partial<Fields>) => setValues((before) => ({ ...before, [tool]: { ...fields, ...change } })),
    /** The mask is cleared for tools without a brush. */
    choose(next: EditTool) {
      setTool(next)
      if (!needsMask(next)) mask.clear()
    },
    /** Restores the tool and the fields of an edit. */
    reopen(tool: EditTool, fields: Fields) {
      setTool(tool)
      setValues((before) => ({ ...before, [tool]: fields }))
    },
  }
}

export const fieldsOf = ({ prompt, searchPrompt, premium, growth }: ImageEdit): Fields => ({
  ...emptyFields,
  prompt,
  searchPrompt,
  premium,
  direction: directionOf(growth),
})
