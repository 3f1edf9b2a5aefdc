import { ActionIcon, Tooltip } from '@mantine/core'
import { IconListTree, IconPencil, IconUserShield } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { isAdmin } from '#domain/roles.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import adminClasses from '../admin.module.css'
import { shortId } from '../person.ts'
import usersClasses from './users.module.css'
import { longDate, number } from './words.ts'

interface Props {
  users: readonly AdminUser[]
  /** The admin who looks. */
  myId: string
  onEdit: (user: AdminUser) => void
  onImpersonate: (user: AdminUser) => void
}

export const UsersTable = ({ users, myId, onEdit, onImpersonate }: Props) => (
  <table className={usersClasses.table}>
    <thead>
      <tr>
        <th scope="col">ID</th>
        <th scope="col">Email</th>
        <th scope="col">Name</th>
        <th scope="col">Plan</th>
        <th scope="col">Paid through</th>
        <th scope="col" className={usersClasses.number}>
          Image credits
        </th>
        <th scope="col">Role</th>
        <th scope="col">Status</th>
        <th scope="col">
          <span className={adminClasses.unseen}>Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {users.map((user) => (
        <tr key={user.id}>
          <td className={usersClasses.id} title={user.id}>
            {shortId(user.id)}
          </td>
          <td className={usersClasses.email} title={user.email}>
            {user.email}
          </td>
          <td className={usersClasses.name}>
            <Link to={`/admin/users/${user.id}/events`} dir="auto">
              {user.name}
            </Link>
          </td>
          <td className={usersClasses.plan}>
            <PlanBadge plan={user.plan} />
          </td>
          <td className={`${usersClasses.paid} num`}>{longDate(user.subscriptionPaidThrough)}</td>
          <td className={`${usersClasses.number} num`}>
            {number.format(user.imageCredits)}
            <span className={usersClasses.unit}> credits</span>
          </td>
          <td className={usersClasses.role}>{user.role}</td>
          <td className={usersClasses.status} title={user.banReason ?? undefined}>
            {user.banned ? <Badge dye="madder">Banned</Badge> : <Badge dye="lichen">Active</Badge>}
          </td>
          <td className={usersClasses.does}>
            <Tooltip label="View events">
              <ActionIcon
                component={Link}
                to={`/admin/users/${user.id}/events`}
                size={28}
                aria-label={`View events of ${user.name}`}
              >
                <IconListTree size={15} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Impersonate">
              <ActionIcon
                size={28}
                disabled={user.id === myId || isAdmin(user.role) || user.banned}
                aria-label={`Impersonate ${user.name}`}
                onClick={() => onImpersonate(user)}
              >
                <IconUserShield size={15} />
              </ActionIcon>
            </Tooltip>
            <Tooltip label="Edit">
              <ActionIcon size={28} aria-label={`Edit ${user.name}`} onClick={() => onEdit(user)}>
                <IconPencil size={15} />
              </ActionIcon>
            </Tooltip>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
