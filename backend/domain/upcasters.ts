import { z } from 'zod'

interface Message {
  type: string
  data: unknown
}

/** The schema of an old shape of an event, and its conversion to the present one (possibly of another type). */
export interface Lift {
  was: z.ZodType
  lift(data: unknown): Message
}

/** `was` must not match the present shape: make it strict, or require a removed key. */
export const lift = <S extends z.ZodType>(was: S, to: (data: z.infer<S>) => Message): Lift => ({
  was,
  lift: (data) => to(data as z.infer<S>),
})

/** Converts a stored event to its present shape, step by step; present shapes are returned unchanged. */
export const upcasting =
  (lifts: Readonly<Record<string, readonly Lift[]>>) =>
  <Event extends Message>(event: Event): Event => {
    let current = event
    for (let steps = 0; ; steps++) {
      const old = lifts[current.type]?.find(({ was }) => was.safeParse(current.data).success)
      if (!old) return current
      if (steps === 100) throw new TypeError(`lifting ${event.type} never ends: an old shape also matches a new one`)
      current = { ...current, ...old.lift(current.data) }
    }
  }

/** Older holds were for images only; the stream is named after the image's id. */
const purposeWithoutStream = z.looseObject({
  purpose: z.strictObject({ kind: z.literal('images'), id: z.string(), label: z.string() }),
})
const namingTheStream = (type: string) => [
  lift(purposeWithoutStream, ({ purpose, ...data }) => ({
    type,
    data: { ...data, purpose: { ...purpose, stream: `images-${purpose.id}` } },
  })),
]

/**
 * Converts stored events to their present shape wherever they are read: from the log, from feed rows (stored in the
 * shape of the version that ingested the event), and from queued jobs. Stored events never change: when a shape
 * changes, the old one gets an entry here by its stored type name, and no other module needs to know it. SQL that reads
 * stored rows sees the old shape: a release that renames a type, or moves a field that SQL reads, must rebuild the
 * feed.
 */
export const upcast = upcasting({
  CreditsHeld: namingTheStream('CreditsHeld'),
  CreditsCaptured: namingTheStream('CreditsCaptured'),
  CreditsReleased: namingTheStream('CreditsReleased'),
})
