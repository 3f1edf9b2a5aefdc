import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import { may, requiredPlan } from '#domain/entitlements.ts'
import { Receipt } from '#domain/me.ts'
import { PersonName, SignupSource, TrackingData, users } from '#domain/users.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson } from '../../http/policy.ts'
import { reading } from '../../http/snapshot.ts'
import { loadEntitlements } from '../../queries/users/standing.ts'

const noInfluencer = 'Please select an influencer and submit again!'
const Source = z
  .object({
    source: z.enum(SignupSource.options, 'Please select a signup source and submit again!'),
    influencer: z.string().trim().max(100).nullish(),
  })
  .refine(({ source, influencer }) => source !== 'influencer' || influencer, {
    path: ['influencer'],
    error: noInfluencer,
  })

const rename = `update auth."user" set name = $2, "updatedAt" = now() where id = $1 and name <> $2`

/** Commands of users on their own profile, not available to impersonators. */
export const ownAccountCommands =
  ({ handler, pool }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const config = { policy: inPerson }
    const response = { 200: Receipt }

    app.post('/users/me/signup-source', { config, schema: { body: Source, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const { source } = request.body
      const influencer = source === 'influencer' ? (request.body.influencer ?? null) : null
      await act.send(users, userId, { type: 'TellSignupSource', data: { userId, source, influencer } })
      return receipt(reply, act, {})
    })

    app.post('/users/me/revealed-link/noted', { config, schema: { response } }, async (request, reply) => {
      const act = actOf(request, handler)
      await act.send(users, act.userId, { type: 'NoteRevealedLink', data: { userId: act.userId } })
      return receipt(reply, act, {})
    })

    const Changes = z.strictObject({
      onboarded: z.literal(true).optional(),
      username: PersonName.optional(),
      allowNSFW: z.boolean().optional(),
      marketingOptIn: z.boolean().optional(),
      initialTrackingData: TrackingData.optional(),
    })
    app.patch('/users/me', { config, schema: { body: Changes, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const { username, allowNSFW: allowed, onboarded, marketingOptIn: optIn } = request.body
      const { initialTrackingData: tracking } = request.body
      if (allowed) {
        const entitlements = await loadEntitlements(reading(pool), userId)
        if (!may(entitlements, 'nsfw', entitlements.now))
          throw new Rejection('plan_required', { plan: requiredPlan('nsfw'), wanted: 'nsfw', what: 'NSFW content' })
      }
      // The account precedes its event: clients that receive the event fetch the name again.
      const isRenamed = username !== undefined && (await pool.query(rename, [userId, username])).rowCount === 1
      const commands = [
        ...(isRenamed ? [{ type: 'RenameUser', data: { userId, name: username } } as const] : []),
        ...(onboarded ? [{ type: 'FinishOnboarding', data: { userId } } as const] : []),
        ...(optIn === undefined ? [] : [{ type: 'ChangeMarketingOptIn', data: { userId, optIn } } as const]),
        ...(allowed === undefined ? [] : [{ type: 'AllowNSFW', data: { userId, allowed } } as const]),
        ...(tracking ? [{ type: 'RecordInitialTracking', data: { userId, tracking } } as const] : []),
      ]
      if (commands.length > 0) await act.send(users, userId, commands)
      return receipt(reply, act, {})
    })
  }
