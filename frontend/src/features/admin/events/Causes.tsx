import type { AdminEvent } from '#domain/me.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { span } from '../../../ui/figures.ts'
import eventsClasses from './events.module.css'
import inspectorClasses from './inspector.module.css'

interface Props {
  title: string
  of: AdminEvent
  events: readonly AdminEvent[]
  /** True for causes, which are nested as a chain; false for effects, which are listed as siblings. */
  isChain: boolean
  onInspect: (id: string) => void
}

/** Causes or effects of an event, with the time between them. */
export const Causes = ({ title, of, events, isChain, onInspect }: Props) => {
  if (events.length === 0) return null
  return (
    <section className={inspectorClasses.causes} data-chain={isChain || undefined} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {events.map((event) => {
          const ms = new Date(event.at).getTime() - new Date(of.at).getTime()
          return (
            <li key={event.id}>
              <button type="button" onClick={() => onInspect(event.id)}>
                <i aria-hidden="true" />
                <span className={eventsClasses.ell}>{event.type}</span>
                {event.impersonatorName && <Badge colour="orchil">by {event.impersonatorName}</Badge>}
                <span className={inspectorClasses.gap}>{`${span(Math.abs(ms))} ${ms < 0 ? 'before' : 'after'}`}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
