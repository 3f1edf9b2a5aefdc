import type { FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Connections, ConsentPage } from '#domain/connections.ts'
import { Rejection } from '#domain/decider.ts'
import { Receipt } from '#domain/me.ts'
import { users } from '#domain/users.ts'
import { beginLink, endLink } from '../../auth/link-states.ts'
import { actOf, receipt, sessionOf } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { inPersonLately } from '../../http/fresh-session.ts'
import { anyone, inPerson, signedIn } from '../../http/policy.ts'
import { snapshot } from '../../http/snapshot.ts'

const callbackPath = '/api/integrations/discord/callback'
const tab = '/account-settings?tab=connections'

const accountsOf = `select coalesce(bool_or("providerId" = 'google'), false) as google,
  coalesce(bool_or("providerId" = 'credential' and password is not null), false) as "hasPassword"
  from auth.account where "userId" = $1`
const handleOf = 'select "discordHandle" from accounts where id = $1'

/** A single statement, so that concurrent requests cannot remove the last way to sign in. */
const removeGoogle = `delete from auth.account where "userId" = $1 and "providerId" = 'google' and exists (
  select from auth.account where "userId" = $1 and "providerId" = 'credential' and password is not null)`

/** Accounts of Google and Discord that belong to the user's own. Discord shows a name and never signs in. */
export const connectionRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const { pool, auth, handler, discord, storyVault, userTokens, baseUrl } = deps
    const redirectUri = `${baseUrl}${callbackPath}`
    const service = () => {
      if (!discord) throw new Rejection('discord_not_set_up')
      return discord
    }

    const read = { response: { 200: Connections } }
    app.get('/users/me/connections', { config: { policy: signedIn }, schema: read }, (request, reply) =>
      snapshot(pool, reply, async (query) => {
        const { userId } = sessionOf(request)
        const [account] = await query<{ google: boolean; hasPassword: boolean }>(accountsOf, [userId])
        const [row] = await query<{ discordHandle: string | null }>(handleOf, [userId])
        return {
          google: { isOffered: auth.offers.google, isConnected: account?.google ?? false },
          discord: { isOffered: discord !== undefined, handle: row?.discordHandle ?? null },
          storyVault: {
            isOffered: storyVault !== undefined,
            isConnected: (await userTokens.typesOf(query, userId)).includes('STORY_VAULT'),
          },
          hasPassword: account?.hasPassword ?? false,
        }
      }),
    )

    const ended = { response: { 200: Receipt } }
    const lately = { policy: inPersonLately }
    app.delete('/users/me/connections/google', { config: lately, schema: ended }, async (request, reply) => {
      const act = actOf(request, handler)
      const { rowCount } = await pool.query(removeGoogle, [act.userId])
      const { rows } = await pool.query<{ google: boolean }>(accountsOf, [act.userId])
      if (rowCount === 0 && rows[0]?.google) throw new Rejection('last_sign_in_method')
      return receipt(reply, act, {})
    })

    const config = { policy: inPerson }
    const connect = { response: { 200: ConsentPage } }
    app.get('/integrations/discord/connect', { config, schema: connect }, async (request) => {
      const accounts = service()
      const attempt = await beginLink(pool, 'discord', sessionOf(request))
      return { redirectUri: accounts.consentPage({ ...attempt, redirectUri }) }
    })

    app.post('/integrations/discord/disconnect', { config, schema: ended }, async (request, reply) => {
      const act = actOf(request, handler)
      await act.send(users, act.userId, { type: 'DisconnectDiscord', data: { userId: act.userId } })
      return receipt(reply, act, {})
    })

    const text = z.string().max(4000).optional()
    const back = { querystring: z.object({ code: text, state: text, error: text }) }
    // Discord redirects the browser of the session that began the link to this route. All other requests are redirected
    // without an effect.
    app.get('/integrations/discord/callback', { config: { policy: anyone }, schema: back }, async (request, reply) => {
      const isConnected = await linkDiscord(deps, redirectUri, request, request.query).catch((err: unknown) => {
        request.log.warn({ err }, 'A Discord account could not be connected')
        return false
      })
      return reply.redirect(`${baseUrl}${tab}&discordConnected=${isConnected}`)
    })
  }

/** Connects the Discord account that a consent was given for. Returns false if there is nothing to connect. */
const linkDiscord = async (
  { pool, handler, discord }: Deps,
  redirectUri: string,
  request: FastifyRequest,
  { code, state }: { code?: string | undefined; state?: string | undefined },
) => {
  const { session } = request
  if (!discord || !session || session.by !== 'cookie' || session.impersonatorId || !state) return false
  // The state is used up even if the user refused, so that it cannot be used again.
  const verifier = await endLink(pool, 'discord', state, session)
  if (!verifier || !code) return false
  const handle = await discord.readHandle({ code, verifier, redirectUri })
  const act = actOf(request, handler)
  await act.send(users, act.userId, { type: 'ConnectDiscord', data: { userId: act.userId, handle } })
  return true
}
