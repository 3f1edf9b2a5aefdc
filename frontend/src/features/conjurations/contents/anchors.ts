/** The element id of a segment's section. */
export const anchorOf = (segmentId: string): string => `content-${segmentId}`

/** Used as a segment id for the relationships of lore that has no segment for them. */
export const linksId = 'relationships'
export const linksTitle = 'Relationships'

/** Scrolls to a segment. */
export const goTo = (segmentId: string) =>
  document.getElementById(anchorOf(segmentId))?.scrollIntoView({ block: 'start' })
