import { expect, test } from 'vitest'
import { catchUp } from '../../backend/http/catch-up.ts'
import { progress } from '../../backend/realtime/progress.ts'
import { memoryStore } from '../memory-store.ts'

const logOf = async (events: number) => {
  const store = memoryStore()
  for (let n = 0; n < events; n++)
    await store.append('things-1', [{ id: crypto.randomUUID(), type: 'ThingHappened', data: {}, metadata: {} }], 'any')
  return store
}

test('a refusal waits for the views', async () => {
  const store = await logOf(2)
  const views = progress(0n)
  const waited = catchUp({ progress: views, store })
  views.reach(await store.head())
  await waited
})

test('views that do not come up in time are said to be behind, instead of what they show being said to be so', async () => {
  const behind = catchUp({ progress: progress(0n), store: await logOf(1) }, 1)
  await expect(behind).rejects.toMatchObject({ code: 'not_caught_up' })
})
