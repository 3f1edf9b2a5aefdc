/** Where a content of lore stands on its page. */
export const anchorOf = (segmentId: string): string => `content-${segmentId}`

/** Brings a content of lore into sight. */
export const goTo = (segmentId: string) =>
  document.getElementById(anchorOf(segmentId))?.scrollIntoView({ block: 'start' })
