import { Button, Group, Modal, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { Me } from '#domain/me.ts'
import { messageOf } from '../../app/problem.ts'
import { useNoteRevealedLinkMutation } from '../../data/account.ts'
import { dateTimeOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { useTurn } from './use-turn.ts'
import '@mantine/core/styles/Text.layer.css'

interface Props {
  link: NonNullable<Me['revealedLink']>
  onClose: () => void
}

/** Tells a user that an admin opened a link which lets its reader into their account. It comes back until it was confirmed. */
export const RevealedLinkDialog = ({ link: { kind, at, reason }, onClose }: Props) => {
  const isTurn = useTurn()
  const [note, { isLoading }] = useNoteRevealedLinkMutation()
  const confirm = async () => {
    const { error } = await note()
    if (error) toast.error(messageOf(error, 'This could not be saved. You will see it again.'))
    onClose()
  }
  if (!isTurn) return null
  return (
    <Modal opened onClose={onClose} title="An administrator opened a link of yours" size={480}>
      <Text>
        It was the link to {kind === 'password-reset' ? 'set your password' : 'confirm your address'}, opened on{' '}
        {dateTimeOf(at)}.{reason && ` The reason given: ${reason}`}
      </Text>
      <Text mt="sm">If you did not ask for help with signing in, choose a new password.</Text>
      <Group mt="lg" justify="flex-end">
        <Button component={Link} to="/account-settings?tab=security" variant="subtle" onClick={onClose}>
          Choose a new password
        </Button>
        <Button variant="filled" loading={isLoading} onClick={() => void confirm()}>
          I have read this
        </Button>
      </Group>
    </Modal>
  )
}
