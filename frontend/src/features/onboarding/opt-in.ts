/** The checkbox of the sign-up form, if this browser has stored it. */
export const marketingOptIn = (): { marketingOptIn?: boolean } => {
  const stored = localStorage.getItem('loreloom.marketing-opt-in')
  return stored === null ? {} : { marketingOptIn: stored === 'true' }
}
