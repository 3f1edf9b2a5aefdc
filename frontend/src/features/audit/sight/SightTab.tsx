import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type Sight, SightKind } from '#domain/audit-accounts.ts'
import { messageOf } from '../../../app/problem.ts'
import { useSightQuery } from '../../../data/audit.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import type { TabProps } from '../account/tab.ts'
import { saidOf } from '../events/words.ts'
import { categoryOf } from '../streams.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import classes from './sight.module.css'

const kinds: Record<SightKind, string> = {
  campaign: 'A campaign',
  folder: 'A folder',
  lore: 'Lore',
  segment: 'Content of lore',
  image: 'A picture',
  relationship: 'A relationship',
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether this person could see one thing at the moment, and what made it so: by ids, never by what it says. */
export const SightTab = ({ past, settled, go }: TabProps) => {
  const [kind, setKind] = useState<SightKind>('lore')
  const [id, setId] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<{ kind: SightKind; id: string }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = id.trim().toLowerCase()
    if (!uuid.test(given)) return setProblem('Please enter the thing’s id, as it stands in its address')
    setAsked({ kind, id: given })
  }
  return (
    <div className={classes.sight}>
      <form className={classes.asks} onSubmit={submit} noValidate>
        <NativeSelect
          label="Kind"
          value={kind}
          data={SightKind.options.map((value) => ({ value, label: kinds[value] }))}
          onChange={(event) => setKind(SightKind.parse(event.currentTarget.value))}
        />
        <TextInput
          className={classes.id}
          label="Id"
          value={id}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setId(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit">Look it up</Button>
      </form>
      {asked && <Answer accountId={past.account.id} {...asked} {...settled} go={go} />}
    </div>
  )
}

interface AnswerProps {
  accountId: string
  kind: SightKind
  id: string
  position?: string
  at?: string
  go: Go
}

const Answer = ({ go, ...asked }: AnswerProps) => {
  const { data, error, isFetching } = useSightQuery(asked)
  if (error && !data) return <p className={classes.failed}>{messageOf(error, 'It could not be looked up.')}</p>
  if (!data) return null
  return (
    <section aria-label="Answer" aria-busy={isFetching} aria-live="polite">
      <p className={classes.answer}>
        {data.sees ? (
          <Badge dye="lichen" icon={<IconEye size={13} aria-hidden="true" />}>
            They could see it
          </Badge>
        ) : (
          <Badge dye="madder" icon={<IconEyeOff size={13} aria-hidden="true" />}>
            They could not see it
          </Badge>
        )}{' '}
        {reasons[data.why](data)}
      </p>
      <dl className={classes.facts}>
        {data.campaignId && <Row label="Campaign" value={shortId(data.campaignId)} title={data.campaignId} />}
        {data.role !== null && <Row label="Their role there" value={roles[data.role]} />}
        {data.channel && <Row label="Through the channel" value={data.channel} />}
        {data.channels.length > 0 && <Row label="Who saw it" value={data.channels.join(', ')} />}
      </dl>
      {data.because.length > 0 && (
        <ul className={classes.because}>
          {data.because.map((event) => (
            <li key={`${event.of} ${event.eventId}`}>
              <button type="button" onClick={() => go({ position: event.position })}>
                {saidOf({ type: event.type, data: {} })}
              </button>
              <span>
                {ofWords[event.of]}, {categoryOf(event.stream)}, {stampOf(event.at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const Row = ({ label, value, title }: { label: string; value: string; title?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd title={title}>{value}</dd>
  </div>
)

const roles = { 1: 'DM', 2: 'Player', 3: 'Owner' }
const ofWords = { membership: 'who they were', thing: 'who saw it', followed: 'what it follows' }
const reasons: Record<Sight['why'], (sight: Sight) => string> = {
  shared: ({ isOwner }) => (isOwner ? 'It is theirs.' : 'It was shared with them.'),
  not_yet_made: () => 'It was not there yet.',
  unknown: () => 'Nothing by this id was ever there.',
  in_trash: () => 'It lay in the Trash.',
  no_member: () => 'They did not belong to its campaign.',
  not_theirs: () => 'It was not shared with them.',
}
