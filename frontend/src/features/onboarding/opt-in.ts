/** What was ticked when signing up, where this browser knows it. */
export const marketingOptIn = (): { marketingOptIn?: boolean } => {
  const kept = localStorage.getItem('loreloom.marketing-opt-in')
  return kept === null ? {} : { marketingOptIn: kept === 'true' }
}
