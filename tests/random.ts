import fc from 'fast-check'
import { expect } from 'vitest'
import { isWalk } from './walk.ts'

/**
 * Runs before each test file. `RANDOM_SEED`, and with it `RANDOM_PATH`, replay the sequence that a failed random test has printed;
 * without them every run draws a new one.
 */
const { RANDOM_SEED, RANDOM_PATH } = process.env
/** Below the time limit of a test. On a loaded machine a test draws fewer sequences, and reports a failure before it is ended. */
const drawingMs = 40_000

/** The command that repeats the failed example of the running test. */
const replayCommand = (seed: number, path: string | null): string => {
  const { testPath = '', currentTestName = '' } = expect.getState()
  const file = testPath.replace(`${process.cwd()}/`, '')
  const project = file.includes('.int.test.') ? 'test:integration' : 'test:unit'
  // The name is matched as a pattern, over the whole path of describes: its own words are in the last part.
  const name = currentTestName
    .split(' > ')
    .at(-1)
    ?.replaceAll(/[^\p{L}\p{N} ]/gu, '.')
  return `RANDOM_SEED=${seed}${path ? ` RANDOM_PATH=${path}` : ''} npm run ${project} -- ${file} -t '${name}'`
}

type Details = fc.RunDetails<unknown>
const report = (details: Details): void => {
  if (!details.failed) return
  const message = fc.defaultReportMessage(details)
  throw new Error(`${message}\nReplay it with: ${replayCommand(details.seed, details.counterexamplePath)}`, {
    cause: details.errorInstance,
  })
}

fc.configureGlobal({
  reporter: report as <Ts>(details: fc.RunDetails<Ts>) => void,
  // A walk draws as many as it says.
  ...(!isWalk && { interruptAfterTimeLimit: drawingMs }),
  ...(RANDOM_SEED && { seed: Number(RANDOM_SEED) }),
  ...(RANDOM_PATH && { path: RANDOM_PATH, endOnFailure: true }),
})
