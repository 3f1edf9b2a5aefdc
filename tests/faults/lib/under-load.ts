import { type StabilityEmulator, startStability } from '../../vendors/stability.ts'
import { type FinalChecks, finalChecks } from './final-checks.ts'
import { type Tally, tally } from './history.ts'
import type { Env, Installation } from './installation.ts'
import { type Load, type LoadOptions, startLoad } from './load.ts'

/** Drawn by the vendor's emulator: on the free plan, and quick. */
export const quickModel = 'sd3-5-medium'

export interface Outcome<Result> extends FinalChecks {
  result: Result
  told: Tally
}

export interface UnderLoadOptions {
  start(env: Env): Promise<Installation>
  load: Pick<LoadOptions, 'seed'> & Partial<LoadOptions>
  env?: Env
  mayBeOpen?: (holdId: string) => boolean
}

/**
 * Runs an installation whose pictures an emulated vendor draws, sets people to work on it, does `harm`, lets everybody end what
 * they began, and holds what is there against what they were told.
 */
export async function underLoad<Result>(
  { start, load: asked, env = {}, mayBeOpen }: UnderLoadOptions,
  harm: (installation: Installation, load: Load, vendor: StabilityEmulator) => Promise<Result>,
): Promise<Outcome<Result>> {
  const apiKey = 'sk-fault'
  const stability = await startStability({ apiKey })
  try {
    const vendor = { STABILITY_API_KEY: apiKey, STABILITY_BASE_URL: stability.url }
    const installation = await start({ ...vendor, IMAGE_DEADLINE_SECONDS: '60', WELCOME_CREDITS: '1000', ...env })
    try {
      const load = await startLoad({ urls: installation.urls, model: quickModel, ...asked })
      const result = await harm(installation, load, stability)
      await load.stop()
      const { commands } = load.history
      const checked = await finalChecks(installation, commands, mayBeOpen ? { mayBeOpen } : {})
      return { result, told: tally(commands), ...checked }
    } catch (error) {
      throw new Error(`It went wrong, and the processes said:\n${installation.complaints().slice(-4000)}`, {
        cause: error,
      })
    } finally {
      await installation.stop()
    }
  } finally {
    await stability.close()
  }
}

/** `n × answer`, the most frequent first; acknowledgements are counted elsewhere. */
export const answersIn = ({ answers }: Tally): string =>
  Object.entries(answers)
    .filter(([answer]) => !/^2/.test(answer))
    .toSorted(([, a], [, b]) => b - a)
    .map(([answer, count]) => `${count} × ${answer}`)
    .join(', ') || 'none'
