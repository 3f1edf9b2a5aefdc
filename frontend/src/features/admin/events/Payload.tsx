import { useMemo } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { Json } from './Json.tsx'

/** The event as stored, without the names that were joined to it. */
export const storedForm = ({ id, type, stream, revision, position, at, data, metadata }: AdminEvent) => ({
  id,
  type,
  stream,
  revision,
  position,
  at,
  data,
  metadata,
})

export const Payload = ({ event }: { event: AdminEvent }) => {
  const value = useMemo(() => storedForm(event), [event])
  return <Json value={value} label="Event as JSON" />
}
