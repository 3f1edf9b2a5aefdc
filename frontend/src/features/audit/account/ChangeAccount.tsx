import { useNavigate } from 'react-router'
import { useAuditAccountsQuery } from '../../../data/audit.ts'
import { PersonPicker } from '../../../ui/PersonPicker.tsx'
import { usePersonSearch } from '../../../ui/use-person-search.ts'
import { accountPath } from '../accounts/paths.ts'
import classes from './audit-account.module.css'

/** Finds an account by name, e-mail or any id, and opens it as of now. */
export const ChangeAccount = ({ act = 'Change account' }: { act?: string }) => {
  const navigate = useNavigate()
  const finder = usePersonSearch()
  const { data } = useAuditAccountsQuery({ search: finder.search, offset: 0 }, { skip: !finder.isOpen })
  return (
    <PersonPicker
      act={act}
      finder={finder}
      label="Search accounts"
      placeholder="Name, e-mail or any id"
      people={data?.data}
      listLabel="Accounts"
      onPick={(id) => void navigate(accountPath(id))}
    >
      {({ name, emailMasked }) => (
        <>
          <span dir="auto">{name || 'Forgotten'}</span> <span className={classes.masked}>{emailMasked}</span>
        </>
      )}
    </PersonPicker>
  )
}
