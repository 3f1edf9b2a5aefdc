import { z } from 'zod'
import type { lookEvents } from '#domain/looks.ts'
import { subjectOf } from '#domain/metadata.ts'
import { view } from './view.ts'

/** The time of the latest stated reason for inspecting an account. `id` is `lookerId:userId`. */
const LookRow = z.object({ id: z.string(), lookerId: z.uuid(), userId: z.uuid(), at: z.string() })

export const looksView = view(LookRow)<typeof lookEvents>({
  table: 'looks',
  on: {
    AccountLookedAt({ userId }, { stream, at }) {
      const lookerId = subjectOf(stream)
      return { put: { id: `${lookerId}:${userId}`, lookerId, userId, at } }
    },
  },
})
