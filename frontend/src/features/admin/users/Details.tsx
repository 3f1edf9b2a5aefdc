import type { AdminUser } from '#domain/me.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { longDate, number } from './words.ts'

/** What is known of the account, to read. */
export const Details = ({ user }: { user: AdminUser }) => (
  <dl className="usr-details">
    <dt>ID</dt>
    <dd className="adm-mono">{user.id}</dd>
    <dt>Email</dt>
    <dd>{user.email}</dd>
    <dt>Name</dt>
    <dd>{user.name}</dd>
    <dt>Role</dt>
    <dd>{user.role}</dd>
    <dt>Plan</dt>
    <dd>
      <PlanBadge plan={user.plan} />
      {user.plan !== user.paidPlan && <span className="usr-quiet"> paid: {user.paidPlan}</span>}
    </dd>
    <dt>Paid through</dt>
    <dd className="num">{longDate(user.subscriptionPaidThrough)}</dd>
    <dt>Image credits</dt>
    <dd className="num">{number.format(user.imageCredits)}</dd>
    <dt>Status</dt>
    <dd>
      <Badge dye={user.banned ? 'madder' : 'lichen'}>{user.banned ? 'Banned' : 'Active'}</Badge>
      {user.banReason && <span className="usr-quiet"> {user.banReason}</span>}
    </dd>
    <dt>Registered</dt>
    <dd className="num">{longDate(user.createdAt)}</dd>
  </dl>
)
