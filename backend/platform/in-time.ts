/** What the work answers, unless that takes longer than `ms`: then it fails, and goes on unheard. */
export const inTime = <T>(work: Promise<T>, ms: number): Promise<T> => {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
