import type { AccountState } from '#domain/audit-accounts.ts'
import { shortId } from '../../../ui/short-id.ts'
import { memberRoles } from '../names.ts'
import { stampOf } from '../utc.ts'
import { Fact, Facts } from './Facts.tsx'

/** Campaigns by id: their names are visible to members only. */
export const Memberships = ({
  memberships,
  position,
}: {
  memberships: AccountState['memberships']
  position: string
}) => (
  <Facts title="Campaigns">
    {memberships.length === 0 && (
      <Fact label="Member of" position={position}>
        none
      </Fact>
    )}
    {memberships.map(({ id, role, since, inTrash }) => (
      <Fact key={id} of={`memberships.${id}`} label={`Campaign ${shortId(id)}`} position={position}>
        {memberRoles[role]} since {stampOf(since)}
        {inTrash && ', in the Trash'}
      </Fact>
    ))}
  </Facts>
)
