import { z } from 'zod'

const Prediction = z.object({ id: z.string().regex(/^[\w-]+$/), status: z.string() })

/**
 * A `fetch` for one prediction that cancels it when the caller aborts: the package only stops listening, and the
 * picture would be drawn and billed.
 */
export function cancelling({ url, key }: { url: string; key: string | undefined }, signal: AbortSignal): typeof fetch {
  let id: string | undefined
  signal.addEventListener(
    'abort',
    () => {
      if (id === undefined) return
      const headers = { authorization: `Bearer ${key ?? ''}` }
      // That it cannot be taken back changes nothing of the end.
      fetch(`${url}/predictions/${id}/cancel`, { method: 'POST', headers, signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      )
    },
    { once: true },
  )
  return async (input, init) => {
    const response = await fetch(input, init)
    if (!response.headers.get('content-type')?.includes('json')) return response
    const said: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    id = Prediction.safeParse(said).data?.id ?? id
    return response
  }
}
