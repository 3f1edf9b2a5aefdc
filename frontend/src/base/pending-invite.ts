const key = 'pendingInviteCode'

/** The invitation that its reader goes back to once they have signed in or up. */
export const pendingInvite = (): string | null => localStorage.getItem(key)
export const rememberInvite = (code: string): void => localStorage.setItem(key, code)
export const forgetInvite = (): void => localStorage.removeItem(key)

export const invitePath = (code: string): string => `campaigns/invites/${encodeURIComponent(code)}`
