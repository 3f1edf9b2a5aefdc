import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Rejection } from '#domain/decider.ts'
import type { Problem } from '#domain/me.ts'
import { EventStoreUnavailable } from '#eventstore'
import { AnotherLog } from '../commands/log-guard.ts'
import { EventNotUnderstood } from '../commands/not-understood.ts'
import { FileMissing } from '../providers/files.ts'
import { PaymentDeclined, PaymentsUnavailable, WebhookRefused } from '../providers/payments.ts'
import { ImageRejected } from '../providers/picture-rejected.ts'
import { InputRefused } from '../providers/untrusted-input.ts'
import { apiCsp } from './csp.ts'
import { isProblemCode, type ProblemCode, problem } from './problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the problem that was answered. */
    refusal: string | undefined
  }
}

/** The single error handler: converts every error into a problem, and logs unexpected ones with their stack. */
export function handleErrors(app: FastifyInstance) {
  app.decorateRequest('refusal', undefined)
  app.setErrorHandler((error: unknown, request, reply) => {
    const answer = problemOf(error)
    request.refusal = answer.code
    // A refusal is no fault, whatever its status: "busy" and "not there yet" need no stack. The request's log line
    // contains its code.
    if (answer.status >= 500 && !(error instanceof Rejection)) request.log.error({ err: error }, answer.detail)
    else request.log.debug({ code: answer.code }, answer.detail)
    return sendProblem(reply, answer)
  })
}

export const sendProblem = (reply: FastifyReply, answer: Problem) => {
  if (answer.status === 503) void reply.header('retry-after', '1')
  if (answer.status === 429 && 'seconds' in answer) void reply.header('retry-after', String(answer.seconds))
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', apiCsp)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(answer)
}

export const notFound = (_request: FastifyRequest, reply: FastifyReply) => sendProblem(reply, problem('not_found'))

/** A body of 255 kB may have some 10,000 errors, of which a client corrects the first ones. */
const mostErrors = 100

const problemOf = (error: unknown): Problem => {
  if (error instanceof Rejection)
    return isProblemCode(error.code) ? problem(error.code, error.facts) : problem('internal')
  if (error instanceof ImageRejected) return problem(error.code, {}, error.message)
  if (error instanceof InputRefused) {
    const { code, field, message } = error
    return { ...problem(code, {}, message), errors: [{ field, message }] }
  }
  if (error instanceof PaymentDeclined) return problem(error.code, {}, error.message)
  if (error instanceof PaymentsUnavailable) return problem('payments_unavailable')
  if (error instanceof WebhookRefused) return problem('webhook_refused')
  if (error instanceof FileMissing) return problem('not_found')
  if (error instanceof AnotherLog) return problem('another_log')
  if (error instanceof EventNotUnderstood) return problem('older_server')
  if (error instanceof EventStoreUnavailable) return problem('unavailable')
  // A malformed id in a path refers to nothing, so it is a 404.
  if (hasZodFastifySchemaValidationErrors(error) && error.validationContext === 'params') return problem('not_found')
  if (hasZodFastifySchemaValidationErrors(error))
    return invalid(
      error.validation
        .slice(0, mostErrors)
        .map(({ instancePath, message }) => ({ field: fieldOf(instancePath), message: message ?? '' })),
    )
  if (error instanceof z.ZodError)
    return invalid(error.issues.slice(0, mostErrors).map(({ path, message }) => ({ field: path.join('.'), message })))
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code === undefined ? undefined : frameworkCodes[code]
  if (known) return problem(known)
  if (statusCode === 429) return problem('too_many_requests', { seconds: (error as { seconds?: number }).seconds ?? 1 })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return problem('invalid_request')
  if (code !== undefined && databaseAway.test(code)) return problem('unavailable')
  if (code === undefined && error instanceof Error && connectionGone.test(error.message)) return problem('unavailable')
  return problem('internal')
}

const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_REQ_FILE_TOO_LARGE: 'picture_too_large',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
}

/**
 * Network errors, and PostgreSQL's classes of lost connections and shutdown. Missing columns and tables are included:
 * they occur while a view of another version is being rebuilt.
 */
const databaseAway = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|08\w{3}|57P0\w|53\w{3}|42703|42P01)$/

/** Messages of `pg`, which have no code, for ended or unavailable connections. */
const connectionGone =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/

const fieldOf = (pointer: string) => pointer.split('/').filter(Boolean).join('.')

const invalid = (errors: { field: string; message: string }[]): Problem => ({
  ...problem('invalid_request', {}, errors[0]?.message),
  errors,
})
