export interface Part {
  text: string
  href: string | undefined
}

const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g

/** Splits a mail's text into web addresses and the text between them. Only http and https addresses become links. */
export const findLinks = (text: string): Part[] => {
  const parts: Part[] = []
  let end = 0
  for (const { 0: href, index } of text.matchAll(address)) {
    if (index > end) parts.push({ text: text.slice(end, index), href: undefined })
    parts.push({ text: href, href })
    end = index + href.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: undefined })
  return parts
}
