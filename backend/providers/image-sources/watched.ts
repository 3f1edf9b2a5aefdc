import { isAway } from './http.ts'
import type { OpenedSource } from './open.ts'

interface Watching {
  /** It was there, as far as anybody knew, and is not; or the other way round. */
  changed(isThere: boolean, error?: unknown): void
}

const probeMs = 10_000

/** The same source, which tells once that it cannot be reached and once that it can again, by what becomes of each call. */
export function watched({ images, edits, probe }: OpenedSource, { changed }: Watching): OpenedSource {
  let isThere = true
  const saw = (now: boolean, error?: unknown) => {
    if (now === isThere) return
    isThere = now
    changed(now, error)
  }
  const looked = <T>(answer: Promise<T>): Promise<T> =>
    answer.then(
      (value) => {
        saw(true)
        return value
      },
      (error: unknown) => {
        if (isAway(error)) saw(false, error)
        throw error
      },
    )
  return {
    images: { ...images, generate: (request) => looked(images.generate(request)) },
    edits: edits && { ...edits, edit: (request) => looked(edits.edit(request)) },
    ...(probe && { probe: (signal) => looked(probe(AbortSignal.any([signal, AbortSignal.timeout(probeMs)]))) }),
  }
}
