import type { collectionEvents } from '#domain/collections.ts'
import { BulkReceipt } from '#domain/me.ts'
import { TrashLine } from '#projections/trash-answers.ts'
import { view } from '#projections/view.ts'
import { api } from '../base/api.ts'
import { follow } from '../realtime/follow.ts'
import { type FeedItem, isOneOf } from '../realtime/messages.ts'
import { growing } from '../realtime/pages.ts'
import { fetchTrash, type Trash, type TrashArg } from './fetch-trash.ts'

/** Only the server can list the Trash, so that each deletion and restoration refetches it. */
const trashView = view(TrashLine)<typeof collectionEvents>({ table: 'trash', on: {} })
const changesTrash = (item: FeedItem) =>
  isOneOf(item, [
    'CollectionDeleted',
    'CollectionRestored',
    'ConjurationDeleted',
    'ConjurationRestored',
    'SegmentDeleted',
    'SegmentRestored',
    'ImageDeleted',
    'ImageRestored',
    'ImagePurged',
    'TranscriptDeleted',
    'TranscriptRestored',
    'TranscriptPurged',
    'CampaignFileRemoved',
    'CampaignFileRestored',
    'CampaignFilePurged',
    'ConjurationRelationshipDeleted',
    'ConjurationRelationshipRestored',
    'ConjurationMovedToCampaign',
    'ItemGone',
  ])

const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    trash: build.query<Trash, TrashArg>({
      ...growing,
      queryFn: (arg, { getState }, _extra, request) => fetchTrash(arg, () => cachedTrash(getState(), arg), request),
      providesTags: ['trash'],
      ...follow<TrashLine, TrashLine, TrashArg>(trashView, { refetchOn: changesTrash }),
    }),
    /** Restores all items that one action deleted. */
    restoreOperation: build.mutation<BulkReceipt, { campaignId: string; operationId: string }>({
      query: ({ campaignId, operationId }) => ({
        url: `campaigns/${campaignId}/trash/${operationId}/restore`,
        method: 'POST',
        body: {},
      }),
      transformResponse: (answer) => BulkReceipt.parse(answer),
      invalidatesTags: ['trash'],
    }),
    /** Permanently deletes the items of these actions, as far as they belong to the user. */
    purgeFromTrash: build.mutation<BulkReceipt, { campaignId: string; operationIds: string[] }>({
      query: ({ campaignId, operationIds }) => ({
        url: `campaigns/${campaignId}/trash/purge`,
        method: 'POST',
        body: { operationIds },
      }),
      transformResponse: (answer) => BulkReceipt.parse(answer),
      invalidatesTags: ['trash'],
    }),
  }),
})

const cachedTrash = (state: unknown, arg: TrashArg): Trash | undefined =>
  trashApi.endpoints.trash.select(arg)(state as never).data

export const { useTrashQuery, useRestoreOperationMutation, usePurgeFromTrashMutation } = trashApi
