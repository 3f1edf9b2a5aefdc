import { useEffect, useState } from 'react'
import { useMe } from '../../data/me.ts'
import type { FeedItem } from '../../realtime/messages.ts'
import classes from './operations.module.css'
import { RunningOperation } from './RunningOperation.tsx'

type Begun = Extract<FeedItem, { type: 'OperationBegun' }>

/** What is quick is told by its own screen. */
const worthShowingMs = 1_000

/** Their own work that takes a while: how far it is, with the way back. */
export default ({ begun }: { begun: readonly FeedItem[] }) => {
  const me = useMe()
  const mine = begun.filter(
    (item): item is Begun => item.type === 'OperationBegun' && 'stream' in item && item.metadata.actor === me.id,
  )
  return (
    <section className={classes.operations} aria-label="Work in progress">
      {mine.map(({ data }) => (
        <Late key={data.operationId} begun={data} />
      ))}
    </section>
  )
}

const Late = ({ begun }: { begun: Begun['data'] }) => {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), worthShowingMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate && <RunningOperation begun={begun} />
}
