import { ActionIcon, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconListTree, IconPencil, IconUserShield } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { AdminUser } from '#domain/me.ts'
import { isAdmin, isAuditor } from '#domain/roles.ts'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { shortId } from '../../../ui/short-id.ts'
import usersClasses from './users.module.css'
import { longDate, number } from './words.ts'
import '@mantine/core/styles/Table.layer.css'

interface Props {
  users: readonly AdminUser[]
  /** The viewing admin. */
  myId: string
  onEdit: (user: AdminUser) => void
  onImpersonate: (user: AdminUser) => void
}

export const UsersTable = ({ users, myId, onEdit, onImpersonate }: Props) => (
  <Table className={usersClasses.table}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">ID</Table.Th>
        <Table.Th scope="col">Email</Table.Th>
        <Table.Th scope="col">Name</Table.Th>
        <Table.Th scope="col">Plan</Table.Th>
        <Table.Th scope="col">Paid through</Table.Th>
        <Table.Th scope="col" className={usersClasses.number}>
          Image credits
        </Table.Th>
        <Table.Th scope="col">Role</Table.Th>
        <Table.Th scope="col">Status</Table.Th>
        <Table.Th scope="col">
          <VisuallyHidden>Actions</VisuallyHidden>
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {users.map((user) => (
        <UserRow key={user.id} user={user} myId={myId} onEdit={onEdit} onImpersonate={onImpersonate} />
      ))}
    </Table.Tbody>
  </Table>
)

type UserProps = Omit<Props, 'users'> & { user: AdminUser }

const UserRow = ({ user, ...actions }: UserProps) => (
  <Table.Tr>
    <Table.Td className={usersClasses.id} title={user.id}>
      {shortId(user.id)}
    </Table.Td>
    <Table.Td className={usersClasses.email} title={user.email}>
      {user.email}
    </Table.Td>
    <Table.Td className={usersClasses.name}>
      <Link to={`/admin/users/${user.id}/events`} dir="auto">
        {user.name}
      </Link>
    </Table.Td>
    <Table.Td className={usersClasses.plan}>
      <PlanBadge plan={user.plan} />
    </Table.Td>
    <Table.Td className={`${usersClasses.paid} num`}>{longDate(user.subscriptionPaidThrough)}</Table.Td>
    <Table.Td className={`${usersClasses.number} num`}>
      {number.format(user.imageCredits)}
      <span className={usersClasses.unit}> credits</span>
    </Table.Td>
    <Table.Td className={usersClasses.role}>{user.role}</Table.Td>
    <Table.Td className={usersClasses.status} title={user.banReason ?? undefined}>
      {user.banned ? <Badge colour="madder">Banned</Badge> : <Badge colour="lichen">Active</Badge>}
    </Table.Td>
    <Table.Td className={usersClasses.does}>
      <UserActions user={user} {...actions} />
    </Table.Td>
  </Table.Tr>
)

const UserActions = ({ user, myId, onEdit, onImpersonate }: UserProps) => (
  <>
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
        disabled={user.id === myId || isAdmin(user.role) || isAuditor(user.role) || user.banned}
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
  </>
)
