/** Resolves to the result of `work`, or rejects after `ms`; the work continues and its result is discarded. */
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
