import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import type { TemplateContent } from '#domain/templates.ts'
import { type GenerationRow, generationsView } from '#projections/generations.ts'
import {
  Generation,
  Template,
  TemplateLimits,
  TemplateList,
  TemplateStats,
  TemplateTrash,
} from '#projections/template-answers.ts'
import { type TemplateRow, templatesView } from '#projections/templates.ts'
import { api, positionOf } from '../base/api.ts'
import type { EventType } from '../realtime/event-types.ts'
import { type Following, follow, type Snapshot } from '../realtime/follow.ts'
import { isOneOf } from '../realtime/messages.ts'
import { refetchedBy } from '../realtime/refetched.ts'
import { refetchOnFailure, refetchOnSuccess } from './answers.ts'

export interface TemplatesArg {
  search: string
  /** The number of requested templates, from the first. */
  want: number
}
export const templatesPage = 25

type Templates = Snapshot<Template> & { total: number }

/**
 * Users receive events of their own templates only; sharing follows from memberships, so that their events refetch the
 * list as well.
 */
const following: Following<Template, unknown> = {
  joined: true,
  admits: ({ deletedAt }) => deletedAt === null,
  refetchOn: (item) =>
    isOneOf(item, ['TemplateCreated', 'TemplateDeleted', 'TemplateRestored', 'TemplateUsed']) ||
    isOneOf(item, [
      'MemberJoined',
      'MemberLeft',
      'MemberRemoved',
      'CampaignDeleted',
      'CampaignRestored',
      'PlanChanged',
    ]),
}

const Made = Receipt.extend({ id: z.uuid() })
const Deleted = Receipt.extend({ operationId: z.string() })
const Accepted = Receipt.extend({ generationId: z.uuid(), conjuration: z.object({ id: z.uuid() }) })

type EmptyLoreWanted = Pick<LoreWanted, 'collectionId' | 'campaignId' | 'templateId'> & { id: string }

export interface LoreWanted {
  /** Null is the root of the campaign. */
  collectionId: string | null
  campaignId: string
  templateId: string
  guidance: string
  guidanceContext: string[]
  values: Record<string, string>
  generateImage: boolean
  imageModelId?: string
}

/** Events that change the templates, their limit, or their usage counts. */
const changesLibrary: readonly EventType[] = [
  ...(['TemplateCreated', 'TemplateRevised', 'TemplateDeleted', 'TemplateRestored', 'TemplateUsed'] as const),
  ...(['PlanChanged', 'PlanEnded', 'ComplimentaryAccessGiven', 'PreorderRedeemed'] as const),
]

export const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The library: the user's own templates first. */
    templates: build.query<Templates, TemplatesArg>({
      query: ({ search, want }) => ({ url: 'templates', params: { search, limit: want, offset: 0 } }),
      transformResponse: (answer, meta) => {
        const { templates: rows, total } = TemplateList.parse(answer)
        return { rows, total, position: positionOf(meta) }
      },
      providesTags: ['templates'],
      ...follow<TemplateRow, Template, TemplatesArg, Templates>(templatesView, following),
    }),

    template: build.query<Snapshot<Template>, string>({
      query: (id) => `templates/${id}`,
      transformResponse: (answer, meta) => ({ rows: [Template.parse(answer)], position: positionOf(meta) }),
      providesTags: ['templates'],
      ...follow<TemplateRow, Template, string>(templatesView, following),
    }),

    templateLimits: build.query<TemplateLimits, void>({
      query: () => 'templates/limits',
      transformResponse: (answer) => TemplateLimits.parse(answer),
      providesTags: ['templates'],
      ...refetchedBy<void>(changesLibrary),
    }),
    templateStats: build.query<TemplateStats, void>({
      query: () => 'templates/stats',
      transformResponse: (answer) => TemplateStats.parse(answer),
      providesTags: ['templates'],
      ...refetchedBy<void>(changesLibrary),
    }),
    templateTrash: build.query<TemplateTrash, void>({
      query: () => 'templates/trash',
      transformResponse: (answer) => TemplateTrash.parse(answer),
      providesTags: ['templates'],
      ...refetchedBy<void>(changesLibrary),
    }),

    createTemplate: build.mutation<{ id: string }, TemplateContent & { id: string }>({
      query: (body) => ({ url: 'templates', method: 'POST', body }),
      transformResponse: (answer) => Made.parse(answer),
      invalidatesTags: refetchOnSuccess('templates'),
    }),
    reviseTemplate: build.mutation<unknown, TemplateContent & { id: string }>({
      query: ({ id, ...body }) => ({ url: `templates/${id}`, method: 'PUT', body }),
      invalidatesTags: refetchOnSuccess('templates'),
    }),
    duplicateTemplate: build.mutation<{ id: string }, { id: string; newName: string }>({
      query: ({ id, newName }) => ({ url: `templates/${id}/duplicate`, method: 'POST', body: { newName } }),
      transformResponse: (answer) => Made.parse(answer),
      invalidatesTags: refetchOnSuccess('templates'),
    }),
    deleteTemplate: build.mutation<{ operationId: string }, string>({
      query: (id) => ({ url: `templates/${id}`, method: 'DELETE' }),
      transformResponse: (answer) => Deleted.parse(answer),
      invalidatesTags: refetchOnSuccess('templates'),
    }),
    restoreTemplate: build.mutation<unknown, string>({
      query: (id) => ({ url: `templates/${id}/restore`, method: 'POST', body: {} }),
      invalidatesTags: refetchOnSuccess('templates'),
    }),

    startFromTemplate: build.mutation<{ id: string }, EmptyLoreWanted>({
      query: ({ collectionId, ...body }) => ({
        url: `collections/${collectionId ?? 'root'}/empty-lore-from-template`,
        method: 'POST',
        body,
      }),
      transformResponse: (answer) => Made.parse(answer),
      invalidatesTags: refetchOnSuccess('templates'),
    }),
    loreFromTemplate: build.mutation<z.infer<typeof Accepted>, LoreWanted>({
      query: ({ collectionId, ...body }) => ({
        url: `collections/${collectionId ?? 'root'}/lore-from-template`,
        method: 'POST',
        body,
      }),
      transformResponse: (answer) => Accepted.parse(answer),
    }),
    /** Progress of a generation. */
    generation: build.query<Snapshot<Generation>, string>({
      query: (id) => `conjurations/request/${id}`,
      transformResponse: (answer, meta) => ({ rows: [Generation.parse(answer)], position: positionOf(meta) }),
      ...follow<GenerationRow, Generation, string>(generationsView, { joined: true }),
    }),
    cancelGeneration: build.mutation<unknown, string>({
      query: (id) => ({ url: `conjurations/request/${id}/cancel`, method: 'POST', body: {} }),
      invalidatesTags: refetchOnFailure('templates'),
    }),
  }),
})

export const {
  useTemplatesQuery,
  useTemplateQuery,
  useTemplateLimitsQuery,
  useStartFromTemplateMutation,
  useTemplateStatsQuery,
  useTemplateTrashQuery,
  useCreateTemplateMutation,
  useReviseTemplateMutation,
  useDuplicateTemplateMutation,
  useDeleteTemplateMutation,
  useRestoreTemplateMutation,
  useLoreFromTemplateMutation,
  useGenerationQuery,
  useCancelGenerationMutation,
} = templatesApi
