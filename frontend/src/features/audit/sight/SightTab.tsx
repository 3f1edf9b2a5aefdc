import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { VisibilityAuditKind } from '#domain/audit-accounts.ts'
import type { TabProps } from '../account/tab.ts'
import { SightAnswer } from './SightAnswer.tsx'
import classes from './sight.module.css'

const kinds: Record<VisibilityAuditKind, string> = {
  campaign: 'A campaign',
  folder: 'A folder',
  lore: 'Lore',
  segment: 'Content of lore',
  image: 'A picture',
  model: 'A 3D model',
  relationship: 'A relationship',
  transcript: 'A session',
}
const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Checks whether the user could see an item at the moment, and why. It shows ids and roles, but no content. */
export const SightTab = ({ past, settled, go }: TabProps) => {
  const [kind, setKind] = useState<VisibilityAuditKind>('lore')
  const [id, setId] = useState('')
  const [problem, setProblem] = useState<string>()
  const [question, setQuestion] = useState<{ kind: VisibilityAuditKind; id: string }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // A pasted URL may contain several ids: those of parents precede the item's id, and its query contains the page to return to.
    const found = id.split(/[?#]/)[0]?.match(ids)?.at(-1)
    if (!found) return setProblem('Please enter the thing’s id, or its address')
    setId(found.toLowerCase())
    setQuestion({ kind, id: found.toLowerCase() })
  }
  return (
    <div className={classes.sight}>
      <form className={classes.asks} onSubmit={submit} noValidate>
        <NativeSelect
          label="Kind"
          value={kind}
          data={VisibilityAuditKind.options.map((value) => ({ value, label: kinds[value] }))}
          onChange={(event) => setKind(VisibilityAuditKind.parse(event.currentTarget.value))}
        />
        <TextInput
          className={classes.id}
          label="Id, or address"
          value={id}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setId(event.currentTarget.value)
            setProblem(undefined)
          }}
        />
        <Button type="submit">Look it up</Button>
      </form>
      {!question && (
        <p className={classes.hint}>
          Whether this person could see one thing at the moment above, by which role, and what made it so. What it says
          is not shown.
        </p>
      )}
      {question && <SightAnswer accountId={past.account.id} {...question} {...settled} go={go} />}
    </div>
  )
}
