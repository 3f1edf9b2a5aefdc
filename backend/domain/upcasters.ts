import { z } from 'zod'

interface Message {
  type: string
  data: unknown
}

/** An old shape of an event, and what it says in today's words (which may be another type's). */
export interface Lift {
  was: z.ZodType
  lift(data: unknown): Message
}

/** `was` must not match today's shape: make it strict, or name a key that is gone. */
export const lift = <S extends z.ZodType>(was: S, to: (data: z.infer<S>) => Message): Lift => ({
  was,
  lift: (data) => to(data as z.infer<S>),
})

/** Lifts a stored event to today's shape, one step after another; what needs no lifting is returned as it is. */
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

/** Once credits were held for images alone, whose streams bear the images' ids. */
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
