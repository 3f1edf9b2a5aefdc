import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { AdminEvent } from '#domain/me.ts'
import { messageOf } from '../../../base/problem.ts'
import { useEventsTogetherQuery } from '../../../data/admin-events.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { span } from '../../../ui/figures.ts'
import { LayeredGraph } from '../../../ui/LayeredGraph.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { streamLabel } from './choices.ts'
import eventsClasses from './events.module.css'
import inspectorClasses from './inspector.module.css'
import classes from './request.module.css'
import { breadthOf, causeLinks, streamsOf, treeOf } from './request-tree.ts'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'

interface Props {
  event: AdminEvent
  onInspect: (id: string) => void
}

/** The largest number of events that are drawn as a graph. */
const mostDrawn = 300
const nodeSize = { width: 172, height: 44 }
const spacing = { layerGap: 40, nodeGap: 10, aspectRatio: 0.9 }
/** The largest number of events that fit side by side in the inspector. */
const mostSideBySide = 2

/** All events with the event's correlation id, as a graph of causes, an indented list, or a timeline with a row per stream. */
export const RequestView = ({ event, onInspect }: Props) => {
  const [chosen, setChosen] = useState('graph')
  const { data, currentData: current, error, refetch } = useEventsTogetherQuery(event.id)
  // While another event of the same request is loading, the graph and its focus stay in place.
  const currentData = current ?? (data?.events.some(({ id }) => id === event.id) ? data : undefined)
  if (error) return <ErrorState text={messageOf(error, 'Failed to load the request')} onRetry={() => void refetch()} />
  if (!currentData)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  const { events, isAll } = currentData
  const [first, last] = [events[0], events.at(-1)]
  const canDraw = events.length <= mostDrawn
  const shape = chosen === 'graph' && !canDraw ? 'list' : chosen
  const took = first && last ? Date.parse(last.at) - Date.parse(first.at) : 0
  const shown = { events, selected: event.id, onInspect }
  return (
    <section className={inspectorClasses.view} aria-label="Request">
      <div className={classes.head}>
        <span className="num">
          {events.length === 1 ? '1 event' : `${events.length} events`}
          {isAll ? '' : ', the first of more'} in {span(took)}
        </span>
        <SegmentedControl
          size="xs"
          aria-label="Shown as"
          value={shape}
          data={[
            { value: 'graph', label: 'Graph', disabled: !canDraw },
            { value: 'list', label: 'List' },
            { value: 'timeline', label: 'Timeline' },
          ]}
          onChange={setChosen}
        />
      </div>
      {shape === 'graph' && <CauseGraph {...shown} />}
      {shape === 'list' && <Tree {...shown} />}
      {shape === 'timeline' && <Timeline {...shown} />}
    </section>
  )
}

interface Shown {
  events: readonly AdminEvent[]
  selected: string
  onInspect: (id: string) => void
}

/** Each event with an arrow to its effects; the chain that led to the selected event is lit. */
const CauseGraph = ({ events, selected, onInspect }: Shown) => {
  const began = Date.parse(events[0]?.at ?? '')
  return (
    <div className={classes.graph}>
      <LayeredGraph
        label="Events by cause"
        nodes={events.map((event) => ({ id: event.id, ...nodeSize, name: event.type, title: event.type, event }))}
        links={causeLinks(events, selected)}
        current={selected}
        words={{ before: 'Caused by', after: 'Caused' }}
        spacing={spacing}
        isDown={breadthOf(events) <= mostSideBySide}
        draw={({ event }) => (
          <>
            <b className={eventsClasses.ell}>{event.type}</b>
            <span className={classes.under}>
              <span className={`${classes.stream} ${eventsClasses.ell}`}>{streamLabel(event.stream)}</span>
              <span className={inspectorClasses.gap}>{span(Date.parse(event.at) - began)}</span>
            </span>
          </>
        )}
        onPick={({ id }) => onInspect(id)}
      />
    </div>
  )
}

const Tree = ({ events, selected, onInspect }: Shown) => {
  const began = Date.parse(events[0]?.at ?? '')
  return (
    <ul className={classes.tree}>
      {treeOf(events).map(({ event, depth }) => (
        <li key={event.id} style={{ paddingLeft: Math.min(depth, 12) * 14 }} data-deep={depth > 0 || undefined}>
          <button
            type="button"
            aria-current={event.id === selected || undefined}
            aria-label={`${event.type}, ${depth === 0 ? 'not caused by these' : `${depth} causes above`}`}
            onClick={() => onInspect(event.id)}
          >
            <span className={eventsClasses.ell}>{event.type}</span>
            <span className={`${classes.stream} ${eventsClasses.ell}`}>{streamLabel(event.stream)}</span>
            <span className={inspectorClasses.gap}>{span(Date.parse(event.at) - began)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const Timeline = ({ events, selected, onInspect }: Shown) => (
  <ul className={classes.timeline}>
    {streamsOf(events).map(({ stream, marks }) => (
      <li key={stream}>
        <span className={`${classes.stream} ${eventsClasses.ell}`} title={stream}>
          {streamLabel(stream)}
        </span>
        <div className={classes.lane}>
          {marks.map(({ event, share }) => (
            <button
              key={event.id}
              type="button"
              className={classes.mark}
              style={{ left: `${share * 100}%` }}
              title={event.type}
              aria-label={`${event.type}, ${event.at}`}
              aria-current={event.id === selected || undefined}
              onClick={() => onInspect(event.id)}
            />
          ))}
        </div>
      </li>
    ))}
  </ul>
)
