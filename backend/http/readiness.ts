import { z } from 'zod'
import { inTime } from '../platform/in-time.ts'

/** Checks by name; each resolves to its failure, or undefined. */
export type Checks = Record<string, () => Promise<string | undefined>>

const Check = z.object({ ok: z.boolean(), detail: z.string().optional() })
export const Readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), Check) })
export type Readiness = z.infer<typeof Readiness>

const mostPatienceMs = 3000

/**
 * Runs all checks concurrently. The reason of a failure is reported to `failed` and logged once per outage, since
 * probes may come from any client every few seconds.
 */
export const readiness = (
  checks: Checks,
  failed: (check: string, error: unknown) => void,
  timeoutMs = mostPatienceMs,
): (() => Promise<Readiness>) => {
  const logged = new Map<string, string>()
  const logOnce = (check: string, error: unknown) => {
    const why = error instanceof Error ? error.message : String(error)
    if (logged.get(check) !== why) failed(check, error)
    logged.set(check, why)
  }
  return async () => {
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]): Promise<[string, z.infer<typeof Check>]> => {
        try {
          const failure = await inTime(check(), timeoutMs)
          logged.delete(name)
          return [name, failure === undefined ? { ok: true } : { ok: false, detail: failure }]
        } catch (error) {
          logOnce(name, error)
          return [name, { ok: false, detail: 'does not answer' }]
        }
      }),
    )
    return { ready: results.every(([, { ok }]) => ok), checks: Object.fromEntries(results) }
  }
}
