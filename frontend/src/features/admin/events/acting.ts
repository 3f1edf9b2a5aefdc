import type { AdminEvent } from '#domain/me.ts'

/** Whether an admin did this as someone else. Ending an impersonation is an admin's own act. */
export const isActing = ({ metadata: { actor, impersonator } }: AdminEvent): boolean =>
  impersonator !== undefined && impersonator !== actor
