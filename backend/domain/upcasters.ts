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
 * Applied wherever stored events are read: from the log, from lines of the feed, which are as the version wrote them that took the event,
 * and from queued jobs. Events are for ever: when a shape changes, the old one gets a line here, by the type's stored name, and nothing else
 * has to know that it ever was. SQL that looks into stored lines sees them as they are: a release that gives a type another name, or moves
 * what SQL looks at, makes the feed anew.
 */
export const upcast = upcasting({
  CreditsHeld: namingTheStream('CreditsHeld'),
  CreditsCaptured: namingTheStream('CreditsCaptured'),
  CreditsReleased: namingTheStream('CreditsReleased'),
})
