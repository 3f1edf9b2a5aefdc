import { Button, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { may } from '#domain/entitlements.ts'
import { PersonName } from '#domain/users.ts'
import { messageOf } from '../../base/problem.ts'
import { useAskBeforeLeaving } from '../../base/use-ask-before-leaving.tsx'
import { useChangeAccountMutation } from '../../data/account.ts'
import { selectEntitlements, today, useMe } from '../../data/me.ts'
import { PlanBadge } from '../../ui/Badge.tsx'
import { Toggle } from '../../ui/Toggle.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './account-general.module.css'
import { MarketingSwitch } from './MarketingSwitch.tsx'

/** The user's name and NSFW setting, saved by a button, and the newsletter switch, saved at once. Rejected input stays. */
export const GeneralTab = () => {
  const me = useMe()
  const mayAllow = may(selectEntitlements(me), 'nsfw', today())
  const { saved, shown, isRenamed, refusal, changed, type, discard, submit, isLoading } = useSettings(mayAllow)
  const { question } = useAskBeforeLeaving(changed !== '')

  return (
    <form className={classes.general} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="Username"
        description={`Your table sees this beside what you write.${isRenamed ? ` It was ${saved.username}.` : ''}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="nickname"
        dir="auto"
        value={shown.username}
        error={refusal}
        onChange={(event) => type({ username: event.currentTarget.value })}
      />
      <TextInput
        label="Email"
        description={
          <Link className={classes.link} to="?tab=email">
            Verify or change it
          </Link>
        }
        inputWrapperOrder={['label', 'input', 'description']}
        value={me.email}
        readOnly
        rightSection={<IconLock size={15} aria-hidden="true" />}
      />
      <div className={classes.switches}>
        <Toggle
          label={
            <>
              NSFW content <PlanBadge plan="PRO" />
            </>
          }
          description={`Let models that support it make it for you.${mayAllow ? '' : ' Needs Pro.'}`}
          checked={shown.allowNSFW}
          disabled={!mayAllow}
          onChange={(event) => type({ allowNSFW: event.currentTarget.checked })}
        />
        <MarketingSwitch />
      </div>
      {changed && (
        <div className={classes.unsaved}>
          <b>{changed} not saved yet</b>
          <Button variant="subtle" disabled={isLoading} onClick={discard}>
            Discard
          </Button>
          <Button type="submit" variant="filled" loading={isLoading}>
            Save
          </Button>
        </div>
      )}
      {question}
    </form>
  )
}

/** The saved settings, overridden by unsaved input. `changed` names the unsaved settings; it is empty if there are none. */
const useSettings = (mayAllow: boolean) => {
  const me = useMe()
  const saved = { username: me.username, allowNSFW: me.allowNSFW && mayAllow }
  const [typed, setTyped] = useState<Partial<typeof saved>>({})
  const [refusal, setRefusal] = useState<string>()
  const [save, { isLoading }] = useChangeAccountMutation()
  const shown = { ...saved, ...typed }
  const isRenamed = shown.username.trim() !== saved.username
  const isSwitched = shown.allowNSFW !== saved.allowNSFW
  const changed = [...(isRenamed ? ['Username'] : []), ...(isSwitched ? ['NSFW content'] : [])].join(' and ')

  const type = (change: Partial<typeof saved>) => {
    setRefusal(undefined)
    setTyped({ ...typed, ...change })
  }

  const discard = () => {
    setRefusal(undefined)
    setTyped({})
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading || !changed) return
    const name = PersonName.safeParse(shown.username)
    if (!name.success) return setRefusal(name.error.issues[0]?.message)
    const { error } = await save({
      ...(isRenamed && { username: name.data }),
      ...(isSwitched && { allowNSFW: shown.allowNSFW }),
    })
    if (error) return toast.error(messageOf(error, 'Your settings could not be saved. Please try again.'))
    // Input typed during the request is still unsaved.
    setTyped((now) => (now === typed ? {} : now))
    toast.success('Your settings have been updated!')
  }

  return { saved, shown, isRenamed, refusal, changed, type, discard, submit, isLoading }
}
