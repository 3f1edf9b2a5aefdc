import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import {
  IconCheck,
  IconCopy,
  IconLink,
  IconRoute,
  IconShieldCheck,
  IconShieldX,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import type { AdminEvent, AdminEventDetail } from '#domain/me.ts'
import { differencesOf } from '#domain/state-differences.ts'
import { messageOf, statusOf } from '../../../base/problem.ts'
import { useAdminEventQuery } from '../../../data/admin-events.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { Differences } from '../../../ui/Differences.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { grouped } from '../../../ui/figures.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { Causes } from './Causes.tsx'
import classes from './inspector.module.css'
import { Json } from './Json.tsx'
import { RequestView } from './RequestView.tsx'
import { StateView } from './StateView.tsx'
import { type View, views } from './views.ts'

/** The event as stored, without the names that were joined to it. */
const storedForm = ({ id, type, stream, revision, position, at, data, metadata }: AdminEvent) => ({
  id,
  type,
  stream,
  revision,
  position,
  at,
  data,
  metadata,
})

const Payload = ({ event }: { event: AdminEvent }) => {
  const value = useMemo(() => storedForm(event), [event])
  return <Json value={value} label="Event as JSON" />
}

/** Shows if an event still matches its hash in the audit chain, verified at request time. */
const HashBadge = ({ hash }: { hash: 'verified' | 'altered' }) =>
  hash === 'verified' ? (
    <Badge colour="lichen" icon={<IconShieldCheck size={13} aria-hidden="true" />}>
      Hash verified
    </Badge>
  ) : (
    <Badge colour="madder" icon={<IconShieldX size={13} aria-hidden="true" />}>
      Not what was linked
    </Badge>
  )

/** Differences between an event and the previous one of its stream. */
const ChangesView = ({ detail: { event, previous } }: { detail: AdminEventDetail }) => {
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

const number = new Intl.NumberFormat('en')

interface Props {
  eventId: string
  /** The number of this event's effects in the list. */
  effects: number
  onInspect: (id: string) => void
  onFollow: (correlation: string) => void
  view: View
  onView: (view: View) => void
  onClose: () => void
}

export const Inspector = ({ eventId, effects, onInspect, onFollow, view, onView, onClose }: Props) => {
  const { currentData, data: latest, error, refetch } = useInspected(eventId, effects)
  // In the request view, the previous event stays rendered, with the focus in it, until the next one is loaded.
  const data = currentData ?? (view === 'together' && !error ? latest : undefined)
  if (error && !data)
    return (
      <>
        <header className={classes.inspected}>
          <h2>Event</h2>
          <CloseAction onClose={onClose} />
        </header>
        <ErrorState
          text={statusOf(error) === 404 ? 'There is no such event.' : messageOf(error, 'Failed to load the event')}
          {...(statusOf(error) === 404 ? {} : { onRetry: () => void refetch() })}
        />
      </>
    )
  if (!data)
    return (
      <Delayed>
        <Waiting />
      </Delayed>
    )
  const { event, causedBy, caused } = data
  return (
    <>
      <Head event={event} hash={data.hash} onFollow={onFollow} onClose={onClose} />
      <Views chosen={view} onChoose={onView} />
      <div
        key={view === 'together' ? view : event.id}
        role="tabpanel"
        className={classes.panel}
        aria-label={views[view]}
      >
        {view === '' && <Payload event={event} />}
        {view === 'changes' && <ChangesView detail={data} />}
        {view === 'state' && <StateView key={event.id} event={event} />}
        {view === 'together' && <RequestView event={event} onInspect={onInspect} />}
      </div>
      <div className={classes.related} hidden={view === 'together'}>
        <Causes title="Caused by" of={event} events={causedBy} isChain onInspect={onInspect} />
        <Causes title="Caused" of={event} events={caused} isChain={false} onInspect={onInspect} />
        {causedBy.length === 0 && caused.length === 0 && (
          <p>Nothing known caused it, and it has caused nothing so far.</p>
        )}
      </div>
    </>
  )
}

const CloseAction = ({ onClose }: Pick<Props, 'onClose'>) => (
  <ActionIcon aria-label="Close" size={28} onClick={onClose}>
    <IconX size={15} />
  </ActionIcon>
)

interface CopyActionProps {
  value: string
  label: string
  /** Replaces the label after copying. */
  copiedLabel: string
  Icon: TablerIcon
}

const CopyAction = ({ value, label, copiedLabel, Icon }: CopyActionProps) => (
  <CopyButton value={value} timeout={2_000}>
    {({ copied, copy }) => (
      <Tooltip label={copied ? copiedLabel : label}>
        <ActionIcon aria-label={copied ? copiedLabel : label} size={28} onClick={copy}>
          {copied ? <IconCheck size={15} /> : <Icon size={15} />}
        </ActionIcon>
      </Tooltip>
    )}
  </CopyButton>
)

interface HeadProps extends Pick<Props, 'onFollow' | 'onClose'> {
  event: AdminEvent
  hash: AdminEventDetail['hash']
}

/** The event's type, revision and log position, with actions. */
const Head = ({ event, hash, onFollow, onClose }: HeadProps) => (
  <header className={classes.inspected}>
    <h2>{event.type}</h2>
    <Tooltip label="Follow this correlation">
      <ActionIcon aria-label="Follow this correlation" size={28} onClick={() => onFollow(event.metadata.correlationId)}>
        <IconRoute size={15} />
      </ActionIcon>
    </Tooltip>
    <CopyAction
      value={JSON.stringify(storedForm(event), null, 2)}
      label="Copy as JSON"
      copiedLabel="Copied"
      Icon={IconCopy}
    />
    <CopyAction
      value={window.location.href}
      label="Copy a link to this view"
      copiedLabel="Link copied"
      Icon={IconLink}
    />
    <CloseAction onClose={onClose} />
    <p className="num">
      Revision {number.format(event.revision)} · position {grouped(event.position)}
      {hash && <HashBadge hash={hash} />}
    </p>
  </header>
)

/**
 * An event with its causes and effects. `effects` is the number of effects in the list: if it exceeds those of the
 * response, the event is refetched.
 */
const useInspected = (eventId: string, effects: number) => {
  const query = useAdminEventQuery(eventId)
  const { currentData, refetch } = query
  const answered = currentData?.caused.length
  useEffect(() => {
    if (answered !== undefined && effects > answered) void refetch()
  }, [effects, answered, refetch])
  return query
}

const viewKeys = Object.keys(views) as View[]

/** The inspector's views, as tabs. */
const Views = ({ chosen, onChoose }: { chosen: View; onChoose: (view: View) => void }) => {
  const list = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (viewKeys.indexOf(chosen) + step + viewKeys.length) % viewKeys.length
    onChoose(viewKeys[next] ?? '')
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div ref={list} role="tablist" aria-label="Of the event" className={classes.views} onKeyDown={onKeyDown}>
      {viewKeys.map((view) => (
        <button
          key={view}
          type="button"
          role="tab"
          aria-selected={view === chosen}
          tabIndex={view === chosen ? 0 : -1}
          onClick={() => onChoose(view)}
        >
          {views[view]}
        </button>
      ))}
    </div>
  )
}
