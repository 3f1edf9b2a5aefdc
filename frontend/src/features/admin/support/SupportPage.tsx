import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { filledIn } from '#domain/reply-templates.ts'
import { type AdminSupportRequests, SupportStatus } from '#domain/support.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { useMe } from '../../../data/me.ts'
import { useReplyTemplates } from '../../../data/reply-templates.ts'
import {
  inboxPageSize,
  screenshotPath,
  useAnswerSupportRequestMutation,
  useAssignSupportRequestMutation,
  useCloseSupportRequestMutation,
  useSupportInbox,
} from '../../../data/support.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { toast } from '../../../ui/toast.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import { SupportTabs } from './SupportTabs.tsx'
import classes from './support-inbox.module.css'

type Request = AdminSupportRequests['data'][number]

const empties: Readonly<Record<SupportStatus, string>> = {
  open: 'No request waits for an answer.',
  answered: 'Requests that were answered and not closed are listed here.',
  closed: 'Closed requests are listed here.',
}

/** Requests of users for support: priority first, then those that have waited longest. */
export const SupportPage = () => {
  const [query] = useSearchParams()
  const status = SupportStatus.catch('open').parse(query.get('status'))
  const [place, setPlace] = useState({ status, offset: 0 })
  const offset = place.status === status ? place.offset : 0
  const { data, error, refetch } = useSupportInbox(status, offset)
  return (
    <Page>
      <PageHeader title="Support" />
      <SupportTabs status={status} counts={data?.counts} />
      {data?.data.map((request) => (
        <RequestCard key={request.id} request={request} />
      ))}
      {data && (
        <Pager
          what="requests"
          offset={offset}
          limit={inboxPageSize}
          total={data.total}
          onMove={(to) => setPlace({ status, offset: to })}
        />
      )}
      {data?.total === 0 && <EmptyState subject="chairs" title="Nothing here" text={empties[status]} />}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load the requests')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}

/** Returns the path of the user's events, up to and including the one of the support request at `position`. */
const eventsUntil = (userId: string, position: string) => `/admin/users/${userId}/events?until=${BigInt(position) + 1n}`

const factNames = { browser: 'Browser', version: 'Version', page: 'Page', failedRequest: 'Failed request' } as const

const RequestCard = ({ request }: { request: Request }) => {
  const { id, type, description, diagnostics, isPriority, username, email, userId, createdAt, answers } = request
  const { hasScreenshot, position } = request
  const heading = `request-${id}`
  return (
    <article className={classes.request} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{type}</h2>
        {isPriority && <Badge colour="weld">Priority</Badge>}
        {userId === null ? (
          <Badge colour="walnut">Not signed in</Badge>
        ) : (
          <Link to={`/admin/users/${userId}/events`} dir="auto">
            {username ?? 'A forgotten user'}
          </Link>
        )}
        <span>{email}</span>
        <time className="num" dateTime={createdAt}>
          {dateTimeOf(createdAt)}
        </time>
      </header>
      <p dir="auto">{description}</p>
      <dl>
        {(Object.keys(factNames) as (keyof typeof factNames)[]).map(
          (name) =>
            diagnostics[name] && (
              <div key={name}>
                <dt>{factNames[name]}</dt>
                <dd>{diagnostics[name]}</dd>
              </div>
            ),
        )}
      </dl>
      {(hasScreenshot || userId !== null) && (
        <p className={classes.links}>
          {hasScreenshot && (
            <a href={screenshotPath(id)} target="_blank" rel="noreferrer">
              Screenshot
            </a>
          )}
          {userId !== null && <Link to={eventsUntil(userId, position)}>Events until then</Link>}
        </p>
      )}
      {answers.map((answer) => (
        <blockquote key={answer.id} dir="auto">
          {answer.text}
          <footer>
            {answer.by ?? 'A forgotten user'},{' '}
            <time className="num" dateTime={answer.createdAt}>
              {dateTimeOf(answer.createdAt)}
            </time>
          </footer>
        </blockquote>
      ))}
      <Acts request={request} />
    </article>
  )
}

const Acts = ({ request }: { request: Request }) => {
  const { id, status, assigneeId, assigneeName } = request
  const me = useMe()
  const [isWriting, setWriting] = useState(false)
  const [assign] = useAssignSupportRequestMutation()
  const [close] = useCloseSupportRequestMutation()
  const isMine = assigneeId === me.id
  const isClosed = status === 'closed'

  const report = ({ error }: { error?: unknown }) => {
    if (error) toast.error(messageOf(error, 'It could not be changed. Please try again.'))
  }

  if (isWriting) return <AnswerForm request={request} onClose={() => setWriting(false)} />
  return (
    <div className={classes.acts}>
      <span className={classes.assignee}>
        {assigneeId === null ? 'Assigned to no one' : `Assigned to ${isMine ? 'you' : (assigneeName ?? 'an admin')}`}
      </span>
      <Button variant="subtle" onClick={() => void assign({ id, isMine: !isMine }).then(report)}>
        {isMine ? 'Release' : 'Assign to Me'}
      </Button>
      <Button variant="subtle" onClick={() => void close({ id, isClosed: !isClosed }).then(report)}>
        {isClosed ? 'Reopen' : 'Close'}
      </Button>
      <Button onClick={() => setWriting(true)}>Answer</Button>
    </div>
  )
}

/** State of an answer's form: the text, the templates to insert, and the submission. */
const useAnswer = ({ id, username }: Request, onClose: () => void) => {
  const { data: templates } = useReplyTemplates()
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [answer, { isLoading }] = useAnswerSupportRequestMutation()
  const { close, question } = useAskBeforeLeaving(text.trim() !== '' && !isLoading, onClose)

  const insert = (templateId: string) => {
    const template = templates?.data.find((each) => each.id === templateId)
    if (template) setText((before) => [before.trim(), filledIn(template.text, username)].filter(Boolean).join('\n\n'))
    setRefusal(undefined)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    if (text.trim() === '') return setRefusal('Please write an answer')
    const { error } = await answer({ id, text })
    if (error) return setRefusal(messageOf(error, 'It could not be sent. Please try again.'))
    toast.success('The answer is sent')
    onClose()
  }
  const write = (text: string) => {
    setText(text)
    setRefusal(undefined)
  }
  return { templates: templates?.data ?? [], text, refusal, isLoading, insert, write, submit, close, question }
}

const AnswerForm = ({ request, onClose }: { request: Request; onClose: () => void }) => {
  const answer = useAnswer(request, onClose)
  return (
    <form className={classes.answer} onSubmit={(event) => void answer.submit(event)} noValidate>
      <NativeSelect
        label="Template"
        value=""
        onChange={(event) => answer.insert(event.currentTarget.value)}
        data={[
          { value: '', label: 'Insert a template' },
          ...answer.templates.map((each) => ({ value: each.id, label: each.title })),
        ]}
      />
      <Textarea
        label="Answer"
        description={
          request.userId === null
            ? 'It is mailed to the address they gave, which nobody verified: tell nothing about an account.'
            : 'The user sees it in the Support Center, and by mail where their address is verified.'
        }
        autosize
        minRows={4}
        maxRows={14}
        value={answer.text}
        error={answer.refusal}
        autoFocus
        onChange={(event) => answer.write(event.currentTarget.value)}
      />
      <div className={classes.acts}>
        <Button variant="subtle" onClick={answer.close}>
          Cancel
        </Button>
        <Button type="submit" variant="filled" loading={answer.isLoading}>
          Send Answer
        </Button>
      </div>
      {answer.question}
    </form>
  )
}
