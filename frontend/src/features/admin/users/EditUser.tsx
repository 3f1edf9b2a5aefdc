import { Button, Modal, Tabs } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { AdminUser } from '#domain/me.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { useMe } from '../../../data/me.ts'
import { Actions } from './Actions.tsx'
import { changesOf, errorsOf, formOf, type UserForm } from './changes.ts'
import { Details } from './Details.tsx'
import classes from './edit-user.module.css'
import { Overview } from './Overview.tsx'
import { useSave } from './use-save.ts'
import '@mantine/core/styles/Tabs.layer.css'

/** State of a user's edit form: its values, changes, errors and submission. */
const useEditing = (user: AdminUser, onClose: () => void) => {
  const [form, setForm] = useState<UserForm>(() => formOf(user))
  const [isChecked, setChecked] = useState(false)
  const { save, isSaving } = useSave()
  const changes = changesOf(user, form)
  const errors = errorsOf(user, form)
  const [begun] = useState(form)
  const { close, question } = useAskBeforeLeaving(JSON.stringify(form) !== JSON.stringify(begun), onClose)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (Object.keys(changes).length === 0 && Object.keys(errors).length === 0) return onClose()
    setChecked(true)
    if (Object.keys(errors).length > 0) return
    const saved = await save(changes)
    if (saved.size === Object.keys(changes).length) return onClose()
    // Saved fields are no longer changes; credits would otherwise be added or removed again.
    if (saved.has('credits') || saved.has('removal'))
      setForm((before) => ({ ...before, credits: 0, removal: 0, creditsReason: '' }))
  }
  return {
    form,
    changes,
    /** The errors to show: before the first submission, only that of the plan. */
    errors: isChecked ? errors : errors.plan ? { plan: errors.plan } : {},
    isSaving,
    change: (change: Partial<UserForm>) => setForm((before) => ({ ...before, ...change })),
    submit,
    close,
    question,
  }
}

/** Edits one user. Only changes are saved; without changes, Save closes. */
export const EditUser = ({ user, onClose }: { user: AdminUser; onClose: () => void }) => {
  const me = useMe()
  const { form, changes, errors, isSaving, change, submit, close, question } = useEditing(user, onClose)

  return (
    <Modal opened onClose={close} title={`Edit ${user.name}`} size={560} classNames={{ body: classes.body }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Tabs defaultValue="overview" classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}>
          <Tabs.List>
            <Tabs.Tab value="overview">Overview</Tabs.Tab>
            <Tabs.Tab value="details">Account Details</Tabs.Tab>
            <Tabs.Tab value="actions">Actions</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="overview">
            <Overview
              user={user}
              form={form}
              errors={errors}
              changes={changes}
              isSelf={user.id === me.id}
              onChange={change}
            />
          </Tabs.Panel>
          <Tabs.Panel value="details">
            <Details user={user} />
          </Tabs.Panel>
          <Tabs.Panel value="actions">
            <Actions user={user} isSelf={user.id === me.id} />
          </Tabs.Panel>
        </Tabs>
        <footer className={classes.footer}>
          <Button variant="subtle" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="filled" loading={isSaving}>
            Save
          </Button>
        </footer>
      </form>
      {question}
    </Modal>
  )
}
