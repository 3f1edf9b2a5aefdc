import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import { lettersIn } from '../commands/read-size.ts'
import type { WorkBudgets } from './deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Charges work of this request to its account in addition to its body and answer. The first charge throws
     * `too_much_work` if other requests of the account have exhausted its budget: concurrent requests were all admitted
     * before the first was charged.
     */
    chargeEditing?: (units: number) => void
    /** Units charged for the request's body. */
    bodyUnits: number
    hasChargedEditing: boolean
  }
}

/** Characters of text per unit of work. */
const lettersPerUnit = 200
export const unitsOfLetters = (letters: number): number => Math.ceil(letters / lettersPerUnit)

/**
 * Limits the cost that accounts may cause: every request is charged for the characters of its JSON body, valid or not,
 * and of its answer. An account with an exhausted reading budget is refused; one with an exhausted editing budget may
 * still read. Machine operators are not limited.
 */
export const workLimits = (
  app: FastifyInstance,
  work: WorkBudgets,
  isOperator: (request: FastifyRequest) => boolean,
) => {
  const refuseOwing = (kind: keyof WorkBudgets, userId: string, own = 0) => {
    const seconds = work[kind].secondsOwed(userId, own)
    if (seconds > 0) throw new Rejection('too_much_work', { seconds })
  }
  const accountOf = (request: FastifyRequest) => (isOperator(request) ? undefined : request.session?.userId)

  app.decorateRequest('bodyUnits', 0)
  app.decorateRequest('hasChargedEditing', false)
  app.decorateRequest('chargeEditing', function charge(this: FastifyRequest, units: number) {
    const userId = accountOf(this)
    if (userId === undefined) return
    if (!this.hasChargedEditing) refuseOwing('editing', userId, this.bodyUnits)
    this.hasChargedEditing = true
    work.editing.charge(userId, units)
  })

  app.addHook('preParsing', async (request) => {
    const userId = accountOf(request)
    if (userId === undefined) return
    refuseOwing('reading', userId)
    if (request.method !== 'GET' && request.method !== 'HEAD') refuseOwing('editing', userId)
  })

  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    const userId = accountOf(request)
    if (userId !== undefined) {
      try {
        refuseOwing('editing', userId)
      } catch (error) {
        return done(error as Error)
      }
      request.bodyUnits = unitsOfLetters(body.length)
      work.editing.charge(userId, request.bodyUnits)
    }
    void parse(request, body, done)
  })

  app.addHook('onSend', async (request, _reply, answer) => {
    const userId = accountOf(request)
    // Cached answers cost nothing.
    if (userId !== undefined && typeof answer === 'string' && !request.isCacheHit)
      work.reading.charge(userId, unitsOfLetters(answer.length))
  })
}

/**
 * Cost of deciding and storing a command, in units. Changes of a text additionally cost a unit per operation, since
 * each is composed.
 */
export const workOf = ({ data }: { data: unknown }): number => {
  const ops =
    typeof data === 'object' && data !== null && 'ops' in data && Array.isArray(data.ops) ? data.ops.length : 0
  return ops + unitsOfLetters(lettersIn(data))
}

/** Cost of reading and folding events of a stream, in units. */
export const readingWork = (events: readonly { data: unknown }[]): number =>
  events.reduce((sum, { data }) => sum + 1 + unitsOfLetters(lettersIn(data)), 0)
