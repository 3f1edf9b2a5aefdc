import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ExportAnswer } from '#domain/export-answers.ts'
import { messageOf } from '../../../base/problem.ts'
import { ReasonDialog } from '../../../base/ReasonDialog.tsx'
import { exportsPageSize, useAskChainProofMutation, useExportsQuery } from '../../../data/audit-exports.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { Pager } from '../../../ui/Pager.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { accountPath } from '../accounts/paths.ts'
import { stampOf } from '../utc.ts'
import { Downloads } from './Downloads.tsx'
import classes from './exports.module.css'
import { formats, statuses } from './formats.ts'

const everyMs = 2_000

/** The auditor's own exports. */
export const ExportsPage = () => {
  const [offset, setOffset] = useState(0)
  const [isUnderWay, setUnderWay] = useState(false)
  const { data, error, refetch } = useExportsQuery(
    { offset },
    { pollingInterval: isUnderWay ? everyMs : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  )
  const runs = data?.data.some(({ status }) => status === 'running') ?? false
  if (runs !== isUnderWay) setUnderWay(runs)
  return (
    <Page>
      <PageHeader title="Exports" actions={<ProofOfAll />} />
      <p className={classes.note}>
        Each file comes with a detached signature. Whoever has the file, the signature and this installation’s{' '}
        <a href="/api/audit/keys">public key</a> can prove that nothing in it was changed.
      </p>
      <details className={classes.proof}>
        <summary>How a file is proven</summary>
        <p>
          By OpenSSL 3, without us: put the <code>publicKey</code> of the key that a file says it is signed with into{' '}
          <code>key.pem</code>.
        </p>
        <p>
          A proof is a zip that also has the audit chain, the keys and a script that verifies them; its README says how.
        </p>
        <pre>{`openssl pkeyutl -verify -rawin \\\n  -pubin -inkey key.pem \\\n  -in FILE -sigfile FILE.sig`}</pre>
      </details>
      {data && data.data.length > 0 && (
        <>
          <ul className={classes.exports}>
            {data.data.map((each) => (
              <Row key={each.id} {...each} />
            ))}
          </ul>
          <Pager what="exports" offset={offset} limit={exportsPageSize} total={data.total} onMove={setOffset} />
        </>
      )}
      {data?.data.length === 0 && (
        <EmptyState
          subject="frame"
          title="Nothing exported yet"
          text="Open an account and take its ledger away, as of any moment or for a period."
        />
      )}
      {error !== undefined && !data && (
        <ErrorState text={messageOf(error, 'Failed to load exports')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}

/** Requests a proof of all accounts, with a reason. */
const ProofOfAll = () => {
  const [isAsking, setAsking] = useState(false)
  const [askChainProof] = useAskChainProofMutation()
  return (
    <>
      <Button onClick={() => setAsking(true)}>Export proof of all accounts…</Button>
      {isAsking && (
        <ReasonDialog
          title="Export proof of all accounts?"
          act="Export"
          otherwise="Failed to ask for the proof"
          onClose={() => setAsking(false)}
          onReason={async (reason) => {
            await askChainProof({ reason }).unwrap()
            setAsking(false)
          }}
        >
          One zip with the whole audit chain, its signed heads, the public keys, the verifying script and an
          explanation. It has every event of accounts, credits, payments and sign-ins; names and texts in it stay
          encrypted.
        </ReasonDialog>
      )}
    </>
  )
}

const Row = (of: ExportAnswer) => {
  const { accountId, accountName, format, from, through, status, createdAt } = of
  return (
    <li>
      <span className={classes.whose}>
        {accountId === null ? (
          <b>All accounts</b>
        ) : (
          <Link to={accountPath(accountId)} dir="auto">
            {accountName || 'Forgotten'}
          </Link>
        )}
        <Badge colour={statuses[status].colour}>{statuses[status].word}</Badge>
      </span>
      <span className={`${classes.meta} num`}>
        {formats[format]}, {from ? `${stampOf(from)} to ` : 'from the beginning to '}
        {stampOf(through)}. Asked for {stampOf(createdAt)} (UTC)
      </span>
      <Downloads {...of} />
    </li>
  )
}
