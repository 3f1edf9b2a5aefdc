/** The element id of a segment's section. */
export const anchorOf = (segmentId: string): string => `content-${segmentId}`

/** The place of the relationships of lore in which no content has them. */
export const linksId = 'relationships'
export const linksTitle = 'Relationships'

/** Scrolls to a segment. */
export const goTo = (segmentId: string) =>
  document.getElementById(anchorOf(segmentId))?.scrollIntoView({ block: 'start' })
