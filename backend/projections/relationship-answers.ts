import { z } from 'zod'
import { RelationshipRow } from './relationships.ts'

// Apart from the other answers: a browser loads it when it needs it.

/** The lore at an end of a link. */
const LinkedLore = z.object({ id: z.uuid(), name: z.string(), imageUri: z.string().nullable() })

/**
 * A link as lore lists it: `conjurationId` is the end from which it was come upon, `entitydata` the other one. `depth` is how many links
 * lie between the lore that was asked for and that other one, 1 for its own.
 */
export const RelationshipItem = RelationshipRow.extend({
  conjurationId: z.uuid(),
  entitydata: LinkedLore,
  depth: z.int(),
  mayEdit: z.boolean(),
})
export type RelationshipItem = z.infer<typeof RelationshipItem>
export const RelationshipList = z.object({ data: z.array(RelationshipItem), total: z.int() })

/** Lore that has links. `x` and `y` are where it was dragged to: by the asker alone (`isOwn`), or for everybody. */
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
/** `collections` are the folders that the nodes hang in. */
export const Graph = z.object({
  nodes: z.array(GraphNode),
  links: z.array(GraphLink),
  collections: z.array(z.object({ id: z.uuid(), name: z.string() })),
})
export type Graph = z.infer<typeof Graph>
