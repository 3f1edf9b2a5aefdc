import { useLogQuery } from '../../data/log.ts'
import { useRealtimeStatus } from '../../realtime/context.tsx'
import { grouped, span } from '../../ui/figures.ts'
import { LiveStitch } from '../../ui/Thread.tsx'
import { statusOf } from '../problem.ts'
import classes from './log-foot.module.css'
import sidebar from './sidebar.module.css'

/** Whether events come, and where the log and the views are: for those whose screens are about the log. */
export const LogFoot = () => {
  const status = useRealtimeStatus()
  const { data, error } = useLogQuery()
  // Who is told nothing knows by what is answered.
  const isIdle = status === 'idle'
  // Who acts as an auditor is told nothing of it: that is no broken connection.
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
