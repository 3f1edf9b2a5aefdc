import { conjurationEvents, conjurations } from '#domain/conjurations.ts'
import { reactor } from './reactor.ts'

/** Records copies in their source lore, which leads its viewers to their own copy. */
export const noteCopies = reactor(conjurationEvents, {
  name: 'note-copies',
  attempts: 25,
  when: { ConjurationCreated: ({ copyOf }) => copyOf !== null },
  on: {
    async ConjurationCreated({ conjurationId: copyId, copyOf }, { dispatch }) {
      if (copyOf === null) return
      const data = { conjurationId: copyOf, copyId }
      await dispatch(conjurations, copyOf, { type: 'NoteCopy', data }, 'initiator')
    },
  },
})
