import type { RelationshipItem } from '#projections/relationship-answers.ts'

export type Direction = 'out' | 'in' | 'both'

/** One row: a link, or two that were created together as a bidirectional one. */
export interface Pair {
  link: RelationshipItem
  /** The reverse link of a bidirectional one. */
  back: RelationshipItem | undefined
  direction: Direction
}

/** Groups the links of a lore item into rows. The outgoing link represents a bidirectional one. */
export const pairsOf = (conjurationId: string, links: readonly RelationshipItem[]): Pair[] => {
  const byId = new Map(links.map((link) => [link.id, link]))
  return links.flatMap((link): Pair[] => {
    const isOut = link.sourceId === conjurationId
    const back = link.reverseId === null ? undefined : byId.get(link.reverseId)
    if (back && !isOut) return []
    return [{ link, back, direction: back ? 'both' : isOut ? 'out' : 'in' }]
  })
}
