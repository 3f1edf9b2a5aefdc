import type { AccountState } from '#domain/audit-accounts.ts'
import { count, creditsOf } from '../amounts.ts'
import { sourceOf } from '../trace/sources.ts'
import { stampOf } from '../utc.ts'
import { Fact, Facts } from './Facts.tsx'

/** Maximum number of grants, and of holds, that are listed. The ledger has all of them. */
const shown = 12

export const Credits = ({ credits, position }: { credits: AccountState['credits']; position: string }) => {
  const { balance, held, available, owed, grants, holds } = credits
  const left = grants.filter((grant) => grant.left > 0)
  return (
    <Facts title="Credits">
      <Fact of="credits.balance" label="Balance" position={position}>
        {count(balance)}
      </Fact>
      <Fact of="credits.held" label="Held" position={position}>
        {count(held)}
      </Fact>
      <Fact of="credits.available" label="Available" position={position}>
        {count(available)}
      </Fact>
      {owed > 0 && (
        <Fact of="credits.owed" label="Owed" position={position}>
          {count(owed)}, spent before a refund or a dispute claimed them; later grants settle them
        </Fact>
      )}
      {left.slice(-shown).map(({ id, source, at, amount, left: rest }) => (
        <Fact key={id} of={`credits.grants.${id}`} label={`${sourceOf(source)}, ${stampOf(at)}`} position={position}>
          {count(rest)} of {creditsOf(amount)} left
        </Fact>
      ))}
      {holds.slice(-shown).map(({ id, label, amount }) => (
        <Fact key={id} of={`credits.holds.${id}`} label={label || 'A hold'} position={position}>
          {count(amount)} held
        </Fact>
      ))}
    </Facts>
  )
}
