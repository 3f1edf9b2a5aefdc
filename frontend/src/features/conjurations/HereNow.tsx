import { type Sender, topicOf } from '#domain/topics.ts'
import { useMe } from '../../data/me.ts'
import { useTopic } from '../../realtime/topics.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import classes from './here-now.module.css'

/** Maximum number of avatars; further members are counted. */
const faces = 3

/** Other members who have this lore open. `people` are names by user id, as far as loaded. */
export const HereNow = ({ id, people }: { id: string; people: ReadonlyMap<string, string> | undefined }) => {
  const me = useMe()
  const { here } = useTopic(topicOf('conjuration', id), { present: true })
  const nameOf = ({ userId, impersonatorId }: Sender) => {
    const name = userId === me.id ? me.username : (people?.get(userId) ?? 'Somebody')
    return impersonatorId === null ? name : `${name} (an administrator)`
  }
  const mine = here.here.find(({ connectionId }) => connectionId === here.me)
  // The tabs of one user count once, but an impersonating admin counts separately.
  const others = new Map(here.here.map((one) => [personOf(one), one]))
  others.delete(mine ? personOf(mine) : '')
  const order = [...(people?.keys() ?? [])]
  const named = [...others].map(([key, one]) => ({ key, name: nameOf(one), number: order.indexOf(one.userId) }))
  const [first] = named
  if (!mine || !first) return null
  const count = named.length + here.more
  const names = [...named.map(({ name }) => name), ...(here.more > 0 ? [`${here.more} more`] : [])]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    <div className={classes.here} role="group" aria-label={`Also here: ${names.join(', ')}`} title={names.join(', ')}>
      <span className={classes.faces}>
        {named.slice(0, faces).map(({ key, name, number }) => (
          <Avatar key={key} name={name} number={number < 0 ? undefined : number} size={22} />
        ))}
      </span>
      <span className={classes.text} dir="auto">
        {describePresence(first.name, named[1]?.name, count)}
      </span>
      {count > faces && <span className={classes.more}>+{count - faces}</span>}
    </div>
  )
}

const personOf = ({ userId, impersonatorId }: Sender) => `${userId} ${impersonatorId}`

const describePresence = (first: string, second: string | undefined, count: number) => {
  if (count === 1) return `${first} is here`
  if (count === 2 && second) return `${first} and ${second} are here`
  return `${first} and ${count - 1} others are here`
}
