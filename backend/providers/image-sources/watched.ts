import { isAway } from './http.ts'
import type { OpenedSource } from './open.ts'

interface Watching {
  /** Called when the source becomes unreachable, or reachable again. A source counts as reachable at the start. */
  changed(isThere: boolean, error?: unknown): void
}

const probeMs = 10_000

/**
 * Wraps a source so that `changed` is called once per change of its reachability: a call that succeeds shows that it is reachable, and one
 * that cannot connect that it is not.
 */
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
