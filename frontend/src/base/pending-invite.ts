const key = 'pendingInviteCode'

/** The code of the invitation to which the user returns after signing in or up. */
export const pendingInvite = (): string | null => localStorage.getItem(key)
export const rememberInvite = (code: string): void => localStorage.setItem(key, code)
export const forgetInvite = (): void => localStorage.removeItem(key)

export const invitePath = (code: string): string => `campaigns/invites/${encodeURIComponent(code)}`
