import { toast } from '../ui/toast.ts'

/** Numbers of characters of a pasted text that fit into a field and that do not; null if all fit. */
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

/** Warns of truncated pastes: browsers cut pasted text at the field's limit without a notice. */
export const warnOfCutPastes = (): (() => void) => {
  const warn = ({ target, clipboardData }: ClipboardEvent) => {
    if (!isTextField(target)) return
    // A single-line field drops line breaks itself.
    const dropped = target instanceof HTMLInputElement ? /[\r\n]/g : /\r/g
    const cut = cutPaste(target, clipboardData?.getData('text/plain').replace(dropped, '') ?? '')
    if (!cut) return
    const { fits, left } = cut
    toast.info(`${left.toLocaleString('en')} characters did not fit.`, {
      context: fits === 0 ? 'The field is full.' : `The first ${fits.toLocaleString('en')} were pasted.`,
    })
  }
  document.addEventListener('paste', warn)
  return () => document.removeEventListener('paste', warn)
}
