import { randomUUID } from 'node:crypto'
import type { NewEvent } from '../../../eventstore/index.ts'

/** An event of a usual size, as the product writes them: some 260 bytes of data, some 190 of metadata. */
export function usualEvent(): NewEvent {
  const subject = randomUUID()
  const commandId = randomUUID()
  return {
    id: randomUUID(),
    type: 'ConjurationRedescribed',
    data: {
      conjurationId: subject,
      name: 'The keeper of the drowned bell',
      description:
        'Tends the light at Saltmarrow and has not slept since the tide took the tower. Knows which of the seven bells still rings.',
      tags: ['harbour', 'keeper'],
    },
    metadata: { actor: randomUUID(), commandId, correlationId: commandId },
  }
}
