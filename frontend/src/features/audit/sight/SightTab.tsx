import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { SightKind } from '#domain/audit-accounts.ts'
import type { TabProps } from '../account/tab.ts'
import { SightAnswer } from './SightAnswer.tsx'
import classes from './sight.module.css'

const kinds: Record<SightKind, string> = {
  campaign: 'A campaign',
  folder: 'A folder',
  lore: 'Lore',
  segment: 'Content of lore',
  image: 'A picture',
  relationship: 'A relationship',
}
const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/** Whether this person could see one thing at the moment, and what made it so: by ids, never by what it says. */
export const SightTab = ({ past, settled, go }: TabProps) => {
  const [kind, setKind] = useState<SightKind>('lore')
  const [id, setId] = useState('')
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState<{ kind: SightKind; id: string }>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // An address names what holds the thing before it, and behind a question mark the way back.
    const found = id.split(/[?#]/)[0]?.match(ids)?.at(-1)
    if (!found) return setProblem('Please enter the thing’s id, or its address')
    setId(found.toLowerCase())
    setAsked({ kind, id: found.toLowerCase() })
  }
  return (
    <div className={classes.sight}>
      <form className={classes.asks} onSubmit={submit} noValidate>
        <NativeSelect
          label="Kind"
          value={kind}
          data={SightKind.options.map((value) => ({ value, label: kinds[value] }))}
          onChange={(event) => setKind(SightKind.parse(event.currentTarget.value))}
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
      {!asked && (
        <p className={classes.hint}>
          Whether this person could see one thing at the moment above, by which role, and what made it so. What it says
          is not shown.
        </p>
      )}
      {asked && <SightAnswer accountId={past.account.id} {...asked} {...settled} go={go} />}
    </div>
  )
}
