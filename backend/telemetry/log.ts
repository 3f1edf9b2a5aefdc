import type { FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { createHider, errorFacts, withoutSecrets } from './discreet.ts'
import type { Scope } from './scope.ts'

export interface OpenedLog {
  log: Logger
  /** Masks these texts in all later lines. */
  hide(secrets: readonly (string | undefined)[]): void
  /** Omits lines about errors for which `isReported` returns true: their cause was logged once. */
  leaveOut(isReported: (error: unknown) => boolean): void
}

/** Describes a request by its route, never by its path, which may contain tokens and invitation codes. */
const requestFacts = ({ method, routeOptions, ip }: FastifyRequest) => ({
  method,
  route: routeOptions?.url,
  address: ip,
})

/**
 * Opens the process's log: JSON lines that name their request or job, and contain no secret. `error` is serialised like
 * `err`, so that no error is written as `{}`.
 */
export const openLog = (scope: Scope, destination: DestinationStream, level = 'warn'): OpenedLog => {
  const { hide, clean } = createHider()
  let isTold: (error: unknown) => boolean = () => false
  const log = pino(
    {
      level,
      mixin: () => ({ ...scope.facts() }),
      formatters: { log: (facts) => withoutSecrets(facts) },
      serializers: {
        err: (error: unknown) => errorFacts(error),
        error: (error: unknown) => (error instanceof Error ? errorFacts(error) : error),
        req: requestFacts,
        res: ({ statusCode }: FastifyReply) => ({ status: statusCode }),
      },
      hooks: {
        streamWrite: clean,
        logMethod(args, method) {
          const [facts] = args as [unknown]
          const error = typeof facts === 'object' && facts !== null && 'err' in facts ? facts.err : facts
          if (!isTold(error)) method.apply(this, args)
        },
      },
    },
    destination,
  )
  const leaveOut: OpenedLog['leaveOut'] = (isReported) => {
    isTold = isReported
  }
  return { log, hide, leaveOut }
}
