import { z } from 'zod'

/** Services whose token is stored for a user. */
export const UserTokenType = z.enum(['STORY_VAULT'])
export type UserTokenType = z.infer<typeof UserTokenType>

/** Accounts of other services that are connected to the user's own: `GET /users/me/connections`. `isOffered` is the installation's setting. */
export const Connections = z.object({
  google: z.object({ isOffered: z.boolean(), isConnected: z.boolean() }),
  discord: z.object({ isOffered: z.boolean(), handle: z.string().nullable() }),
  storyVault: z.object({ isOffered: z.boolean(), isConnected: z.boolean() }),
  hasPassword: z.boolean(),
})
export type Connections = z.infer<typeof Connections>

/** `GET /integrations/discord/connect` and `…/storyvault/connect`: the page to which the browser goes. */
export const ConsentPage = z.object({ redirectUri: z.string() })
