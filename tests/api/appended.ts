import { randomUUID } from 'node:crypto'
import type { NewEvent } from '#eventstore'

/** An event that somebody's command could have made, as part of an operation where one is given. */
export const eventOf = (type: string, data: object, actor: string, operationId?: string): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { actor, commandId: randomUUID(), correlationId: randomUUID(), ...(operationId && { operationId }) },
})
