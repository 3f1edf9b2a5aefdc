import type { Invited } from '#projections/answers.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Drawing } from '../../ui/drawings.tsx'
import classes from './invitation.module.css'

const most = 5
const roleNames: Record<Invited['members'][number]['role'], string> = { 1: 'Dungeon Master', 2: 'Player', 3: 'Player' }

/** An invitation's content: campaign, author and members. */
export const Invitation = ({ invited }: { invited: Invited }) => {
  const { campaignName, invitingEmail, welcomeMessage, members, memberCount } = invited
  const shown = members.slice(0, most)
  const others = memberCount - shown.length
  return (
    <>
      <Drawing subject="chairs" />
      <p className={classes.by}>
        <b>{invitingEmail}</b> has invited you to
      </p>
      <h1 dir="auto">{campaignName}</h1>
      {welcomeMessage && (
        <blockquote className={classes.welcome} dir="auto">
          {welcomeMessage}
        </blockquote>
      )}
      <section className={classes.members} aria-labelledby="ivt-members-title">
        <h2 id="ivt-members-title">Current members</h2>
        <ul>
          {shown.map(({ username, role }, order) => (
            <li key={order}>
              <Avatar name={username} />
              <span className={classes.name} dir="auto">
                {username}
              </span>
              <span className={classes.role}>{roleNames[role]}</span>
            </li>
          ))}
        </ul>
        {others > 0 && <p className={classes.more}>And {others} more member(s)...</p>}
      </section>
    </>
  )
}
