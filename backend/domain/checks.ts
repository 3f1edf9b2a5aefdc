import { z } from 'zod'
import type { Decider } from './decider.ts'
import type { Kind } from './kind.ts'

/** The nightly self-checks of an installation, with their titles and the meaning of passing. */
export const checks = {
  chain: {
    title: 'Audit chain',
    says: 'Whether every account and billing event is as it was when it was linked.',
  },
  'read-models': {
    title: 'Read models',
    says: 'Whether what is shown is, row for row, what a replay of the log makes of it.',
  },
} as const satisfies Record<string, { title: string; says: string }>
export const CheckName = z.enum(Object.keys(checks) as (keyof typeof checks)[])
export type CheckName = z.infer<typeof CheckName>

/** A finding: its kind, its place, and details. Written by the program, with ids only. */
export const Finding = z.object({ code: z.string(), where: z.string(), more: z.string().nullable() })
export type Finding = z.infer<typeof Finding>
export const mostFindings = 100

/** `passed`: nothing differs. `differs`: the differences are listed. `failed`: the check did not complete. */
export const CheckOutcome = z.enum(['passed', 'differs', 'failed'])
const cause = z.enum(['nightly', 'asked'])
const count = z.int().nonnegative()
const checkId = z.uuid()
const ended = { checkId, name: CheckName, outcome: CheckOutcome, looked: count, found: count }

const commands = {
  /** Begins a check. Decides nothing while a check of the same name runs, or for an id that was used. */
  BeginCheck: z.object({ checkId, name: CheckName, cause }),
  /** The number of inspected items, and the first findings. */
  EndCheck: z.object({ ...ended, findings: z.array(Finding).max(mostFindings) }),
}

export const checkEvents = {
  CheckBegan: z.object({ checkId, name: CheckName, cause }),
  CheckEnded: z.object({ ...ended, findings: z.array(Finding) }),
}

interface Checks {
  running: Readonly<Partial<Record<CheckName, string>>>
  /** The latest completed checks, since a timer may begin one twice. */
  past: readonly string[]
}
const remembered = 100

/** The id of the single stream of all checks: they are few, and the running one is found by reading it. */
export const checksId = '0198c0de-5ec0-7000-8000-000000000002'

/**
 * Checks of the installation as a whole: begun nightly or by an administrator, run by a worker, with their findings.
 */
export const checking: Decider<typeof commands, typeof checkEvents, Checks> = {
  category: 'checks',
  commands,
  events: checkEvents,
  initial: { running: {}, past: [] },

  decide: {
    BeginCheck: ({ running, past }, data) =>
      running[data.name] !== undefined || past.includes(data.checkId) ? [] : [{ type: 'CheckBegan', data }],

    EndCheck: ({ running }, data) => (running[data.name] === data.checkId ? [{ type: 'CheckEnded', data }] : []),
  },

  evolve: {
    CheckBegan: ({ running, past }, { checkId, name }) => ({
      running: { ...running, [name]: checkId },
      past: [...past, checkId].slice(-remembered),
    }),
    CheckEnded({ running, past }, { name }) {
      const { [name]: _ended, ...others } = running
      return { running: others, past }
    },
  },
}

export const checksKind = {
  events: checkEvents,
} as const satisfies Kind<typeof checkEvents>
