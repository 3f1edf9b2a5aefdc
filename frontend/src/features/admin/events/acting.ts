import type { AdminEvent } from '#domain/me.ts'
import { shortId } from '../../../ui/short-id.ts'

/** Whether an admin did this as someone else. Ending an impersonation is an admin's own act. */
export const isActing = ({ metadata: { actor, impersonator } }: AdminEvent): boolean =>
  impersonator !== undefined && impersonator !== actor

/** Whether a person did it: the system and the payment provider are called by their names. */
export const isPerson = (actor: string): boolean => /^[0-9a-f-]{36}$/.test(actor)

/** Who did it: of a person who has no name any more, the id's end. */
export const actorName = (actor: string, name: string | null | undefined): string =>
  name ?? (isPerson(actor) ? shortId(actor) : actor)
