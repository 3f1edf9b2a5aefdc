import { z } from 'zod'
import type { campaignEvents } from '#domain/campaigns.ts'
import type { sessionEvents } from '#domain/sessions.ts'
import { view } from './view.ts'

/**
 * Streams that an account has beside those named after it: its sign-ins, and the campaigns that it belonged to. `first` is the position at
 * which it began, or was joined last; `last`, of a sign-in alone, at which it was over.
 */
const AccountStreamRow = z.object({
  id: z.string(),
  userId: z.uuid(),
  stream: z.string(),
  first: z.string(),
  last: z.string().nullable(),
})

const belonging = (userId: string, stream: string, first: string) => ({
  put: { id: `${stream}:${userId}`, userId, stream, first, last: null },
})

export const accountStreamsView = view(AccountStreamRow)<typeof sessionEvents & typeof campaignEvents>({
  table: 'account_streams',
  on: {
    SignedIn: ({ userId }, { stream, position: first }) => ({
      put: { id: stream, userId, stream, first, last: null },
    }),
    SignedOut: (_data, { stream: id, position: last }) => ({ update: { last }, where: { id } }),
    CampaignCreated: ({ ownerId }, { stream, position }) => belonging(ownerId, stream, position),
    MemberJoined: ({ userId }, { stream, position }) => belonging(userId, stream, position),
  },
})
