import { modelTimedOutMessage } from '#domain/model-words.ts'
import type { Maker, ModelShown } from './maker.ts'

/** What a round did, and what is wrong with it. */
export interface Round {
  what: string
  ms: number
  problems: readonly string[]
}

/** Runs a round, which returns its problems. */
export const timed = async (what: string, run: () => Promise<readonly string[]>): Promise<Round> => {
  const since = performance.now()
  const problems = await run()
  return { what, ms: performance.now() - since, problems }
}

/** Credits that a user has paid since they had `before`. */
export const paidSince = async ({ wallet }: Maker, before: number): Promise<number> => before - (await wallet()).balance

/** A completed model costs its price. One that exceeded its deadline, as on a busy machine, costs nothing, and so does one that `mayFail`. */
export const chargeProblems = (
  { status, errorMessage }: ModelShown,
  { paid, price, mayFail = false }: { paid: number; price: number; mayFail?: boolean },
): string[] => {
  const isTimedOut = errorMessage?.startsWith(modelTimedOutMessage) ?? false
  const isRight = status === 'COMPLETED' ? paid === price : (mayFail || isTimedOut) && paid === 0
  return isRight ? [] : [`${status} (${errorMessage}), for ${paid} credits`]
}
