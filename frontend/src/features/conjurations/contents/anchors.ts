/** Where a content of lore stands on its page. */
export const anchorOf = (segmentId: string): string => `content-${segmentId}`

/** The place of the relationships of lore in which no content has them. */
export const linksId = 'relationships'
export const linksTitle = 'Relationships'

/** Brings a content of lore into sight. */
export const goTo = (segmentId: string) =>
  document.getElementById(anchorOf(segmentId))?.scrollIntoView({ block: 'start' })
