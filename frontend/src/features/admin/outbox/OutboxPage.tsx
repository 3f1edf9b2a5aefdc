import { useState } from 'react'
import { messageOf } from '../../../app/problem.ts'
import { outboxPageSize, useOutboxQuery } from '../../../data/outbox.ts'
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

/** Mails that were written on an installation that has no mail server, newest first: an admin passes them on. */
export const OutboxPage = () => {
  const [offset, setOffset] = useState(0)
  const { data, error, refetch } = useOutboxQuery({ offset })
  return (
    <Page>
      <PageHeader title="Outbox" aside={data && data.total > 0 ? `${data.total} not sent` : undefined} />
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
          <p>
            {findLinks(mail.text).map(({ text, href }, i) =>
              href ? (
                <a key={i} href={href} target="_blank" rel="noreferrer">
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </p>
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
