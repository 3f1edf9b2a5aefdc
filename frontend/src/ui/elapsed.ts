/** Formats a duration in minutes and seconds: `1:18`. */
export const formatElapsed = (ms: number): string => {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
