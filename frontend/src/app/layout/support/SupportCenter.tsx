import { Button, Modal, Tabs } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { SupportType } from '#domain/support.ts'
import { supportLink } from '#domain/support-contact.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { useMe } from '../../../data/me.ts'
import { useAuthOptionsQuery } from '../../../data/platform.ts'
import { ContactForm, type Typed } from './ContactForm.tsx'
import { Faq } from './Faq.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import classes from './support-center.module.css'
import '@mantine/core/styles/Tabs.layer.css'

interface Props {
  /** The initial type of the request. If it is given, the form is shown first instead of the frequent questions. */
  type?: SupportType | '' | undefined
  onClose: () => void
}

/** Answers to frequent questions, a form to the people who run this installation, and the user's own requests with their answers. */
export const SupportCenter = ({ type, onClose }: Props) => {
  const [tab, setTab] = useState<string | null>(type === undefined ? 'faq' : 'contact')
  const empty: Typed = { type: type ?? '', description: '', screenshot: null }
  const [typed, setTyped] = useState(empty)
  const [isSent, setSent] = useState(false)
  /** The reason why the screenshot of the sent request is missing. */
  const [missing, setMissing] = useState<string>()
  const { close, question } = useAskBeforeLeaving(typed.description.trim() !== '' || typed.screenshot !== null, onClose)
  const showRequests = () => {
    setSent(false)
    setTab('requests')
  }
  const finish = (screenshotRefusal?: string) => {
    setTyped(empty)
    setMissing(screenshotRefusal)
    setSent(true)
  }
  return (
    <Modal opened onClose={close} title="Support Center" size={560}>
      {isSent ? (
        <Sent missing={missing} onShow={showRequests} onClose={onClose} />
      ) : (
        <Tabs
          value={tab}
          onChange={setTab}
          keepMounted={false}
          classNames={{ list: classes.tabs, tab: classes.tab, panel: classes.panel }}
        >
          <Tabs.List>
            <Tabs.Tab value="faq">FAQ</Tabs.Tab>
            <Tabs.Tab value="contact">Contact</Tabs.Tab>
            <Tabs.Tab value="requests">Your requests</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="faq">
            <Faq />
            <LegalLinks />
          </Tabs.Panel>
          <Tabs.Panel value="contact">
            <ContactForm typed={typed} onType={setTyped} onSent={finish} />
            <OtherContact />
          </Tabs.Panel>
          <Tabs.Panel value="requests">
            <OwnRequests />
          </Tabs.Panel>
        </Tabs>
      )}
      {question}
    </Modal>
  )
}

const focus = (heading: HTMLElement | null) => heading?.focus()

const Sent = ({
  missing,
  onShow,
  onClose,
}: {
  missing?: string | undefined
  onShow: () => void
  onClose: () => void
}) => {
  const { email, emailVerified } = useMe()
  return (
    <div className={classes.sent}>
      <IconCircleCheck size={28} aria-hidden="true" />
      <h2 tabIndex={-1} ref={focus}>
        Request Submitted!
      </h2>
      <p>
        The answer appears under Your requests
        {emailVerified ? ` and is mailed to ${email}.` : '. It is mailed to you too once your address is verified.'}
      </p>
      {missing && (
        <p className={classes.refusal} role="alert">
          The screenshot is missing: {missing} You can add it under Your requests.
        </p>
      )}
      <div className={classes.foot}>
        <Button variant="subtle" onClick={onShow}>
          Your Requests
        </Button>
        <Button variant="filled" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

/** The terms and the privacy page of this installation, where it has named them. */
const LegalLinks = () => {
  const { data } = useAuthOptionsQuery()
  const { terms = null, privacy = null } = data?.links ?? {}
  if (terms === null && privacy === null) return null
  return (
    <p className={`${classes.other} ${classes.legal}`}>
      {terms !== null && (
        <a href={terms} target="_blank" rel="noreferrer">
          Terms
        </a>
      )}
      {privacy !== null && (
        <a href={privacy} target="_blank" rel="noreferrer">
          Privacy
        </a>
      )}
    </p>
  )
}

const OtherContact = () => {
  const contact = useAuthOptionsQuery().data?.supportContact
  if (!contact) return null
  return (
    <p className={classes.other}>
      You can also write to{' '}
      <a href={supportLink(contact)} target="_blank" rel="noreferrer">
        {contact}
      </a>
      .
    </p>
  )
}
