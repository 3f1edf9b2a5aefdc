import { ActionIcon, Menu, Select, Table } from '@mantine/core'
import { IconCrown, IconDoorExit, IconDots, IconUserMinus } from '@tabler/icons-react'
import { can } from '#domain/rights.ts'
import { campaignRoles } from '#domain/roles.ts'
import type { Member } from '#projections/answers.ts'
import { type Campaign, roleNames, viewerIn } from '../../../data/campaigns.ts'
import { useMe } from '../../../data/me.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { dateOf } from '../../../ui/dates.ts'
import classes from './members.module.css'
import type { MemberActs } from './use-member-acts.tsx'
import '@mantine/core/styles/Table.layer.css'

interface Props {
  member: Member
  campaign: Campaign
  acts: MemberActs
}

const { DM, PLAYER } = campaignRoles
const assignable = [DM, PLAYER].map((role) => ({ value: String(role), label: roleNames[role] }))

/** One member. Only the owner changes roles; actions are hidden unless permitted. */
export const MemberRow = ({ member, campaign, acts }: Props) => {
  const me = useMe()
  const isMe = member.userId === me.id
  const [viewer, here] = [viewerIn(campaign, me.id), { campaignId: campaign.id }]
  const name = member.username || 'Somebody'
  const canTransfer = !isMe && can(viewer, 'transfer', here)
  const canChangeRole = !isMe && can(viewer, 'changeRoles', here)
  const canRemove = can(viewer, 'removeMember', { ...here, userId: member.userId, role: member.role })
  const canLeave = isMe && can(viewer, 'leave', here)
  const confirm = (action: keyof MemberRights) => acts.confirm(action, member)
  return (
    <Table.Tr>
      <Table.Td className={classes.who}>
        <Avatar name={name} />
        <span className={classes.name} dir="auto">
          {name}
        </span>
        {isMe && <span className={classes.you}>you</span>}
      </Table.Td>
      <Table.Td className={classes.role}>
        {canChangeRole ? (
          <Select
            size="xs"
            data={assignable}
            value={String(member.role)}
            allowDeselect={false}
            aria-label={`Role of ${name}`}
            onChange={(role) => acts.changeRole(member, Number(role) === DM ? DM : PLAYER)}
          />
        ) : (
          roleNames[member.role]
        )}
      </Table.Td>
      <Table.Td className={`${classes.joined} num`}>{dateOf(member.joinedAt)}</Table.Td>
      <Table.Td className={classes.does}>
        {(canTransfer || canRemove || canLeave) && (
          <MemberMenu name={name} may={{ transfer: canTransfer, remove: canRemove, leave: canLeave }} onAct={confirm} />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

interface MemberRights {
  transfer: boolean
  remove: boolean
  leave: boolean
}

interface MemberMenuProps {
  name: string
  may: MemberRights
  onAct: (action: keyof MemberRights) => void
}

const MemberMenu = ({ name, may, onAct }: MemberMenuProps) => (
  <Menu position="bottom-end" width={230}>
    <Menu.Target>
      <ActionIcon aria-label={`Actions for ${name}`}>
        <IconDots size={18} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {may.transfer && (
        <Menu.Item leftSection={<IconCrown size={15} />} onClick={() => onAct('transfer')}>
          Transfer Ownership
        </Menu.Item>
      )}
      {may.transfer && may.remove && <Menu.Divider />}
      {may.remove && (
        <Menu.Item data-danger leftSection={<IconUserMinus size={15} />} onClick={() => onAct('remove')}>
          Remove from Campaign
        </Menu.Item>
      )}
      {may.leave && (
        <Menu.Item data-danger leftSection={<IconDoorExit size={15} />} onClick={() => onAct('leave')}>
          Leave Campaign
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
)
