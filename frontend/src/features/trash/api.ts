import { z } from 'zod'
import { collectionEvents } from '#domain/collections.ts'
import { Receipt } from '#domain/me.ts'
import { TrashLine } from '#projections/answers.ts'
import { view } from '#projections/view.ts'
import { api } from '../../app/api.ts'
import { follow } from '../../realtime/follow.ts'
import { fetchTrash, type Trash, type TrashArg } from './fetch-trash.ts'

/** What is in the Trash is the server's to say: it is asked again whenever something goes there or comes back. */
const trashView = view(collectionEvents, TrashLine)({ table: 'trash', on: {} })
const changesTrash = /^(Collection|Conjuration|Image)(Deleted|Restored)$|^CampaignFile(Removed|Restored)$|^ItemGone$/

const Restored = Receipt.extend({ count: z.int() })

const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    trash: build.query<Trash, TrashArg>({
      serializeQueryArgs: ({ queryArgs: { want: _want, ...which } }) => which,
      forceRefetch: ({ currentArg, previousArg }) => (currentArg?.want ?? 0) > (previousArg?.want ?? 0),
      queryFn: (arg, { getState }, _extra, request) => fetchTrash(arg, () => cachedTrash(getState(), arg), request),
      providesTags: ['trash'],
      ...follow<TrashLine, TrashLine, TrashArg>(trashView, { refetchOn: ({ type }) => changesTrash.test(type) }),
    }),
    restoreOperation: build.mutation<z.infer<typeof Restored>, { campaignId: string; operationId: string }>({
      query: ({ campaignId, operationId }) => ({
        url: `campaigns/${campaignId}/trash/${operationId}/restore`,
        method: 'POST',
      }),
      transformResponse: (answer) => Restored.parse(answer),
      invalidatesTags: ['trash'],
    }),
  }),
})

const cachedTrash = (state: unknown, arg: TrashArg): Trash | undefined =>
  trashApi.endpoints.trash.select(arg)(state as never).data

export const { useTrashQuery, useRestoreOperationMutation } = trashApi
