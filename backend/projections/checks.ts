import { z } from 'zod'
import { CheckName, CheckOutcome, type checkEvents, Finding } from '#domain/checks.ts'
import { view } from './view.ts'

/** One run of a check. */
export const CheckRow = z.object({
  id: z.uuid(),
  name: CheckName,
  cause: z.enum(['nightly', 'asked']),
  status: z.enum(['running', ...CheckOutcome.options]),
  beganAt: z.string(),
  endedAt: z.string().nullable(),
  /** `looked` is the number of inspected things, `found` the number of findings; `findings` holds the first of them. */
  looked: z.int(),
  found: z.int(),
  findings: z.array(Finding),
})
export type CheckRow = z.infer<typeof CheckRow>

export const checksView = view(CheckRow)<typeof checkEvents>({
  table: 'checks',
  on: {
    CheckBegan: ({ checkId: id, name, cause }, { at: beganAt }) => ({
      put: { id, name, cause, status: 'running', beganAt, endedAt: null, looked: 0, found: 0, findings: [] },
    }),
    CheckEnded: ({ checkId: id, outcome: status, looked, found, findings }, { at: endedAt }) => ({
      update: { status, endedAt, looked, found, findings },
      where: { id },
    }),
  },
})
