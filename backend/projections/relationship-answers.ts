import { z } from 'zod'
import { RelationshipRow } from './relationships.ts'

// Separate from the other answers, since browsers load it on demand.

/** The lore at an end of a link. */
const LinkedLore = z.object({ id: z.uuid(), name: z.string(), imageUri: z.string().nullable() })

/**
 * A link in a lore item's list: `conjurationId` is the end that the traversal came from, `entitydata` the other one.
 * `depth` is the number of links between the requested lore and that other end, 1 for its own links.
 */
export const RelationshipItem = RelationshipRow.extend({
  conjurationId: z.uuid(),
  entitydata: LinkedLore,
  depth: z.int(),
  mayEdit: z.boolean(),
})
export type RelationshipItem = z.infer<typeof RelationshipItem>
export const RelationshipList = z.object({ data: z.array(RelationshipItem), total: z.int() })

/**
 * Lore with links. `x` and `y` are its dragged position: in the viewer's own layout (`isOwn`), or in the shared one.
 */
export const GraphNode = LinkedLore.extend({
  tags: z.array(z.string()),
  collectionId: z.uuid().nullable(),
  x: z.int().nullable(),
  y: z.int().nullable(),
  isOwn: z.boolean(),
})
export type GraphNode = z.infer<typeof GraphNode>
export const GraphLink = z.object({ id: z.uuid(), source: z.uuid(), target: z.uuid(), label: z.string() })
export type GraphLink = z.infer<typeof GraphLink>
/** `collections` are the folders of the nodes. */
export const Graph = z.object({
  nodes: z.array(GraphNode),
  links: z.array(GraphLink),
  collections: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Graph = z.infer<typeof Graph>
