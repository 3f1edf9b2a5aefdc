import { ActionIcon, Menu, Select } from '@mantine/core'
import { IconCrown, IconDoorExit, IconDots, IconUserMinus } from '@tabler/icons-react'
import { campaignRoles } from '#domain/campaigns.ts'
import type { Member } from '#projections/answers.ts'
import { type Campaign, roleNames } from '../../../app/campaigns.ts'
import { useMe } from '../../../app/me.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { dateOf } from '../../../ui/dates.ts'
import { mayRemove } from './api.ts'
import type { MemberActs } from './use-member-acts.tsx'

interface Props {
  member: Member
  /** Who joined as the how-manieth: gives the colour. */
  order: number
  campaign: Campaign
  acts: MemberActs
}

const { DM, PLAYER, OWNER } = campaignRoles
const assignable = [DM, PLAYER].map((role) => ({ value: String(role), label: roleNames[role] }))

/** One member. Roles are the owner's to change; who may not do a thing does not see it. */
export const MemberRow = ({ member, order, campaign, acts }: Props) => {
  const me = useMe()
  const isMe = member.userId === me.id
  const iOwn = campaign.role === OWNER
  const name = member.username || 'Somebody'
  const canTransfer = iOwn && !isMe
  const canRemove = !isMe && mayRemove(campaign.role, member)
  const canLeave = isMe && !iOwn
  return (
    <tr>
      <td className="mem-who">
        <Avatar name={name} order={order} />
        <span className="mem-name">{name}</span>
        {isMe && <span className="mem-you">you</span>}
      </td>
      <td className="mem-role">
        {canTransfer ? (
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
      </td>
      <td className="mem-joined num">{dateOf(member.joinedAt)}</td>
      <td className="mem-does">
        {(canTransfer || canRemove || canLeave) && (
          <Menu position="bottom-end" width={230}>
            <Menu.Target>
              <ActionIcon aria-label={`Actions for ${name}`}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {canTransfer && (
                <Menu.Item leftSection={<IconCrown size={15} />} onClick={() => acts.ask('transfer', member)}>
                  Transfer Ownership
                </Menu.Item>
              )}
              {canTransfer && canRemove && <Menu.Divider />}
              {canRemove && (
                <Menu.Item
                  data-danger
                  leftSection={<IconUserMinus size={15} />}
                  onClick={() => acts.ask('remove', member)}
                >
                  Remove from Campaign
                </Menu.Item>
              )}
              {canLeave && (
                <Menu.Item
                  data-danger
                  leftSection={<IconDoorExit size={15} />}
                  onClick={() => acts.ask('leave', member)}
                >
                  Leave Campaign
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </td>
    </tr>
  )
}
