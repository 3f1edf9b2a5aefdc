export interface Part {
  text: string
  href: string | undefined
}

const address = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g

/** A mail's text with its web addresses found. Only http and https: nothing else in a mail becomes clickable. */
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
