import { useState } from 'react'
import { messageOf } from '../../../base/problem.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { memberPageSize } from '../../../data/fetch-members.ts'
import { useMembersQuery } from '../../../data/members.ts'
import { GrowingTable } from '../../../ui/GrowingTable.tsx'
import { MemberRow } from './MemberRow.tsx'
import classes from './members.module.css'
import { useMemberActs } from './use-member-acts.tsx'

const columns = [
  { label: 'Name' },
  { label: 'Role' },
  { label: 'Joined', className: classes.joined },
  { label: 'Actions', isUnseen: true },
] as const

/** All members in the order of joining, with their actions. */
export const MemberList = ({ campaign }: { campaign: Campaign }) => {
  const [want, setWant] = useState(memberPageSize)
  const members = useMembersQuery({ campaignId: campaign.id, want })
  const { data, error } = members
  const acts = useMemberActs(campaign)
  return (
    <section aria-labelledby="members-title">
      <h2 id="members-title" className={classes.title}>
        Members {data && <span className={`${classes.count} num`}>{data.total}</span>}
      </h2>
      <GrowingTable
        className={classes.table}
        list={members}
        columns={columns}
        pageSize={memberPageSize}
        onMore={setWant}
        failed={messageOf(error, 'The members could not be loaded.')}
      >
        {(member) => <MemberRow key={member.id} member={member} campaign={campaign} acts={acts} />}
      </GrowingTable>
      {acts.dialog}
    </section>
  )
}
