import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import { newId } from '../../base/ids.ts'
import { messageOf } from '../../base/problem.ts'
import { AuthPage } from './AuthPage.tsx'
import classes from './auth.module.css'
import { Field } from './Field.tsx'
import { FormError } from './FormError.tsx'
import type { FormProps } from './form.ts'
import { useSendsMail } from './LinkRequest.tsx'
import { requestSupport } from './requests.ts'
import { emailRule, isEmail } from './rules.ts'

/** Source: `SupportType`; the server refuses others. Its schema would be a fifth of this page's download. */
const types = ['Image Generation', 'Sessions', 'Billing', 'Other']

/** Sends a request for support of a visitor, who may be unable to sign in. The response is the same for every address. */
export const SupportForm = ({ email, setEmail, go }: FormProps) => {
  const isMailed = useSendsMail()
  const [type, setType] = useState('')
  const [description, setDescription] = useState('')
  const { submit, isSent, error, isBusy } = useSupportRequest({ email, type, description })

  if (isSent) return <RequestSent email={email} isMailed={isMailed} go={go} />
  return (
    <AuthPage title="Contact support" text="Tell us what happened. A person reads it and answers to your address.">
      <FormError text={error} />
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <Field
          label="Email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={setEmail}
          rule={emailRule}
          autoFocus
        />
        <NativeSelect
          label="Type"
          size="lg"
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
          data={[{ value: '', label: 'Choose one', disabled: true }, ...types]}
        />
        <Textarea
          label="Description"
          size="lg"
          autosize
          minRows={4}
          maxRows={10}
          maxLength={5000}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Button
          className={classes.submit}
          type="submit"
          variant="filled"
          size="lg"
          fullWidth
          loading={isBusy}
          disabled={!isEmail(email) || type === '' || description.trim() === ''}
        >
          Submit
        </Button>
      </form>
      <BackToSignIn go={go} />
    </AuthPage>
  )
}

/** Sends the support request. A retry reuses its id, so that the server recognises it as the same request; changed input is another one. */
const useSupportRequest = ({ email, type, description }: { email: string; type: string; description: string }) => {
  const id = useMemo(newId, [email, type, description])
  const [isSent, setSent] = useState(false)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    setBusy(true)
    const { error } = await requestSupport({ id, email: email.trim(), type, description: description.trim() })
    setBusy(false)
    if (error) return setError(messageOf(error, 'It could not be sent. Please try again.'))
    setSent(true)
  }
  return { submit, isSent, error, isBusy }
}

interface RequestSentProps extends Pick<FormProps, 'email' | 'go'> {
  isMailed: boolean
}

const RequestSent = ({ email, isMailed, go }: RequestSentProps) => (
  <AuthPage
    title="Request Submitted!"
    text={
      isMailed
        ? `A person reads it. The answer comes to ${email.trim()}.`
        : 'A person reads it. No mail is sent here: whoever runs this installation hands you the answer.'
    }
  >
    <BackToSignIn go={go} />
  </AuthPage>
)

const BackToSignIn = ({ go }: Pick<FormProps, 'go'>) => (
  <p className={classes.switch}>
    <button type="button" className={classes.link} onClick={() => go('signIn')}>
      Back to sign in
    </button>
  </p>
)
