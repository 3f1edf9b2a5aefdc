export type Attributes = Record<string, unknown>

/** What word processors say by style instead of by element, or against it: what Google Docs copies lies in a `b` that is not bold. */
export const styled = ({ style }: HTMLElement): Attributes => ({
  ...(/^(?:bold|[6-9]00)/.test(style.fontWeight) && { bold: true }),
  ...(/^(?:normal|lighter|[1-5]00)/.test(style.fontWeight) && { bold: false }),
  ...(style.fontStyle === 'italic' && { italic: true }),
  ...(style.fontStyle === 'normal' && { italic: false }),
  ...(style.textDecoration.includes('underline') && { underline: true }),
  ...(style.textDecoration.includes('line-through') && { strike: true }),
})

/** The words' own, without what was taken back, and the line that every link has. */
export const held = ({ underline, ...words }: Attributes): Attributes =>
  Object.fromEntries(Object.entries({ ...words, underline: underline && !words.link }).filter(([, value]) => value))

/** Word has paragraphs for the items of a list, and writes their signs before them. */
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
