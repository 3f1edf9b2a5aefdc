import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { RemoteVariants } from '#domain/experiments.ts'
import { sessionOf } from '../http/act.ts'
import type { Deps } from '../http/deps.ts'
import { signedIn } from '../http/policy.ts'

/** The variants of experiments that the remote service decides for a user. The browser adds those of the environment and its own. */
export const experimentQueries =
  ({ remoteExperiments }: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    const schema = { response: { 200: RemoteVariants } }
    app.get('/experiments', { config: { policy: signedIn }, schema }, async (request) => {
      if (!remoteExperiments) return { variants: {}, service: 'none' as const }
      const { variants, isReached } = await remoteExperiments.variantsFor(sessionOf(request).userId)
      return { variants: { ...variants }, service: isReached ? ('reached' as const) : ('failing' as const) }
    })
  }
