export type Method = 'email' | 'google'

/** Returns the browser's last sign-in method, from the authentication service's cookie. */
export const lastMethod = (cookies: string): Method | undefined => {
  const value = /(?:^|;\s*)[^=]*last_used_login_method=([^;]+)/.exec(cookies)?.[1]
  return value === 'email' || value === 'google' ? value : undefined
}
