import { z } from 'zod'
import type { campaignEvents } from '#domain/campaigns.ts'
import type { sessionEvents } from '#domain/sessions.ts'
import { view } from './view.ts'

/**
 * Further streams that concern an account, in addition to those named after it: its sessions, and the campaigns of
 * which it was a member. `first` is the position at which the session began, or at which the user last joined; `last`
 * is the position at which the session ended, and null for campaigns.
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
