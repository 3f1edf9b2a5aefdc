export type Attributes = Record<string, unknown>

/**
 * Formats that word processors express by style instead of elements, or against them: Google Docs wraps its content in
 * a `b` that is not bold.
 */
export const styled = ({ style }: HTMLElement): Attributes => ({
  ...(/^(?:bold|[6-9]00)/.test(style.fontWeight) && { bold: true }),
  ...(/^(?:normal|lighter|[1-5]00)/.test(style.fontWeight) && { bold: false }),
  ...(style.fontStyle === 'italic' && { italic: true }),
  ...(style.fontStyle === 'normal' && { italic: false }),
  ...(style.textDecoration.includes('underline') && { underline: true }),
  ...(style.textDecoration.includes('line-through') && { strike: true }),
})

/** The text's own attributes, without cancelled ones and without the underline of links. */
export const held = ({ underline, ...words }: Attributes): Attributes =>
  Object.fromEntries(Object.entries({ ...words, underline: underline && !words.link }).filter(([, value]) => value))

/** Returns true for the sign of a list item from Word, which pastes items as paragraphs with their signs as text. */
export const isSign = (element: Element) => /mso-list:\s*ignore/i.test(element.getAttribute('style') ?? '')
export const wordList = (element: Element): Attributes | undefined => {
  const depth = Number(/mso-list:\s*l\d+ level(\d)/i.exec(element.getAttribute('style') ?? '')?.[1] ?? 0)
  if (depth === 0) return undefined
  const sign = [...element.querySelectorAll('span[style*="mso-list" i]')].find(isSign)?.textContent ?? ''
  return {
    list: /[\p{L}\d][.)]/u.test(sign) ? 'ordered' : 'bullet',
    ...(depth > 1 && { indent: Math.min(depth - 1, 8) }),
  }
}
