import { toast } from './toast.ts'

const toastMs = 1_500

/**
 * Writes a text to the clipboard. Browsers provide no clipboard API to pages served over plain HTTP; there, the text is
 * copied from a selected field.
 */
const writeToClipboard = async (text: string): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // An open dialog traps the focus, so the field must be within it.
  const within = before?.closest('[role="dialog"]') ?? document.body
  within.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  field.remove()
  return isDone
}

/** Copies a text and shows a toast. `what` is the text's name in a sentence, such as `Prompt`; `messages` replaces the sentences. */
export const copyText = async (
  text: string,
  what: string,
  messages = { done: `${what} copied`, failed: `${what} could not be copied. Select it and copy it from there.` },
): Promise<void> => {
  if (await writeToClipboard(text)) toast.success(messages.done, { duration: toastMs })
  else toast.error(messages.failed)
}
