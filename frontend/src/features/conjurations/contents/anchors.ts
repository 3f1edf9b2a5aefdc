/** Where a content of lore stands on its page. */
export const anchorOf = (segmentId: string): string => `content-${segmentId}`
