import { randomUUID } from 'node:crypto'
import type { NewEvent } from '#eventstore'

/** An event that somebody's command could have made. */
export const eventOf = (type: string, data: object, actor: string): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { actor, commandId: randomUUID(), correlationId: randomUUID() },
})
