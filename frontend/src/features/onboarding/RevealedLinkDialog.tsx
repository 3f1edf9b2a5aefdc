import { Button, Group, Modal, Text } from '@mantine/core'
import type { Me } from '#domain/me.ts'
import { messageOf } from '../../base/problem.ts'
import { useNoteRevealedLinkMutation } from '../../data/account.ts'
import { dateTimeOf } from '../../ui/dates.ts'
import { toast } from '../../ui/toast.ts'
import { useTurn } from './use-turn.ts'
import '@mantine/core/styles/Text.layer.css'

interface Props {
  link: NonNullable<Me['revealedLink']>
  onClose: () => void
}

/** Warns a user that an admin opened a link with access to their account. It reappears until confirmed. */
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
      <Text mt="sm">
        If you did not ask for help with signing in, sign out and set a new password by “Forgot password?”: that signs
        everyone out.
      </Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="filled" loading={isLoading} onClick={() => void confirm()}>
          I have read this
        </Button>
      </Group>
    </Modal>
  )
}
