/** Returns a file name with the local date, such as `token-2026-11-22.png`. */
export const tokenFileName = (now: Date): string => {
  const [day] = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().split('T')
  return `token-${day}.png`
}

const fetchToken = async (uri: string): Promise<Blob> => {
  const answer = await fetch(uri)
  if (!answer.ok) throw new Error(`The token answered ${answer.status}`)
  return answer.blob()
}

/** Downloads a token. Does nothing for null, a token whose failure has been reported. Throws if the file fails to load. */
export const saveToken = async (uri: string | null, name: string): Promise<void> => {
  if (uri === null) return
  const url = URL.createObjectURL(await fetchToken(uri))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Starts the clipboard write at once and fills it later: browsers permit it only within a user action. Resolves to true
 * if there was a token.
 */
export const copyToken = async (making: Promise<string | null>): Promise<boolean> => {
  let isMade = true
  const png = making.then((uri) => {
    isMade = uri !== null
    return uri === null ? new Blob([]) : fetchToken(uri)
  })
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])
  } catch (error) {
    if (isMade) throw error
  }
  return isMade
}
