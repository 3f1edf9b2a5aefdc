import { campaignRoles } from '#domain/campaigns.ts'
import type { Invited } from '#projections/answers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Drawing } from '../../ui/drawings.tsx'

const most = 5
const roleOf = (role: Invited['members'][number]['role']) => (role === campaignRoles.DM ? 'Dungeon Master' : 'Player')

/** What an invitation says: which campaign, who invites, who is there. */
export const Invitation = ({ invited }: { invited: Invited }) => {
  const { campaignName, invitingEmail, welcomeMessage, members, memberCount } = invited
  const shown = members.slice(0, most)
  const others = memberCount - shown.length
  return (
    <>
      <Drawing subject="chairs" />
      <p className="ivt-by">
        <b>{invitingEmail}</b> has invited you to
      </p>
      <h1>{campaignName}</h1>
      {welcomeMessage && <blockquote className="ivt-welcome">{welcomeMessage}</blockquote>}
      <section className="ivt-members" aria-labelledby="ivt-members-title">
        <h2 id="ivt-members-title">Current members</h2>
        <ul>
          {shown.map(({ username, role }, order) => (
            <li key={order}>
              <Avatar name={username} order={order} />
              <span className="ivt-name">{username}</span>
              <span className="ivt-role">{roleOf(role)}</span>
            </li>
          ))}
        </ul>
        {others > 0 && <p className="ivt-more">And {others} more member(s)...</p>}
      </section>
    </>
  )
}
