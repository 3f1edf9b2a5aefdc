import type { AdminEventDetail } from '#domain/me.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { Differences } from '../../../ui/Differences.tsx'
import classes from './inspector.module.css'

/** Differences between an event and the previous one of its stream. */
export const ChangesView = ({ detail: { event, previous } }: { detail: AdminEventDetail }) => {
  if (!previous)
    return <p className={classes.note}>It is the first event of its stream: there is none to compare it with.</p>
  const differences = differencesOf(previous.data, event.data)
  return (
    <section className={classes.view} aria-label="Changes">
      <p className={classes.note}>
        Beside revision {previous.revision} of its stream, {previous.type}.
      </p>
      {differences.length === 0 ? (
        <p className={classes.note}>Both say the same.</p>
      ) : (
        <Differences differences={differences} />
      )}
    </section>
  )
}
