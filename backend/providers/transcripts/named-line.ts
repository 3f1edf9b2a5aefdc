/** A line whose speaker is still a name. */
export interface NamedLine {
  name: string | null
  at: number | null
  text: string
}

/** Seconds of `1:02:03`, `02:03` or `02:03.500`; null of anything else. */
export const secondsOf = (time: string): number | null => {
  const match = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})(?:[.,]\d{1,3})?$/.exec(time.trim())
  if (!match) return null
  const [hours = '0', minutes = '0', seconds = '0'] = match.slice(1)
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
