import type { ReactNode } from 'react'
import type { AdminUser } from '#domain/me.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import adminClasses from '../admin.module.css'
import editUserClasses from './edit-user.module.css'
import { longDate, number, tierOrNone } from './words.ts'

/** Read-only facts about an account. */
export const Details = ({ user }: { user: AdminUser }) => (
  <dl className={editUserClasses.details}>
    <Detail name="ID">
      <span className={adminClasses.mono}>{user.id}</span>
    </Detail>
    <Detail name="Email">{user.email}</Detail>
    <Detail name="Name">{user.name}</Detail>
    <Detail name="Username">{user.username}</Detail>
    <Detail name="Discord">{user.discordHandle ?? 'Not connected'}</Detail>
    <Detail name="Role">{user.role}</Detail>
    <Detail name="Plan">
      <PlanBadge plan={user.plan} />
      {user.plan !== user.paidPlan && <span className={editUserClasses.quiet}> paid: {user.paidPlan}</span>}
    </Detail>
    <Detail name="Paid through">{longDate(user.subscriptionPaidThrough)}</Detail>
    <Detail name="Complimentary">{longDate(user.complimentaryAccessThrough)}</Detail>
    <Detail name="Image credits">
      {number.format(user.imageCredits)}
      {user.heldCredits > 0 && <span className={editUserClasses.quiet}> held: {number.format(user.heldCredits)}</span>}
    </Detail>
    <Detail name="Status">
      <Badge colour={user.banned ? 'madder' : 'lichen'}>{user.banned ? 'Banned' : 'Active'}</Badge>
      {user.banReason && <span className={editUserClasses.quiet}> {user.banReason}</span>}
    </Detail>
    <Detail name="Backer">{yesOrNo(user.kickstarterBacker)}</Detail>
    <Detail name="Loreloom tier">{tierOrNone(user.loreloomKickstarterTier)}</Detail>
    <Detail name="Minis tier">{tierOrNone(user.minisKickstarterTier)}</Detail>
    <Detail name="Onboarded">{yesOrNo(user.onboarded)}</Detail>
    <Detail name="Marketing mail">{yesOrNo(user.marketingOptIn)}</Detail>
    <Detail name="Registered">{longDate(user.createdAt)}</Detail>
    <Detail name="Updated">{longDate(user.updatedAt)}</Detail>
  </dl>
)

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)

const yesOrNo = (value: boolean | null) => (value === null ? 'Not known' : value ? 'Yes' : 'No')
