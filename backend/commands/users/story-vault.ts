import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ConsentPage, UserTokenType } from '#domain/connections.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import { beginLink, endLink } from '../../auth/link-states.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson } from '../../http/policy.ts'

const callbackPath = '/account-settings/integrations/storyvault'
const type = 'STORY_VAULT'

const UserToken = z.object({
  // Only characters that a header may contain.
  token: z
    .string()
    .trim()
    .regex(/^[\x21-\x7e]{1,4000}$/, 'token: this is no token of Story Vault'),
  type: UserTokenType,
  /** The state of a link that this session began. */
  state: z.string().max(200).optional(),
  /** True if the user agreed to 'Connect Story Vault to this account?'. */
  isConfirmed: z.boolean().default(false),
})

/** The token of a user's account at Story Vault. */
export const storyVaultCommands =
  ({ pool, handler, storyVault, userTokens, baseUrl, limits }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const service = () => {
      if (!storyVault) throw new Rejection('story_vault_not_set_up')
      return storyVault
    }
    const config = { policy: inPerson }
    const rateLimit = { max: limits.generation, timeWindow: 60_000, groupId: 'user-tokens' }

    const connect = { response: { 200: ConsentPage } }
    app.get('/integrations/storyvault/connect', { config, schema: connect }, async (request) => {
      const vault = service()
      const { state } = await beginLink(pool, 'storyVault', sessionOf(request))
      return { redirectUri: vault.connectPage(`${baseUrl}${callbackPath}?${new URLSearchParams({ state })}`) }
    })

    const store = { body: UserToken, response: { 200: Receipt } }
    app.post('/users/tokens', { config: { ...config, rateLimit }, schema: store }, async (request, reply) => {
      const vault = service()
      const session = sessionOf(request)
      const { token, state, isConfirmed } = request.body
      const act = actOf(request, handler)
      // For a repeat, the first request has used up the state.
      if (await userTokens.has(act.userId, type, token)) return receipt(reply, act, {})
      // The token may belong to an attacker's account, so only the session that began the link connects without a
      // confirmation.
      const isOwn = state !== undefined && (await endLink(pool, 'storyVault', state, session)) !== undefined
      if (!isOwn && !isConfirmed) throw new Rejection('story_vault_unconfirmed')
      await vault.check(token).catch((err: unknown) => {
        request.log.warn({ err }, 'A Story Vault account could not be connected')
        throw new Rejection('story_vault_failed')
      })
      await userTokens.store(act.userId, type, token)
      await act.send(users, act.userId, { type: 'ConnectStoryVault', data: { userId: act.userId } })
      return receipt(reply, act, {})
    })

    const ended = { response: { 200: Receipt } }
    app.post('/integrations/storyvault/disconnect', { config, schema: ended }, async (request, reply) => {
      const act = actOf(request, handler)
      const token = await userTokens.remove(act.userId, type)
      await act.send(users, act.userId, { type: 'DisconnectStoryVault', data: { userId: act.userId } })
      // The token is deleted here, even if Story Vault fails to revoke it.
      if (token !== undefined)
        await storyVault?.revoke(token).catch((err: unknown) => {
          request.log.warn({ err }, 'A token of Story Vault could not be ended there')
        })
      return receipt(reply, act, {})
    })
  }
