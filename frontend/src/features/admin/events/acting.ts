import type { AdminEvent } from '#domain/me.ts'
import { shortId } from '../../../ui/short-id.ts'

/** Returns true if an admin impersonated another user. The end of an impersonation is the admin's own action. */
export const isActing = ({ metadata: { actor, impersonator } }: AdminEvent): boolean =>
  impersonator !== undefined && impersonator !== actor

/** Returns true for a user; the system and the payment provider have fixed names. */
export const isPerson = (actor: string): boolean => /^[0-9a-f-]{36}$/.test(actor)

/** The actor's name; a user without a name is shown by the end of the id. */
export const actorName = (actor: string, name: string | null | undefined): string =>
  name ?? (isPerson(actor) ? shortId(actor) : actor)
