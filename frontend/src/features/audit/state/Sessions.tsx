import type { AccountState } from '#domain/audit-accounts.ts'
import { count } from '../amounts.ts'
import { methodOf } from '../names.ts'
import { stampOf } from '../utc.ts'
import { Fact, Facts } from './Facts.tsx'

interface Props {
  sessions: AccountState['sessions']
  impersonations: AccountState['impersonations']
  position: string
}

export const Sessions = ({ sessions: { open, latest }, impersonations, position }: Props) => (
  <Facts title="Sign-ins">
    <Fact of="sessions.open" label="Open sessions" position={position}>
      {count(open)}
    </Fact>
    {latest.map(({ id, method, since }) => (
      <Fact key={id} of={`sessions.latest.${id}`} label={`Since ${stampOf(since)}`} position={position}>
        by {methodOf(method)}
      </Fact>
    ))}
    {impersonations.map(({ id, since }) => (
      <Fact key={id} of={`impersonations.${id}`} label="An admin acts as them" position={position}>
        since {stampOf(since)}
      </Fact>
    ))}
  </Facts>
)
