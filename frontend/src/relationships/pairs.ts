import type { RelationshipItem } from '#projections/relationship-answers.ts'

export type Direction = 'out' | 'in' | 'both'

/** What a row shows: a link, or two that lead back and forth and were made as one. */
export interface Pair {
  link: RelationshipItem
  /** The link back. */
  back: RelationshipItem | undefined
  direction: Direction
}

/** The links of a lore item as rows. What goes both ways is told by the one that goes out. */
export const pairsOf = (conjurationId: string, links: readonly RelationshipItem[]): Pair[] => {
  const byId = new Map(links.map((link) => [link.id, link]))
  return links.flatMap((link): Pair[] => {
    const isOut = link.sourceId === conjurationId
    const back = link.reverseId === null ? undefined : byId.get(link.reverseId)
    if (back && !isOut) return []
    return [{ link, back, direction: back ? 'both' : isOut ? 'out' : 'in' }]
  })
}
