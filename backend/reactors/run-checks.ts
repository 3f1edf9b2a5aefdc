import { type CheckName, checkEvents, checking, checksId } from '#domain/checks.ts'
import { type CheckDeps, checkRuns } from '../audit/checks.ts'
import { type Reaction, reactor } from './reactor.ts'

/**
 * Runs a check and records its findings. A failing run is retried, and finally recorded as failed; the log contains the
 * reason.
 */
export const runChecks = (deps: CheckDeps) => {
  const made = async (name: CheckName, { signal, last }: Reaction) => {
    try {
      const { found, ...checked } = await checkRuns[name](deps, signal)
      return { ...checked, found, outcome: found > 0 ? ('differs' as const) : ('passed' as const) }
    } catch (error) {
      if (!last || signal.aborted) throw error
      return { outcome: 'failed' as const, looked: 0, found: 0, findings: [] }
    }
  }
  return reactor(checkEvents, {
    name: 'run-checks',
    slow: true,
    attempts: 3,
    on: {
      CheckBegan: async ({ checkId, name }, reaction) => {
        const data = { checkId, name, ...(await made(name, reaction)) }
        await reaction.dispatch(checking, checksId, { type: 'EndCheck', data })
      },
    },
  })
}
