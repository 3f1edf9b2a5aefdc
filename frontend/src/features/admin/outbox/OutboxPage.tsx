import { Button } from '@mantine/core'
import { useState } from 'react'
import type { OutboxMails } from '#domain/me.ts'
import { messageOf } from '../../../base/problem.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { outboxPageSize, useOutboxQuery, useRevealMailMutation } from '../../../data/outbox.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { dateTimeOf } from '../../../ui/dates.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import { findLinks } from './links.ts'
import outboxClasses from './outbox.module.css'

type OutboxMail = OutboxMails['data'][number]

/** A mail's text. A link that opens an account is shown only for a stated reason, and never if the account is an admin's or auditor's. */
const MailText = ({ mail: { id, to, text, isOfStaff } }: { mail: OutboxMail }) => {
  const [isAsking, setAsking] = useState(false)
  const [reveal, { data: revealed = text }] = useRevealMailMutation()
  if (revealed !== null)
    return (
      <p>
        {findLinks(revealed).map(({ text, href }, i) =>
          href ? (
            <a key={i} href={href} target="_blank" rel="noreferrer">
              {text}
            </a>
          ) : (
            text
          ),
        )}
      </p>
    )
  if (isOfStaff)
    return (
      <p>
        This link opens the account of an administrator or auditor. It is shown only on the machine that Loreloom runs
        on: <code>npm run outbox</code> prints it.
      </p>
    )
  return (
    <div className={outboxClasses.withheld}>
      <p>This mail has a link that opens the account of {to}. Pass it on to nobody else.</p>
      <Button onClick={() => setAsking(true)}>Show the link…</Button>
      {isAsking && (
        <ReasonDialog
          title="Show this link?"
          act="Show the link"
          otherwise="Failed to show the link"
          onClose={() => setAsking(false)}
          onReason={async (reason) => {
            await reveal({ id, reason }).unwrap()
            setAsking(false)
          }}
        >
          Whoever has the link can sign in as {to}. Your name, the time and your reason are recorded, and {to} reads
          them at the next sign-in.
        </ReasonDialog>
      )}
    </div>
  )
}

/** Mails of an installation without a mail server, newest first. An admin passes them on to their recipients. */
export const OutboxPage = () => {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useOutboxQuery({ offset })
  return (
    <Page>
      <PageHeader title="Outbox" detail={data && data.total > 0 ? `${data.total} not sent` : undefined} />
      {data && data.total > 0 && (
        <p className={adminClasses.note}>
          This installation has no mail server, so its mails are kept here instead of being sent.
        </p>
      )}
      {data?.data.map((mail) => (
        <article key={mail.id} className={outboxClasses.mail}>
          <header>
            <h2 dir="auto">{mail.subject}</h2>
            <time dateTime={mail.createdAt} className="num">
              {dateTimeOf(mail.createdAt)}
            </time>
            <span>to {mail.to}</span>
          </header>
          <MailText mail={mail} />
          {mail.attachments.length > 0 && <p>Attached: {mail.attachments.join(', ')}</p>}
        </article>
      ))}
      {data && <Pager what="mails" offset={offset} limit={outboxPageSize} total={data.total} onMove={setOffset} />}
      {data?.total === 0 && (
        <EmptyState
          subject="frame"
          title="The outbox is empty"
          text="Mails are kept here when no mail server is set up, such as links to reset a password."
        />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load the outbox')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}
