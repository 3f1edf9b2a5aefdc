/** The link that was just made here without words: its row takes the focus when it comes. One in a tab. */
let awaited: string | undefined

export const awaitRow = (id: string): void => {
  awaited = id
}
/** Whether this is it; from then on none is. */
export const takeAwaited = (id: string): boolean => {
  const isIt = awaited === id
  if (isIt) awaited = undefined
  return isIt
}
