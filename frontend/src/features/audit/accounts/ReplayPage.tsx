import { Button } from '@mantine/core'
import { Link, Navigate } from 'react-router'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { ChangeAccount } from '../account/ChangeAccount.tsx'
import { useOpened } from './opened-account.ts'

/** Redirects the sidebar's link to the last opened account, or offers to find one. */
export const ReplayPage = () => {
  const opened = useOpened()
  if (opened) return <Navigate to={opened} replace />
  return (
    <Page>
      <PageHeader title="Audit replay" />
      <EmptyState
        subject="loom"
        title="No account is open"
        text="An account’s whole history runs here, from its first moment to now. Choose whose."
        action={
          <>
            <ChangeAccount act="Find an account" />
            <Button component={Link} to="/audit">
              All accounts
            </Button>
          </>
        }
      />
    </Page>
  )
}
