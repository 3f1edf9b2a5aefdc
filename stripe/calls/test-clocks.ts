import { z } from 'zod'
import { call, getCall, listCall, nothing } from '../http/call.ts'
import { invalid } from '../http/errors.ts'
import { integer, text } from '../http/params.ts'
import type { Objects } from '../objects.ts'
import { newId } from '../store/ids.ts'

const keptFor = 30 * 86_400

const newTestClock = (
  id: string,
  created: number,
  frozen_time: number,
  name: string | null,
): Objects['test_helpers.test_clock'] => ({
  id,
  object: 'test_helpers.test_clock',
  created,
  deletes_after: created + keptFor,
  frozen_time,
  livemode: false,
  name,
  status: 'ready',
  status_details: {},
})

export const testClocks = [
  call(
    'POST /v1/test_helpers/test_clocks',
    z.strictObject({ frozen_time: integer, name: text.optional() }),
    async (tx, { frozen_time, name = null }) => {
      const clock = newTestClock(newId('test_helpers.test_clock'), tx.now, frozen_time, name)
      await tx.put(clock)
      await tx.emit('test_helpers.test_clock.created', clock)
      return clock
    },
  ),
  getCall('/v1/test_helpers/test_clocks', 'test_helpers.test_clock'),
  call(
    'POST /v1/test_helpers/test_clocks/:id/advance',
    z.strictObject({ frozen_time: integer }),
    async (tx, { frozen_time }, id) => {
      const clock = await tx.get('test_helpers.test_clock', id)
      if (clock.status !== 'ready')
        throw invalid(
          'Test clock advancement underway - cannot perform modifications',
          { code: 'test_clock_advancing' },
          429,
        )
      if (frozen_time <= clock.frozen_time)
        throw invalid('A test clock can only be advanced forward in time.', { param: 'frozen_time' })
      // Events of everything due by then follow; the clock advances independently of this answer.
      return tx.save('test_helpers.test_clock.advancing', {
        ...clock,
        status: 'advancing' as const,
        status_details: { advancing: { target_frozen_time: frozen_time } },
      })
    },
  ),
  call('DELETE /v1/test_helpers/test_clocks/:id', nothing, async (tx, _, id) => {
    await tx.get('test_helpers.test_clock', id)
    await tx.forgetClock(id)
    return { id, object: 'test_helpers.test_clock', deleted: true }
  }),
  listCall('/v1/test_helpers/test_clocks', 'test_helpers.test_clock', nothing, () => ({})),
]
