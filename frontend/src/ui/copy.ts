import { toast } from './toast.ts'

const toastMs = 1_500

/** Browsers withhold the clipboard from pages served over plain HTTP; what is selected can be copied there too. */
const written = async (text: string): Promise<boolean> => {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // In the dialog, if there is one: it keeps the focus to itself.
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
  if (await written(text)) toast.success(messages.done, { duration: toastMs })
  else toast.error(messages.failed)
}
