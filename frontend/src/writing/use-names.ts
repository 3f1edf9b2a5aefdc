import { useEffect, useState } from 'react'
import { useRealtime } from '../realtime/context.tsx'
import { isOneOf } from '../realtime/messages.ts'

type Names = ReadonlyMap<string, string>

/** What mentioned things are called: as the text was answered with, and as they are renamed since. */
export const useNames = (answered: Readonly<Record<string, string>> | undefined): Names => {
  const { items$ } = useRealtime()
  const [names, setNames] = useState<Names>(new Map())
  useEffect(() => setNames((known) => new Map([...known, ...Object.entries(answered ?? {})])), [answered])
  useEffect(() => {
    const subscription = items$.subscribe((item) => {
      if (!isOneOf(item, ['ConjurationRenamed'])) return
      const { conjurationId, name } = item.data
      setNames((known) => (known.has(conjurationId) ? new Map(known).set(conjurationId, name) : known))
    })
    return () => subscription.unsubscribe()
  }, [items$])
  return names
}
