import type { conjurationEvents } from '#domain/conjurations.ts'
import type { graphEvents } from '#domain/graphs.ts'
import { Graph, GraphNode } from '#projections/relationship-answers.ts'
import { view } from '#projections/view.ts'
import { api, positionOf } from '../base/api.ts'
import { type Following, follow, type Quoting, type Snapshot } from '../realtime/follow.ts'
import { type Followed, guessing } from '../realtime/guess.ts'
import { isOneOf, isVisibilityChange } from '../realtime/messages.ts'

/** `rows` are the graph's nodes. */
export type GraphData = Snapshot<GraphNode> & Pick<Graph, 'links' | 'collections'>

/** Folds changes of single nodes; added and removed nodes are refetched. */
const nodesView = view(GraphNode)<typeof graphEvents & typeof conjurationEvents>({
  table: 'graph',
  on: {
    // A user's own position stays when a DM moves the shared one.
    GraphNodePlaced: ({ conjurationId: id, userId, x, y }) =>
      userId === null
        ? { update: { x, y }, where: { id, isOwn: false } }
        : { update: { x, y, isOwn: true }, where: { id } },
    ConjurationRenamed: ({ conjurationId: id, name }) => ({ update: { name }, where: { id } }),
    ConjurationTagged: ({ conjurationId: id, tags }) => ({ update: { tags }, where: { id } }),
  },
})

const following: Following<GraphNode, string> & Quoting<GraphData> = {
  withoutQuotes({ links, collections }, hiddenId) {
    const rest = {
      links: links.filter(({ id }) => id !== hiddenId),
      collections: collections.filter(({ id }) => id !== hiddenId),
    }
    const isQuoted = rest.links.length < links.length || rest.collections.length < collections.length
    return isQuoted ? rest : undefined
  },
  refetchOn: (item) =>
    isVisibilityChange(item) ||
    isOneOf(item, [
      ...(['ConjurationRelationshipCreated', 'ConjurationRelationshipCommented'] as const),
      ...(['ConjurationRelationshipDeleted', 'ConjurationRelationshipRestored'] as const),
      ...(['ConjurationDeleted', 'ConjurationRestored', 'ConjurationMoved', 'ConjurationMovedToCampaign'] as const),
      ...([
        'ConjurationVersionRestored',
        'ConjurationPrimaryImageSet',
        'ImageShown',
        'CollectionRenamed',
        'CollectionDeleted',
      ] as const),
    ]),
}
const followed: Followed[] = [
  { endpoint: 'relationshipGraph', view: nodesView, following: following as Followed['following'] },
]

const graphApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A campaign's lore and its relationships. */
    relationshipGraph: build.query<GraphData, string>({
      query: (campaignId) => ({ url: 'relationships/graph', params: { campaignId } }),
      transformResponse: (answer, meta) => {
        const { nodes: rows, links, collections } = Graph.parse(answer)
        return { rows, links, collections, position: positionOf(meta) }
      },
      ...follow<GraphNode, GraphNode, string, GraphData>(nodesView, following),
    }),
    placeNode: build.mutation<unknown, { id: string; x: number; y: number; userId: string | null }>({
      query: ({ id, x, y }) => ({ url: `relationships/graph/places/${id}`, method: 'PATCH', body: { x, y } }),
      onQueryStarted: guessing(followed, ({ id: conjurationId, x, y, userId }) => [
        { type: 'GraphNodePlaced', data: { conjurationId, x, y, userId } },
      ]),
    }),
  }),
})

export const { useRelationshipGraphQuery, usePlaceNodeMutation } = graphApi
