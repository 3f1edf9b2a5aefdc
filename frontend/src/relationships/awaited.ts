/** Id of the link that was just created without a comment: its row takes the focus. One per tab. */
let pendingId: string | undefined

export const awaitRow = (id: string): void => {
  pendingId = id
}
/** Returns true, once, if this is the id of the link that was just created. */
export const takeAwaited = (id: string): boolean => {
  const isIt = pendingId === id
  if (isIt) pendingId = undefined
  return isIt
}
