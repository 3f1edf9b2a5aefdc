import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { VisibilityAudit, VisibilityAuditKind } from '#domain/audit-accounts.ts'
import { messageOf } from '../../../base/problem.ts'
import { useSightQuery } from '../../../data/audit.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import textButton from '../../../ui/text-button.module.css'
import { describeStep } from '../events/words.ts'
import { categoryOf } from '../streams.ts'
import type { Go } from '../use-moment.ts'
import { stampOf } from '../utc.ts'
import classes from './sight.module.css'

interface Props {
  accountId: string
  kind: VisibilityAuditKind
  id: string
  position?: string
  at?: string
  go: Go
}

/** Shows whether the user could see the item, the reason, and the events that caused it. */
export const SightAnswer = ({ go, ...question }: Props) => {
  const { data, error, isFetching } = useSightQuery(question)
  if (error && !data) return <p className={classes.failed}>{messageOf(error, 'It could not be looked up.')}</p>
  if (!data) return null
  return (
    <section aria-label="Answer" aria-busy={isFetching} aria-live="polite">
      <p className={classes.answer}>
        {data.sees ? (
          <Badge colour="lichen" icon={<IconEye size={13} aria-hidden="true" />}>
            They could see it
          </Badge>
        ) : (
          <Badge colour="madder" icon={<IconEyeOff size={13} aria-hidden="true" />}>
            They could not see it
          </Badge>
        )}{' '}
        {reasons[data.why](data)}
      </p>
      <dl className={classes.facts}>
        {data.campaignId && <Row label="Campaign" value={`…${shortId(data.campaignId)}`} title={data.campaignId} />}
        {data.role !== null && <Row label="Their role there" value={roles[data.role]} />}
        {data.channel && <Row label="They saw it as" value={audienceOf(data.channel, data.people)} />}
        {data.channels.length > 0 && (
          <Row
            label="Who saw it"
            value={data.channels.map((channel) => audienceOf(channel, data.people)).join('; ')}
            title={data.channels.join(', ')}
          />
        )}
      </dl>
      {data.because.length > 0 && (
        <ul className={classes.because}>
          {data.because.map((event) => (
            <li key={`${event.of} ${event.eventId}`}>
              <button type="button" className={textButton.button} onClick={() => go({ position: event.position })}>
                {describeStep({ type: event.type, data: {} })}
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

/** Names the audience of a channel: 'Ines', 'DMs of campaign …a1b2c3d4'. */
const audienceOf = (channel: string, people: VisibilityAudit['people']): string => {
  const [kind, first = '', second] = channel.split(':')
  const userId = kind === 'user' ? first : second
  if (userId === undefined) {
    const group = kind === 'campaign-dm' ? 'DMs' : 'All members'
    return `${group} of campaign …${shortId(first)}`
  }
  const name = people.find(({ id }) => id === userId)?.name ?? `A forgotten user (…${shortId(userId)})`
  return kind === 'campaign-dm-user' ? `${name}, as a DM` : name
}

const roles = { 1: 'DM', 2: 'Player', 3: 'Owner' }
const ofWords = { membership: 'who they were', thing: 'who saw it', followed: 'what it follows' }
const reasons: Record<VisibilityAudit['why'], (sight: VisibilityAudit) => string> = {
  shared: ({ isOwner }) => (isOwner ? 'It is theirs.' : 'It was shared with them.'),
  not_yet_made: () => 'It was not there yet.',
  unknown: () => 'Nothing by this id was ever there.',
  in_trash: () => 'It lay in the Trash.',
  no_member: () => 'They did not belong to its campaign.',
  not_theirs: () => 'It was not shared with them.',
}
