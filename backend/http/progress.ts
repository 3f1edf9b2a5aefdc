import type pg from 'pg'
import { projectionStatus } from '../projections/status.ts'
import type { Progress } from './deps.ts'

export const polledProgress = (pool: pg.Pool): Progress & { stop(): void } => {
  let position = 0n
  const look = async () => {
    position = (await projectionStatus(pool)).position
  }
  const timer = setInterval(() => void look().catch(() => undefined), 50)
  return {
    position: () => position,
    async waitFor(wanted, timeoutMs) {
      const end = Date.now() + timeoutMs
      for (;;) {
        await look()
        if (position >= wanted) return true
        if (Date.now() > end) return false
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    stop: () => clearInterval(timer),
  }
}
