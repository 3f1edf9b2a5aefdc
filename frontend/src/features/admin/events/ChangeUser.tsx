import { useAdminUsersQuery } from '../../../data/users.ts'
import { PersonPicker } from '../../../ui/PersonPicker.tsx'
import { usePersonSearch } from '../../../ui/use-person-search.ts'
import eventsClasses from './events.module.css'
import filtersClasses from './filters.module.css'

const offered = 8

/** Opens another user's events, found by e-mail or name. */
export const ChangeUser = ({ onChange }: { onChange: (userId: string) => void }) => {
  const finder = usePersonSearch()
  const { data } = useAdminUsersQuery({ search: finder.search, offset: 0, limit: offered }, { skip: !finder.isOpen })
  return (
    <PersonPicker
      act="Change user"
      finder={finder}
      label="Search users by e-mail"
      placeholder="Search by e-mail"
      people={data?.users}
      listLabel="Users"
      listClassName={filtersClasses.choices}
      onPick={onChange}
    >
      {({ name, email }) => (
        <>
          <span className={eventsClasses.ell}>{name}</span>
          <span className={`${eventsClasses.ell} ${filtersClasses.email}`}>{email}</span>
        </>
      )}
    </PersonPicker>
  )
}
