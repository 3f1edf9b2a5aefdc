import { Table } from '@mantine/core'
import { Link } from 'react-router'
import type { FoundAccount } from '#domain/audit-accounts.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Badge, PlanBadge } from '../../../ui/Badge.tsx'
import { dateOf } from '../../../ui/dates.ts'
import { shortId } from '../../../ui/short-id.ts'
import { roleNames } from '../names.ts'
import classes from './accounts.module.css'
import { accountPath } from './paths.ts'
import '@mantine/core/styles/Table.layer.css'

export const AccountsTable = ({ accounts }: { accounts: readonly FoundAccount[] }) => (
  <Table className={classes.table}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th scope="col">Name</Table.Th>
        <Table.Th scope="col">E-mail</Table.Th>
        <Table.Th scope="col">ID</Table.Th>
        <Table.Th scope="col">Plan</Table.Th>
        <Table.Th scope="col">Role</Table.Th>
        <Table.Th scope="col">Since</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {accounts.map(({ id, name, emailMasked, plan, role, banned, createdAt, named }) => (
        <Table.Tr key={id}>
          <Table.Td className={classes.name}>
            <Avatar name={name} size={22} />
            <Link to={accountPath(id, named?.position)} dir="auto">
              {name || 'Forgotten'}
            </Link>
            {named && <Badge>Names this id</Badge>}
            {banned && <Badge colour="madder">Banned</Badge>}
          </Table.Td>
          <Table.Td className={classes.email}>{emailMasked || 'Forgotten'}</Table.Td>
          <Table.Td className={classes.id} title={id}>
            {shortId(id)}
          </Table.Td>
          <Table.Td className={classes.plan}>
            <PlanBadge plan={plan} />
          </Table.Td>
          <Table.Td className={classes.role}>{roleNames[role]}</Table.Td>
          <Table.Td className={`${classes.since} num`}>{dateOf(createdAt)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
)
