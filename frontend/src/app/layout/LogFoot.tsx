import { statusOf } from '../../base/problem.ts'
import { useLogQuery } from '../../data/log.ts'
import { useRealtimeStatus } from '../../realtime/context.tsx'
import { grouped, span } from '../../ui/figures.ts'
import { LiveStitch } from '../../ui/Thread.tsx'
import classes from './log-foot.module.css'
import sidebar from './sidebar.module.css'

/** Shows the connection and the positions of the log and the views, for admins and auditors. */
export const LogFoot = () => {
  const status = useRealtimeStatus()
  const { data, error } = useLogQuery()
  // Without a live connection, the response status is the only sign of an outage.
  const isIdle = status === 'idle'
  // The idle connection of an admin who acts as an auditor is not an outage.
  if (isIdle && statusOf(error) === 403) return null
  const isOpen = isIdle ? data !== undefined && !error : status === 'open'
  const what = isIdle ? 'Event store' : 'Event stream'
  return (
    <div className={sidebar.foot}>
      <p className={classes.connection}>
        {isOpen ? <LiveStitch width={26} /> : <span className={classes.broken} aria-hidden="true" />}
        {what} {isOpen ? 'connected' : 'not connected'}
      </p>
      {data && !error && (
        <p className={`${classes.connection} num`}>
          Head at {grouped(data.head)} · lag {span(data.lagMs)}
        </p>
      )}
    </div>
  )
}
