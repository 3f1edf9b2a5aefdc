const two = (number: number) => String(number).padStart(2, '0')

/** Formats an ISO time as the value of a `datetime-local` input, in the browser's time zone. */
export const localMinute = (iso: string): string => {
  const at = new Date(iso)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Converts a local time field to ISO: the end of its minute, to include changes within it. Undefined if invalid. */
export const momentOf = (local: string): string | undefined => {
  const at = new Date(`${local}:59.999`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
