import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejection } from '#domain/decider.ts'
import { lettersIn } from '../commands/read-size.ts'
import type { WorkBudgets } from './deps.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The budget that must not be overdrawn when the route is called; asked before its body is read. */
    work?: keyof WorkBudgets
  }
  interface FastifyRequest {
    /**
     * Charges work of this request to its account. The first charge of a request throws `too_much_work` where the account owes units already:
     * requests that arrive together were all admitted before the first of them was charged.
     */
    chargeEditing?: (units: number) => void
    chargeHistory?: (units: number) => void
    hasChargedEditing: boolean
    hasChargedHistory: boolean
  }
}

/** Limits what accounts may cause by its cost. Machine operators are not limited. */
export const workLimits = (
  app: FastifyInstance,
  work: WorkBudgets,
  isOperator: (request: FastifyRequest) => boolean,
) => {
  const refuseOwing = (kind: keyof WorkBudgets, userId: string) => {
    const seconds = work[kind].secondsOwed(userId)
    if (seconds > 0) throw new Rejection('too_much_work', { seconds })
  }
  const charging = (kind: keyof WorkBudgets, flag: 'hasChargedEditing' | 'hasChargedHistory') =>
    function charge(this: FastifyRequest, units: number) {
      const { session } = this
      if (!session || isOperator(this)) return
      if (!this[flag]) refuseOwing(kind, session.userId)
      this[flag] = true
      work[kind].charge(session.userId, units)
    }
  app.decorateRequest('hasChargedEditing', false)
  app.decorateRequest('hasChargedHistory', false)
  app.decorateRequest('chargeEditing', charging('editing', 'hasChargedEditing'))
  app.decorateRequest('chargeHistory', charging('history', 'hasChargedHistory'))
  app.addHook('preParsing', async (request) => {
    const { work: kind } = request.routeOptions.config
    if (kind && request.session && !isOperator(request)) refuseOwing(kind, request.session.userId)
  })
}

/** Letters of texts that one unit of work reads, writes or compares. */
const lettersPerUnit = 200
export const unitsOfLetters = (letters: number): number => Math.ceil(letters / lettersPerUnit)

/** What deciding and storing a command costs, in units: a change of a text by its operations as well, each of which is composed. */
export const workOf = ({ data }: { data: unknown }): number => {
  const ops =
    typeof data === 'object' && data !== null && 'ops' in data && Array.isArray(data.ops) ? data.ops.length : 0
  return ops + unitsOfLetters(lettersIn(data))
}

/** What reading events of a stream and folding them costs, in units. */
export const readingWork = (events: readonly { data: unknown }[]): number =>
  events.reduce((sum, { data }) => sum + 1 + unitsOfLetters(lettersIn(data)), 0)
