import os from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Slow test files of few lines: they start programs and take a minute or more. */
const slowFiles = [
  'faults/smallest.int.test.ts',
  'platform/process.int.test.ts',
  'api/conversation-injections.int.test.ts',
  'bench/lib/smallest.int.test.ts',
  'backup/backup.int.test.ts',
  'backup/elsewhere.int.test.ts',
  'platform/embedded-postgres.int.test.ts',
  'api/conversation-questions.int.test.ts',
  'recorded/recorded.int.test.ts',
]

/** Without results of an earlier run the sequencer starts large files first: a slow one that is short would run alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isSlow = ({ moduleId }: TestSpecification) => slowFiles.some((file) => moduleId.endsWith(file))
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

/** Tests tagged `long` run only in `npm run test:all`. A file of long tests begins with `@module-tag long`. */
const tags = [
  {
    name: 'long',
    description: 'Takes more than two seconds: it starts programs, waits for deadlines or runs a whole matrix.',
  },
]

/** `unit` is pure and quick; `integration` has one PostgreSQL cluster for the run, and few workers, as on a small machine. */
export default defineConfig({
  test: {
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          tags,
          setupFiles: ['tests/random.ts'],
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
          // Otherwise one core is kept free, of two as of twenty.
          maxWorkers: os.availableParallelism(),
          // To load everything for each file anew takes as long as the tests: no test replaces a module.
          isolate: false,
          // Only a test that hangs is to fail: a busy machine takes ten times as long. The runner of walks has a limit of its own.
          testTimeout: process.env.WALK ? 0 : 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'integration',
          tags,
          setupFiles: ['tests/random.ts'],
          include: ['tests/**/*.int.test.ts'],
          globalSetup: ['tests/global-setup.ts'],
          pool: 'forks',
          // They wait for a part of their time: on two cores there is room for a third.
          maxWorkers: 3,
          // Each worker loads the program once, not for each of a hundred files: no test replaces a module.
          isolate: false,
          // As `npm start` has it, for the processes that tests start.
          env: { NODE_COMPILE_CACHE: path.join(import.meta.dirname, '.tmp/compiled') },
          testTimeout: process.env.WALK ? 0 : 120_000,
          hookTimeout: 120_000,
          // Several processes of a program on a crowded machine: another chance there, which the report names.
          retry: process.env.CI ? 1 : 0,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
