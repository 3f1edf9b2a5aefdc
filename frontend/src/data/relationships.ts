import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { MentionSuggestions } from '#projections/answers.ts'
import { type RelationshipItem, RelationshipList } from '#projections/relationship-answers.ts'
import { type RelationshipRow, relationshipsView } from '#projections/relationships.ts'
import { api } from '../base/api.ts'
import { type Following, follow, type Snapshot } from '../realtime/follow.ts'
import { type Followed, guessing } from '../realtime/guess.ts'
import { isOneOf } from '../realtime/messages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { parseList } from './answers.ts'
import { loreNameEvents } from './lore-events.ts'

const Made = Receipt.extend({ id: z.uuid(), reverseId: z.uuid().nullable() })
const Removed = Receipt.extend({ operationId: z.uuid() })

export interface NewRelationship {
  /** The source of the relationship. */
  conjurationId: string
  id: string
  /** The id of the reverse link; null unless the relationship is bidirectional. */
  reverseId: string | null
  relatedNodeId: string
  comment: string
}

/** The server joins the other end to a link and hides links with a hidden end. */
const following: Following<RelationshipItem, string> = {
  joined: true,
  admits: ({ deletedAt }) => deletedAt === null,
  refetchOn: (item) =>
    isOneOf(item, [
      ...(['ConjurationRelationshipCreated', 'ConjurationRelationshipRestored', 'ConjurationRenamed'] as const),
      ...(['ConjurationDeleted', 'ConjurationRestored', 'ConjurationMovedToCampaign'] as const),
      ...(['ConjurationPrimaryImageSet', 'ImageShown', 'MemberRoleChanged', 'OwnershipTransferred'] as const),
    ]),
}
const followed: Followed[] = [
  { endpoint: 'relationships', view: relationshipsView, following: following as Following<never, never> },
]

const relationshipApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The links of a lore item, in both directions. */
    relationships: build.query<Snapshot<RelationshipItem>, string>({
      query: (conjurationId) => `relationships/${conjurationId}`,
      transformResponse: parseList(RelationshipList),
      ...follow<RelationshipRow, RelationshipItem, string>(relationshipsView, following),
    }),
    /** Lore whose name matches the typed text; without text, the latest changed lore. */
    loreSuggestions: build.query<{ id: string; name: string }[], { campaignId: string; query: string }>({
      query: (params) => ({ url: 'conjurations/mention-suggestions', params: { ...params, limit: 12 } }),
      transformResponse: (answer) =>
        MentionSuggestions.parse(answer).data.flatMap(({ id, name, type }) =>
          type === 'lore' ? [{ id: id.replace(/^lore_/, ''), name }] : [],
        ),
      keepUnusedDataFor: 30,
      ...refetchedBy<unknown, { id: string; name: string }[]>(loreNameEvents, { emptied: [] }),
    }),
    createRelationship: build.mutation<z.infer<typeof Made>, NewRelationship>({
      query: ({ conjurationId, reverseId, ...link }) => ({
        url: `relationships/${conjurationId}`,
        method: 'POST',
        body: { ...link, twoWay: reverseId !== null, ...(reverseId !== null && { reverseId }) },
      }),
      transformResponse: (answer) => Made.parse(answer),
    }),
    commentRelationship: build.mutation<unknown, { id: string; comment: string }>({
      query: ({ id, comment }) => ({ url: `relationships/${id}`, method: 'PATCH', body: { comment } }),
      onQueryStarted: guessing(followed, ({ id: relationshipId, comment }) => [
        { type: 'ConjurationRelationshipCommented', data: { relationshipId, comment } },
      ]),
    }),
    deleteRelationship: build.mutation<z.infer<typeof Removed>, string>({
      query: (id) => ({ url: `relationships/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Removed.parse(answer),
      onQueryStarted: guessing(followed, (relationshipId) => [
        { type: 'ConjurationRelationshipDeleted', data: { relationshipId } },
      ]),
    }),
  }),
})

export const {
  useLoreSuggestionsQuery,
  useRelationshipsQuery,
  useCreateRelationshipMutation,
  useCommentRelationshipMutation,
  useDeleteRelationshipMutation,
} = relationshipApi
