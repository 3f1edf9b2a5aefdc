/** What was ticked when signing up, where this browser knows it. */
export const marketingOptIn = (): { marketingOptIn?: boolean } => {
  const stored = localStorage.getItem('loreloom.marketing-opt-in')
  return stored === null ? {} : { marketingOptIn: stored === 'true' }
}
