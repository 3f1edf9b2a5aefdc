const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

/** Decodes the few entities that `to-html.ts` and word processors write; any other stays as it is written. */
const decodeEntities = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')

interface Span {
  from: number
  to: number
}

/** Elements whose content is not shown to readers. Each match consumes its characters once, so the search is linear. */
const hiddenElements = ['script', 'style'].map((name) => ({
  opening: new RegExp(`<${name}\\b`, 'iy'),
  closing: new RegExp(`</${name}\\s*>`, 'gi'),
}))

/** Finds the end of the hidden element that opens at an index. Indexes must not decrease from call to call. */
const hiddenElementEnds = (html: string) => {
  const finders = hiddenElements.map(({ opening, closing }) => {
    const closings: Span[] = [...html.matchAll(closing)].map(({ 0: tag, index }) => ({
      from: index,
      to: index + tag.length,
    }))
    let next = 0
    return (at: number): number | undefined => {
      opening.lastIndex = at
      if (!opening.test(html)) return undefined
      while (next < closings.length && (closings[next] as Span).from < at) next++
      return closings[next]?.to
    }
  })
  return (at: number) => finders.map((find) => find(at)).find((end) => end !== undefined)
}

/** Returns the text of an HTML fragment without tags, scripts and style sheets. Reads every character a constant number of times. */
export const textOfHtml = (html: string): string => {
  const hiddenEnd = hiddenElementEnds(html)
  let text = ''
  let at = 0
  for (let tag = html.indexOf('<'); tag >= 0; tag = html.indexOf('<', at)) {
    text += html.slice(at, tag)
    const tagEnd = html.indexOf('>', tag)
    const end = hiddenEnd(tag) ?? (tagEnd < 0 ? undefined : tagEnd + 1)
    if (end === undefined) {
      at = tag
      break
    }
    at = end
  }
  return decodeEntities(text + html.slice(at)).trim()
}
