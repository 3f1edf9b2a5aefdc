export type Method = 'email' | 'google'

/** How this browser last signed in, from the cookie that the authentication service keeps for that. */
export const lastMethod = (cookies: string): Method | undefined => {
  const value = /(?:^|;\s*)[^=]*last_used_login_method=([^;]+)/.exec(cookies)?.[1]
  return value === 'email' || value === 'google' ? value : undefined
}
