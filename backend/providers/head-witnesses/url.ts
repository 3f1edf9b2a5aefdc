import type { HeadWitness } from '../head-witness.ts'

/** Posts each head as JSON; whatever answers 2xx has it. */
export const urlWitness = (url: string): HeadWitness => ({
  name: new URL(url).host,
  async publish(head) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(head),
      redirect: 'error',
      signal: AbortSignal.timeout(30_000),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`The keeper of heads answered ${answer.status}`)
  },
})
