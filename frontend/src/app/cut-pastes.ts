import { toast } from '../ui/toast.ts'

/** How much of a pasted text a field takes and how much it leaves out, in characters; null where all of it fits. */
export const cutPaste = (
  field: Pick<HTMLInputElement, 'value' | 'maxLength' | 'selectionStart' | 'selectionEnd'>,
  pasted: string,
): { fits: number; left: number } | null => {
  if (field.maxLength < 0) return null
  const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
  const fits = Math.max(0, field.maxLength - field.value.length + replaced)
  return pasted.length > fits ? { fits, left: pasted.length - fits } : null
}

const isTextField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement

/** A browser cuts what is pasted at the field's limit and says nothing, so what was lost would be missed later. */
export const tellCutPastes = (): (() => void) => {
  const tell = ({ target, clipboardData }: ClipboardEvent) => {
    if (!isTextField(target)) return
    // A field of one line drops line breaks itself.
    const dropped = target instanceof HTMLInputElement ? /[\r\n]/g : /\r/g
    const cut = cutPaste(target, clipboardData?.getData('text/plain').replace(dropped, '') ?? '')
    if (!cut) return
    const { fits, left } = cut
    toast.info(`${left.toLocaleString('en')} characters did not fit.`, {
      context: fits === 0 ? 'The field is full.' : `The first ${fits.toLocaleString('en')} were pasted.`,
    })
  }
  document.addEventListener('paste', tell)
  return () => document.removeEventListener('paste', tell)
}
