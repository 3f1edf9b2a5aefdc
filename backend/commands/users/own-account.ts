import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Receipt } from '#domain/me.ts'
import { SignupSource, TrackingData, users } from '#domain/users.ts'
import { actOf, receipt } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { inPerson } from '../../http/policy.ts'

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

/** What people say of themselves. Nobody says it for them. */
export const ownAccountCommands =
  ({ handler }: Deps): FastifyPluginAsyncZod =>
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

    const Changes = z.strictObject({
      onboarded: z.literal(true).optional(),
      marketingOptIn: z.boolean().optional(),
      initialTrackingData: TrackingData.optional(),
    })
    app.patch('/users/me', { config, schema: { body: Changes, response } }, async (request, reply) => {
      const act = actOf(request, handler)
      const { userId } = act
      const { onboarded, marketingOptIn: optIn, initialTrackingData: tracking } = request.body
      const commands = [
        ...(onboarded ? [{ type: 'FinishOnboarding', data: { userId } } as const] : []),
        ...(optIn === undefined ? [] : [{ type: 'ChangeMarketingOptIn', data: { userId, optIn } } as const]),
        ...(tracking ? [{ type: 'RecordInitialTracking', data: { userId, tracking } } as const] : []),
      ]
      if (commands.length > 0) await act.send(users, userId, commands)
      return receipt(reply, act, {})
    })
  }
