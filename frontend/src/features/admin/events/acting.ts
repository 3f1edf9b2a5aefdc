import type { AdminEvent } from '#domain/me.ts'
import { shortId } from '../../../ui/short-id.ts'

/** Returns true if an admin acted as another user. At the end of an impersonation, the admin acts as themselves. */
export const isActing = ({ metadata: { actor, impersonator } }: AdminEvent): boolean =>
  impersonator !== undefined && impersonator !== actor

/** Returns true for a user; the system and the payment provider have fixed names. */
export const isPerson = (actor: string): boolean => /^[0-9a-f-]{36}$/.test(actor)

/** Returns the actor's name, or the end of the id for a user without a name. */
export const actorName = (actor: string, name: string | null | undefined): string =>
  name ?? (isPerson(actor) ? shortId(actor) : actor)
