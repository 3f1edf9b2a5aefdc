import { pino } from 'pino'
import { openUntrustedInput } from '../backend/providers/untrusted-input.ts'

/** One for all files that a worker runs: a child process for each stack would cost each some tenths of a second. It ends when it is idle. */
export const untrusted = openUntrustedInput({
  owner: () => 'tests',
  // One owner sends what many users do.
  queue: { each: 64 },
  log: pino({ level: process.env.LOG_LEVEL ?? 'silent' }),
})
