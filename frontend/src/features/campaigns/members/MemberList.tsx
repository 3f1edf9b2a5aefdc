import { Button } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../../app/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { memberPageSize } from '../../../data/fetch-members.ts'
import { useMembersQuery } from '../../../data/members.ts'
import { Delayed } from '../../../ui/Delayed.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Waiting } from '../../../ui/Waiting.tsx'
import { MemberRow } from './MemberRow.tsx'
import classes from './members.module.css'
import { useMemberActs } from './use-member-acts.tsx'

/** Everyone in the campaign, who joined first first, with what may be done about them. */
export const MemberList = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(memberPageSize)
  const { data, error, isFetching, refetch } = useMembersQuery({ campaignId: campaign.id, want })
  const acts = useMemberActs(campaign)
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title" className={classes.title}>
        Members {data && <span className={`${classes.count} num`}>{data.total}</span>}
      </h2>
      {data && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col" className={classes.joined}>
                Joined
              </th>
              <th scope="col">
                <span className={classes.unseen}>Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((member) => (
              <MemberRow key={member.id} member={member} campaign={campaign} acts={acts} />
            ))}
          </tbody>
        </table>
      )}
      {data && data.rows.length < (data.total ?? 0) && (
        <Button
          className={classes.more}
          loading={isFetching}
          onClick={() => setWant(data.rows.length + memberPageSize)}
        >
          Load More
        </Button>
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'The members could not be loaded.')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
      {acts.dialog}
    </section>
  )
}
