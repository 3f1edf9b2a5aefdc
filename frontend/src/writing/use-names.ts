import { useEffect, useState } from 'react'
import { useRealtime } from '../realtime/context.tsx'
import { answeredWith, type Names, renamedBy } from './reading/names.ts'

/** Names of mentioned items: from the text's response, updated by renames. */
export const useNames = (answered: Readonly<Record<string, string>> | undefined): Names => {
  const { items$ } = useRealtime()
  const [names, setNames] = useState<Names>(new Map())
  useEffect(() => setNames((known) => answeredWith(known, answered)), [answered])
  useEffect(() => {
    const subscription = items$.subscribe((item) => setNames((known) => renamedBy(known, item)))
    return () => subscription.unsubscribe()
  }, [items$])
  return names
}
