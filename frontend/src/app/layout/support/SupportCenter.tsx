import { Button, Modal, Tabs } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { supportLink } from '#domain/support-contact.ts'
import { useMe } from '../../../data/me.ts'
import { useAuthOptionsQuery } from '../../../data/platform.ts'
import { useAskBeforeLeaving } from '../../../ui/use-ask-before-leaving.tsx'
import { ContactForm, type Typed } from './ContactForm.tsx'
import { Faq } from './Faq.tsx'
import { OwnRequests } from './OwnRequests.tsx'
import classes from './support.module.css'
import '@mantine/core/styles/Tabs.layer.css'

const empty: Typed = { type: '', description: '' }

/** Answers to frequent questions, a form to the people who run this installation, and the user's own requests with their answers. */
export const SupportCenter = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [tab, setTab] = useState<string | null>('faq')
  const [typed, setTyped] = useState(empty)
  const [isSent, setSent] = useState(false)
  const { close, question } = useAskBeforeLeaving(typed.description.trim() !== '', onClose)
  const showRequests = () => {
    setSent(false)
    setTab('requests')
  }
  const finish = () => {
    setTyped(empty)
    setSent(true)
  }
  return (
    <Modal opened={opened} onClose={close} title="Support Center" size={560}>
      {isSent ? (
        <Sent onShow={showRequests} onClose={onClose} />
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

const Sent = ({ onShow, onClose }: { onShow: () => void; onClose: () => void }) => {
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
