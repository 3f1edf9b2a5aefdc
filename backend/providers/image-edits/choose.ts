import type { EditTool } from '#domain/image-edit-tools.ts'
import type { ImageEdits } from '../image-edits.ts'

/** Who makes an edit: the one asked for by name, else the first that has the tool. Undefined where nobody here does. */
export const editorFor = (
  editors: readonly ImageEdits[],
  tool: EditTool,
  name?: string | undefined,
): ImageEdits | undefined =>
  editors.find((editor) => editor.tools.includes(tool) && (name === undefined || editor.name === name))
