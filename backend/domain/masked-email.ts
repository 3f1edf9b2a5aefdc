/** The domain of the placeholder address of an erased user. */
const forgotten = '@forgotten.invalid'
export const isForgotten = (email: string): boolean => email.endsWith(forgotten)

const first = (part: string) => (part.length > 2 ? [...part][0] : '')

/** Masks an address so that its owner recognises it, without revealing its length. */
export const maskedEmail = (email: string): string => {
  if (isForgotten(email)) return ''
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const [name, end] = dot < 0 ? [domain, ''] : [domain.slice(0, dot), domain.slice(dot)]
  return `${first(email.slice(0, Math.max(at, 0)))}•••@${first(name)}•••${end}`
}

const address = /[^\s@<>()",;:]+@[^\s@<>()",;:]+\.[^\s@<>()",;:]+/g
/** Masks email addresses in a text. */
export const withoutEmails = (words: string): string => words.replace(address, maskedEmail)
